package typed

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// emptyOf is an empty container for what an annotation calls it.
var emptyOf = map[string]string{
	"list": "[]", "List": "[]", "Sequence": "[]", "MutableSequence": "[]", "Iterable": "[]", "Collection": "[]",
	"dict": "{}", "Dict": "{}", "Mapping": "{}", "MutableMapping": "{}", "set": "set()", "Set": "set()", "MutableSet": "set()",
	"frozenset": "frozenset()", "FrozenSet": "frozenset()", "deque": "deque()", "Counter": "Counter()", "OrderedDict": "OrderedDict()",
}

var (
	// saysDefault is how descriptions speak of an argument that is not given, and saysFresh
	// that a new or an empty one stands in for it.
	saysDefault = lazyre.New(`(?i)\b(?:without|none|omitted|missing|defaults?|not given|absent|unless|if no|optional)\b`)
	saysFresh   = lazyre.New(`(?i)\b(?:new|empty|fresh|own)\b`)
	// ofContainer are functions that need a container, or something that can be gone through.
	ofContainer = lazyre.New(`^(?:len|sorted|list|set|tuple|dict|sum|min|max|any|all|enumerate|zip|iter|reversed|frozenset|join|extend|update)$`)
)

// FreshDefault gives each call that leaves a container out an empty one of its own, where
// the body takes it for one without a look at whether it is None.
func FreshDefault(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	if !noneDefault.MatchString(m.Diagnostic.Message) || s.Keyword != "def" {
		return nil, rule.Declined{Reason: "the message is not about a default of None", Aside: true}
	}
	q, ok, err := m.noneParameter(s)
	if err != nil || !ok {
		return nil, rule.Declined{Reason: "no parameter defaults to None at the diagnostic", Aside: true}
	}
	empty := m.emptyFor(q)
	if empty == "" {
		return nil, rule.Declined{Reason: "it is no container that can be empty", Aside: true}
	}
	body := Source{m.Unfold()}
	if !body.takenForOne(body.At(m.Tokens[s.First].Span.Start), q.Name) {
		return nil, rule.Declined{Reason: "the body looks at whether it is None, or does without", Aside: true}
	}
	if says := m.description(s); saysDefault.MatchString(says) && !saysFresh.MatchString(says) {
		return nil, rule.Decline("the description says something else of what is not given")
	}
	edits, imports, err := m.admitNone(q.Colon+1, q.Equals)
	if err != nil {
		return nil, err
	}
	guard, err := m.guard(s, q.Name, func(string) string { return empty })
	return append(append(edits, imports...), guard...), err
}

// emptyFor is the empty container that a parameter's annotation speaks of, "" if it is
// another type.
func (m Source) emptyFor(q pycode.Parameter) string {
	first, last := q.Colon+1, q.Equals
	if t := m.Tokens[first]; last == first+1 && t.Kind == pytree.String {
		name, _, _ := strings.Cut(t.Literal().Body, "[")
		return m.unshadowed(emptyOf[name])
	}
	for m.Is(first+1, ".") && first+2 < last {
		first += 2
	}
	if first+1 < last && !(m.Is(first+1, "[") && m.Tokens[first+1].Close == last-1) {
		return ""
	}
	empty := emptyOf[m.Tokens[first].Text]
	if first != q.Colon+1 && strings.HasSuffix(empty, "()") && !pytree.Builtin(strings.TrimSuffix(empty, "()")) {
		return ""
	}
	return m.unshadowed(empty)
}

// unshadowed is a value, if the file gives the builtin that makes it no other meaning.
func (m Source) unshadowed(value string) string {
	if name, call := strings.CutSuffix(value, "()"); call && pytree.Builtin(name) && m.Shadowed(name) {
		return ""
	}
	return value
}

// takenForOne reports whether a body uses a name as a container, and never looks at
// whether there is one, nor gives it another value.
func (m Source) takenForOne(fn *pytree.Stmt, name string) bool {
	needed := false
	arrow := m.Find(fn.First, fn.Colon, "->")
	last := m.Ends(fn)
	for i := range m.Named(name, fn.Colon, last) {
		switch {
		case m.asked(i):
			return false
		case m.holds(i):
			needed = true
		case m.Is(i-1, "return") && m.At(m.Tokens[i].Span.Start).Last == i+1:
			needed = needed || arrow >= 0 && !m.admitsNone(arrow+1, fn.Colon)
		}
	}
	return needed && !m.Assigned(name, fn.Colon, last)
}

// holds reports whether the name at a token has to be a container there.
func (m Source) holds(i int) bool {
	if m.Is(i+1, ".", "[") || m.Is(i-1, "in") || m.Is(i-1, "*", "**") && m.Is(i-2, "(", "[", "{", ",") {
		return true
	}
	return m.Is(i-1, "(") && i >= 2 && ofContainer.MatchString(m.Tokens[i-2].Text) && m.Is(i+1, ")", ",")
}

// asked reports whether a condition looks at the name at a token itself.
func (m Source) asked(i int) bool {
	ends := m.Is(i+1, ":", ")", "and", "or", "else", "]", "is", "==", "!=") || m.Tokens[i+1].Kind == pytree.Newline
	return m.Is(i+1, "is", "==", "!=", "or", "and") || ends && m.Is(i-1, "if", "not", "while", "elif", "and", "or", "assert", "bool")
}
