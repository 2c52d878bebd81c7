package decode

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"

	"github.com/fettle-dev/fettle/internal/text"
)

// code reads an answer that is code and nothing else: one fence, or bare lines.
// It is the new text of the PRIMARY run, of the whole document, or of more than
// the run; which, the lines that did not change tell.
func (d *decoder) code() (edits.Script, *edits.Reject, bool) {
	s := edits.Script{Shape: edits.ShapeFence}
	rows, faithful, r, ok := d.onlyCode()
	if !ok || r != nil {
		return s, r, r != nil
	}
	primary, ok := d.primary()
	if !ok || len(rows) == 0 {
		return s, nil, false
	}
	rows = d.withoutFileName(rows)
	if ops, r, mine := d.wholeFile(rows, primary); mine {
		s.Shape, s.Ops, s.Status = edits.ShapeWholeFile, ops, edits.StatusFix
		d.repair(edits.RepairCutToWindow)
		return s, r, true
	}
	if d.equalsRun(rows, primary.Lines) && d.saysUnchanged() {
		return edits.Script{Status: edits.StatusNoFix, Shape: edits.ShapeFence, Reason: "no change needed"}, nil, true
	}
	rows, r = d.undress(d.withoutBorders(rows, primary.Lines), primary.Lines, 0)
	if r != nil {
		return s, r, true
	}
	if why := d.incompleteRun(rows, primary.Lines, unnamed); why != "" {
		if !faithful && !d.codeLike(rows, primary.Lines) {
			return s, nil, false // prose
		}
		return s, rejectf(edits.RejectDecodeNone, "the code is not the complete new text of %s: %s", primary.Name(), why), true
	}
	if d.strays(rows) {
		return s, outsideCode(primary), true
	}
	if why := d.lacksEdge(rows, primary.Lines); why != "" {
		return s, rejectf(edits.RejectDecodeNone, "the code may be a part of %s: it lacks %s; send EDIT window %[1]s, or use ids", primary.Name(), why), true
	}
	if !faithful { // the start of bare code may have lost its blanks, unless there are none
		old := d.c.LinesOf(primary.Lines)
		first := lines.FirstText(old)
		faithful = first >= 0 && lines.Lead(old[first]) == "" && strings.TrimRight(rows[0], " \t") == strings.TrimRight(old[first], " \t")
	}
	s.Status = edits.StatusFix
	s.Ops = []edits.Op{{Kind: edits.Rewrite, From: edits.AnchorID(primary.Name()), Lines: rows, Faithful: faithful, Whole: true}}
	return s, nil, true
}

// lacksEdge names an edge line of the run of which some code that does not say
// what it stands for has neither the line nor a changed version.
func (d *decoder) lacksEdge(code []string, run text.Lines) string {
	old := d.c.LinesOf(run)
	if cut, ok := d.c.CutEcho(run, code); ok {
		code = cut
	}
	e := d.c.EdgeLines(lines.Rewritten{Run: run, Old: old, New: code, Trusted: true})
	for _, i := range [...]int{lines.FirstText(old), lines.LastText(old)} {
		if i >= 0 && e.Dropped(i) {
			return fmt.Sprintf("one of the lines %q", lines.Clip(strings.TrimSpace(old[i]), 60))
		}
	}
	return e.Find().Lacking
}

// withoutBorders drops blank lines at the ends of the code that are those round
// the run: its neighbour there is blank, and its own line is not.
func (d *decoder) withoutBorders(rows []string, run text.Lines) []string {
	if run.Len() == 0 {
		return rows
	}
	if run.Start > 0 && lines.Blank(d.c.Line(run.Start-1)) && !lines.Blank(d.c.Line(run.Start)) {
		for len(rows) > 0 && lines.Blank(rows[0]) {
			rows = rows[1:]
		}
	}
	if run.End < d.c.Snapshot.LineCount() && lines.Blank(d.c.Line(run.End)) && !lines.Blank(d.c.Line(run.End-1)) {
		for len(rows) > 0 && lines.Blank(rows[len(rows)-1]) {
			rows = rows[:len(rows)-1]
		}
	}
	return rows
}

// saysUnchanged reports whether the prose round the code says that nothing is
// to be changed.
func (d *decoder) saysUnchanged() bool {
	at := 0
	says := func(end int) bool {
		for _, l := range d.lines[at:end] {
			low := strings.ToLower(l)
			for _, phrase := range [...]string{"no change", "no fix", "nothing to change", "nothing to fix", "already correct", "not need to be changed"} {
				if strings.Contains(low, phrase) {
					return true
				}
			}
		}
		return false
	}
	for _, f := range fences(d.lines) {
		if says(f.at) {
			return true
		}
		at = f.next
	}
	return says(len(d.lines))
}

