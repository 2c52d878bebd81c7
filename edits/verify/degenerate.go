package verify

import (
	"cmp"
	"slices"
	"strings"
)

// degenerateAt names a condition or a loop at token i that can only come out one
// way although it holds variables: a length below zero, a value that differs from
// itself, a loop over nothing, a choice by a literal.
func degenerateAt(ts []tok, i int) string {
	switch {
	case is(ts, i, "<") && is(ts, i+1, "0") && !is(ts, i+2, ".") && length(ts, i-1):
		return "a length below zero"
	case sameSides(ts, i):
		return "a value compared with itself"
	case overNothing(ts, i) || rangeOfNothing(ts, i):
		return "a loop over nothing"
	case is(ts, i, "switch", "match") && literalSwitch(ts, i+1):
		return "a choice by a literal"
	case shellConstant(ts, i):
		return "a comparison of two constants"
	case is(ts, i, "loop") && is(ts, i+1, "{") && is(ts, i+2, "break"):
		return "a loop that ends at once"
	case endless(ts, i):
		return neverEnds
	case contradiction(ts, i):
		return "a value that is what it is not"
	case is(ts, i, "{") && is(ts, i-1, ":") && is(ts, i+1, "break") && strings.HasPrefix(joined(ts[max(0, i-3):i]), "'"):
		return "a block that ends at once"
	}
	return ""
}

// neverEnds says what a loop without an end and without a body is.
const neverEnds = "a loop that never ends"

// endless reports whether token i begins a loop that does nothing for ever.
func endless(ts []tok, i int) bool {
	switch {
	case is(ts, i, "for", "loop", "select") && is(ts, i+1, "{"):
		return is(ts, i+2, "}")
	case is(ts, i, "while"):
		v, to := value(ts, i+1)
		return v == truthy && (is(ts, to, ":") && is(ts, to+1, "pass", "...", "continue") || is(ts, to, ";") || is(ts, to, "{") && is(ts, to+1, "}"))
	}
	return false
}

// contradiction reports whether token i joins a value and its opposite.
func contradiction(ts []tok, i int) bool {
	if !is(ts, i, "and", "&&") {
		return false
	}
	l, r := operand(ts, i-1, -1), operand(ts, i+1, 1)
	left, right := is(ts, i-1-len(strings.Fields(l)), "not", "!"), is(ts, i+1, "not", "!")
	if right {
		r = operand(ts, i+2, 1)
	}
	return l != "" && l == r && left != right
}

// sameSides reports whether token i compares a value with itself.
func sameSides(ts []tok, i int) bool {
	if !is(ts, i, "==", "!=", "===", "!==", "<", ">", "is") {
		return false
	}
	l, r := operand(ts, i-1, -1), operand(ts, i+1, 1)
	return l != "" && l == r && strings.ContainsFunc(l, func(x rune) bool { return nameRune(x, false) })
}

// overNothing reports whether what token i goes through is empty.
func overNothing(ts []tok, i int) bool {
	switch {
	case is(ts, i, "in", "of") && nothingAt(ts, i+1), is(ts, i, "in") && is(ts, i+1, ";"):
		return true
	case is(ts, i, "in") && is(ts, i+1, "range"):
		return is(ts, i+2, "(") && is(ts, i+3, "0") && is(ts, i+4, ")")
	}
	return is(ts, i, "[") && is(ts, i+1, ":") && is(ts, i+2, "0") && is(ts, i+3, "]") && is(ts, i+4, ":", ")")
}

// rangeOfNothing is overNothing for Go.
func rangeOfNothing(ts []tok, i int) bool {
	if !is(ts, i, "range") {
		return false
	}
	if is(ts, i+1, "0") {
		return is(ts, i+2, "{")
	}
	if is(ts, i+1, "[") && is(ts, i+2, "0") {
		i++
	}
	return is(ts, i+2, "]") && isName(ts, i+3) && nothingAt(ts, i+4)
}

// shellConstant reports whether a shell compares two words or numbers at token i.
func shellConstant(ts []tok, i int) bool {
	switch {
	case is(ts, i, "-") && is(ts, i+1, "eq", "ne", "lt", "gt", "le", "ge"):
		return number(ts, i-1) && number(ts, i+2)
	case is(ts, i, "case"):
		return word(ts, i+1) && is(ts, i+2, "in")
	case is(ts, i, "[") && (startsLine(ts, i) || is(ts, i-1, "if", "while", "until")):
		return word(ts, i+1) && is(ts, i+2, "=", "==", "!=") && word(ts, i+3) && is(ts, i+4, "]") && is(ts, i+5, ";", "&&", "||")
	}
	return false
}

