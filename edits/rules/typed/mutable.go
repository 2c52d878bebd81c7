package typed

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// MutableDefault sets the default of a parameter to None, and the value to each call
// of its own at the top of the body.
func MutableDefault(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	if s.Keyword != "def" {
		return nil, rule.Decline("no parameter of a def at the diagnostic")
	}
	params, err := m.Parameters(s)
	if err != nil {
		return nil, err
	}
	q, err := m.mutable(params)
	if err != nil {
		return nil, err
	}
	if why := m.meant(s, q.Name); why != "" {
		return nil, rule.Decline("%s", why)
	}
	edits := []text.Edit{m.Replace(q.Value, q.Last, "None")}
	if q.Colon >= 0 {
		e, imports, err := m.admitNone(q.Colon+1, q.Equals)
		if err == nil && len(imports) > 0 {
			err = rule.Decline("the annotation would have to allow None")
		}
		if err != nil {
			return nil, err
		}
		edits = append(edits, e...)
	}
	guard, err := m.guard(s, q.Name, func(indent string) string { return m.moved(q, indent) })
	if err != nil {
		return nil, err
	}
	return append(edits, guard...), nil
}

// meant says why a default may have to stay as it is: it seems to be kept from
// call to call on purpose, or None has a meaning of its own.
func (m Source) meant(s *pytree.Stmt, name string) string {
	if n := strings.ToLower(name); strings.Contains(n, "cache") || strings.Contains(n, "memo") {
		return name + " may be kept from call to call on purpose"
	}
	for i := range m.Named(name, s.Colon, m.Ends(s)) {
		if m.Is(i+1, "is", "==", "!=") && (m.Is(i+2, "None") || m.Is(i+2, "not") && m.Is(i+3, "None")) {
			return "None has a meaning in the body for " + name
		}
	}
	return ""
}

// mutable returns the parameter the diagnostic is about: the one whose default
// stands there, or the only one with a mutable default.
func (m Source) mutable(params []pycode.Parameter) (pycode.Parameter, error) {
	var found []pycode.Parameter
	for _, q := range params {
		if !m.display(q.Value, q.Last) {
			continue
		}
		sp := m.Range(q.Value, q.Last)
		if sp.Contains(m.Diagnostic.Span.Start) {
			return q, nil
		}
		found = append(found, q)
	}
	for _, q := range params {
		sp := m.Range(q.Value, q.Last)
		if sp.Contains(m.Diagnostic.Span.Start) {
			return q, rule.Decline("the default is more than a list, dict or set of literals")
		}
	}
	if len(found) != 1 {
		return pycode.Parameter{}, rule.Decline("%d parameters have a mutable default", len(found))
	}
	return found[0], nil
}

// display reports whether an expression is a list, dict or set of literals, or
// an empty one by its constructor: what may be built again at each call.
func (m Source) display(first, last int) bool {
	if m.Commented(first, last) || m.heldText(first, last) {
		return false
	}
	if last == first+3 && m.Is(first, "list", "dict", "set") && m.Is(first+1, "(") && m.Is(first+2, ")") {
		return !m.Shadowed(m.Tokens[first].Text)
	}
	if !m.Is(first, "[", "{") || m.Tokens[first].Close != last-1 {
		return false
	}
	for i := first; i < last; i++ {
		if t := m.Tokens[i]; t.Kind == pytree.Name && !t.Is("None", "True", "False") {
			return false
		}
	}
	return m.Pure(first, last)
}

// guard returns the edits that build the value where the call passed none. A body
// that does nothing needs none.
func (m Source) guard(s *pytree.Stmt, name string, value func(indent string) string) ([]text.Edit, error) {
	if len(s.Body) == 0 {
		return nil, rule.Decline("the definition has no body")
	}
	i := 0
	if m.IsDocstring(s.Body[0]) {
		i = 1
	}
	if m.idle(s.Body[i:]) {
		return nil, nil
	}
	first := s.Body[i]
	start := m.Tokens[first.Decorators].Span.Start
	eol := m.Eol(start)
	shared := i == 1 && m.SameLine(s.Body[0], first)
	if shared && s.Inline {
		return nil, rule.Decline("the docstring shares its line")
	}
	if s.Inline {
		indent := m.Inner(s)
		deeper := indent + indent[len(s.Indent):]
		e := m.BreakSuite(s)
		e.New = eol + indent + "if " + name + " is None:" + eol + deeper + name + " = " + value(deeper) + e.New
		return []text.Edit{e}, nil
	}
	indent := first.Indent
	step := m.Step()
	if extra := indent[min(len(s.Indent), len(indent)):]; extra != "" {
		step = extra
	}
	e := rule.InsertAt(start, "if "+name+" is None:"+eol+indent+step+name+" = "+value(indent+step)+eol+indent)
	if shared { // the docstring keeps its line
		e.Span.Start = m.Tokens[s.Body[0].Last-1].Span.End
		e.New = eol + indent + e.New
	}
	return []text.Edit{e}, nil
}

// moved returns the value of a default with the indentation of its new place.
func (m Source) moved(q pycode.Parameter, to string) string {
	line := m.Snapshot.Line(m.Snapshot.LineAt(m.Tokens[q.Value].Span.Start))
	from := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	lines := strings.SplitAfter(m.Text(q.Value, q.Last), "\n")
	for i := 1; i < len(lines); i++ {
		if rest, ok := strings.CutPrefix(lines[i], from); ok && strings.TrimSpace(rest) != "" {
			lines[i] = to + rest
		}
	}
	return strings.Join(lines, "")
}

// heldText reports whether a literal spans lines, whose blanks are its own.
func (m Source) heldText(first, last int) bool {
	for _, t := range m.Tokens[first:last] {
		if t.Kind == pytree.String && strings.ContainsAny(t.Text, "\r\n") {
			return true
		}
	}
	return false
}

// idle reports whether statements do nothing: a stub's body.
func (m Source) idle(list []*pytree.Stmt) bool {
	for _, s := range list {
		if s.Keyword != "pass" && !(s.Last == s.First+1 && m.Is(s.First, "...")) {
			return false
		}
	}
	return true
}
