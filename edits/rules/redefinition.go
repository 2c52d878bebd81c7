package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

var formerLine = lazyre.New(`(?:line|:)\s*(\d+)`)

// redefinition removes one of two bindings of a name where the first one is
// never used: the repeated import, the overwritten import, or the second of two
// definitions that are the same to the last token.
func redefinition(m module, second *pytree.Stmt) ([]text.Edit, error) {
	line, name := formerDefinition(m.Diagnostic), m.redefined(second)
	if line < 0 || name == "" {
		return nil, rule.Decline("the message does not say what is defined twice, and where")
	}
	first := m.definitionIn(line, name, second)
	switch {
	case first == nil:
		return nil, rule.Decline("no definition of %s in line %d", name, line+1)
	case first.Parent != second.Parent:
		return nil, rule.Decline("the two definitions are in different branches")
	case m.Dynamic():
		return nil, rule.Decline("the file looks names up by their spelling")
	case first == second:
		return m.removeRepeated(first, name)
	case pycode.IsImport(first) && pycode.IsImport(second):
		return m.removeOneImport(first, second, name)
	case pycode.IsImport(first) && (second.Keyword == "" || isDefinition(second)):
		return m.removeOverwritten(first, second, name)
	case first.Keyword == second.Keyword && isDefinition(first):
		return m.removeTwin(first, second)
	}
	if why := m.keptAssignment(first, second); why != "" {
		return nil, rule.Decline("%s", why)
	}
	return []text.Edit{m.remove(first)}, nil
}

// formerDefinition is the line, from 0, in which a diagnostic says that the name
// is defined first; -1 where it does not say.
func formerDefinition(d signal.Diagnostic) int {
	if g := formerLine.FindStringSubmatch(d.Message); g != nil {
		if n, err := strconv.Atoi(g[1]); err == nil {
			return n - 1
		}
	}
	line := -1
	for _, r := range d.Related {
		if r.Path == "" {
			line = r.Lines.Start
		}
	}
	return line
}

// definitionIn is the last statement in a line that binds the name, rather
// another one than second.
func (m module) definitionIn(line int, name string, second *pytree.Stmt) *pytree.Stmt {
	var found *pytree.Stmt
	for s := range m.All {
		if m.Snapshot.LinesOf(m.Span(s)).Contains(line) && m.bindsName(s, name) && (s != second || found == nil) {
			found = s
		}
	}
	return found
}

// removeOneImport removes the second of two imports of the same thing, and the
// first one where the second means something else.
func (m module) removeOneImport(first, second *pytree.Stmt, name string) ([]text.Edit, error) {
	a, b := m.AliasOf(first, name), m.AliasOf(second, name)
	if a < 0 || b < 0 {
		return nil, rule.Decline("the imports are not plain names")
	}
	la, lb := m.Aliases(first), m.Aliases(second)
	if la[a].Same(lb[b]) {
		return m.removeAlias(second, lb, b)
	}
	return m.removeAlias(first, la, a)
}

// removeOverwritten removes an import that a definition or an assignment
// overwrites.
func (m module) removeOverwritten(first, second *pytree.Stmt, name string) ([]text.Edit, error) {
	a := m.AliasOf(first, name)
	switch {
	case a < 0 || second.Decorators != second.First:
		return nil, rule.Decline("the second definition is decorated")
	case m.Mentions(name, first.Last, second.First) > 0:
		return nil, rule.Decline("%s is used between the two", name)
	case second.Keyword == "" && m.Mentions(name, second.First, second.Last) > 1:
		return nil, rule.Decline("the second definition uses the first")
	}
	return m.removeAlias(first, m.Aliases(first), a)
}

// removeTwin removes the second of two functions or classes that are the same.
func (m module) removeTwin(first, second *pytree.Stmt) ([]text.Edit, error) {
	if first.Decorators != first.First || second.Decorators != second.First {
		return nil, rule.Decline("a decorator may use both definitions")
	}
	if !slices.Equal(m.meaning(first), m.meaning(second)) {
		return nil, rule.Decline("the two definitions differ")
	}
	if why := m.matters(second); second.Keyword == "def" && why != "" {
		return nil, rule.Decline("the second definition %s", why)
	}
	return []text.Edit{m.removeDefinition(second)}, nil
}

