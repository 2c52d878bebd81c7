package typed

import (
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// givesNone is a checker on the result of what gives none.
var givesNone = lazyre.New(`(?:got|expression has type) "None"|does not return a value|"None" is not assignable to "|"None" is not assignable to (?:declared|return) type`)

// changesInPlace are methods of Python's containers that change them and give nothing:
// https://docs.python.org/3/library/stdtypes.html#mutable-sequence-types.
var changesInPlace = map[string]bool{
	"sort": true, "reverse": true, "append": true, "extend": true, "insert": true, "remove": true, "clear": true, "update": true, "add": true, "discard": true,
}

// staysAsItIs is how descriptions say that what is given is not changed.
var staysAsItIs = lazyre.New(`(?i)\b(?:stays?|remains?|left|keeps?|kept)\b[^.;]{0,20}\b(?:as (?:it|they) (?:is|are|was|were)|unchanged|alone|untouched|order)\b|\b(?:is|are) (?:not|never) (?:changed|modified|touched|altered)\b|` +
	`\b(?:without|not) (?:changing|modifying|touching)\b|\bdoes not (?:change|modify|touch|alter)\b|\b(?:a new|a sorted copy|a copy)\b|\bunchanged\b|\buntouched\b`)

// KeepChanged takes what a method changed in place of what it gives, which is nothing:
// "names = names.sort()", "return names.sort()".
func KeepChanged(m Source, s *pytree.Stmt) ([]text.Edit, error) {
	if !givesNone.MatchString(m.Diagnostic.Message) {
		return nil, rule.Declined{Reason: "it is not about a result that is none", Aside: true}
	}
	first, end := m.valueAndName(s)
	open := end
	if end <= first+2 || open >= s.Last || !m.Is(open, "(") || m.Tokens[open].Close != s.Last-1 || !changesInPlace[m.Tokens[end-1].Text] {
		return nil, rule.Decline("no method that changes what it is of is all of the statement's value")
	}
	holder := m.Text(first, end-2)
	if fn := s.Function(); m.hasParameter(fn, holder) && staysAsItIs.MatchString(m.description(fn)) {
		return m.sortedCopy(s, holder, first, open)
	}
	switch {
	case m.Is(s.First, "return") && s.Alone && !(s.Parent != nil && s.Parent.Inline):
		return []text.Edit{m.cutTo(s.First, first), rule.InsertAt(m.Tokens[s.Last-1].Span.End, m.Eol(m.Tokens[s.First].Span.Start)+s.Indent+"return "+holder)}, nil
	case m.Is(first-1, "=") && m.Text(s.First, first-1) == holder:
		return []text.Edit{m.cutTo(s.First, first)}, nil
	}
	return nil, rule.Decline("what is changed is not what is assigned")
}

// cutTo takes everything out from one token to another.
func (m Source) cutTo(from, to int) text.Edit {
	return text.Edit{Span: text.Span{Start: m.Tokens[from].Span.Start, End: m.Tokens[to].Span.Start}}
}

// valueAndName is where the value of a statement begins, and where the name ends that it
// begins with.
func (m Source) valueAndName(s *pytree.Stmt) (first, end int) {
	first = s.First + 1
	if m.Tokens[s.First].Kind == pytree.Name && s.Keyword == "" {
		first = max(m.Dotted(s.First), s.First+1) + 1
	}
	if first < s.Last {
		return first, m.Dotted(first)
	}
	return first, first - 1
}

// sortedCopy sorts a copy where a name is sorted in place.
func (m Source) sortedCopy(s *pytree.Stmt, holder string, first, open int) ([]text.Edit, error) {
	if !m.Is(open-1, "sort") || m.Shadowed("sorted") {
		return nil, rule.Decline("the description says that %s stays as it is", holder)
	}
	with := holder
	if open+1 < s.Last-1 {
		with += ", "
	}
	return []text.Edit{m.Replace(first, open+1, "sorted("+with)}, nil
}

// hasParameter reports whether a name is a parameter of a function.
func (m Source) hasParameter(fn *pytree.Stmt, name string) bool {
	if fn == nil {
		return false
	}
	open := m.Find(fn.First, fn.Colon, "(")
	for _, a := range m.Arguments(open, m.Tokens[max(open, 0)].Close) {
		if m.Is(a.First, name) {
			return true
		}
	}
	return false
}
