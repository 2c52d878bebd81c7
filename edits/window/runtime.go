package window

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// notSorted are the words about a list of names whose order is not the alphabet's,
// with the name of the list.
var notSorted = lazyre.New("`(?:[\\w.]+\\.)?(__\\w+__)` is not sorted")

// otherType are the words about a type that is to be spelled in another way.
var otherType = lazyre.New("(?i)^use `[^`]+` (?:instead of|for) .*\\btype annotations?$")

// comparedTo and comparedWith are what stands before or behind a side of a comparison.
var (
	comparedTo   = lazyre.New(`(?:[!=]=|\bis|\bis not)\s*["']?$`)
	comparedWith = lazyre.New(`^["']?\s*(?:[!=]=|is\b)`)
	comparison   = lazyre.New(`[!=]=|\bis\b`)
)

// ReadAtRunTime says why the program itself may read what a diagnostic wants to be
// written in another way: it goes through a list of names in their order, or compares
// a type with another one. typing.List[int] is not list[int], though a checker sees no
// difference. "" if nothing speaks for it.
func ReadAtRunTime(s text.Snapshot, d signal.Diagnostic) string {
	if s.Lang != "python" {
		return ""
	}
	if m := notSorted.FindStringSubmatch(d.Message); m != nil && m[1] != "__all__" &&
		strings.Contains(s.Text(), "."+m[1]) {
		return "the file reads " + m[1] + ", whose order may matter"
	}
	if !otherType.MatchString(d.Message) || d.Span.End > s.Len() {
		return ""
	}
	name, _, _ := strings.Cut(s.Slice(d.Span), "[")
	if name = strings.TrimSpace(name); len(name) < 3 {
		return ""
	}
	name += "["
	for _, line := range comparing(s) {
		before, rest, ok := strings.Cut(line, name)
		if ok && (comparedTo.MatchString(before) || comparedWith.MatchString(behindBracket(rest))) {
			return "the file compares " + strings.TrimSuffix(name, "[") + " with other types: " + strings.TrimSpace(line)
		}
	}
	return ""
}

// comparing returns the lines of a text that compare something with what has brackets.
func comparing(s text.Snapshot) []string {
	type comparisons struct{}
	return s.Fact(comparisons{}, func() any {
		var out []string
		for i := range s.LineCount() {
			line := s.Line(i)
			if strings.Contains(line, "[") && comparison.MatchString(line) {
				out = append(out, line)
			}
		}
		return out
	}).([]string)
}

// behindBracket returns what follows the bracket that closes one that is open already.
func behindBracket(s string) string {
	depth := 1
	for i, r := range s {
		switch r {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return s[i+1:]
			}
		}
	}
	return ""
}
