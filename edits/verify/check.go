package verify

import (
	"strings"
	"time"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/verify/pairs"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// check is what the gates of one run share.
type check struct {
	in     Input
	before text.Snapshot
	after  text.Snapshot
	old    *syntax.File
	part   *part // of the new text, on first use
	hunks  []diff.Hunk
	untold func(signal.Diagnostic) bool // see [pairs.Texts]; nil = nothing is
	blanks bool                         // nothing but blanks changed
	names  *pytree.Tree                 // of the new text, on first use
	doubts []string                     // what somebody should look at
	parts  *parts                       // trees of the changed part, on first use
	whole  map[string]bool              // the old text's names, on first use
}

func newCheck(in Input) *check {
	c := &check{in: in, before: in.Before, after: in.Before.With(in.After), old: in.File}
	c.hunks = diff.Lines(c.before, c.after)
	c.in.Target.Span = wholeWords(c.before.Text(), in.Target.Span)
	return c
}

func (c *check) now() time.Time {
	if c.in.Now == nil {
		return time.Time{}
	}
	return c.in.Now()
}

// oldFile is parsed on first use: a text that fails a cheap gate is never
// parsed.
func (c *check) oldFile() *syntax.File {
	if c.old == nil {
		c.old = syntax.Open(c.before.Lang, c.before.Text())
	}
	return c.old
}

// pair says which finding on the new text is which one on the old one.
func (c *check) pair(before, after []signal.Diagnostic) pairs.Pairs {
	return pairs.Of(&pairs.Texts{
		Before: c.before, After: c.after, Hunks: c.hunks, Untold: c.untold,
		Statement: func(line int) text.Lines { return c.oldFile().Statement(text.Lines{Start: line, End: line + 1}) },
	}, before, after)
}

// part is the facts of the changed top-level statements of the new text: those
// outside are what they were.
type part struct {
	file *syntax.File
	old  text.Lines // what it replaces
	now  text.Lines // where it stands in the new text
}

func (c *check) changedPart() *part {
	if c.part == nil {
		was, now := c.statementsAround()
		c.part = &part{syntax.Parse(c.before.Lang, c.after.Slice(c.after.LinesSpan(now))), was, now}
	}
	return c.part
}

// changed returns the text of all changed lines, before and after.
func (c *check) changed() (before, after string) {
	var x, y strings.Builder
	for _, h := range c.hunks {
		x.WriteString(c.before.Slice(c.before.LinesSpan(h.Old)))
		y.WriteString(c.after.Slice(c.after.LinesSpan(h.New)))
	}
	return x.String(), y.String()
}

// addedLines returns the zero-based numbers of the lines of the new text that the
// old one did not hold at that place.
func (c *check) addedLines() []int {
	var out []int
	for _, h := range c.hunks {
		for l := h.New.Start; l < h.New.End; l++ {
			out = append(out, l)
		}
	}
	return out
}

// family is a family of languages.
type family uint8

const (
	plain family = iota // any other language
	python
	golang
	script // JavaScript and TypeScript
	rust
)

func (c *check) family() family {
	switch c.before.Lang {
	case "python":
		return python
	case "go":
		return golang
	case "typescript", "typescriptreact", "javascript", "javascriptreact":
		return script
	case "rust":
		return rust
	}
	return plain
}

// comment returns the part of a line from its comment on, "" if there is none. A line that begins with a star may be
// one of a comment.
func (c *check) comment(line string) string {
	if t := strings.TrimSpace(line); strings.HasPrefix(t, "* ") {
		return t
	}
	for _, q := range syntax.Lexed(c.before.Lang, line).Comments(text.Span{End: len(line)}) {
		return line[q.Start:]
	}
	return ""
}

// code returns a line without its comment, trimmed.
func (c *check) code(line string) string {
	return strings.TrimSpace(strings.TrimSuffix(line, c.comment(line)))
}

// zero reports whether the diagnostic names no tool: an edit without a target.
func zero(d signal.Diagnostic) bool { return d.Tool == "" }

func hasRuns(s window.Set) bool { return len(s.Runs) > 0 }
