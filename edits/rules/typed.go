package rules

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// The rules of this file are for messages of type checkers that leave one remedy.

var (
	statedMember  = lazyre.New(`^"(\w+)" has no attribute "(\w+)"; maybe "(\w+)"\?$`)
	foreignMember = lazyre.New(`^"(set|list|str)(?:\[.*\])?" has no attribute "(\w+)"|^Cannot access attribute "(\w+)" for class "(set|list|str)[\["]`)
	notCallable   = lazyre.New(`^"(?:int|float|str|bool|bytes)" not callable|^Object of type "(?:int|float|str|bool|bytes)" is not callable`)
	wrongResult   = lazyre.New(`\((?:got|expression has type) "(.+)", (?:expected|variable has type) "(.+)"\)$`)
	lazily        = lazyre.New(`^(?:filter|map|zip|range|reversed|enumerate|chain|dict_keys|dict_values|dict_items|Generator|Iterator|Iterable)\[|^range$`)
)

// members are methods by the names that they have elsewhere.
var members = map[string]string{
	"set.append": "add", "set.push": "add", "list.add": "append", "list.push": "append", "list.push_back": "append",
	"str.trim": "strip", "str.toUpperCase": "upper", "str.toLowerCase": "lower", "str.startsWith": "startswith", "str.endsWith": "endswith",
}

// otherMember writes the member that the class has: one of the file, of which the
// checker names the nearest, or a builtin one, which has it by another name.
func otherMember(m module, s *pytree.Stmt) ([]text.Edit, error) {
	var old, name string
	if said := statedMember.FindStringSubmatch(m.Diagnostic.Message); said != nil {
		if !rule.Slip(said[2], said[3]) || rule.Plural(said[2], said[3]) {
			return nil, rule.Decline("%s and %s are two words", said[2], said[3])
		}
		if !m.hasMember(said[1], said[3]) {
			return nil, rule.Decline("%s is no class of this file, or makes its members as it runs", said[1])
		}
		old, name = said[2], said[3]
	} else if said := foreignMember.FindStringSubmatch(m.Diagnostic.Message); said != nil {
		old = said[2] + said[3]
		name = members[said[1]+said[4]+"."+old]
	}
	if name == "" {
		return nil, Declined{Reason: "the checker names no other member", Aside: true}
	}
	for i := max(0, m.TokenAt(m.Diagnostic.Span.Start)); i < s.Last; i++ {
		if m.is(i, old) && m.is(i-1, ".") {
			return []text.Edit{m.replace(i, i+1, name)}, nil
		}
	}
	return nil, rule.Decline("no member %s at the diagnostic", old)
}

// hasMember reports whether the file defines a class with a member, and nothing in it
// makes members as the program runs.
func (m module) hasMember(class, name string) bool {
	for s := range m.All {
		if s.Keyword != "class" || m.definedName(s) != class {
			continue
		}
		last := m.ends(s)
		if m.any(s.First, last, "__getattr__", "__getattribute__", "setattr", "__dict__") {
			return false
		}
		for i := s.First; i < last; i++ {
			if m.is(i, name) && (m.is(i-1, ".") && m.is(i-2, "self") || m.is(i-1, "def") || m.is(i+1, ":", "=") && m.At(m.Tokens[i].Span.Start).First == i) {
				return true
			}
		}
	}
	return false
}

var (
	callableLeft = lazyre.New(`^Unsupported left operand type for (\S+) \("Callable\[\[\], `)
	callablePair = lazyre.New(`^Unsupported operand types for (\S+) \("(.+)" and "(.+)"\)$`)
)

