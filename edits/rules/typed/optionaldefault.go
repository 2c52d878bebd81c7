package typed

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// noneDefault is how type checkers say that a parameter or variable is None
// where its annotation does not admit it.
var noneDefault = []string{`…default has type "None"…`, `…expression has type "None", variable has type…`,
	"…is used as type `None`.…", "…is used as type 'None'.…", `…is used as type "None".…`,
	`Expression of type "None" cannot be assigned to parameter…`, `Type "None" is not assignable to declared type…`,
	"Default value of type `None` is not assignable…", "Default `None` is not assignable…"}

// OptionalDefault lets the annotation of what is None by default admit None.
// What then fails is shown by the type checker, which is asked again.
func OptionalDefault(p rule.Problem) ([]text.Edit, error) {
	if signal.Said(p.Diagnostic.Message, noneDefault...) == nil {
		return nil, rule.Declined{Reason: "the message is not about a default of None", Aside: true}
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

// annotationOfNone returns the annotation of the parameter or variable that the
// diagnostic is about.
func (m Source) annotationOfNone(s *pytree.Stmt) (first, last int, err error) {
	switch s.Keyword {
	case "def":
		q, ok, err := m.noneParameter(s)
		if ok || err != nil {
			return q.Colon + 1, q.Equals, err
		}
	case "":
		eq := m.Find(s.First, s.Last, "=")
		if m.Is(s.First+1, ":") && eq > 0 && s.Last == eq+2 && m.Is(eq+1, "None") {
			return s.First + 2, eq, nil
		}
	}
	return 0, 0, rule.Decline("nothing that is annotated and defaults to None at the diagnostic")
}

// noneParameter returns the annotated parameter with the default None that the
// diagnostic stands on, or the only one that it names.
func (m Source) noneParameter(s *pytree.Stmt) (found pycode.Parameter, ok bool, err error) {
	params, err := m.Parameters(s)
	if err != nil {
		return found, false, err
	}
	named, here := 0, false
	for _, q := range params {
		if q.Colon < 0 || q.Last != q.Value+1 || !m.Is(q.Value, "None") {
			continue
		}
		if m.Tokens[q.Value].Span.Start == m.Diagnostic.Span.Start {
			return q, true, nil
		}
		if m.Tokens[q.Colon-1].Span.Start == m.Diagnostic.Span.Start && named == 0 {
			found, here = q, true
		}
		if strings.HasPrefix(m.Diagnostic.Message, q.Name+" is ") || rule.Quoted(m.Diagnostic.Message) == q.Name {
			found = q
			named++
		}
	}
	return found, named == 1 || named == 0 && here, nil
}

// admitNone lets an annotation admit None, in a way that every Python able to
// run the file can read. An import that this needs is returned apart. No edit
// means that the annotation admits None.
func (m Source) admitNone(first, last int) (edits, imports []text.Edit, err error) {
	if m.admitsNone(first, last) {
		return nil, nil, nil
	}
	if m.Commented(first, last) {
		return nil, nil, rule.Decline("there is a comment in the annotation")
	}
	start, end := m.Tokens[first].Span.Start, m.Tokens[last-1].Span.End
	if t := m.Tokens[first]; t.Kind == pytree.String && last == first+1 {
		l := t.Literal()
		if l.Prefix != "" || len(l.Quote) > 1 || strings.Contains(l.Body, `\`) {
			return nil, nil, rule.Decline("the annotation is a string of an unusual form")
		}
		if lex.HasWord(l.Body, "None") || lex.HasWord(l.Body, "Optional") || lex.HasWord(l.Body, "Any") {
			return nil, nil, rule.Decline("the annotation is a string that may allow None")
		}
		if name, imports, err := m.optionalName(); err == nil && len(imports) == 0 &&
			!m.unionsByBar() { // as the file does elsewhere
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
func (m Source) admitsNone(first, last int) bool {
	if m.Is(first, "Optional", "Any", "object", "None") || m.Is(first+1, ".") && m.Is(first+2, "Optional", "Any") {
		return true
	}
	depth, union := 0, m.Is(first, "Union") || m.Is(first+2, "Union")
	for i := first; i < last; i++ {
		switch {
		case m.Is(i, "[", "("):
			depth++
		case m.Is(i, "]", ")"):
			depth--
		case m.Is(i, "None") && (depth == 0 || union && depth == 1):
			return true
		}
	}
	return false
}

// unionsByBar reports whether the file may write unions with "|": it does so
// already, or its annotations are never evaluated.
func (m Source) unionsByBar() bool {
	for i := range m.Tokens {
		if m.Is(i, "|") && (m.Is(i+1, "None") || m.Is(i-1, "None")) {
			return true
		}
	}
	for s := range m.All {
		for _, a := range m.Aliases(s) {
			if a.Module == "__future__" && a.Name == "annotations" {
				return true
			}
		}
	}
	return false
}

// optionalName returns what Optional is called in this file, and the import it needs.
func (m Source) optionalName() (string, []text.Edit, error) {
	for _, s := range m.Body {
		for _, a := range m.Aliases(s) {
			switch {
			case a.Module == "typing" && a.Name == "Optional":
				return a.Bound, nil, nil
			case a.Module == "typing" && a.Name == "" && s.Keyword == "import":
				return a.Bound + ".Optional", nil, nil
			}
		}
	}
	if why := m.Bound("Optional"); why != "" {
		return "", nil, rule.Decline("%s", why)
	}
	imports, err := m.ImportName("typing", "Optional")
	return "Optional", imports, err
}
