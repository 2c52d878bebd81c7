package verify

import (
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// The words of package token, in which the gates are written.
type (
	tok   = token.Token
	truth = token.Truth
)

const (
	tokOp     = token.Op
	tokName   = token.Name
	tokNumber = token.Number
	tokString = token.String

	unknown = token.Unknown
	truthy  = token.Truthy
	falsy   = token.Falsy
)

func tokens(f *syntax.File, lines text.Lines, first int) []tok { return token.Of(f, lines, first) }

func is(ts []tok, i int, texts ...string) bool { return token.Is(ts, i, texts...) }

func isName(ts []tok, i int) bool { return token.IsName(ts, i) }

func joined(ts []tok) string { return token.Joined(ts) }

func literal(ts []tok, i int) truth { return token.Literal(ts, i) }

func nothingAt(ts []tok, i int) bool { return token.NothingAt(ts, i) }

func startsLine(ts []tok, i int) bool { return token.StartsLine(ts, i) }

// hunkTokens are the tokens of one changed range, before and after.
func (c *check) hunkTokens(h diff.Hunk) (was, now []tok) {
	p := c.changedPart()
	was = tokens(c.oldFile(), h.Old, 0)
	now = tokens(p.file, text.Lines{Start: h.New.Start - p.now.Start, End: h.New.End - p.now.Start}, p.now.Start)
	return was, now
}

// allTokens are the tokens of all changed ranges, before and after.
func (c *check) allTokens() (was, now []tok) {
	if c.cut == nil {
		c.cut = &cut{}
		for _, h := range c.hunks {
			was, now := c.hunkTokens(h)
			c.cut.was = apart(c.cut.was, was)
			c.cut.now = apart(c.cut.now, now)
		}
	}
	return c.cut.was, c.cut.now
}

// apart appends what does not follow at once: a sign in between keeps rules from
// reading both as one.
func apart(list, more []tok) []tok {
	if len(list) > 0 && len(more) > 0 {
		list = append(list, tok{Kind: tokOp, Text: "\u22ef", Line: list[len(list)-1].Line + 1, At: list[len(list)-1].At})
	}
	return append(list, more...)
}

// cut is the tokens of the changed ranges.
type cut struct{ was, now []tok }
