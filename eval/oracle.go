package main

import (
	"slices"
	"strings"
	"unicode"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/testkit/encode"
	"github.com/fettle-dev/fettle/internal/text"
)

// A lineChange replaces old lines by new ones; an empty range inserts.
type lineChange struct {
	old text.Lines
	new []string // without terminators
}

// lineChanges are the changes of a record in whole lines.
func lineChanges(r Record) []lineChange {
	var out []lineChange
	for _, e := range r.Edits {
		c := lineChange{old: text.Lines{Start: e.Start - 1, End: e.End}}
		for _, l := range diff.SplitLines(e.Text) {
			c.new = append(c.new, strings.TrimRight(l, "\r\n"))
		}
		out = append(out, c)
	}
	return out
}

// inside reports whether every change lies in one run.
func (p *oracle) inside(s window.Set) bool {
	for _, c := range p.changes {
		if !s.Covers(c.old) {
			return false
		}
	}
	return true
}

// addressable reports whether every line that a script must name has an id.
func (p *oracle) addressable() bool {
	for _, op := range p.ops() {
		if op.From == "" || op.To == "" {
			return false
		}
	}
	for _, ch := range p.changes {
		for l := ch.old.Start; l < ch.old.End; l++ {
			if p.candidates.LineID(l) == "" {
				return false
			}
		}
	}
	return true
}

// showable reports whether every new line can be shown as the runs are: with
// the prefix that is cut from all of their lines.
func (p *oracle) showable() bool {
	for _, ch := range p.changes {
		_, prefix := p.candidates.Shown(p.runOf(ch.old))
		for _, l := range ch.new {
			if l != "" && !strings.HasPrefix(l, prefix) {
				return false
			}
		}
	}
	return true
}

// around are runs round the changes, whole statements each.
func (p *oracle) around(f *syntax.File) []window.Run {
	const margin = 3
	var out []window.Run
	for _, ch := range p.changes {
		l := text.Lines{Start: max(0, ch.old.Start-margin), End: min(p.record.Before.LineCount(), ch.old.End+margin)}
		l = f.Statement(l)
		if n := len(out); n > 0 && out[n-1].Lines.Touches(l) {
			out[n-1].Lines = out[n-1].Lines.Union(l)
			continue
		}
		out = append(out, window.Run{Role: window.Primary, Index: len(out) + 1, Lines: l})
	}
	return out
}

// scriptText is an answer in one encoding.
type scriptText struct {
	format string
	text   string
	unsaid bool // the encoding cannot say this fix
}

// formats names the encodings.
func formats() []string { return []string{"text", "json", "rewrite", "unified_diff", "search_replace"} }

// scripts are the perfect answers in each encoding.
func (p *oracle) scripts() []scriptText {
	ops := edits.Script{Status: edits.StatusFix, Ops: p.ops()}
	rewrite := edits.Script{Status: edits.StatusFix, Ops: p.rewrites()}
	unnamed := !p.addressable() || !p.showable()
	hunks, clear := p.hunks()
	return []scriptText{
		{format: "text", text: encode.Text(ops), unsaid: unnamed},
		{format: "json", text: encode.JSON(p.candidates, ops), unsaid: unnamed},
		{format: "rewrite", text: encode.Text(rewrite), unsaid: !p.addressable()},
		{format: "unified_diff", text: p.unified(hunks), unsaid: !clear},
		{format: "search_replace", text: p.searchReplace(hunks), unsaid: !clear},
	}
}

// runOf is the index of the run that holds a change.
func (p *oracle) runOf(l text.Lines) int {
	return slices.IndexFunc(p.candidates.Windows.Runs, func(r window.Run) bool { return r.Lines.Covers(l) })
}

// shown are new lines of a run as a model writes them: without the prefix that
// the run is shown without, where every line has it.
func (p *oracle) shown(run int, lines []string) []string {
	_, prefix := p.candidates.Shown(run)
	out := make([]string, len(lines))
	for i, l := range lines {
		rest, ok := strings.CutPrefix(l, prefix)
		if !ok && strings.TrimSpace(l) != "" {
			return lines
		}
		if strings.TrimSpace(l) == "" {
			rest = l
		}
		out[i] = rest
	}
	return out
}

