package verify

import (
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// A comment of a model says nothing that the user wants to keep, and may say something
// that a tool obeys: each tool has its own words for that, which change. So a model adds
// no comment and changes none, whatever it says. A docstring is code.

// WithoutComments removes from a text the comments that a model added to the old one, but
// those that stand for code which it left out: these are refused.
func WithoutComments(before text.Snapshot, after string) string {
	var cuts []text.Edit
	now := before.With(after)
	for _, sp := range addedComments(before, now) {
		if lines.Elided(now.Slice(sp)) {
			continue
		}
		cuts = append(cuts, text.Edit{Span: withBlanks(now, sp)})
	}
	if len(cuts) == 0 {
		return after
	}
	out, err := now.Apply(cuts)
	if err != nil || out.Text() == before.Text() {
		return after // nothing but comments: the gate says so
	}
	return out.Text()
}

// addedComments returns the comments on changed lines that the old text does not hold.
func addedComments(before, now text.Snapshot) []text.Span {
	hunks := diff.Lines(before, now)
	if len(hunks) == 0 {
		return nil
	}
	old, fresh := syntax.Lexed(before.Lang, before.Text()), syntax.Lexed(now.Lang, now.Text())
	had := map[string]int{}
	for _, h := range hunks {
		for _, sp := range old.Comments(before.LinesSpan(h.Old)) {
			had[unspaced(before.Slice(sp))]++
		}
	}
	var out []text.Span
	for _, h := range hunks {
		for _, sp := range fresh.Comments(now.LinesSpan(h.New)) {
			if key := unspaced(now.Slice(sp)); had[key] > 0 {
				had[key]--
				continue
			}
			out = append(out, sp)
		}
	}
	return out
}

// unspaced returns a text without its blanks: a formatter may set them.
func unspaced(s string) string { return strings.Join(strings.Fields(s), "") }

// withBlanks returns a comment with the blanks before it, or with its whole line where it
// stands alone.
func withBlanks(s text.Snapshot, sp text.Span) text.Span {
	first, last := s.LineAt(sp.Start), s.LineAt(max(sp.Start, sp.End-1))
	start := s.LineStart(first)
	lead := strings.TrimRight(s.Text()[start:sp.Start], " \t")
	rest := strings.TrimSpace(s.Text()[sp.End:max(sp.End, s.LineSpan(last).End)])
	switch {
	case rest != "":
		return sp
	case lead == "":
		return s.LinesSpan(text.Lines{Start: first, End: last + 1})
	}
	return text.Span{Start: start + len(lead), End: sp.End}
}

// keepsComments is the gate: no comment is added, and none goes from a line whose code stays.
func keepsComments(c *check) outcome {
	if c.in.Comments || c.in.Requirement.Characters || c.inComment() {
		return skip("it is about comments")
	}
	for _, sp := range addedComments(c.before, c.after) {
		return fail(edits.RejectSuppress, "adds the comment %q: change the code, and add no comments",
			clip(oneLine(c.after.Slice(sp)), 50))
	}
	kept := map[string]bool{}
	for _, l := range c.addedLines() {
		kept[unspaced(c.after.Line(l))] = true
	}
	for _, h := range c.hunks {
		for l := h.Old.Start; l < h.Old.End; l++ {
			line := c.before.Line(l)
			code := c.code(line)
			if code != "" && code != strings.TrimSpace(line) && kept[unspaced(code)] && !kept[unspaced(line)] &&
				len(c.oldFile().Comments(c.before.LineSpan(l))) > 0 {
				return fail(edits.RejectSuppress, "removes the comment of line %d: leave comments as they are", l+1)
			}
		}
	}
	return pass()
}

// inComment reports whether the finding stands in a comment.
func (c *check) inComment() bool {
	if zero(c.in.Target) {
		return false
	}
	at := c.in.Target.Span
	for _, q := range c.oldFile().Comments(c.before.LineSpan(c.before.LineAt(at.Start))) {
		if q.Start <= at.Start && at.Start < q.End {
			return true
		}
	}
	return false
}