// word reports whether token i is a word of a shell, not a variable.
func word(ts []tok, i int) bool { return isName(ts, i) && !strings.HasPrefix(ts[i].text, "$") }

func number(ts []tok, i int) bool { return i >= 0 && i < len(ts) && ts[i].kind == tokNumber }

// length reports whether the expression that ends at token i is a length.
func length(ts []tok, i int) bool {
	if is(ts, i, "length", "Length", "size") {
		return true
	}
	if !is(ts, i, ")") {
		return false
	}
	for depth := 0; i >= 0; i-- {
		switch {
		case is(ts, i, ")"):
			depth++
		case is(ts, i, "("):
			if depth--; depth == 0 {
				return is(ts, i-1, "len", "size", "count", "length", "cap")
			}
		}
	}
	return false
}

// nothingAt reports whether an empty list stands at token i.
func nothingAt(ts []tok, i int) bool {
	return (is(ts, i, "(") && is(ts, i+1, ")") || is(ts, i, "[") && is(ts, i+1, "]") || is(ts, i, "{") && is(ts, i+1, "}")) && !is(ts, i+2, ".", "+", "or", "||", "[", "(", "|")
}

// literalSwitch reports whether a number or a text stands where a switch looks.
func literalSwitch(ts []tok, i int) bool {
	if is(ts, i, "(") {
		i++
	}
	return i < len(ts) && (ts[i].kind == tokNumber || ts[i].kind == tokString || is(ts, i, "None", "null")) && is(ts, i+1, "{", ":", ")")
}

// operand is the side of a comparison from token i on, in one direction.
func operand(ts []tok, i, step int) string {
	var part []string
	depth := 0
	for j := i; j >= 0 && j < len(ts) && len(part) < 20; j += step {
		open, shut := is(ts, j, "(", "["), is(ts, j, ")", "]")
		if step < 0 {
			open, shut = shut, open
		}
		switch {
		case open:
			depth++
		case shut && depth == 0:
			j = -2
		case shut:
			depth--
		case depth == 0 && (ts[j].line != ts[i].line || is(ts, j, "if", "elif", "while", "and", "or", "not", "!", "&&", "||", "assert", "return", "=", ",", ":", "{", "}", ";", "for", "else", ":=", "?", "in")):
			j = -2
		}
		if j < 0 {
			break
		}
		part = append(part, ts[j].text)
	}
	if step < 0 {
		slices.Reverse(part)
	}
	return strings.Join(part, " ")
}

// unreached names code of the new text that is put where nobody runs it: a
// function bound to nothing, a generator as a statement, a trap.
func (c *check) unreached() string {
	was, now := c.allTokens()
	before := map[string]int{}
	for i := range was {
		before[c.unreachedAt(was, i)]++
	}
	for i := range now {
		if s := c.unreachedAt(now, i); s != "" {
			if before[s]--; before[s] < 0 && (strings.HasSuffix(s, "calls") && c.family() != plain || c.stands() || c.held()) {
				return s
			}
		}
	}
	return ""
}

// held reports whether the new text still holds the words complained about, in
// whatever surroundings.
func (c *check) held() bool {
	if zero(c.in.Target) || c.in.Instructed {
		return false
	}
	target := strings.TrimSpace(squeeze(c.before.Slice(c.in.Target.Span)))
	_, after := c.changed()
	return len(target) > 4 && strings.Contains(squeeze(after), target)
}

func (c *check) unreachedAt(ts []tok, i int) string {
	shell := c.before.Lang == "shellscript" || c.before.Lang == "bash" || c.before.Lang == "sh"
	switch {
	case is(ts, i, "_") && is(ts, i+1, "=") && is(ts, i+2, "func") && c.family() == golang:
		return "a function that nobody calls"
	case c.family() == rust && is(ts, i, "let") && isName(ts, i+1) && strings.HasPrefix(ts[i+1].text, "_") && is(ts, i+2, "=") && is(ts, i+3, "|", "||", "move"):
		return "a closure that nobody calls"
	case c.family() == python && is(ts, i, "(") && startsLine(ts, i) && generator(ts, i):
		return "a generator that nobody runs"
	case shell && is(ts, i, "trap"):
		return "a trap"
	case shell && isName(ts, i) && startsLine(ts, i) && is(ts, i+1, "(") && is(ts, i+2, ")"):
		return "a function that nobody calls"
	case shell && is(ts, i, ":") && startsLine(ts, i) && is(ts, i+1, "<<", "<"):
		return "a text that nobody reads"
	}
	return ""
}

