package typed

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

// GeneratorReturn annotates a generator with the iterator of what it is said to hold.
func GeneratorReturn(p rule.Problem) ([]text.Edit, error) {
	g := generatorResult.FindStringSubmatch(p.Diagnostic.Message)
	if g == nil {
		return nil, rule.Declined{Reason: "the message is not about a generator", Aside: true}
	}
	m, s, err := readStatement(p)
	if err != nil {
		return nil, err
	}
	first := m.Find(s.First, s.Colon, "->") + 1
	if s.Keyword != "def" && s.Keyword != "async" || first <= 0 || m.Is(first, "None") || m.Commented(first, s.Colon) {
		return nil, rule.Decline("no annotated generator at the diagnostic")
	}
	name, imports, err := m.formName(strings.Replace(g[1], "async ", "Async", 1) + "Iterator")
	if err != nil {
		return nil, err
	}
	last := s.Colon - 1
	if m.Tokens[first].Kind == pytree.Name && slices.Contains(held, m.Tokens[first].Text) && m.Is(first+1, "[") && m.Is(last, "]") {
		return append(imports, text.Edit{Span: m.Tokens[first].Span, New: name}), nil
	}
	return append(imports, rule.InsertAt(m.Tokens[first].Span.Start, name+"["), rule.InsertAt(m.Tokens[last].Span.End, "]")), nil
}

// formName is what a name of collections.abc or typing is called in this file, and the
// import that it needs.
func (m Source) formName(name string) (string, []text.Edit, error) {
	for _, s := range m.Body {
		for _, a := range m.Aliases(s) {
			switch {
			case (a.Module == "typing" || a.Module == "collections.abc") && a.Name == name:
				return a.Bound, nil, nil
			case a.Module == "typing" && a.Name == "" && s.Keyword == "import":
				return a.Bound + "." + name, nil, nil
			}
		}
	}
	if why := m.Bound(name); why != "" {
		return "", nil, rule.Decline("%s", why)
	}
	imports, err := m.ImportName(m.HomeOfForms(), name)
	return name, imports, err
}
