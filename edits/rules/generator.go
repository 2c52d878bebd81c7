package rules

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// generatorResult is how mypy says that a function with a yield is annotated as if it
// returned what it yields (mypy 2.4, message_registry.py).
var generatorResult = lazyre.New(`^The return type of an? (async )?generator function should be`)

// held are containers of one kind of element.
var held = []string{"list", "List", "set", "Set", "frozenset", "FrozenSet", "Sequence", "Collection", "Generator", "AsyncGenerator", "Awaitable", "deque"}

// generatorReturn annotates a generator with the iterator of what it is said to hold.
func generatorReturn(p Problem) ([]text.Edit, error) {
	g := generatorResult.FindStringSubmatch(p.Diagnostic.Message)
	if g == nil {
		return nil, Declined{Reason: "the message is not about a generator", Aside: true}
	}
	m, s, err := readStatement(p)
	if err != nil {
		return nil, err
	}
	first := m.Find(s.First, s.Colon, "->") + 1
	if s.Keyword != "def" && s.Keyword != "async" || first <= 0 || m.is(first, "None") || m.commented(first, s.Colon) {
		return nil, rule.Decline("no annotated generator at the diagnostic")
	}
	name, imports, err := m.formName(strings.Replace(g[1], "async ", "Async", 1) + "Iterator")
	if err != nil {
		return nil, err
	}
	last := s.Colon - 1
	if m.Tokens[first].Kind == pytree.Name && slices.Contains(held, m.Tokens[first].Text) && m.is(first+1, "[") && m.is(last, "]") {
		return append(imports, text.Edit{Span: m.Tokens[first].Span, New: name}), nil
	}
	return append(imports, rule.InsertAt(m.Tokens[first].Span.Start, name+"["), rule.InsertAt(m.Tokens[last].Span.End, "]")), nil
}

// formName is what a name of collections.abc or typing is called in this file, and the
// import that it needs.
func (m module) formName(name string) (string, []text.Edit, error) {
	for _, s := range m.Body {
		for _, a := range m.aliases(s) {
			switch {
			case (a.module == "typing" || a.module == "collections.abc") && a.name == name:
				return a.bound, nil, nil
			case a.module == "typing" && a.name == "" && s.Keyword == "import":
				return a.bound + "." + name, nil, nil
			}
		}
	}
	if why := m.bound(name); why != "" {
		return "", nil, rule.Decline("%s", why)
	}
	imports, err := m.importName(m.homeOfForms(), name)
	return name, imports, err
}
