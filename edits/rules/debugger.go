package rules

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/text"
)

// debuggerCall takes out a statement that does nothing but call a debugger:
// "breakpoint()", "pdb.set_trace()". The import of one may be used elsewhere.
func debuggerCall(p Problem) ([]text.Edit, error) {
	m, s, err := readStatement(p)
	if err != nil {
		return nil, err
	}
	if s.Keyword == "import" || s.Keyword == "from" {
		return nil, decline("other places may use the import")
	}
	i := s.First
	for s.Keyword == "" && i < s.Last && (m.Tokens[i].Kind == pytree.Name || m.is(i, ".")) {
		i++
	}
	if i == s.First || i >= s.Last || !m.is(i, "(") || m.closing(i) != s.Last-1 {
		return nil, decline("the statement does more than call a debugger")
	}
	for j := i + 1; j < s.Last-1; j++ {
		if m.is(j, "(", ":=", "await", "yield") {
			return nil, decline("the arguments of the call may do something")
		}
	}
	return []text.Edit{m.remove(s)}, nil
}
