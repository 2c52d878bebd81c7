package rules

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// noneDefault is how type checkers say that a parameter or variable is None
// where its annotation does not admit it.
var noneDefault = lazyre.New(`default has type "None"|expression has type "None", variable has type|is used as type .None.\.|` +
	`^Expression of type "None" cannot be assigned to parameter|^Type "None" is not assignable to declared type|^Default value of type .None. is not assignable`)

// optionalDefault lets the annotation of what is None by default admit None.
// What then fails is shown by the type checker, which is asked again.
func optionalDefault(p Problem) ([]text.Edit, error) {
	if !noneDefault.MatchString(p.Diagnostic.Message) {
		return nil, Declined{Reason: "the message is not about a default of None", Aside: true}
	}
	m, s, err := readStatement(p)
	if err != nil {
		return nil, err
	}
	first, last, err := m.annotationOfNone(s)
	if err != nil {
		return nil, err
	}
	edits, more, err := m.admitNone(first, last)
	if err == nil && len(edits) == 0 {
		err = rule.Decline("the annotation allows None already")
	}
	return append(edits, more...), err
}

// annotationOfNone is the annotation of the parameter or variable that the
// diagnostic is about.
func (m module) annotationOfNone(s *pytree.Stmt) (first, last int, err error) {
	switch s.Keyword {
	case "def":
		q, ok, err := m.noneParameter(s)
		if ok || err != nil {
			return q.colon + 1, q.equals, err
		}
	case "":
		eq := m.Find(s.First, s.Last, "=")
		if m.is(s.First+1, ":") && eq > 0 && s.Last == eq+2 && m.is(eq+1, "None") {
			return s.First + 2, eq, nil
		}
	}
	return 0, 0, rule.Decline("nothing that is annotated and defaults to None at the diagnostic")
}

// noneParameter is the annotated parameter with the default None that the
// diagnostic stands on, or the only one that it names.
func (m module) noneParameter(s *pytree.Stmt) (found parameter, ok bool, err error) {
	params, err := m.parameters(s)
	if err != nil {
		return found, false, err
	}
	named := 0
	for _, q := range params {
		if q.colon < 0 || q.last != q.value+1 || !m.is(q.value, "None") {
			continue
		}
		if m.Tokens[q.value].Span.Start == m.Diagnostic.Span.Start {
			return q, true, nil
		}
		if strings.HasPrefix(m.Diagnostic.Message, q.name+" is ") || rule.Quoted(m.Diagnostic.Message) == q.name {
			found = q
			named++
		}
	}
	return found, named == 1, nil
}

// admitNone lets an annotation admit None, in a way that every Python able to
// run the file can read. An import that this needs is given apart. No edit
// means that the annotation admits None.
func (m module) admitNone(first, last int) (edits, imports []text.Edit, err error) {
	if m.admitsNone(first, last) {
		return nil, nil, nil
	}
	if m.commented(first, last) {
		return nil, nil, rule.Decline("there is a comment in the annotation")
	}
	start, end := m.Tokens[first].Span.Start, m.Tokens[last-1].Span.End
	if t := m.Tokens[first]; t.Kind == pytree.String && last == first+1 {
		l := t.Literal()
		if l.Prefix != "" || len(l.Quote) > 1 || strings.Contains(l.Body, `\`) {
			return nil, nil, rule.Decline("the annotation is a string of an unusual form")
		}
		if hasWord(l.Body, "None") || hasWord(l.Body, "Optional") || hasWord(l.Body, "Any") {
			return nil, nil, rule.Decline("the annotation is a string that may allow None")
		}
		if name, imports, err := m.optionalName(); err == nil && len(imports) == 0 && !m.unionsByBar() { // as the file does elsewhere
			return []text.Edit{rule.InsertAt(start, name+"["), rule.InsertAt(end, "]")}, nil, nil
		}
		return []text.Edit{rule.InsertAt(end-1, " | None")}, nil, nil
	}
	if m.unionsByBar() {
		return []text.Edit{rule.InsertAt(end, " | None")}, nil, nil
	}
	name, imports, err := m.optionalName()
	if err != nil {
		return nil, nil, err
	}
	return []text.Edit{rule.InsertAt(start, name+"["), rule.InsertAt(end, "]")}, imports, nil
}

// admitsNone reports whether an annotation says at its top that None will do.
func (m module) admitsNone(first, last int) bool {
	if m.is(first, "Optional", "Any", "object", "None") || m.is(first+1, ".") && m.is(first+2, "Optional", "Any") {
		return true
	}
	depth, union := 0, m.is(first, "Union") || m.is(first+2, "Union")
	for i := first; i < last; i++ {
		switch {
		case m.is(i, "[", "("):
			depth++
		case m.is(i, "]", ")"):
			depth--
		case m.is(i, "None") && (depth == 0 || union && depth == 1):
			return true
		}
	}
	return false
}

// unionsByBar reports whether the file may write unions with "|": it does so
// already, or its annotations are never evaluated.
func (m module) unionsByBar() bool {
	for i := range m.Tokens {
		if m.is(i, "|") && (m.is(i+1, "None") || m.is(i-1, "None")) {
			return true
		}
	}
	for s := range m.All {
		for _, a := range m.aliases(s) {
			if a.module == "__future__" && a.name == "annotations" {
				return true
			}
		}
	}
	return false
}

// optionalName is what Optional is called in this file, and the import it needs.
func (m module) optionalName() (string, []text.Edit, error) {
	for _, s := range m.Body {
		for _, a := range m.aliases(s) {
			switch {
			case a.module == "typing" && a.name == "Optional":
				return a.bound, nil, nil
			case a.module == "typing" && a.name == "" && s.Keyword == "import":
				return a.bound + ".Optional", nil, nil
			}
		}
	}
	if why := m.bound("Optional"); why != "" {
		return "", nil, rule.Decline("%s", why)
	}
	imports, err := m.importName("typing", "Optional")
	return "Optional", imports, err
}
