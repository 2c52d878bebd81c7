package typed

import (
	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// notDefined are the forms in which tools call a name undefined.
var notDefined = []string{`Name "…" is not defined…`, `"…" is not defined…`, "Undefined name `…`…",
	"undefined name '…'…",
	"Undefined variable '…'…"}

// OwnMember asks the object for a member of its class that stands there as if it were a
// name of the module.
func OwnMember(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	said := signal.Said(m.Diagnostic.Message, notDefined...)
	i := m.TokenAt(m.Diagnostic.Span.Start)
	method := s.Function()
	if said == nil || method == nil || !pycode.InClass(method) {
		return nil, rule.Declined{Reason: "it is not about a name in a method", Aside: true}
	}
	name := said[0]
	if !m.Is(i, name) || m.Is(i-1, ".") || m.Keyword(i) {
		return nil, rule.Decline("no undefined name at the diagnostic")
	}
	open := m.Find(method.First, method.Colon, "(")
	if open < 0 || !m.Is(open+1, "self") || m.Decorated(method, "staticmethod") || m.Decorated(method, "classmethod") {
		return nil, rule.Declined{Reason: "the method does not take its object", Aside: true}
	}
	if m.DefinedName(method) == name || m.Assigned("self", method.Colon, m.Ends(method)) {
		return nil, rule.Decline("the member of that name is the method itself, or self is another")
	}
	if !m.memberOf(method.Parent, name) {
		return nil, rule.Declined{Reason: "the class has no such member", Aside: true}
	}
	return []text.Edit{rule.InsertAt(m.Tokens[i].Span.Start, "self.")}, nil
}

// memberOf reports whether a class has a member of its own: a method, a value of the class,
// or one that its methods set on an object.
func (m Source) memberOf(class *pytree.Stmt, name string) bool {
	for s := range m.All {
		switch fn := s.Function(); {
		case s.Parent == class && s.Keyword == "def" && m.DefinedName(s) == name:
			return true
		case s.Parent == class && m.Is(s.First, name) && m.Is(s.First+1, "=", ":"):
			return true
		case fn != nil && fn.Parent == class && m.Is(s.First, "self") && m.Is(s.First+2, name) && m.Is(s.First+3, "=", ":"):
			return true
		}
	}
	return false
}
