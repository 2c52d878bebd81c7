package history

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
)

// maxSummary bounds a summary, in bytes.
const maxSummary = 100

// token is a piece of a line: an identifier, a literal, a number or one other
// character. White space is dropped.
type token struct {
	text string
	kind byte // 'i' identifier, 's' string, 'n' number, 'p' other
}

// tokenize cuts lines of a language into tokens. Each line is read by itself: what
// changed may begin or end inside a string. Words of comments are identifiers, too.
func tokenize(lang string, lines []string) []token {
	var out []token
	dia := lex.For(lang)
	for _, line := range lines {
		if !strings.ContainsAny(line, "\"'`/") { // no string, as in most
			out = words(out, line)
			continue
		}
		at, read := 0, lex.Read(text.New(line), dia)
		for i, q := range read.NonCode {
			if !read.Marks[i].Has(lex.Comment) {
				out = append(words(out, line[at:q.Start]), token{line[q.Start:q.End], 's'})
				at = q.End
			}
		}
		out = words(out, line[at:])
	}
	return out
}

// words adds the tokens of code without strings.
func words(out []token, code string) []token {
	for i := 0; i < len(code); {
		r, n := utf8.DecodeRuneInString(code[i:])
		j, kind := i+n, byte('p')
		switch {
		case unicode.IsSpace(r):
			i = j
			continue
		case isWord(r):
			j = len(code) - len(strings.TrimLeftFunc(code[j:], isWord))
			if kind = 'i'; unicode.IsDigit(r) {
				kind = 'n'
			}
		}
		out = append(out, token{code[i:j], kind})
		i = j
	}
	return out
}

func isWord(r rune) bool { return r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// rename reports whether all token differences are one consistent substitution
// of an identifier, and in how many places.
func rename(lang string, old, now []string) (from, to string, places int) {
	a, b := tokenize(lang, old), tokenize(lang, now)
	if len(a) != len(b) {
		return "", "", 0
	}
	for i := range a {
		if a[i] == b[i] {
			if a[i].kind == 'i' && a[i].text == from {
				return "", "", 0 // one place keeps the old name
			}
			continue
		}
		if a[i].kind != 'i' || b[i].kind != 'i' || places > 0 && (a[i].text != from || b[i].text != to) {
			return "", "", 0
		}
		from, to = a[i].text, b[i].text
		places++
	}
	if places > 0 && isKeyword(from) != isKeyword(to) {
		return "", "", 0
	}
	return from, to, places
}

// isKeyword knows the words that are no names in the languages we see most.
func isKeyword(w string) bool {
	switch w {
	case "if", "else", "elif", "for", "while", "in", "is", "not", "and", "or", "return", "try", "except", "finally",
		"catch", "raise", "throw", "true", "false", "True", "False", "None", "null", "nil", "def", "func", "fn", "function",
		"class", "struct", "const", "let", "var", "mut", "async", "await", "import", "from", "use", "break", "continue",
		"switch", "case", "match", "pass", "with", "as", "new":
		return true
	}
	return false
}

var (
	importLine = lazyre.New(`^\s*(?:import\s+(?:type\s+)?(?:.*\bfrom\s+)?|from\s+|(?:pub\s+)?use\s+|#include\s+` +
		`|(?:const|let|var)\s+.*\brequire\()["'<({]?\s*([\w.@/:$-]+)`)
	defLine = lazyre.New(`^\s*(?:(?:pub(?:\([^)]*\))?|export|default|async|static|public|private|protected|abstract` +
		`|final|unsafe|const)\s+)*(def|func|fn|function|class|struct|interface|trait` +
		`|enum)\s+(?:\([^)]*\)\s*)?([\p{L}_$][\p{L}\p{N}_$]*)`)
	condLine = lazyre.New(`^\s*(?:\}\s*)?(?:if|elif|else if|while|for|switch|match|case|when|unless)\b`)
	tryLine  = lazyre.New(`^\s*(?:try\s*[:{]|(?:\}\s*)?catch\s*[({]|except\b.*:)`)
	errCheck = lazyre.New(`^\s*if\s+(?:.*;\s*)?err\s*!=\s*nil\b`)
)

// summarize says in one line what a hunk did; the first rule that matches
// decides. where is the function it lies in, if any.
func summarize(lang string, old, now []string, where string) string {
	in := ""
	if where != "" {
		in = " in `" + where + "`"
	}
	removed, added := inner(old, now)
	if from, to, n := rename(lang, removed, added); n > 0 {
		return shorten(renamed(from, to, n))
	}
	return shorten(cmp.Or(importSummary(removed, added), defSummary(removed, added), trySummary(removed, added, in),
		lineSummary(removed, added, in)))
}

// renamed says that a name was replaced by another in some places.
func renamed(from, to string, places int) string {
	s := fmt.Sprintf("Renamed %s to %s", from, to)
	if places > 1 {
		s += fmt.Sprintf(" (in %d places)", places)
	}
	return s
}

// lineSummary counts lines.
func lineSummary(removed, added []string, in string) string {
	switch {
	case len(removed) == 1 && len(added) == 1 && condLine.MatchString(removed[0]) && condLine.MatchString(added[0]):
		return "Changed condition" + in
	case len(removed) == 0:
		return fmt.Sprintf("Added %s%s", count(len(added)), in)
	case len(added) == 0:
		return fmt.Sprintf("Removed %s%s", count(len(removed)), in)
	}
	return fmt.Sprintf("Changed %s%s", count(max(len(removed), len(added))), in)
}

// inner drops the lines that are equal on both sides.
func inner(old, now []string) (removed, added []string) {
	for len(old) > 0 && len(now) > 0 && bare(old[0]) == bare(now[0]) {
		old, now = old[1:], now[1:]
	}
	for len(old) > 0 && len(now) > 0 && bare(old[len(old)-1]) == bare(now[len(now)-1]) {
		old, now = old[:len(old)-1], now[:len(now)-1]
	}
	if len(old) < 2 && len(now) < 2 {
		return old, now
	}
	before, after := joined(old), joined(now)
	for _, e := range udiff.Lines(before, after) {
		removed = append(removed, slices.Collect(strings.Lines(before[e.Start:e.End]))...)
		added = append(added, slices.Collect(strings.Lines(e.New))...)
	}
	return removed, added
}

// joined returns the lines as one text with uniform line ends.
func joined(lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(bare(l))
		b.WriteByte('\n')
	}
	return b.String()
}

