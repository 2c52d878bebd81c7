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

// otherNoqa names a code that ruff's fix of an unused noqa removes though it does not call it unused: it is none of
// ruff's, and another tool reads the same comment (https://github.com/astral-sh/ruff/issues/8153).
func (c Change) otherNoqa() string {
	if c.Finding.Code != "RUF100" {
		return ""
	}
	s := c.Snapshot
	known, _, _ := strings.Cut(c.Finding.Message, "unknown: ")
	for _, e := range c.Edits {
		line := text.Span{Start: s.LineStart(s.LineAt(e.Span.Start)), End: e.Span.End}
		_, codes, _ := strings.Cut(s.Slice(line), "noqa")
		codes = codes[max(0, len(codes)-e.Span.Len()):]
		for _, code := range noqaCode.FindAllString(codes, -1) {
			if !strings.Contains(known, "`"+code+"`") && !strings.Contains(e.New, code) {
				return code + " speaks to another tool"
			}
		}
	}
	return ""
}

var noqaCode = lazyre.New(`[A-Z]+[0-9]+`)

// letters returns a text's letters and digits, in lower case.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
