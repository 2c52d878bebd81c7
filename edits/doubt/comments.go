package doubt

import (
	"strings"
	"unicode"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// speaks finds a comment that a program reads, by its form: its first word has a colon or a hyphen in it or behind it,
// as in webpackChunkName: "x" and prettier-ignore, or what follows is one of the words for where a tool is to look
// away, as in c8 ignore next.
var speaks = lazyre.New(`^[^\w@]*@?[A-Za-z]\w*(?:[-:]\S|:\s*\S|\s+(?:ignore|disable|enable|skip|off|on)\b)`)

// comments says which comment that speaks to a tool the edits write in another way: with a capital letter, or a stop
// at its end (https://eslint.org/docs/latest/rules/capitalized-comments, https://github.com/tetafro/godot). To remove
// one, or to set blanks in it, is another matter.
func (c Change) comments() string {
	s := c.Snapshot
	for _, e := range c.Edits {
		for _, q := range c.File.Comments(s.LinesSpan(s.LinesOf(e.Span))) {
			if e.Span.Start < q.Start || e.Span.End > q.End || e.Span.Start == q.Start && e.Span.End == q.End && e.New == "" {
				continue
			}
			was := s.Slice(q)
			now := was[:e.Span.Start-q.Start] + e.New + was[e.Span.End-q.Start:]
			if speaks.MatchString(was) && unspaced(was) != unspaced(now) && letters(was) == letters(now) &&
				len(syntax.Lexed(s.Lang, now).Comments(text.Span{End: len(now)})) > 0 {
				return "a comment speaks to a tool, which may read it as it is written: " + strings.TrimSpace(was)
			}
		}
	}
	return ""
}

// letters returns a text's letters and digits, in lower case.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