// generator reports whether the parenthesis at token i holds a generator and ends
// its line.
func generator(ts []tok, i int) bool {
	depth, loops := 0, false
	for j := i; j < len(ts); j++ {
		switch {
		case is(ts, j, "(", "[", "{"):
			depth++
		case is(ts, j, ")", "]", "}"):
			if depth--; depth == 0 {
				return loops && (j+1 >= len(ts) || ts[j+1].line != ts[j].line)
			}
		case depth == 1 && is(ts, j, "for"):
			loops = true
		}
	}
	return false
}

// respelled names what the new text says in words that its tool cannot read,
// instead of saying something else.
func (c *check) respelled() string {
	was, now := c.allTokens()
	grown := func(at func([]tok, int) bool) bool { return more(was, now, at) }
	said := func(what string, at func([]tok, int) bool) string {
		if grown(at) {
			return what
		}
		return ""
	}
	return cmp.Or(c.respelledHere(said), said("an empty branch", emptyBranch))
}

// respelledHere are the spellings of one language.
func (c *check) respelledHere(said func(string, func([]tok, int) bool) string) string {
	code := strings.TrimPrefix(c.in.Target.Code, "clippy::")
	switch f := c.family(); {
	case f == python && shellCodes(code):
		return said("the shell under another spelling", spelledShell)
	case f == python:
		name := c.subject(undefinedMessage)
		return said("a default in place of the name", func(ts []tok, i int) bool {
			return name != "" && is(ts, i, name) && is(ts, i+1, "=") && is(ts, i-1, "lambda", ",") && is(ts, i+2, "None", "0", "False", "True")
		})
	case f == golang && code == "printf":
		return said("a format that the tool cannot read", func(ts []tok, i int) bool {
			if i < len(ts) && ts[i].kind == tokString {
				return strings.Contains(ts[i].text, "%[")
			}
			return isName(ts, i) && strings.HasSuffix(ts[i].text, "f") && is(ts, i-1, ".") && is(ts, i+1, "(") && i+2 < len(ts) && ts[i+2].kind != tokString ||
				startsLine(ts, i) && is(ts, i, "fmt") && i+2 < len(ts) && strings.HasPrefix(ts[i+2].text, "Sprint")
		})
	case f == golang:
		return said("a function that does nothing", func(ts []tok, i int) bool {
			return is(ts, i, "{") && is(ts, i+1, "}") && is(ts, i+2, "(") && is(ts, i-1, ")")
		})
	case f == rust && (code == "unwrap_used" || code == "expect_used"):
		return said("the same end under another spelling", spelledUnwrap)
	case f == script:
		return said("a use that does nothing", func(ts []tok, i int) bool { return is(ts, i, "typeof") && startsLine(ts, i) && is(ts, i+2, ";") })
	}
	return ""
}

// spelledShell reports whether token i asks for a shell in words that bandit does
// not read.
func spelledShell(ts []tok, i int) bool {
	if ts[i].kind == tokString {
		text := strings.Trim(ts[i].text, "\"'`rbfRBF")
		return text == "shell" || text == "-c"
	}
	return is(ts, i, "shell") && is(ts, i+1, "=") && !is(ts, i+2, "False", "True")
}

// spelledUnwrap reports whether token i ends the program as unwrap does.
func spelledUnwrap(ts []tok, i int) bool {
	return is(ts, i, "panic") && is(ts, i+1, "!") || is(ts, i, "::") && is(ts, i+1, "unwrap", "expect") ||
		is(ts, i, "expect") && is(ts, i+1, "(") && i+2 < len(ts) && ts[i+2].text == `""`
}

func shellCodes(code string) bool {
	return slices.Contains([]string{"B602", "B604", "B605", "S602", "S604", "S605"}, code)
}

// emptyBranch reports whether token i is the word of a branch without statements.
func emptyBranch(ts []tok, i int) bool {
	if !is(ts, i, "if") {
		return false
	}
	for j := i + 1; j < len(ts) && ts[j].line <= ts[i].line+3; j++ {
		if is(ts, j, "{") {
			return is(ts, j+1, "}") && !is(ts, j+2, "else") && !is(ts, j-1, "=", "(", ",")
		}
	}
	return false
}

