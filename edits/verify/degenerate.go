package verify

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/token"
)

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
	case c.family() == rust && is(ts, i, "let") && isName(ts, i+1) && strings.HasPrefix(ts[i+1].Text, "_") && is(ts, i+2, "=") && is(ts, i+3, "|", "||", "move"):
		return "a closure that nobody calls"
	case c.family() == python && is(ts, i, "(") && startsLine(ts, i) && token.Generator(ts, i):
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
	return cmp.Or(c.respelledHere(said), said("an empty branch", token.EmptyBranch))
}

// respelledHere are the spellings of one language.
func (c *check) respelledHere(said func(string, func([]tok, int) bool) string) string {
	code := strings.TrimPrefix(c.in.Target.Code, "clippy::")
	switch f := c.family(); {
	case f == python && token.ShellCodes(code):
		return said("the shell under another spelling", token.SpelledShell)
	case f == python:
		name := c.subject(undefinedMessage)
		return said("a default in place of the name", func(ts []tok, i int) bool {
			return name != "" && is(ts, i, name) && is(ts, i+1, "=") && is(ts, i-1, "lambda", ",") && is(ts, i+2, "None", "0", "False", "True")
		})
	case f == golang && code == "printf":
		return said("a format that the tool cannot read", func(ts []tok, i int) bool {
			if i < len(ts) && ts[i].Kind == tokString {
				return strings.Contains(ts[i].Text, "%[")
			}
			return isName(ts, i) && strings.HasSuffix(ts[i].Text, "f") && is(ts, i-1, ".") && is(ts, i+1, "(") && i+2 < len(ts) && ts[i+2].Kind != tokString ||
				startsLine(ts, i) && is(ts, i, "fmt") && i+2 < len(ts) && strings.HasPrefix(ts[i+2].Text, "Sprint")
		})
	case f == golang:
		return said("a function that does nothing", func(ts []tok, i int) bool {
			return is(ts, i, "{") && is(ts, i+1, "}") && is(ts, i+2, "(") && is(ts, i-1, ")")
		})
	case f == rust && (code == "unwrap_used" || code == "expect_used"):
		return said("the same end under another spelling", token.SpelledUnwrap)
	case f == script:
		return said("a use that does nothing", func(ts []tok, i int) bool { return is(ts, i, "typeof") && startsLine(ts, i) && is(ts, i+2, ";") })
	}
	return ""
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
			return c.family() == python && is(ts, i, "type") && is(ts, i+1, "(") && i+2 < len(ts) && ts[i+2].Kind == tokString && is(ts, i+3, ",")
		}},
		{"partial without an argument", func(ts []tok, i int) bool {
			return is(ts, i, "partial") && is(ts, i+1, "(") && isName(ts, i+2) && is(ts, i+3, ")")
		}},
		{"an assertion to a type parameter", func(ts []tok, i int) bool {
			return c.family() == script && is(ts, i, "as") && isName(ts, i+1) && token.TypeParameter(ts, ts[i+1].Text)
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
	if len(old) > len(fresh) && token.Count(now, "*args") == 0 && token.Starred(now) > token.Starred(was) {
		return "arguments without a type"
	}
	return ""
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
		if !is(ts, i, "def", "function") || !isName(ts, i+1) || strings.HasPrefix(ts[i+1].Text, "__") {
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
				out[ts[i+1].Text+"."+ts[j].Text] = annotation(ts, j+2)
			}
		}
	}
	return out
}