// callOperand calls the function that stands where its result is wanted.
func callOperand(m module, s *pytree.Stmt) ([]text.Edit, error) {
	op, left, right := "", true, false
	if said := callableLeft.FindStringSubmatch(m.Diagnostic.Message); said != nil {
		op = said[1]
	} else if said := callablePair.FindStringSubmatch(m.Diagnostic.Message); said != nil {
		op, left, right = said[1], strings.HasPrefix(said[2], "Callable[[], "), strings.HasPrefix(said[3], "Callable[[], ")
	}
	if op == "" || !left && !right {
		return nil, Declined{Reason: "it is not about a function in an operation", Aside: true}
	}
	first := m.TokenAt(m.Diagnostic.Span.Start)
	sign := first
	for ; sign >= 0 && sign < s.Last && !m.is(sign, op); sign++ {
		if m.is(sign, "(", "[", "{") {
			sign = m.Tokens[sign].Close
		}
	}
	end := m.dotted(sign + 1)
	if sign < 1 || !m.is(sign, op) || left && m.dotted(first) != sign || right && end == sign+1 {
		return nil, rule.Decline("no such operation at the diagnostic")
	}
	var edits []text.Edit
	if left {
		edits = append(edits, insertAt(m.Tokens[sign-1].Span.End, "()"))
		right = right || end > sign+1 && m.is(end-2, ".") && m.is(sign-2, ".") && m.Tokens[end-1].Text == m.Tokens[sign-1].Text
	}
	if right && !m.is(end, "(") {
		edits = append(edits, insertAt(m.Tokens[end-1].Span.End, "()"))
	}
	return edits, nil
}

// dotted is the end of a name and its members that begin at a token.
func (m module) dotted(i int) int {
	for i >= 0 && i < len(m.Tokens) && (m.Tokens[i].Kind == pytree.Name || m.is(i, ".")) {
		i++
	}
	return i
}

// noCall takes the brackets away behind a member that is a value.
func noCall(m module, s *pytree.Stmt) ([]text.Edit, error) {
	if !notCallable.MatchString(m.Diagnostic.Message) {
		return nil, Declined{Reason: "it is not about a value that is called", Aside: true}
	}
	i := m.dotted(m.TokenAt(m.Diagnostic.Span.Start))
	if i < 1 || i >= s.Last || !m.is(i, "(") || !m.is(i+1, ")") || m.Tokens[i-1].Kind != pytree.Name || !m.is(i-2, ".") {
		return nil, rule.Decline("no member is called without arguments at the diagnostic")
	}
	return []text.Edit{{Span: m.span(i, i+2)}}, nil
}

// otherResult makes of a value what the annotation says, where that loses nothing: a
// list of what is gone through once, a truth of a match, a tuple of a written list.
func otherResult(m module, s *pytree.Stmt) ([]text.Edit, error) {
	said := wrongResult.FindStringSubmatch(m.Diagnostic.Message)
	if said == nil {
		return nil, Declined{Reason: "it is not about another type than is expected", Aside: true}
	}
	first := s.First + 1
	if s.Keyword != "return" {
		first = m.Find(s.First, s.Last, "=") + 1
	}
	if first <= s.First || first >= s.Last || s.Keyword != "return" && s.Keyword != "" || m.commented(first, s.Last) {
		return nil, rule.Decline("no value is given there")
	}
	got, want := said[1], said[2]
	whole := m.bracketed(first, s.Last)
	switch {
	case lazily.MatchString(got) && (strings.HasPrefix(want, "list[") || strings.HasPrefix(want, "tuple[") && strings.HasSuffix(want, ", ...]")):
		to, _, _ := strings.Cut(want, "[")
		return []text.Edit{insertAt(m.Tokens[first].Span.Start, to+"("), insertAt(m.Tokens[s.Last-1].Span.End, ")")}, nil
	case strings.HasPrefix(got, "Match[") && strings.HasSuffix(got, " | None") && want == "bool" && m.term(first, s.Last) >= s.Last:
		return []text.Edit{insertAt(m.Tokens[s.Last-1].Span.End, " is not None")}, nil
	case strings.HasPrefix(got, "list[") && strings.HasPrefix(want, "tuple[") && whole && m.is(first, "[") && !m.any(first, s.Last, "for"):
		closing := ")"
		if !m.hasComma(first, s.Last) {
			closing = ",)"
		}
		return []text.Edit{m.replace(first, first+1, "("), m.replace(s.Last-1, s.Last, closing)}, nil
	}
	return nil, Declined{Reason: "more than one way leads from " + got + " to " + want, Aside: true}
}

// bracketed reports whether one pair of brackets is all of the tokens [first, last).
func (m module) bracketed(first, last int) bool {
	return m.is(first, "(", "[", "{") && m.Tokens[first].Close == last-1
}

func (m module) hasComma(open, last int) bool {
	return slices.ContainsFunc(m.Tokens[open+1:last-1], func(t pytree.Token) bool { return t.Is(",") && t.In == open })
}