// looser says how the new text keeps a checker from seeing types that it saw
// before, without any word for "everything".
func (c *check) looser(was, now []tok) string {
	if !typeChecker(c.in.Target.Tool) {
		return ""
	}
	forms := []struct {
		what string
		at   func([]tok, int) bool
	}{
		{"a lambda that takes anything", func(ts []tok, i int) bool { return is(ts, i, "lambda") && is(ts, i+1, "*", "**") }},
		{"the untyped result of json", func(ts []tok, i int) bool {
			return is(ts, i, "json") && is(ts, i+2, "loads", "load") && is(ts, i+3, "(")
		}},
		{"a wider type for the result", func(ts []tok, i int) bool {
			return c.family() == python && is(ts, i, "->") && is(ts, i+1, "object") && is(ts, i+2, ":")
		}},
		{"cast under another name", func(ts []tok, i int) bool { return is(ts, i, "cast") && is(ts, i+1, "as") }},
		{"a type made on the spot", func(ts []tok, i int) bool {
			return c.family() == python && is(ts, i, "type") && is(ts, i+1, "(") && i+2 < len(ts) && ts[i+2].kind == tokString && is(ts, i+3, ",")
		}},
		{"partial without an argument", func(ts []tok, i int) bool {
			return is(ts, i, "partial") && is(ts, i+1, "(") && isName(ts, i+2) && is(ts, i+3, ")")
		}},
		{"an assertion to a type parameter", func(ts []tok, i int) bool {
			return c.family() == script && is(ts, i, "as") && isName(ts, i+1) && typeParameter(ts, ts[i+1].text)
		}},
	}
	for _, f := range forms {
		n := 0
		for i := range now {
			if f.at(now, i) {
				n++
			}
		}
		for i := range was {
			if f.at(was, i) {
				n--
			}
		}
		if n > 0 {
			return f.what
		}
	}
	old, fresh := annotations(was), annotations(now)
	for name, t := range old {
		if f, ok := fresh[name]; ok && f != t && !wide(t) && (wide(f) || openParameter(now, f)) {
			return "a wider type for " + name
		}
	}
	if len(old) > len(fresh) && count(now, "*args") == 0 && starred(now) > starred(was) {
		return "arguments without a type"
	}
	return ""
}

func typeParameter(ts []tok, name string) bool {
	for i := range ts {
		if is(ts, i, name) && is(ts, i-1, "<") && is(ts, i+1, ",", ">", "extends") {
			return true
		}
	}
	return false
}

// starred counts variadic parameters without a type.
func starred(ts []tok) int {
	n := 0
	for i := range ts {
		if is(ts, i, "*", "**") && is(ts, i-1, "(", ",") && isName(ts, i+1) && is(ts, i+2, ")", ",") && defined(ts, i) {
			n++
		}
	}
	return n
}

// defined reports whether token i stands in the head of a definition.
func defined(ts []tok, i int) bool {
	for j := i; j >= 0 && ts[j].line >= ts[i].line-5; j-- {
		if is(ts, j, "def") {
			return true
		}
		if is(ts, j, ":") && !isName(ts, j-1) {
			return false
		}
	}
	return false
}

// wide reports whether a type fits everything, or nearly.
func wide(t string) bool {
	for part := range strings.SplitSeq(strings.Trim(t, `"'`), "|") {
		if slices.Contains([]string{"object", "unknown", "{}", "{ }", "Object"}, strings.TrimSpace(part)) {
			return true
		}
	}
	return false
}

// annotation is the type that begins at token i.
func annotation(ts []tok, i int) string {
	depth, j := 0, i
	for ; j < len(ts); j++ {
		switch {
		case is(ts, j, "(", "[", "{", "<"):
			depth++
		case depth == 0 && is(ts, j, ",", ")", "="):
			return joined(ts[i:j])
		case is(ts, j, ")", "]", "}", ">"):
			depth--
		}
	}
	return joined(ts[i:j])
}

// annotations are the types of parameters, by function and name.
func annotations(ts []tok) map[string]string {
	out := map[string]string{}
	for i := range ts {
		if !is(ts, i, "def", "function") || !isName(ts, i+1) || strings.HasPrefix(ts[i+1].text, "__") {
			continue
		}
		open := i + 2
		if is(ts, open, "<", "[") {
			for open < len(ts) && !is(ts, open, "(") {
				open++
			}
		}
		if !is(ts, open, "(") {
			continue
		}
		depth := 1
		for j := open + 1; j < len(ts) && depth > 0; j++ {
			switch {
			case is(ts, j, "(", "["):
				depth++
			case is(ts, j, ")", "]"):
				depth--
			case depth == 1 && isName(ts, j) && is(ts, j-1, "(", ",") && is(ts, j+1, ":") && j+2 < len(ts):
				out[ts[i+1].text+"."+ts[j].text] = annotation(ts, j+2)
			}
		}
	}
	return out
}