// bare takes the whole answer, or the one piece of code in it, as the new text
// of PRIMARY, unchecked.
func (d *decoder) bare() (edits.Script, *edits.Reject, bool) {
	s := edits.Script{Shape: edits.ShapeFence}
	rows, faithful, r, ok := d.onlyCode()
	if r != nil {
		return s, r, true
	}
	if !ok { // a mark of a fence whose other half is lost
		rows = slices.DeleteFunc(slices.Clone(d.lines), func(l string) bool {
			_, mark := openFence(l)
			return mark
		})
		rows = lines.TrimBlank(rows)
	}
	primary, found := d.primary()
	if !found || len(lines.TrimBlank(rows)) == 0 {
		return edits.Script{Shape: edits.ShapeProse, Status: edits.StatusNoFix}, nil, true
	}
	s.Status = edits.StatusFix
	s.Ops = []edits.Op{{Kind: edits.Rewrite, From: edits.AnchorID(primary.Name()), Lines: rows, Faithful: faithful}}
	return s, nil, true
}

// onlyCode is the one piece of code of an answer. Of several fences it is the
// only one in the document's language, or the only one that changes something.
func (d *decoder) onlyCode() (rows []string, faithful bool, r *edits.Reject, ok bool) {
	all := fences(d.lines)
	if len(all) == 0 {
		return lines.TrimBlank(d.lines), false, nil, true
	}
	if len(all) > maxPieces {
		return nil, true, rejectf(edits.RejectDecodeAmbiguous, "the answer holds more than %d pieces of code; send EDIT blocks", maxPieces), true
	}
	set := all[:0:0]
	for _, f := range all {
		if len(lines.TrimBlank(f.code)) > 0 && !notCode(f.info) {
			set = append(set, f)
		}
	}
	if len(set) == 0 {
		return nil, false, nil, false
	}
	set = narrow(set, func(f fenced) bool { return sameLanguage(f.info, d.c.Snapshot.Lang) })
	if primary, found := d.primary(); found {
		set = narrow(set, func(f fenced) bool { return !d.equalsRun(f.code, primary.Lines) })
	}
	if len(set) > 1 {
		return nil, true, rejectf(edits.RejectDecodeAmbiguous, "the answer holds %d pieces of code; send EDIT blocks", len(set)), true
	}
	f := set[0]
	if !f.closed {
		if len(all) > 1 {
			return nil, true, rejectf(edits.RejectDecodeIncomplete, "the last fence does not end"), true
		}
		d.repair(edits.RepairOpenFence)
	}
	d.noteIf(f.at > 0 || f.next < len(d.lines), edits.RepairProse)
	return f.code, true, nil, true
}

// narrow keeps the fences that pass, unless there is no choice or none does.
func narrow(set []fenced, pass func(fenced) bool) []fenced {
	if len(set) < 2 {
		return set
	}
	var kept []fenced
	for _, f := range set {
		if pass(f) {
			kept = append(kept, f)
		}
	}
	if len(kept) == 0 {
		return set
	}
	return kept
}

// equalsRun reports whether the code is the run as it stands, blanks aside.
func (d *decoder) equalsRun(code []string, run text.Lines) bool {
	code = lines.TrimBlank(code)
	i := 0
	for l := run.Start; l < run.End; l++ {
		line := strings.TrimSpace(d.c.Snapshot.Line(l))
		if line == "" {
			continue
		}
		for i < len(code) && lines.Blank(code[i]) {
			i++
		}
		if i == len(code) || strings.TrimSpace(code[i]) != line {
			return false
		}
		i++
	}
	return i == len(code)
}

// codeLike reports whether bare lines look like code: one of the run's lines
// is among them, or most end or begin as lines of code do.
func (d *decoder) codeLike(lines []string, run text.Lines) bool {
	old := make(map[string]bool, run.Len())
	for i := run.Start; i < run.End; i++ {
		if t := strings.TrimSpace(d.c.Snapshot.Line(i)); len(t) > 3 {
			old[t] = true
		}
	}
	code, all := 0, 0
	for _, l := range lines {
		t := strings.TrimSpace(l)
		if t == "" {
			continue
		}
		if old[t] {
			return true
		}
		all++
		if strings.ContainsRune("{};)=[]", rune(t[len(t)-1])) || strings.HasPrefix(l, "    ") || strings.HasPrefix(l, "\t") {
			code++
		}
	}
	return 2*code > all
}
