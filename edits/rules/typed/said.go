package typed

import (
	"regexp"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// lacksOne is a checker on the one argument that a call lacks.
var lacksOne = lazyre.New(`^Missing (?:positional|named) argument "(\w+)" (?:in call to|for) "(\w+)"|^Argument missing for parameter "(\w+)"`)

// SaidArgument gives a call the number that the function's description names: "rounded to
// 2 digits", where "digits" is missing.
func SaidArgument(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	said := lacksOne.FindStringSubmatch(m.Diagnostic.Message)
	if said == nil {
		return nil, rule.Declined{Reason: "it is not about one missing argument", Aside: true}
	}
	name := said[1] + said[3]
	i := m.TokenAt(m.Diagnostic.Span.Start)
	open := -1
	if i >= 0 {
		open = m.Dotted(i)
	}
	if open < 1 || !m.Is(open, "(") {
		return nil, rule.Declined{Reason: "no call at the diagnostic", Aside: true}
	}
	defined := m.functions(m.Tokens[open-1].Text)
	if len(defined) != 1 || m.Is(open-2, ".") {
		return nil, rule.Declined{Reason: "the file does not define what is called", Aside: true}
	}
	number := numberOf(m.description(s.Function()), name)
	if number == "" {
		return nil, rule.Declined{Reason: "the description does not name " + name, Aside: true}
	}
	brackets := m.Find(defined[0].First, defined[0].Colon, "(")
	if brackets < 0 {
		return nil, rule.Decline("the parameters cannot be read")
	}
	named := false
	for at, p := range m.Arguments(brackets, m.Tokens[brackets].Close) {
		named = named || m.Is(p.First, "*")
		if !m.Is(p.First, name) {
			continue
		}
		kind := ""
		if m.Is(p.First+1, ":") {
			kind = m.Text(p.First+2, p.Last)
		}
		if kind != "int" && kind != "float" || kind == "int" && strings.Contains(number, ".") {
			return nil, rule.Decline("%s is not said to be a number", name)
		}
		if named {
			at = -1
		}
		return m.addArgument(open, at, name, number)
	}
	return nil, rule.Decline("the function has no parameter %s", name)
}

// addArgument puts a value among the arguments of a call: in its place where that is behind all
// others, else by its name.
func (m Source) addArgument(open, at int, name, value string) ([]text.Edit, error) {
	given := m.Arguments(open, m.Tokens[open].Close)
	byPlace := at == len(given)
	for _, a := range given {
		if a.Name == "*" {
			return nil, rule.Decline("what the call hands on is not plain to see")
		}
		byPlace = byPlace && a.Name == ""
	}
	if !byPlace {
		value = name + "=" + value
	}
	if len(given) > 0 {
		return []text.Edit{rule.InsertAt(m.Tokens[given[len(given)-1].Last-1].Span.End, ", "+value)}, nil
	}
	return []text.Edit{rule.InsertAt(m.Tokens[open].Span.End, value)}, nil
}

// numberOf is the one number that a description names with a word, "" if it names none,
// or more than one.
func numberOf(says, name string) string {
	word := regexp.QuoteMeta(strings.TrimSuffix(strings.ReplaceAll(name, "_", " "), "s"))
	found := ""
	for _, m := range regexp.MustCompile(`(?i)(?:^|[^\w.])(\d+(?:\.\d+)?) `+word+`s?\b|\b`+word+`s? (?:of |is |= ?)?(\d+(?:\.\d+)?)\b`).FindAllStringSubmatch(says, -1) {
		if n := m[1] + m[2]; found == "" || found == n {
			found = n
		} else {
			return ""
		}
	}
	return found
}
