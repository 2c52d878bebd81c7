package doubt

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/signal"
)

// InOrder returns the lists of names that Python goes through in their order, one after the other: __all__ and
// __slots__ of others, and own ones.
func InOrder(body string) (others, own []string) {
	if !strings.Contains(body, "__all__") && !strings.Contains(body, "__slots__") {
		return nil, nil
	}
	t, err := pytree.Parse(body)
	if err != nil {
		return nil, nil
	}
	for _, name := range [...]string{"__all__", "__slots__"} {
		for _, i := range t.Places(name) {
			start := chainStart(t, i)
			around := t.Tokens[i].In
			switch {
			case !iterates(t, start-1) && !t.Is(around-1, passing...):
			case start < i:
				others = append(others, name)
			default:
				own = append(own, name)
			}
		}
	}
	return others, own
}

// passing are functions that go through what they are passed.
var passing = []string{"zip", "enumerate", "iter", "map", "list", "tuple", "reversed"}

// chainStart returns the first token of the names with dots that end at a token.
func chainStart(t *pytree.Tree, i int) int {
	for t.Is(i-1, ".") && i > 1 && t.Tokens[i-2].Kind == pytree.Name {
		i -= 2
	}
	return i
}

// iterates reports whether the token is the "in" of a loop or a comprehension.
func iterates(t *pytree.Tree, i int) bool {
	if !t.Is(i, "in") {
		return false
	}
	for i--; i >= 0 && t.Tokens[i].Kind != pytree.Newline && !t.Is(i, "in", ":"); i-- {
		if t.Is(i, "for") {
			return true
		}
	}
	return false
}

// inPairs puts each name of a list together with what stands at the same place elsewhere.
var inPairs = lazyre.New(`\b(?:zip|enumerate)\([^()\n]*?[\w.]*\b(__all__|__slots__)\b`)

// otherType are the forms of messages about a type that is to be spelled in another way, and narrower that of those
// about one that says the same as one of its parts.
var (
	otherType = []string{"Use `…` instead of …type annotation", "Use `…` instead of …type annotations",
		"Use `…` for …type annotation", "Use `…` for …type annotations"}
	narrower = []string{"Use `…` instead of `…|…`"}
)

// unsorted returns the list of names of which a message says that it is not sorted, "" for any other message.
func unsorted(message string) string {
	said := signal.Said(message, "…`…` is not sorted…")
	if said == nil {
		return ""
	}
	return said[1][strings.LastIndexByte(said[1], '.')+1:]
}

// readAtRunTime says why the program itself may read what a finding wants to be written in another way: it compares a
// type with another one. typing.List[int] is not list[int], though a checker sees no difference.
func (c Change) readAtRunTime() string {
	s, d := c.Snapshot, c.Finding
	if s.Lang != "python" {
		return ""
	}
	if pairs := inPairs.FindStringSubmatch(s.Text()); pairs != nil && pairs[1] == unsorted(d.Message) {
		return "the file goes by the places of the names: " + strings.TrimSpace(pairs[0])
	}
	if why := c.otherAnnotation(); why != "" {
		return why
	}
	if signal.Said(d.Message, otherType...) == nil || d.Span.End > s.Len() {
		return ""
	}
	m, ok := c.python()
	name, _, _ := strings.Cut(s.Slice(d.Span), "[")
	if name = strings.TrimSpace(name); !ok || len(name) < 3 {
		return ""
	}
	last := name[strings.LastIndexByte(name, '.')+1:]
	for _, i := range slices.Concat(m.Places(last), m.Texts(last)) {
		start, end := chainStart(m.Tree, i), i
		switch {
		case m.Tokens[i].Kind == pytree.Name && m.Is(i+1, "[") && m.Text(start, i+1) == name:
			end = m.Tokens[i+1].Close
		case !strings.HasPrefix(m.Tokens[i].Literal().Body, name+"["):
			continue
		}
		if m.Is(start-1, "not") && m.Is(start-2, "is") || m.Is(start-1, "==", "!=", "is") ||
			m.Is(end+1, "==", "!=", "is") {
			return "it may change behaviour: the file compares " + name + " with other types: " +
				strings.TrimSpace(s.Line(s.LineAt(m.Tokens[i].Span.Start)))
		}
	}
	return ""
}

// annotations reads annotations as the objects that they are, and optional makes another object of one.
var (
	annotations = lazyre.New(`__annotations__|\.annotation\b`)
	optional    = lazyre.New(`\|\s*None\b|\bOptional\[`)
	lazily      = "from __future__ import annotations"
)

// otherAnnotation says why the file itself sees another object in an annotation than before: a text where they are not
// evaluated (https://peps.python.org/pep-0563/), a union instead of a class, or a union of another type
// (https://docs.python.org/3/library/types.html#types.UnionType).
func (c Change) otherAnnotation() string {
	src := c.Snapshot.Text()
	was, now := c.lines()
	if strings.Contains(now, lazily) && !strings.Contains(src, lazily) ||
		len(optional.FindAllString(now, -1)) > len(optional.FindAllString(was, -1)) {
		if m := annotations.FindString(src); m != "" {
			return "the file reads annotations where it runs (" + m + ")"
		}
	}
	if c.otherUnion() && !strings.Contains(src, "UnionType") {
		return c.takesApart()
	}
	return ""
}

// apart are the functions and attributes that take annotations apart
// (https://docs.python.org/3/library/typing.html#introspection-helpers,
// https://docs.python.org/3/library/stdtypes.html#types-genericalias): a union is another one by another spelling.
var apart = []string{"get_origin", "get_args", "__origin__", "__args__"}

// readElsewhere says which file of the project reads what the finding wants to be written in another way.
func (c Change) readElsewhere() string {
	s, d := c.Snapshot, c.Finding
	if s.Lang != "python" {
		return ""
	}
	if list := unsorted(d.Message); list != "" {
		if others, own := InOrder(s.Text()); slices.Contains(slices.Concat(others, own), list) {
			return "the file goes through " + list + " in its order"
		}
		if file := c.other(func(p Project) string { return p.Reads(list) }); file != "" {
			return file + " reads " + list + ", whose order may matter"
		}
	}
	if !c.otherUnion() {
		return ""
	}
	if why := c.takesApart(); why != "" {
		return why
	}
	if file := c.other(func(p Project) string { return p.Reads(apart...) }); file != "" {
		return file + " takes annotations apart"
	}
	return ""
}

// otherUnion reports whether the finding wants a union to be written in another way.
func (c Change) otherUnion() bool {
	said := c.Finding.Message
	return strings.Contains(said, "|") && signal.Said(said, slices.Concat(otherType, narrower)...) != nil
}

// takesApart says with which function the file itself takes annotations apart.
func (c Change) takesApart() string {
	for _, name := range apart {
		if strings.Contains(c.Snapshot.Text(), name) {
			return "the file takes annotations apart (" + name + ")"
		}
	}
	return ""
}
