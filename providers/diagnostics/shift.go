package diagnostics

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Shift moves diagnostics of the text before a change to the text after it.
// Those whose own lines were edited are dropped. Edits refer to the old text
// and do not overlap.
func Shift(old text.Snapshot, edits []text.Edit, list []signal.Diagnostic) []signal.Diagnostic {
	if len(list) == 0 || len(edits) == 0 {
		return list
	}
	steps := plan(old, edits)
	out := make([]signal.Diagnostic, 0, len(list))
	for _, d := range list {
		if d, ok := shiftOne(old, steps, d); ok {
			out = append(out, d)
		}
	}
	return out
}

// plan prepares edits for many diagnostics.
func plan(old text.Snapshot, edits []text.Edit) []step {
	sorted := slices.Clone(edits)
	slices.SortStableFunc(sorted, func(a, b text.Edit) int { return a.Span.Start - b.Span.Start })
	steps := make([]step, len(sorted))
	for i, e := range sorted {
		steps[i] = newStep(old, e)
	}
	return steps
}

// step is one edit with what every diagnostic asks about it.
type step struct {
	text.Edit
	delta    int  // bytes
	lines    int  // lines added
	lastLine int  // old line that holds the edit's end
	before   bool // the character before the end of the new text ends a line
	after    bool // the character at the start of the new text ends a line
}

func newStep(old text.Snapshot, e text.Edit) step {
	t := old.Text()
	s := step{Edit: e, delta: len(e.New) - e.Span.Len(), lastLine: old.LineAt(e.Span.End)}
	s.lines = newlines(e.New) - newlines(t[e.Span.Start:e.Span.End])
	s.before = e.New == "" && (e.Span.Start == 0 || isEnd(t[e.Span.Start-1])) || e.New != "" && isEnd(e.New[len(e.New)-1])
	s.after = e.New == "" && (e.Span.End == len(t) || isEnd(t[e.Span.End])) || e.New != "" && isEnd(e.New[0])
	return s
}

// newlines counts terminators as the text model does, but for a pair that an
// edit cuts in two.
func newlines(s string) int {
	return strings.Count(s, "\n") + strings.Count(s, "\r") - strings.Count(s, "\r\n")
}

func isEnd(c byte) bool { return c == '\n' || c == '\r' }

func shiftOne(old text.Snapshot, steps []step, d signal.Diagnostic) (signal.Diagnostic, bool) {
	lines := old.LinesOf(d.Span)
	own := text.Span{Start: old.LineStart(lines.Start), End: old.LineSpan(lines.End - 1).End}
	delta := 0
	for _, s := range steps {
		if s.Span.Start > own.End {
			break
		}
		switch {
		case s.Span.End < own.Start:
			delta += s.delta
		case s.Span.End == own.Start && s.before && (s.Span.Start < own.Start || s.New != ""):
			delta += s.delta // whole lines came or went above
		case s.Span.Start == own.End && s.after && own.End > own.Start:
			// whole lines came or went below
		case s.Span.Len() == 0 && s.New == "":
		default:
			return d, false
		}
	}
	d.Span.Start += delta
	d.Span.End += delta
	d.Related = shiftRelated(steps, d.Related)
	d.Fix = shiftFix(steps, d.Fix)
	return d, true
}

func shiftRelated(steps []step, list []signal.Related) []signal.Related {
	if len(list) == 0 {
		return list
	}
	out := slices.Clone(list)
	for i, r := range out {
		if r.Path != "" {
			continue
		}
		for _, s := range steps {
			if s.lines != 0 && s.lastLine < r.Lines.Start {
				out[i].Lines.Start += s.lines
				out[i].Lines.End += s.lines
			}
		}
	}
	return out
}

// shiftFix moves a tool's fix; one whose place was touched is no longer the
// tool's.
func shiftFix(steps []step, f *signal.ToolFix) *signal.ToolFix {
	if f == nil {
		return nil
	}
	out := *f
	out.Edits = slices.Clone(f.Edits)
	for i, e := range out.Edits {
		delta := 0
		for _, s := range steps {
			switch {
			case s.Span.End <= e.Span.Start && !(s.Span.Start == e.Span.Start && s.Span.Len() == 0):
				delta += s.delta
			case s.Span.Start >= e.Span.End && s.Span.End > e.Span.Start:
			case s.Span.Start > e.Span.End:
			case s.Span.Start == e.Span.Start && s.Span.Len() == 0 && s.before:
				delta += s.delta
			default:
				return nil
			}
		}
		out.Edits[i].Span.Start += delta
		out.Edits[i].Span.End += delta
	}
	return &out
}