// keptAssignment says why the first of two annotated assignments has to stay;
// "" if the second one right behind it makes it vain.
func (m module) keptAssignment(first, second *pytree.Stmt) string {
	if first.Keyword != "" || second.Keyword != "" || second.Index != first.Index+1 {
		return "the two definitions differ"
	}
	a, b := m.Find(first.First, first.Last, "="), m.Find(second.First, second.Last, "=")
	switch {
	case a < 0 || b < 0 || !m.Is(first.First+1, ":") || pycode.Squeezed(m.Text(first.First+1, a)) != pycode.Squeezed(m.Text(second.First+1, b)):
		return "the two definitions differ"
	case m.Commented(first.First, first.Last):
		return "there is a comment in the first definition"
	case !m.Pure(a+1, first.Last) || !m.Pure(b+1, second.Last) || m.Mentions(m.Tokens[first.First].Text, second.First+1, second.Last) > 0:
		return "the values may do something"
	}
	return ""
}

// redefined is the name that is bound twice: the one the diagnostic quotes, or
// the one its statement defines.
func (m module) redefined(s *pytree.Stmt) string {
	if n := rule.Quoted(m.Diagnostic.Message); n != "" {
		return n
	}
	for i := s.First; i < s.Last; i++ {
		if m.Is(i, "def", "class") {
			return m.Tokens[i+1].Text
		}
	}
	return ""
}

func isDefinition(s *pytree.Stmt) bool { return s.Keyword == "def" || s.Keyword == "class" }

// bindsName reports whether the statement itself gives the name its meaning.
func (m module) bindsName(s *pytree.Stmt, name string) bool {
	switch s.Keyword {
	case "import", "from":
		return m.AliasOf(s, name) >= 0
	case "def", "class":
		for i := s.First; i < s.Last; i++ {
			if m.Is(i, "def", "class") {
				return m.Is(i+1, name)
			}
		}
	case "":
		return m.Is(s.First, name) && m.Is(s.First+1, "=", ":")
	}
	return false
}

// removeRepeated removes the first of two bindings of a name by one import.
func (m module) removeRepeated(s *pytree.Stmt, name string) ([]text.Edit, error) {
	list := m.Aliases(s)
	for i, a := range list {
		if a.Bound == name {
			if i == m.AliasOf(s, name) {
				break
			}
			return m.removeAlias(s, list, i)
		}
	}
	return nil, rule.Decline("the statement binds %s once", name)
}

// meaning is the definition's tokens, comments aside; statements begin with
// their depth.
func (m module) meaning(s *pytree.Stmt) []string {
	var out []string
	type entry struct {
		s     *pytree.Stmt
		depth int
	}
	stack := []entry{{s, 0}}
	for len(stack) > 0 {
		e := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		out = append(out, "\x00"+strconv.Itoa(e.depth))
		for i := e.s.Decorators; i < e.s.Last; i++ {
			if t := m.Tokens[i]; t.Kind != pytree.Comment {
				out = append(out, t.Text)
			}
		}
		for i := len(e.s.Body) - 1; i >= 0; i-- {
			stack = append(stack, entry{e.s.Body[i], e.depth + 1})
		}
	}
	return out
}

// removeDefinition takes a definition out with the comment and the blank lines
// before it.
func (m module) removeDefinition(s *pytree.Stmt) text.Edit {
	e := m.remove(s)
	if e.New != "" || m.Snapshot.LineStart(m.Snapshot.LineAt(e.Span.Start)) != e.Span.Start {
		return e
	}
	first := m.Snapshot.LineAt(e.Span.Start)
	blank := func(l int) bool { return strings.TrimSpace(m.Snapshot.Line(l)) == "" }
	// A comment of its own right above is about the definition.
	top := first
	for top > 0 && strings.HasPrefix(m.Snapshot.Line(top-1), s.Indent+"#") {
		top--
	}
	if top > 0 && blank(top-1) {
		first = top
	}
	for first > 0 && blank(first-1) {
		first--
	}
	e.Span.Start = m.Snapshot.LineStart(first)
	return e
}
