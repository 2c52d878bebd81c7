package edits

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// code reads an answer that is code and nothing else: one fence, or bare lines.
// It is the new text of the PRIMARY run, of the whole document, or of more than
// the run; which, the lines that did not change tell.
func (d *decoder) code() (Script, *Reject, bool) {
	s := Script{Shape: ShapeFence}
	lines, faithful, r, ok := d.onlyCode()
	if !ok || r != nil {
		return s, r, r != nil
	}
	primary, ok := d.primary()
	if !ok || len(lines) == 0 {
		return s, nil, false
	}
	lines = d.withoutFileName(lines)
	if ops, r, mine := d.wholeFile(lines, primary); mine {
		s.Shape, s.Ops, s.Status = ShapeWholeFile, ops, StatusFix
		d.repair(RepairCutToWindow)
		return s, r, true
	}
	if d.equalsRun(lines, primary.Lines) && d.saysUnchanged() {
		return Script{Status: StatusNoFix, Shape: ShapeFence, Reason: "no change needed"}, nil, true
	}
	lines, r = d.undress(d.withoutBorders(lines, primary.Lines), primary.Lines, 0)
	if r != nil {
		return s, r, true
	}
	if why := d.incompleteRun(lines, primary.Lines, unnamed); why != "" {
		if !faithful && !d.codeLike(lines, primary.Lines) {
			return s, nil, false // prose
		}
		return s, rejectf(RejectDecodeNone, "the code is not the complete new text of %s: %s", primary.Name(), why), true
	}
	if d.strays(lines) {
		return s, outsideCode(primary), true
	}
	if why := d.lacksEdge(lines, primary.Lines); why != "" {
		return s, rejectf(RejectDecodeNone, "the code may be a part of %s: it lacks %s; send EDIT window %[1]s, or use ids", primary.Name(), why), true
	}
	if !faithful { // the start of bare code may have lost its blanks, unless there are none
		old := d.c.linesOf(primary.Lines)
		first := firstText(old)
		faithful = first >= 0 && lead(old[first]) == "" && strings.TrimRight(lines[0], " \t") == strings.TrimRight(old[first], " \t")
	}
	s.Status = StatusFix
	s.Ops = []Op{{Kind: Rewrite, From: AnchorID(primary.Name()), Lines: lines, Faithful: faithful, Whole: true}}
	return s, nil, true
}

// lacksEdge names an edge line of the run of which some code that does not say
// what it stands for has neither the line nor a changed version.
func (d *decoder) lacksEdge(code []string, run text.Lines) string {
	old := d.c.linesOf(run)
	if cut, ok := d.c.cutEcho(run, code); ok {
		code = cut
	}
	e := d.c.edges(rewritten{run: run, old: old, new: code, trusted: true})
	for _, i := range [...]int{firstText(old), lastText(old)} {
		if i >= 0 && e.dropped(i) {
			return fmt.Sprintf("one of the lines %q", clip(strings.TrimSpace(old[i]), 60))
		}
	}
	return e.find().lacking
}

// withoutBorders drops blank lines at the ends of the code that are those round
// the run: its neighbour there is blank, and its own line is not.
func (d *decoder) withoutBorders(lines []string, run text.Lines) []string {
	if run.Len() == 0 {
		return lines
	}
	if run.Start > 0 && blank(d.c.line(run.Start-1)) && !blank(d.c.line(run.Start)) {
		for len(lines) > 0 && blank(lines[0]) {
			lines = lines[1:]
		}
	}
	if run.End < d.c.Snapshot.LineCount() && blank(d.c.line(run.End)) && !blank(d.c.line(run.End-1)) {
		for len(lines) > 0 && blank(lines[len(lines)-1]) {
			lines = lines[:len(lines)-1]
		}
	}
	return lines
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
func (d *decoder) bare() (Script, *Reject, bool) {
	s := Script{Shape: ShapeFence}
	lines, faithful, r, ok := d.onlyCode()
	if r != nil {
		return s, r, true
	}
	if !ok { // a mark of a fence whose other half is lost
		lines = slices.DeleteFunc(slices.Clone(d.lines), func(l string) bool {
			_, mark := openFence(l)
			return mark
		})
		lines = trimBlankLines(lines)
	}
	primary, found := d.primary()
	if !found || len(trimBlankLines(lines)) == 0 {
		return Script{Shape: ShapeProse, Status: StatusNoFix}, nil, true
	}
	s.Status = StatusFix
	s.Ops = []Op{{Kind: Rewrite, From: AnchorID(primary.Name()), Lines: lines, Faithful: faithful}}
	return s, nil, true
}

// onlyCode is the one piece of code of an answer. Of several fences it is the
// only one in the document's language, or the only one that changes something.
func (d *decoder) onlyCode() (lines []string, faithful bool, r *Reject, ok bool) {
	all := fences(d.lines)
	if len(all) == 0 {
		return trimBlankLines(d.lines), false, nil, true
	}
	if len(all) > maxPieces {
		return nil, true, rejectf(RejectDecodeAmbiguous, "the answer holds more than %d pieces of code; send EDIT blocks", maxPieces), true
	}
	set := all[:0:0]
	for _, f := range all {
		if len(trimBlankLines(f.code)) > 0 && !notCode(f.info) {
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
		return nil, true, rejectf(RejectDecodeAmbiguous, "the answer holds %d pieces of code; send EDIT blocks", len(set)), true
	}
	f := set[0]
	if !f.closed {
		if len(all) > 1 {
			return nil, true, rejectf(RejectDecodeIncomplete, "the last fence does not end"), true
		}
		d.repair(RepairOpenFence)
	}
	d.noteIf(f.at > 0 || f.next < len(d.lines), RepairProse)
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
	code = trimBlankLines(code)
	i := 0
	for l := run.Start; l < run.End; l++ {
		line := strings.TrimSpace(d.c.Snapshot.Line(l))
		if line == "" {
			continue
		}
		for i < len(code) && blank(code[i]) {
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
