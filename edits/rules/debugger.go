package rules

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// debuggerCall takes out a statement that does nothing but call a debugger:
// "breakpoint()", "pdb.set_trace()", and the import that nothing else uses. Of
// an import that is reported itself, all such calls go.
func debuggerCall(m module, s *pytree.Stmt) ([]text.Edit, error) {
	if pycode.IsImport(s) {
		list := m.Aliases(s)
		if len(list) != 1 {
			return nil, rule.Decline("the import brings more than one name")
		}
		return m.removeDebugger(s, list[0].Bound)
	}
	if err := m.callsDebugger(s); err != nil {
		return nil, err
	}
	root := m.Tokens[s.First].Text
	for b := range m.All {
		if list := m.Aliases(b); len(list) == 1 && list[0].Bound == root && m.Mentions(root, 0, b.First)+m.Mentions(root, b.Last, len(m.Tokens)) == 1 {
			return m.removeDebugger(b, root)
		}
	}
	return []text.Edit{m.remove(s)}, nil
}

// removeDebugger takes an import out with all uses of its name, if they do
// nothing but call it.
func (m module) removeDebugger(imported *pytree.Stmt, name string) ([]text.Edit, error) {
	gone := []*pytree.Stmt{imported}
	for i := range m.Tokens {
		if i >= imported.First && i < imported.Last || m.Mentions(name, i, i+1) == 0 {
			continue
		}
		s := m.At(m.Tokens[i].Span.Start)
		if s == nil || s.First != i || m.callsDebugger(s) != nil {
			return nil, rule.Decline("%s is used for more than to call a debugger", name)
		}
		gone = append(gone, s)
	}
	return m.removeAll(gone), nil
}

// removeAll takes several statements out, those that follow one another at once.
func (m module) removeAll(gone []*pytree.Stmt) []text.Edit {
	slices.SortFunc(gone, func(a, b *pytree.Stmt) int { return a.First - b.First })
	var out []text.Edit
	for i := 0; i < len(gone); {
		j := i
		for j+1 < len(gone) && gone[j+1].Parent == gone[i].Parent && gone[j+1].Index == gone[j].Index+1 {
			j++
		}
		out = append(out, m.removeRun(gone[i], gone[j]))
		i = j + 1
	}
	return out
}

// callsDebugger is nil if a statement does nothing but call one name.
func (m module) callsDebugger(s *pytree.Stmt) error {
	i := s.First
	for s.Keyword == "" && i < s.Last && (m.Tokens[i].Kind == pytree.Name || m.Is(i, ".")) {
		i++
	}
	if i == s.First || i >= s.Last || !m.Is(i, "(") || m.Tokens[i].Close != s.Last-1 {
		return rule.Decline("the statement does more than call a debugger")
	}
	for j := i + 1; j < s.Last-1; j++ {
		if m.Is(j, "(", ":=", "await", "yield") {
			return rule.Decline("the arguments of the call may do something")
		}
	}
	return nil
}