// ops are the changes as operations on ids.
func (p *oracle) ops() []edits.Op {
	var out []edits.Op
	c := p.candidates
	for _, ch := range p.changes {
		run := p.runOf(ch.old)
		r := c.Windows.Runs[run]
		op := edits.Op{Kind: edits.Replace, Lines: p.shown(run, ch.new), Faithful: true}
		switch {
		case ch.old.Len() > 0:
			op.From, op.To = c.LineID(ch.old.Start), c.LineID(ch.old.End-1)
			if len(ch.new) == 0 {
				op.Kind = edits.Delete
			}
		case r.Lines.Contains(ch.old.Start):
			op.Kind, op.From = edits.InsertBefore, c.LineID(ch.old.Start)
		case r.Lines.Len() > 0:
			op.Kind, op.From = edits.InsertAfter, c.LineID(ch.old.Start-1)
		default:
			op.Kind, op.From = edits.InsertAfter, edits.AnchorID("BOW:"+r.Name())
		}
		if op.To == "" {
			op.To = op.From
		}
		out = append(out, op)
	}
	return out
}

// rewrites send every changed run anew. Runs of which little stays are edited by
// ids, as no rewrite could be told from a piece of one.
func (p *oracle) rewrites() (out []edits.Op) {
	byID := p.ops()
	for i, r := range p.candidates.Windows.Runs {
		lines, changed := p.newRun(i)
		switch {
		case !changed:
		case !p.rewritable(i, lines):
			for n, ch := range p.changes {
				if p.runOf(ch.old) == i {
					out = append(out, byID[n])
				}
			}
		default:
			out = append(out, edits.Op{Kind: edits.Rewrite, From: edits.AnchorID(r.Name()), To: edits.AnchorID(r.Name()),
				Lines: p.shown(i, lines), Faithful: true})
		}
	}
	return out
}

// rewritable reports whether a rewrite can say what happens to a run. In a long
// run enough must stay to tell the whole from a piece.
func (p *oracle) rewritable(run int, lines []string) bool {
	const short = 15
	old := p.lines(p.candidates.Windows.Runs[run].Lines)
	if len(old) == 0 || len(lines) == 0 {
		return len(lines) > 0
	}
	if p.forgets(run, old, lines) {
		return false
	}
	if len(old) <= short {
		return true
	}
	oldFirst, oldLast := edgesOf(old)
	first, last := edgesOf(lines)
	stay := len(keptLines(old, lines))
	edge := first <= last && (lines[first] == old[oldFirst] || lines[last] == old[oldLast])
	return 2*len(lines) >= len(old) && (edge || 10*stay >= 6*len(old))
}

// forgets reports whether blank lines or lines of context go from the edge of a
// run without a successor: they look forgotten.
func (p *oracle) forgets(run int, old, lines []string) bool {
	start := p.candidates.Windows.Runs[run].Lines.Start
	oldFirst, oldLast := edgesOf(old)
	first, last := edgesOf(lines)
	if first < oldFirst || len(lines)-last < len(old)-oldLast {
		return true
	}
	if dropsEdge(old[oldFirst], lines[first], old, lines) || dropsEdge(old[oldLast], lines[last], old, lines) {
		return true
	}
	for _, at := range [...]int{oldFirst, oldLast} {
		if line := start + at + 1; (line < p.record.Line || p.record.EndLine < line) && goesAlone(old[at], old, lines) {
			return true
		}
	}
	return slices.ContainsFunc(p.changes, func(ch lineChange) bool {
		return p.runOf(ch.old) == run && strings.TrimSpace(strings.Join(ch.new, "")) == "" &&
			(ch.old.Contains(start+oldFirst) || ch.old.Contains(start+oldLast))
	})
}

// dropsEdge reports whether an edge line is gone and another old line stands at
// the edge now.
func dropsEdge(was, is string, old, lines []string) bool {
	return was != is && !slices.Contains(lines, was) &&
		slices.ContainsFunc(old, func(l string) bool { return strings.TrimSpace(l) == strings.TrimSpace(is) })
}

// goesAlone reports whether a line is gone and no new line has half of its
// words: nothing tells such a line from one that was forgotten.
func goesAlone(was string, old, lines []string) bool {
	words := wordsIn(was)
	if len(words) == 0 || slices.Contains(lines, was) {
		return false
	}
	for _, l := range lines {
		if slices.Contains(old, l) {
			continue
		}
		have, n := wordsIn(l), 0
		for _, w := range words {
			if slices.Contains(have, w) {
				n++
			}
		}
		if 2*n >= len(words) {
			return false
		}
	}
	return true
}

