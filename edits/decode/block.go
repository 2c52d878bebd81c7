package decode

import (
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"

	"github.com/fettle-dev/fettle/internal/text"
)

// block reads one EDIT block whose header stands at lines[at].
func (d *decoder) block(h header, at, n int) (op edits.Op, next int, r *edits.Reject) {
	switch {
	case h.unknown != "":
		return op, 0, opReject(n, edits.RejectOpUnknown, "there is no operation %q; there are %s", lines.Clip(h.unknown, 20), operationNames)
	case h.excess:
		return op, 0, opReject(n, edits.RejectDecodeAmbiguous, "an EDIT line names at most two ids")
	}
	code, next, fenced, r := d.blockCode(h, at, n)
	if r != nil {
		return op, 0, r
	}
	if h.kind == edits.Delete {
		code = nil
	} else if !fenced {
		return op, 0, opReject(n, edits.RejectDecodeIncomplete, "the EDIT block has no fence")
	}
	op, r = d.operation(h, code, n)
	return op, next, r
}

// blockCode is the fenced code of a block and the line behind the block.
func (d *decoder) blockCode(h header, at, n int) (code []string, next int, fenced bool, r *edits.Reject) {
	i := d.fenceBelow(h, at)
	if i < len(d.lines) {
		if f, ok := openFence(d.lines[i]); ok && !(h.kind == edits.Delete && f.mark == '`' && f.info == "" && !d.fenceCloses(f, i)) {
			if f.mark == '`' {
				d.repair(edits.RepairBacktick)
			}
			code, i, fenced = f.body(d.lines, i)
			if !fenced {
				return nil, 0, false, opReject(n, edits.RejectDecodeIncomplete, "the fence of the EDIT block does not end")
			}
		}
	}
	end := d.skipBlank(i)
	if end < len(d.lines) && isEnd(d.lines[end]) {
		return code, end + 1, fenced, nil
	}
	if !fenced && (end == len(d.lines) || !d.blockStarts(end)) {
		return nil, 0, false, opReject(n, edits.RejectDecodeIncomplete, "the EDIT block has no END")
	}
	// Behind a closed fence END may be missing. But where an END follows later
	// on, or another fence, the fence ended too early: the code held its mark.
	for j := end; j < len(d.lines) && !d.blockStarts(j); j++ {
		if isEnd(d.lines[j]) {
			return nil, 0, false, opReject(n, edits.RejectDecodeAmbiguous, "text stands between the fence and END; use a longer fence than any in the code")
		}
	}
	d.repair(edits.RepairMissingEnd)
	return code, i, fenced, nil
}

// fenceBelow is the line of a block's fence: the next one with text, or one behind
// a line or two of explanation.
func (d *decoder) fenceBelow(h header, at int) int {
	const explained = 2
	next := d.skipBlank(at + 1)
	if h.kind == edits.Delete {
		return next
	}
	for i, said := next, 0; i < len(d.lines) && said <= explained && !isEnd(d.lines[i]) && !d.blockStarts(i); i, said = d.skipBlank(i+1), said+1 {
		if isFence(d.lines[i]) {
			d.noteIf(said > 0, edits.RepairProse)
			return i
		}
	}
	return next
}

// fenceCloses reports whether the fence that opens at lines[at] ends before the
// next block: behind a delete, a lone fence mark belongs to an outer fence.
func (d *decoder) fenceCloses(f fence, at int) bool {
	for i := at + 1; i < len(d.lines); i++ {
		if f.closes(d.lines[i]) {
			return true
		}
		if isEnd(d.lines[i]) || d.blockStarts(i) {
			return false
		}
	}
	return false
}

func (d *decoder) blockStarts(i int) bool {
	return strings.HasPrefix(blockHead(d.lines[i]), "EDIT ")
}

