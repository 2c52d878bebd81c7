package typed

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

var missingArgument = lazyre.New(`^Missing (?:positional|named) arguments? .* "__init__" of "(\w+)"$|^Arguments? missing for parameters? ()`)

// PassToSuper passes on to the initialiser of the base class what the own one takes by the
// same name and for the same type.
func PassToSuper(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	said := missingArgument.FindStringSubmatch(m.Diagnostic.Message)
	own := s.Function()
	if said == nil || own == nil || !pycode.InClass(own) || m.DefinedName(own) != "__init__" {
		return nil, rule.Declined{Reason: "it is not about the initialiser of a base class", Aside: true}
	}
	open := m.superCall(s)
	if open < 0 {
		return nil, rule.Decline("no call of the base class's initialiser at the diagnostic")
	}
	base, err := m.baseInit(own.Parent, said[1], nil)
	if err != nil {
		return nil, err
	}
	takes, err := m.signature(base)
	if err != nil {
		return nil, err
	}
	has, err := m.signature(own)
	if err != nil {
		return nil, err
	}
	end := m.Tokens[open].Close
	given := m.Arguments(open, end)
	if m.Commented(open, end) || m.Is(end-1, ",") {
		return nil, rule.Decline("the call is written in an unusual form")
	}
	more, err := m.missing(takes, has, given)
	if err != nil {
		return nil, err
	}
	with := strings.Join(more, ", ")
	if len(given) > 0 {
		with = ", " + with
	}
	return []text.Edit{rule.InsertAt(m.Tokens[end].Span.Start, with)}, nil
}

// superCall is the opening bracket of "super().__init__(" in a statement, -1 if it has none.
func (m Source) superCall(s *pytree.Stmt) int {
	for i := s.First; i+5 < s.Last; i++ {
		if m.Is(i, "super") && m.Is(i+1, "(") && m.Is(m.Tokens[i+1].Close+1, ".") && m.Is(m.Tokens[i+1].Close+2, "__init__") && m.Is(m.Tokens[i+1].Close+3, "(") {
			return m.Tokens[i+1].Close + 3
		}
	}
	return -1
}

// baseInit is the initialiser that a class inherits: that of the class which the message
// names, or of the nearest of its bases, if it has one base of this file at each step.
func (m Source) baseInit(class *pytree.Stmt, named string, seen []*pytree.Stmt) (*pytree.Stmt, error) {
	unknown := rule.Decline("the base class's initialiser is not in this file")
	open := m.Find(class.First, class.Colon, "(")
	if open < 0 || slices.Contains(seen, class) {
		return nil, unknown
	}
	bases := m.Arguments(open, m.Tokens[open].Close)
	if len(bases) != 1 || bases[0].Name != "" {
		return nil, rule.Decline("there is more than one base class")
	}
	name := m.Tokens[bases[0].First].Text
	found := m.onlyClass(name)
	if found == nil {
		return nil, unknown
	}
	for _, s := range found.Body {
		if s.Keyword == "def" && m.DefinedName(s) == "__init__" && s.Decorators == s.First && (named == "" || named == name) {
			return s, nil
		}
	}
	return m.baseInit(found, named, append(seen, class))
}

// onlyClass is the class of a name, nil if there is none or more than one.
func (m Source) onlyClass(name string) (found *pytree.Stmt) {
	for s := range m.All {
		if s.Keyword != "class" || m.DefinedName(s) != name {
			continue
		}
		if found != nil {
			return nil
		}
		found = s
	}
	return found
}

// taking is one parameter of a function.
type taking struct {
	name, kind       string // the annotation
	byName, optional bool
}

// signature is what a method takes besides its object, if nothing of it is open.
func (m Source) signature(def *pytree.Stmt) ([]taking, error) {
	open := m.Find(def.First, def.Colon, "(")
	if open < 0 {
		return nil, rule.Decline("the parameters cannot be read")
	}
	var out []taking
	byName := false
	for i, a := range m.Arguments(open, m.Tokens[open].Close) {
		switch {
		case i == 0:
			continue
		case m.Is(a.First, "/"):
			continue
		case m.Is(a.First, "*") && a.Last == a.First+1:
			byName = true
			continue
		case m.Is(a.First, "*", "**"):
			return nil, rule.Decline("it takes any arguments")
		}
		eq := m.Find(a.First, a.Last, "=")
		end := a.Last
		if eq >= 0 {
			end = eq
		}
		t := taking{name: m.Tokens[a.First].Text, byName: byName, optional: eq >= 0}
		if colon := m.Find(a.First, end, ":"); colon >= 0 {
			t.kind = m.Text(colon+1, end)
		}
		out = append(out, t)
	}
	return out, nil
}

// missing are the arguments that a call leaves out and that the own parameters are for.
func (m Source) missing(takes, has []taking, given []pycode.Argument) ([]string, error) {
	if pycode.Gives(given, "*") {
		return nil, rule.Decline("unpacked arguments may hold the same ones")
	}
	places := slices.IndexFunc(given, func(a pycode.Argument) bool { return a.Name != "" })
	named := places >= 0
	if !named {
		places = len(given)
	}
	var out []string
	for i, t := range takes {
		if i < places && !t.byName || pycode.Gives(given, t.name) {
			continue
		}
		at := slices.IndexFunc(has, func(h taking) bool { return h.name == t.name && h.kind == t.kind })
		switch {
		case at < 0 && !t.optional:
			return nil, rule.Decline("nothing of the same name and type is there for %s", t.name)
		case at < 0:
			named = true
		case named || t.byName || i != places+len(out):
			named = true
			out = append(out, t.name+"="+t.name)
		default:
			out = append(out, t.name)
		}
	}
	if len(out) == 0 {
		return nil, rule.Decline("nothing is missing that is there")
	}
	return out, nil
}