func wordsIn(line string) []string {
	return strings.FieldsFunc(line, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// edgesOf are the first and the last line with text.
func edgesOf(lines []string) (first, last int) {
	isText := func(l string) bool { return strings.TrimSpace(l) != "" }
	first = slices.IndexFunc(lines, isText)
	for last = len(lines) - 1; last > 0 && !isText(lines[last]); last-- {
	}
	return max(first, 0), max(last, 0)
}

// newRun is the text of a run after the fix.
func (p *oracle) newRun(run int) (lines []string, changed bool) {
	r := p.candidates.Windows.Runs[run].Lines
	at := r.Start
	for _, ch := range p.changes {
		if p.runOf(ch.old) != run {
			continue
		}
		lines = append(lines, p.lines(text.Lines{Start: at, End: ch.old.Start})...)
		lines = append(lines, ch.new...)
		at, changed = ch.old.End, true
	}
	return append(lines, p.lines(text.Lines{Start: at, End: r.End})...), changed
}

func (p *oracle) lines(l text.Lines) []string {
	var out []string
	for i := l.Start; i < l.End; i++ {
		t := p.record.Before.Line(i)
		if i == 0 {
			t = strings.TrimPrefix(t, "\ufeff")
		}
		out = append(out, t)
	}
	return out
}

// hunk is a change with as many unchanged lines of its run around it as make
// its old side unique in the windows.
type hunk struct {
	before, old, new, after []string
}

// hunks are the changes as diffs quote them; clear is false where not even the
// whole run is unique, or where the fix adds or removes a blank line at the end
// of a side, which layout may eat.
func (p *oracle) hunks() (out []hunk, clear bool) {
	clear = true
	for _, ch := range p.changes {
		run := p.candidates.Windows.Runs[p.runOf(ch.old)].Lines
		for n := 3; ; n++ {
			start, end := max(run.Start, ch.old.Start-n), min(run.End, ch.old.End+n)
			for start > run.Start && p.blank(start) {
				start--
			}
			for end < run.End && p.blank(end-1) {
				end++
			}
			h := hunk{
				before: p.lines(text.Lines{Start: start, End: ch.old.Start}), old: p.lines(ch.old), new: ch.new,
				after: p.lines(text.Lines{Start: ch.old.End, End: end}),
			}
			unique := p.occurrences(h.oldSide()) == 1
			if unique || start == run.Start && end == run.End {
				clear = clear && unique && h.framed()
				out = append(out, h)
				break
			}
		}
	}
	return out, clear
}

func (p *oracle) blank(line int) bool { return strings.TrimSpace(p.record.Before.Line(line)) == "" }

func (h hunk) oldSide() []string { return slices.Concat(h.before, h.old, h.after) }
func (h hunk) newSide() []string { return slices.Concat(h.before, h.new, h.after) }

// framed reports whether both sides end alike, with a blank line or with text.
func (h hunk) framed() bool {
	return len(h.oldSide()) > 0 && endsBlank(h.oldSide()) == endsBlank(h.newSide())
}

func endsBlank(lines []string) bool {
	n := len(lines)
	return n > 0 && strings.TrimSpace(lines[n-1]) == ""
}

// occurrences counts where lines stand in the windows, indentation aside.
func (p *oracle) occurrences(lines []string) int {
	n := 0
	for _, r := range p.candidates.Windows.Runs {
		for at := r.Lines.Start; at+len(lines) <= r.Lines.End; at++ {
			same := true
			for i, l := range p.lines(text.Lines{Start: at, End: at + len(lines)}) {
				if same = same && strings.TrimSpace(l) == strings.TrimSpace(lines[i]); !same {
					break
				}
			}
			if same {
				n++
			}
		}
	}
	return n
}

func (p *oracle) unified(hunks []hunk) string {
	var b strings.Builder
	b.WriteString("--- a/" + p.record.FileName + "\n+++ b/" + p.record.FileName + "\n")
	for _, h := range hunks {
		b.WriteString("@@ -1 +1 @@\n")
		for _, part := range []struct {
			mark  string
			lines []string
		}{{" ", h.before}, {"-", h.old}, {"+", h.new}, {" ", h.after}} {
			for _, l := range part.lines {
				b.WriteString(part.mark + l + "\n")
			}
		}
	}
	return b.String()
}

func (p *oracle) searchReplace(hunks []hunk) string {
	var b strings.Builder
	for _, h := range hunks {
		b.WriteString("<<<<<<< SEARCH\n")
		for _, l := range h.oldSide() {
			b.WriteString(l + "\n")
		}
		b.WriteString("=======\n")
		for _, l := range h.newSide() {
			b.WriteString(l + "\n")
		}
		b.WriteString(">>>>>>> REPLACE\n")
	}
	return b.String()
}
