// Package paths compares under which conditions the statements of a function run:
// before and after an answer that was asked for another form of the same.
package paths

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
)

// statement is one of a function, with what it holds.
type statement struct {
	word string        // "if", "loop", "block", "return", "raise", "break", "continue", "assert", "" = any other
	cond []token.Token // of if, assert and a loop
	text []token.Token // of one without a body, and of a loop
	body []*statement
	rest []*statement // what else runs
}

// flow collects the conditions of the statements of a function.
type flow struct {
	when  map[string]*formula // the text of a statement → when it runs
	order []string
}

// function is one of a text.
type function struct {
	text string // whole
	list []*statement
}

// Moved is the text of a statement that both functions have, but that runs under
// another condition now; "" if there is none. The functions are those of the same name
// of two texts. Where the answer may leave earlier than before, one that runs more
// seldom is none.
func Moved(family power.Family, lang, before, after string, leaves bool) string {
	for old, fresh := range changed(family, lang, before, after) {
		a, b := run(old.list), run(fresh.list)
		for _, text := range a.order {
			f, ok := b.when[text]
			if !ok {
				continue
			}
			if l := compare(a.when[text], f); l == other || l == stronger && !leaves {
				return text
			}
		}
	}
	return ""
}

// Gone is a call that was a statement of a function of its own, and that the text does
// not hold any more; "" if there is none.
func Gone(family power.Family, lang, before, after string) string {
	for old, fresh := range changed(family, lang, before, after) {
		b := run(fresh.list)
		for _, text := range run(old.list).order {
			if callee := called(text); callee != "" && b.when[text] == nil && !strings.Contains(after, callee) {
				return callee
			}
		}
	}
	return ""
}

// changed are the functions of the same name of two texts that differ.
func changed(family power.Family, lang, before, after string) iter.Seq2[function, function] {
	return func(yield func(function, function) bool) {
		was, now := functions(family, lang, before), functions(family, lang, after)
		for _, name := range slices.Sorted(maps.Keys(was)) {
			old := was[name]
			if fresh, ok := now[name]; ok && old.text != fresh.text && !yield(old, fresh) {
				return
			}
		}
	}
}

// called is the last name of the callee of a statement that is a call, else "".
func called(text string) string {
	words := strings.Fields(text)
	for i := 0; i+1 < len(words); i += 2 {
		switch {
		case !letters(words[i]):
			return ""
		case words[i+1] == "(":
			if strings.HasSuffix(text, ")") {
				return words[i]
			}
			return ""
		case words[i+1] != ".":
			return ""
		}
	}
	return ""
}

func letters(s string) bool {
	for _, r := range s {
		if !token.NameRune(r, true) {
			return false
		}
	}
	return !slices.Contains([]string{"await", "defer", "go", "print"}, s)
}

func run(list []*statement) *flow {
	f := &flow{when: map[string]*formula{}}
	f.list(list, always)
	return f
}

func (f *flow) at(text string, when *formula) {
	if old, ok := f.when[text]; ok {
		when = some(old, when)
	} else {
		f.order = append(f.order, text)
	}
	f.when[text] = when
}

// list runs statements and gives the condition under which what stands behind them is
// reached.
func (f *flow) list(list []*statement, when *formula) *formula {
	for _, s := range list {
		switch s.word {
		case "if":
			c := parse(s.cond)
			then, otherwise := all(when, c), all(when, not(c))
			a, b := f.list(s.body, then), f.list(s.rest, otherwise)
			switch {
			case a == then && b == otherwise: // whatever came out, it goes on
			case a == never:
				when = b
			case b == never:
				when = a
			default:
				when = some(a, b)
			}
		case "loop":
			f.list(s.body, all(when, s.round()))
			f.list(s.rest, when)
		case "block":
			f.list(s.body, when)
			f.list(s.rest, when)
		case "assert":
			when = all(when, parse(s.cond))
		case "return":
			f.returns(s.text, when)
			return never
		case "raise", "break", "continue":
			f.at(token.Joined(s.text), when)
			return never
		default:
			f.at(token.Joined(s.text), when)
		}
	}
	return when
}

// round is the condition under which the body of a loop runs.
func (s *statement) round() *formula {
	if len(s.cond) == 0 || token.Is(s.text, 0, "while") || !slices.ContainsFunc(s.cond, func(t token.Token) bool {
		return t.Text == ";" || t.Text == "in" || t.Text == "of" || t.Text == "range"
	}) {
		return all(atom("loop"), parse(s.cond))
	}
	return atom("loop " + token.Joined(s.cond))
}

// returns notes what a function gives: of a condition both outcomes.
func (f *flow) returns(ts []token.Token, when *formula) {
	value := ts[1:]
	if token.Is(value, len(value)-1, ";") {
		value = value[:len(value)-1]
	}
	if len(value) > 0 && asks(value) {
		c := parse(value)
		f.at("return true", all(when, c))
		f.at("return false", all(when, not(c)))
		return
	}
	f.at(token.Joined(ts), when)
}

// asks reports whether a value is a condition.
func asks(ts []token.Token) bool {
	if len(ts) == 1 {
		return token.Is(ts, 0, "True", "False", "true", "false")
	}
	found := false
	for i := 0; i < len(ts); i++ {
		switch {
		case token.Is(ts, i, "(", "[", "{"):
			i = token.Closing(ts, i)
		case token.Is(ts, i, "lambda", "=>", "?", "??", "if", "=", ":=", ",", "<<", "await", "for"):
			return false
		case token.Is(ts, i, "==", "!=", "===", "!==", "<", ">", "<=", ">=", "not", "!"):
			found = true
		}
	}
	return found
}

// functions are the statements of the functions of a text, by their names; a name that
// occurs twice is left out.
func functions(family power.Family, lang, src string) map[string]function {
	if family == power.Python {
		return pythonFunctions(src)
	}
	return bracedFunctions(lang, src)
}

// named adds a function unless its name is taken.
func named(out map[string]function, seen map[string]bool, name string, f function) {
	if seen[name] {
		delete(out, name)
		return
	}
	seen[name] = true
	out[name] = f
}

var endless = strings.Fields("return raise throw break continue panic")

// wordOf is the kind of a statement without a body, by its first word.
func wordOf(ts []token.Token) string {
	if len(ts) == 0 || !slices.Contains(endless, ts[0].Text) || ts[0].Text == "panic" && !token.Is(ts, 1, "(") {
		return ""
	}
	switch ts[0].Text {
	case "throw", "panic":
		return "raise"
	}
	return ts[0].Text
}
