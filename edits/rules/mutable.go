package rules

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// mutableDefault gives a parameter the default None, and the value to each call
// of its own at the top of the body.
func mutableDefault(m module, s *pytree.Stmt) ([]text.Edit, error) {
	if s.Keyword != "def" {
		return nil, rule.Decline("no parameter of a def at the diagnostic")
	}
	params, err := m.parameters(s)
	if err != nil {
		return nil, err
	}
	q, err := m.mutable(params)
	if err != nil {
		return nil, err
	}
	if why := m.meant(s, q.name); why != "" {
		return nil, rule.Decline("%s", why)
	}
	edits := []text.Edit{m.replace(q.value, q.last, "None")}
	if q.colon >= 0 {
		e, imports, err := m.admitNone(q.colon+1, q.equals)
		if err == nil && len(imports) > 0 {
			err = rule.Decline("the annotation would have to allow None")
		}
		if err != nil {
			return nil, err
		}
		edits = append(edits, e...)
	}
	guard, err := m.guard(s, q)
	if err != nil {
		return nil, err
	}
	return append(edits, guard...), nil
}

// meant says why a default may have to stay as it is: it seems to be kept from
// call to call on purpose, or None has a meaning of its own.
func (m module) meant(s *pytree.Stmt, name string) string {
	if n := strings.ToLower(name); strings.Contains(n, "cache") || strings.Contains(n, "memo") {
		return name + " may be kept from call to call on purpose"
	}
	for i := range m.named(name, s.Colon, m.ends(s)) {
		if m.is(i+1, "is", "==", "!=") && (m.is(i+2, "None") || m.is(i+2, "not") && m.is(i+3, "None")) {
			return "the body gives None a meaning for " + name
		}
	}
	return ""
}

// parameter is one parameter with a default.
type parameter struct {
	name          string
	colon, equals int // tokens; colon -1 without annotation
	value, last   int // tokens of the default, half-open
}

// parameters of a definition that have defaults.
func (m module) parameters(s *pytree.Stmt) ([]parameter, error) {
	open := m.Find(s.First, s.Colon, "(")
	if open < 0 {
		return nil, rule.Decline("the parameters cannot be read")
	}
	var out []parameter
	for _, a := range m.arguments(open, m.Tokens[open].Close) {
		eq := m.Find(a.first, a.last, "=")
		if eq < 0 || m.Tokens[a.first].Kind != pytree.Name {
			continue
		}
		out = append(out, parameter{m.Tokens[a.first].Text, m.Find(a.first, eq, ":"), eq, eq + 1, a.last})
	}
	return out, nil
}

// mutable is the parameter the diagnostic is about: the one whose default
// stands there, or the only one with a mutable default.
func (m module) mutable(params []parameter) (parameter, error) {
	var found []parameter
	for _, q := range params {
		if !m.display(q.value, q.last) {
			continue
		}
		sp := m.span(q.value, q.last)
		if sp.Contains(m.Diagnostic.Span.Start) {
			return q, nil
		}
		found = append(found, q)
	}
	for _, q := range params {
		sp := m.span(q.value, q.last)
		if sp.Contains(m.Diagnostic.Span.Start) {
			return q, rule.Decline("the default is more than a list, dict or set of literals")
		}
	}
	if len(found) != 1 {
		return parameter{}, rule.Decline("%d parameters have a mutable default", len(found))
	}
	return found[0], nil
}

// display reports whether an expression is a list, dict or set of literals, or
// an empty one by its constructor: what may be built again at each call.
func (m module) display(first, last int) bool {
	if m.commented(first, last) || m.heldText(first, last) {
		return false
	}
	if last == first+3 && m.is(first, "list", "dict", "set") && m.is(first+1, "(") && m.is(first+2, ")") {
		return !m.shadowed(m.Tokens[first].Text)
	}
	if !m.is(first, "[", "{") || m.Tokens[first].Close != last-1 {
		return false
	}
	for i := first; i < last; i++ {
		if t := m.Tokens[i]; t.Kind == pytree.Name && !t.Is("None", "True", "False") {
			return false
		}
	}
	return m.pure(first, last)
}

// guard is the edits that build the value where the call gave none. A body
// that does nothing needs none.
func (m module) guard(s *pytree.Stmt, q parameter) ([]text.Edit, error) {
	name := q.name
	if len(s.Body) == 0 {
		return nil, rule.Decline("the definition has no body")
	}
	i := 0
	if m.isDocstring(s.Body[0]) {
		i = 1
	}
	if m.idle(s.Body[i:]) {
		return nil, nil
	}
	first := s.Body[i]
	start := m.Tokens[first.Decorators].Span.Start
	eol := m.eol(start)
	shared := i == 1 && m.sameLine(s.Body[0], first)
	if shared && s.Inline {
		return nil, rule.Decline("the docstring shares its line")
	}
	if s.Inline {
		indent := m.inner(s)
		deeper := indent + indent[len(s.Indent):]
		e := m.breakSuite(s)
		e.New = eol + indent + "if " + name + " is None:" + eol + deeper + name + " = " + m.moved(q, deeper) + e.New
		return []text.Edit{e}, nil
	}
	indent := first.Indent
	step := m.step()
	if extra := indent[min(len(s.Indent), len(indent)):]; extra != "" {
		step = extra
	}
	e := rule.InsertAt(start, "if "+name+" is None:"+eol+indent+step+name+" = "+m.moved(q, indent+step)+eol+indent)
	if shared { // the docstring keeps its line
		e.Span.Start = m.Tokens[s.Body[0].Last-1].Span.End
		e.New = eol + indent + e.New
	}
	return []text.Edit{e}, nil
}

// moved is the value of a default with the indentation of its new place.
func (m module) moved(q parameter, to string) string {
	line := m.Snapshot.Line(m.Snapshot.LineAt(m.Tokens[q.value].Span.Start))
	from := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	lines := strings.SplitAfter(m.text(q.value, q.last), "\n")
	for i := 1; i < len(lines); i++ {
		if rest, ok := strings.CutPrefix(lines[i], from); ok && strings.TrimSpace(rest) != "" {
			lines[i] = to + rest
		}
	}
	return strings.Join(lines, "")
}

// heldText reports whether a literal spans lines, whose blanks are its own.
func (m module) heldText(first, last int) bool {
	for _, t := range m.Tokens[first:last] {
		if t.Kind == pytree.String && strings.ContainsAny(t.Text, "\r\n") {
			return true
		}
	}
	return false
}

// idle reports whether statements do nothing: a stub's body.
func (m module) idle(list []*pytree.Stmt) bool {
	for _, s := range list {
		if s.Keyword != "pass" && !(s.Last == s.First+1 && m.is(s.First, "...")) {
			return false
		}
	}
	return true
}
