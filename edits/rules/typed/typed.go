package typed

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
	statedMember  = lazyre.New(`^"(\w+)(?:\[.*\])?" has no attribute "(\w+)"; maybe "(\w+)"\?$`)
	statedName    = lazyre.New(`^Name "(\w+)" is not defined; did you mean "(\w+)"\?$`)
	foreignMember = lazyre.New(`^"(set|list|str)(?:\[.*\])?" has no attribute "(\w+)"|^Cannot access attribute "(\w+)" for class "(set|list|str)[\["]`)
	notCallable   = lazyre.New(`^"(?:int|float|str|bool|bytes)" not callable|^Object of type "(?:int|float|str|bool|bytes)" is not callable`)
	wrongResult   = lazyre.New(`\((?:got|expression has type) "(.+)", (?:expected|variable has type) "(.+)"\)$`)
	lazily        = lazyre.New(`^(?:filter|map|zip|range|reversed|enumerate|dict_keys|dict_values|dict_items)\[|^range$`)
	gathered      = lazyre.New(`^list\[|^tuple\[.*, \.\.\.\]$`)
	maybeMatch    = lazyre.New(`^Match\[\w+\] \| None$`)
)

// members are methods by the names that they have elsewhere.
var members = map[string]string{
	"set.append": "add", "set.push": "add", "list.add": "append", "list.push": "append", "list.push_back": "append",
	"str.trim": "strip", "str.toUpperCase": "upper", "str.toLowerCase": "lower", "str.startsWith": "startswith", "str.endsWith": "endswith",
}

// OtherMember writes the member that the class has, one of the file or a builtin one:
// the nearest, as the checker says, or what it is called there.
func OtherMember(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	var old, name string
	if said := statedMember.FindStringSubmatch(m.Diagnostic.Message); said != nil {
		if !rule.Slip(said[2], said[3]) || rule.Plural(said[2], said[3]) {
			return nil, rule.Decline("%s and %s are two words", said[2], said[3])
		}
		if !pytree.Builtin(said[1]) && !m.hasMember(said[1], said[3]) {
			return nil, rule.Decline("%s is no class of this file, or makes its members as it runs", said[1])
		}
		old, name = said[2], said[3]
	} else if said := foreignMember.FindStringSubmatch(m.Diagnostic.Message); said != nil {
		old = said[2] + said[3]
		name = members[said[1]+said[4]+"."+old]
	}
	if name == "" {
		return nil, rule.Declined{Reason: "the checker names no other member", Aside: true}
	}
	for i := max(0, m.TokenAt(m.Diagnostic.Span.Start)); i < s.Last; i++ {
		if m.Is(i, old) && m.Is(i-1, ".") {
			return []text.Edit{m.Replace(i, i+1, name)}, nil
		}
	}
	return nil, rule.Decline("no member %s at the diagnostic", old)
}

// OtherName writes the name that the checker calls the nearest: one that the module
// defines, and that differs by a slip.
func OtherName(m Source) ([]text.Edit, error) {
	said := statedName.FindStringSubmatch(m.Diagnostic.Message)
	at := m.TokenAt(m.Diagnostic.Span.Start)
	if said == nil || !m.Is(at, said[1]) {
		return nil, rule.Declined{Reason: "the checker names no other name", Aside: true}
	}
	if !rule.Slip(said[1], said[2]) || rule.Plural(said[1], said[2]) {
		return nil, rule.Decline("%s and %s are two words", said[1], said[2])
	}
	for _, s := range m.Body {
		if (s.Keyword == "def" || s.Keyword == "class") && m.DefinedName(s) == said[2] || m.AliasOf(s, said[2]) >= 0 || m.Is(s.First, said[2]) && m.Given(s.First) {
			return []text.Edit{m.Replace(at, at+1, said[2])}, nil
		}
	}
	return nil, rule.Decline("the module does not define %s", said[2])
}