func bare(line string) string { return strings.TrimRight(line, "\r\n") }

func count(n int) string {
	if n == 1 {
		return "1 line"
	}
	return fmt.Sprintf("%d lines", n)
}

func importSummary(removed, added []string) string {
	names := func(lines []string) (out []string, all bool) {
		for _, l := range lines {
			if strings.TrimSpace(l) == "" {
				continue
			}
			m := importLine.FindStringSubmatch(l)
			if m == nil {
				return nil, false
			}
			out = append(out, m[1])
		}
		return out, true
	}
	a, okA := names(added)
	r, okR := names(removed)
	if !okA || !okR {
		return ""
	}
	fresh := slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(r, s) })
	gone := slices.DeleteFunc(slices.Clone(r), func(s string) bool { return slices.Contains(a, s) })
	switch {
	case len(fresh) > 0 && len(gone) == 0:
		return "Added import " + strings.Join(fresh, ", ")
	case len(gone) > 0 && len(fresh) == 0:
		return "Removed import " + strings.Join(gone, ", ")
	}
	return ""
}

// defSummary is about definitions: added, removed, or with another signature.
func defSummary(removed, added []string) string {
	type def struct{ word, name, line string }
	find := func(lines []string) (out []def) {
		for _, l := range lines {
			if m := defLine.FindStringSubmatch(l); m != nil {
				out = append(out, def{m[1], m[2], strings.TrimSpace(l)})
			}
		}
		return out
	}
	kind := func(word string) string {
		switch word {
		case "def", "func", "fn", "function":
			return "function"
		}
		return word
	}
	was, is := find(removed), find(added)
	same := func(a def) func(def) bool { return func(b def) bool { return a.name == b.name } }
	for _, d := range is {
		if i := slices.IndexFunc(was, same(d)); i >= 0 {
			if was[i].line == d.line {
				continue
			}
			return "Changed signature of " + d.name
		}
		if len(removed) == 0 || len(was) == 0 {
			return fmt.Sprintf("Added %s %s", kind(d.word), d.name)
		}
	}
	for _, d := range was {
		if !slices.ContainsFunc(is, same(d)) && len(is) == 0 {
			return fmt.Sprintf("Removed %s %s", kind(d.word), d.name)
		}
	}
	return ""
}

func trySummary(removed, added []string, in string) string {
	has := func(lines []string, re *lazyre.Regexp) (string, bool) {
		for _, l := range lines {
			if re.MatchString(l) {
				return l, true
			}
		}
		return "", false
	}
	if _, before := has(removed, tryLine); !before {
		if _, ok := has(added, tryLine); ok {
			what := "try/except"
			if slices.ContainsFunc(added, func(l string) bool { return strings.Contains(l, "catch") }) {
				what = "try/catch"
			}
			return "Added " + what + in
		}
	}
	if _, before := has(removed, errCheck); !before {
		if _, ok := has(added, errCheck); ok {
			return "Added error check" + in
		}
	}
	return ""
}

// shorten keeps a summary within one line of maxSummary bytes.
func shorten(s string) string {
	s = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, s)
	if len(s) <= maxSummary {
		return s
	}
	cut := maxSummary - len("…")
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}
