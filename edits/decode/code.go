package decode

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// lineRange is a command with line numbers instead of ids. Such commands are never
// applied: nothing checks that the model counted right.
var lineRange = lazyre.New(`^\s*edit \d+:\d+`)

// unchanged are the words by which a model says that it sees nothing to change.
var unchanged = lazyre.New(`(?i)\bno (change|fix)|nothing to (change|fix)|already correct`)

// code reads an answer that is code and nothing else as plain code for the PRIMARY
// run, see [Plain]. A script was asked for, so that one place must be enough: code that
// may be all of the run or a part of it is refused.
func (d *decoder) code() (edits.Script, *edits.Reject, bool) {
	s := edits.Script{Shape: edits.ShapeFence}
	primary, ok := d.primary()
	if slices.ContainsFunc(d.lines, lineRange.MatchString) {
		return s, rejectf(edits.RejectDecodeNone, "line numbers are not applied; use the ids of the lines"), true
	}
	codes := pieces(d.lines, d.c, primary.Lines)
	switch {
	case !ok:
		return s, nil, false
	case len(codes) > 1:
		return s, rejectf(edits.RejectDecodeAmbiguous,
			"the answer holds %d pieces of code; send EDIT blocks", len(codes)), true
	}
	found, at, r := plain(d.lines, d.c, primary.Lines)
	switch {
	case len(codes) == 0 && (r == nil || r.Code != edits.RejectNoop):
		return s, nil, false // prose
	case r != nil && r.Code == edits.RejectNoop && unchanged.MatchString(d.body):
		return edits.Script{Status: edits.StatusNoFix, Shape: s.Shape, Reason: "no change needed"}, nil, true
	case r != nil:
		return s, r, true
	case slices.ContainsFunc(at, func(l text.Lines) bool { return l != at[0] }):
		return s, rejectf(edits.RejectDecodeAmbiguous,
			"the code may be all of %s or a part of it; send EDIT window %[1]s, or use ids", primary.Name()), true
	}
	s.Status, s.Ops = found[0].Status, found[0].Ops
	return s, nil, true
}

// rewriteLimit is the length up to which a run is offered for rewriting as a whole;
// longer ones must show that the answer is the whole run.
const rewriteLimit = 15

// rewrite returns an operation that sends a run anew, by its name.
func (d *decoder) rewrite(name edits.AnchorID, code []string, n int) (edits.Op, *edits.Reject) {
	run, ok := d.runNamed(name)
	if !ok {
		return edits.Op{}, opReject(n, edits.RejectIDUnknown,
			"there is no window %q; there are %s", lines.Clip(string(name), 20), d.c.RunNames())
	}
	code, r := d.undress(code, run.Lines, n)
	if r != nil {
		return edits.Op{}, r
	}
	if why := d.incomplete(code, run.Lines); why != "" {
		return edits.Op{}, opReject(n, edits.RejectDecodeAmbiguous,
			"EDIT window must send the complete new text of %s: %s", name, why)
	}
	return edits.Op{Kind: edits.Rewrite, From: name, Lines: code, Faithful: true}, nil
}

// incomplete says why code cannot be the complete new text of a run, "" if it can.
func (d *decoder) incomplete(code []string, run text.Lines) string {
	if r := tooLong(code, d.c); r != nil {
		return r.Detail
	}
	if why := missingCode(code, d.c); why != "" {
		return fmt.Sprintf("%q stands for code that was left out", lines.Clip(why, 40))
	}
	old, now := lines.Content(d.c.LinesOf(run)), lines.Content(code)
	if run.Len() <= rewriteLimit || len(old) == 0 {
		return ""
	}
	kept := 0
	for _, o := range align(d.c, run, code) {
		if o >= 0 && !lines.Blank(d.c.Line(o)) {
			kept++
		}
	}
	edges := slices.Contains(now, old[0]) || slices.Contains(now, old[len(old)-1])
	switch {
	case 2*len(now) < len(old) && !(slices.Contains(now, old[0]) && slices.Contains(now, old[len(old)-1])):
		return fmt.Sprintf("it has %d of %d lines", len(now), len(old))
	case !edges && 10*kept < 6*len(old):
		return "neither its first nor its last line is there"
	}
	return ""
}

// runNamed returns the run of the windows that has the name.
func (d *decoder) runNamed(name edits.AnchorID) (window.Run, bool) {
	for _, r := range d.c.Windows.Runs {
		if r.Name() == strings.TrimSpace(string(name)) {
			return r, true
		}
	}
	return window.Run{}, false
}
