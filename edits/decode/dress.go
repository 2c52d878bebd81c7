package decode

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// undress takes off what a model put round the new lines of an edit and what is
// no code: a fence inside the fence, the name of the file above the first line, the
// mark of an added line on every line, and echoed addresses. What the
// windows hold themselves is code.
func (d *decoder) undress(code []string, span text.Lines, n int) ([]string, *edits.Reject) {
	was := code
	code = d.withoutInnerFence(code)
	code = d.withoutFileName(code)
	code = d.withoutMarks(code, span)
	if len(code) != len(was) || len(code) > 0 && &code[0] != &was[0] {
		d.repair(edits.RepairDress)
	}
	return d.stripEcho(code, span, n)
}

// withoutInnerFence drops a fence that stands round all of the code.
func (d *decoder) withoutInnerFence(code []string) []string {
	first, last := lines.FirstText(code), lines.LastText(code)
	if first < 0 || first == last {
		return code
	}
	f, ok := openFence(code[first])
	if !ok || !sameLanguage(f.info, d.c.Snapshot.Lang) && !fileName(f.info) || !f.closes(code[last]) || d.inWindows(isFence) {
		return code
	}
	inner := code[first+1 : last]
	if slices.ContainsFunc(inner, isFence) {
		return code
	}
	return f.outdent(inner)
}

// withoutFileName drops the document's name above the code, bare or in a comment.
func (d *decoder) withoutFileName(code []string) []string {
	first := lines.FirstText(code)
	if first < 0 || first == len(code)-1 || d.c.Snapshot.Path == "" {
		return code
	}
	name := strings.TrimSpace(strings.Trim(strings.TrimSpace(code[first]), "#/*-<!>`"))
	name = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(name, "File:"), "file:"))
	if !fileName(name) || !strings.Contains(name, ".") || !d.ownFile(name) || d.inWindows(func(l string) bool { return strings.Contains(l, name) }) {
		return code
	}
	return code[first+1:]
}

// withoutMarks drops the mark of added lines in a diff, "+", where it begins every
// line. One line alone must be a version of one that it replaces.
func (d *decoder) withoutMarks(code []string, span text.Lines) []string {
	const mark = "+"
	if !allBegin(code, mark) || d.inWindows(func(l string) bool { return strings.HasPrefix(strings.TrimSpace(l), mark) }) {
		return code
	}
	out := make([]string, len(code))
	for i, l := range code {
		out[i] = strings.TrimPrefix(l, mark)
	}
	i := lines.FirstText(out)
	if i < 0 || i == lines.LastText(out) && !slices.ContainsFunc(d.c.LinesOf(d.known(span)), func(l string) bool { return lines.Alike(l, out[i]) }) {
		return code // one line may well begin so: +1
	}
	return out
}

// known is a span whose ids exist, and no lines otherwise.
func (d *decoder) known(span text.Lines) text.Lines {
	if span.Start < 0 {
		return text.Lines{}
	}
	return span
}

// allBegin reports whether all lines with text begin with a mark, and there are
// some. A line that is the mark alone is a blank one.
func allBegin(code []string, mark string) bool {
	some := false
	for _, l := range code {
		switch {
		case lines.Blank(l) || l == strings.TrimSpace(mark):
		case !strings.HasPrefix(l, mark):
			return false
		default:
			some = true
		}
	}
	return some
}

// asDiff reads the new lines of an edit that came as a diff of the old ones. mine
// is false for lines that are code: some line must take away one of the windows.
func (d *decoder) asDiff(code []string, span text.Lines, n int) (op edits.Op, r *edits.Reject, mine bool) {
	takes := slices.ContainsFunc(code, func(l string) bool {
		gone, ok := strings.CutPrefix(l, "-")
		return ok && lines.HasWord(gone) && d.inWindows(func(old string) bool { return strings.TrimSpace(old) == strings.TrimSpace(gone) }) &&
			!d.inWindows(func(old string) bool { return strings.TrimSpace(old) == strings.TrimSpace(l) })
	})
	if !takes {
		return op, nil, false
	}
	refused := opReject(n, edits.RejectDecodeAmbiguous, "the new lines look like a diff; send the new code only, without + and -")
	h, ok := readHunk("", code)
	if !ok {
		return op, refused, true
	}
	op, keep, r := d.place(h, n)
	if r != nil || !keep || op.Place == nil || !span.Covers(*op.Place) && span.Start >= 0 {
		return op, refused, true
	}
	d.repair(edits.RepairDress)
	return op, nil, true
}

// sentTwice is the first half of code that is one text twice. Only definitions
// without a name may stand so.
func (d *decoder) sentTwice(code []string) ([]string, bool) {
	code = lines.TrimBlank(code)
	for n := len(code) / 2; n > 1 && n >= len(code)/2-1; n-- {
		once, again := lines.TrimBlank(code[:n]), lines.TrimBlank(code[n:])
		if !slices.Equal(once, again) || len(lines.Content(once)) < 2 {
			continue
		}
		f := syntax.Parse(d.c.Snapshot.Lang, strings.Join(once, "\n"))
		if slices.ContainsFunc(f.Nodes, func(n syntax.Node) bool { return n.Parent < 0 && n.Name == "_" }) {
			break
		}
		return once, true
	}
	return code, false
}

// sentWithOld reports whether a rewrite holds the old text and then a version of
// it: nobody can tell whether both are meant to stand.
func (d *decoder) sentWithOld(code []string, run text.Lines) bool {
	old, code := lines.TrimBlank(d.c.LinesOf(run)), lines.TrimBlank(code)
	if len(old) < 2 || len(code) <= len(old) {
		return false
	}
	for i, l := range old {
		if lines.Key(l) != lines.Key(code[i]) {
			return false
		}
	}
	was, is := lines.Content(old), lines.Content(code[len(old):])
	if len(was) < 2 || len(is) == 0 || lines.Key(was[0]) != lines.Key(is[0]) && lines.Key(was[len(was)-1]) != lines.Key(is[len(is)-1]) {
		return false
	}
	again, kept := lines.CountKeys(is), 0
	for _, l := range was {
		if again[lines.Key(l)] > 0 {
			kept++
		}
	}
	return 2*kept >= len(was)
}