// operation makes the op of a header and its code.
func (d *decoder) operation(h header, code []string, n int) (edits.Op, *edits.Reject) {
	if h.kind == edits.Rewrite {
		return d.rewrite(h.from, code, n)
	}
	if h.text != "" {
		return d.textAnchor(h, code, n)
	}
	op := edits.Op{Kind: h.kind, From: d.fullID(h.from), To: d.fullID(h.to), Lines: code, Faithful: true}
	if op.Kind == edits.Replace && len(code) == 0 {
		op.Kind = edits.Delete
		d.repair(edits.RepairEmptyOp)
	}
	if op.Kind == edits.Replace {
		if placed, r, mine := d.asDiff(code, d.spanOf(op), n); mine {
			return placed, r
		}
	}
	lines, r := d.undress(code, d.spanOf(op), n)
	op.Lines = d.withoutNeighbours(op, lines)
	return op, r
}

// rewriteLimit is the length up to which a run is offered for rewriting
// as a whole; longer ones must show that the answer is the whole run.
const rewriteLimit = 15

func (d *decoder) rewrite(name edits.AnchorID, code []string, n int) (edits.Op, *edits.Reject) {
	i, ok := d.runIndex(name)
	if !ok {
		return edits.Op{}, opReject(n, edits.RejectIDUnknown, "there is no window %q; there are %s", lines.Clip(string(name), 20), d.c.RunNames())
	}
	run := d.c.Windows.Runs[i].Lines
	if op, r, mine := d.asDiff(code, run, n); mine {
		return op, r
	}
	code, r := d.undress(code, run, n)
	if r != nil {
		return edits.Op{}, r
	}
	if once, twice := d.sentTwice(code); twice {
		if _, was := d.sentTwice(d.c.LinesOf(run)); !was {
			code = once
			d.repair(edits.RepairTwice)
		}
	}
	if d.sentWithOld(code, run) {
		return edits.Op{}, opReject(n, edits.RejectDecodeAmbiguous, "the answer holds %s twice, as it was and changed; send the new text only", name)
	}
	if run.Len() > rewriteLimit {
		if why := d.incompleteRun(code, run, named); why != "" {
			return edits.Op{}, opReject(n, edits.RejectDecodeAmbiguous, "EDIT window must send the complete new text of %s: %s", name, why)
		}
	}
	return edits.Op{Kind: edits.Rewrite, From: name, Lines: code, Faithful: true}, nil
}

// fullID completes a bare line number, "L41", where the line has an id. The
// model did name the line, but nothing checks that it counted right.
func (d *decoder) fullID(id edits.AnchorID) edits.AnchorID {
	kind, line, code, ok := edits.SplitID(id)
	if !ok || code != "" || kind != edits.Line {
		return id
	}
	if full := d.c.LineID(line); full != "" {
		d.repair(edits.RepairBareID)
		return full
	}
	return id
}

// textAnchor places an op whose header quotes old code in place of an id.
func (d *decoder) textAnchor(h header, code []string, n int) (edits.Op, *edits.Reject) {
	at, r := d.match().wholeLines([]string{h.text}, n)
	if r != nil {
		if r.Code == edits.RejectDecodeNone {
			r.Code = edits.RejectIDUnknown
			r.Detail += d.didYouMean([]string{h.text})
		}
		return edits.Op{}, r
	}
	d.repair(edits.RepairTextAnchor)
	switch h.kind {
	case edits.InsertBefore:
		at = text.Lines{Start: at.Start, End: at.Start}
	case edits.InsertAfter:
		at = text.Lines{Start: at.End, End: at.End}
	}
	op := placed(at, code)
	return op, nil
}

func (d *decoder) runIndex(name edits.AnchorID) (int, bool) {
	for i, r := range d.c.Windows.Runs {
		if r.Name() == string(name) {
			return i, true
		}
	}
	return 0, false
}

func (d *decoder) skipBlank(i int) int {
	for i < len(d.lines) && lines.Blank(d.lines[i]) {
		i++
	}
	return i
}
