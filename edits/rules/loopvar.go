package rules

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// unusedLoopVariable marks a loop variable that the body does not read with an
// underscore.
func unusedLoopVariable(m module, s *pytree.Stmt) ([]text.Edit, error) {
	name := rule.Quoted(m.Diagnostic.Message)
	if s.Keyword != "for" || name == "" {
		return nil, rule.Decline("no loop with a named variable at the diagnostic")
	}
	if m.Dynamic() {
		return nil, rule.Decline("the file looks names up by their spelling")
	}
	in := m.Find(s.First, s.Colon, "in")
	at := -1
	for i := range m.Named(name, s.First, in) {
		if !m.Is(i+1, ".", "[", "(") {
			if at >= 0 {
				return nil, rule.Decline("%s occurs twice in the target", name)
			}
			at = i
		}
	}
	if at < 0 || strings.HasPrefix(name, "_") {
		return nil, rule.Decline("%s is not a plain target of the loop", name)
	}
	first, last := m.Region(s.Scope())
	if m.Mentions(name, first, at)+m.Mentions(name, at+1, last) > 0 {
		return nil, rule.Decline("%s is used elsewhere in this scope", name)
	}
	marked := "_" + name
	if m.Mentions(marked, 0, len(m.Tokens)) > 0 {
		return nil, rule.Decline("%s is taken", marked)
	}
	if sc := s.Scope(); sc == nil || sc.Keyword == "class" {
		return nil, rule.Decline("%s may be read from outside", name)
	}
	return []text.Edit{m.Replace(at, at+1, marked)}, nil
}