// hasMember reports whether the file defines a class with a member, and nothing in it
// makes members as the program runs.
func (m Source) hasMember(class, name string) bool {
	for s := range m.All {
		if s.Keyword != "class" || m.DefinedName(s) != class {
			continue
		}
		last := m.Ends(s)
		if m.Any(s.First, last, "__getattr__", "__getattribute__", "setattr", "__dict__") {
			return false
		}
		for i := s.First; i < last; i++ {
			if m.Is(i, name) && (m.Is(i-1, ".") && m.Is(i-2, "self") || m.Is(i-1, "def") || m.Is(i+1, ":", "=") && m.At(m.Tokens[i].Span.Start).First == i) {
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

// CallOperand calls the function that stands where its result is wanted.
func CallOperand(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	if said := uncalledItems.FindStringSubmatch(m.Diagnostic.Message); said != nil && said[1] == said[2] {
		return m.callItems(s)
	}
	op, left, right := uncalled(m.Diagnostic.Message)
	if !left && !right {
		return nil, rule.Declined{Reason: "it is not about a function in an operation", Aside: true}
	}
	first := m.TokenAt(m.Diagnostic.Span.Start)
	sign := m.operator(first, s.Last, op)
	if sign < 1 || left && m.Dotted(first) != sign {
		return nil, rule.Decline("no such operation at the diagnostic")
	}
	end := m.Dotted(sign + 1)
	if left && !right && end > sign+1 && m.Is(end-2, ".") && m.Is(sign-2, ".") {
		right = m.Tokens[end-1].Text == m.Tokens[sign-1].Text // the same of two things
	}
	var edits []text.Edit
	if left {
		edits = append(edits, rule.InsertAt(m.Tokens[sign-1].Span.End, "()"))
	}
	if right && end > sign+1 && !m.Is(end, "(") {
		edits = append(edits, rule.InsertAt(m.Tokens[end-1].Span.End, "()"))
	}
	if len(edits) == 0 {
		return nil, rule.Decline("no such operation at the diagnostic")
	}
	return edits, nil
}

// uncalledItems is mypy on a comprehension of functions where their results are wanted.
var uncalledItems = lazyre.New(`^(?:List|Set) comprehension has incompatible type (?:List|Set)\[Callable\[\[\], (.+)\]\]; expected (?:List|Set)\[(.+)\]$`)

// callItems calls what a comprehension makes items of.
func (m Source) callItems(s *pytree.Stmt) ([]text.Edit, error) {
	first := m.TokenAt(m.Diagnostic.Span.Start)
	if first < s.First {
		return nil, rule.Decline("no item at the diagnostic")
	}
	end := m.Dotted(first)
	for end < s.Last && m.Is(end, "[", "(") {
		if end = m.Tokens[end].Close + 1; m.Is(end, ".") {
			end = m.Dotted(end + 1)
		}
	}
	if !m.Is(end, "for") || !m.Is(end-2, ".") || m.Tokens[end-1].Kind != pytree.Name {
		return nil, rule.Decline("no method is all of the item")
	}
	return []text.Edit{rule.InsertAt(m.Tokens[end-1].Span.End, "()")}, nil
}

// uncalled says of an operation which of its sides is a function without arguments.
func uncalled(message string) (op string, left, right bool) {
	if said := callableLeft.FindStringSubmatch(message); said != nil {
		return said[1], true, false
	}
	if said := callablePair.FindStringSubmatch(message); said != nil {
		return said[1], strings.HasPrefix(said[2], "Callable[[], "), strings.HasPrefix(said[3], "Callable[[], ")
	}
	return "", false, false
}

// operator is the token of a sign outside brackets from a token on, -1 if there is none.
func (m Source) operator(i, last int, sign string) int {
	for ; i >= 0 && i < last; i++ {
		if m.Is(i, sign) {
			return i
		}
		if m.Is(i, "(", "[", "{") {
			i = m.Tokens[i].Close
		}
	}
	return -1
}

// NoCall takes the brackets away behind a member that is a value.
func NoCall(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	if !notCallable.MatchString(m.Diagnostic.Message) {
		return nil, rule.Declined{Reason: "it is not about a value that is called", Aside: true}
	}
	i := m.Dotted(m.TokenAt(m.Diagnostic.Span.Start))
	if i < 1 || i >= s.Last || !m.Is(i, "(") || !m.Is(i+1, ")") || m.Tokens[i-1].Kind != pytree.Name || !m.Is(i-2, ".") {
		return nil, rule.Decline("no member is called without arguments at the diagnostic")
	}
	return []text.Edit{{Span: m.Range(i, i+2)}}, nil
}

// OtherResult makes of a value what the annotation says, where that loses nothing: a
// list of what is gone through once, a truth of a match, a tuple of a written list.
func OtherResult(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	said := wrongResult.FindStringSubmatch(m.Diagnostic.Message)
	if said == nil {
		return nil, rule.Declined{Reason: "it is not about another type than is expected", Aside: true}
	}
	first := m.valueOf(s)
	if first < 0 {
		return nil, rule.Decline("no value is given there")
	}
	start, end := m.Tokens[first].Span.Start, m.Tokens[s.Last-1].Span.End
	switch got, want := said[1], said[2]; {
	case lazily.MatchString(got) && gathered.MatchString(want) && m.inOrder(s.Function()):
		return nil, rule.Decline("the description speaks of an order")
	case lazily.MatchString(got) && gathered.MatchString(want):
		to, _, _ := strings.Cut(want, "[")
		return []text.Edit{rule.InsertAt(start, to+"("), rule.InsertAt(end, ")")}, nil
	case maybeMatch.MatchString(got) && want == "bool" && m.Term(first, s.Last) >= s.Last:
		return []text.Edit{rule.InsertAt(end, " is not None")}, nil
	case strings.HasPrefix(got, "list[") && strings.HasPrefix(want, "tuple[") && m.listed(first, s.Last):
		closing := ")"
		if !m.hasComma(first, s.Last) {
			closing = ",)"
		}
		return []text.Edit{m.Replace(first, first+1, "("), m.Replace(s.Last-1, s.Last, closing)}, nil
	}
	return nil, rule.Declined{Reason: "more than one way leads from " + said[1] + " to " + said[2], Aside: true}
}

// valueOf is the first token of what a statement returns or assigns, -1 if it does
// neither, or a comment stands in it.
func (m Source) valueOf(s *pytree.Stmt) int {
	first := s.First + 1
	if s.Keyword == "" {
		first = m.Find(s.First, s.Last, "=") + 1
	}
	if s.Keyword != "return" && s.Keyword != "" || first <= s.First || first >= s.Last || m.Commented(first, s.Last) {
		return -1
	}
	return first
}

// listed reports whether a written list is all of the tokens [first, last).
func (m Source) listed(first, last int) bool {
	return m.Is(first, "[") && m.Tokens[first].Close == last-1 && !m.Any(first, last, "for")
}

func (m Source) hasComma(open, last int) bool {
	return slices.ContainsFunc(m.Tokens[open+1:last-1], func(t pytree.Token) bool { return t.Is(",") && t.In == open })
}
