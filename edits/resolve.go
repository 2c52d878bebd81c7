package edits

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/lines"

	"github.com/fettle-dev/fettle/internal/text"
)

// resolve turns the operations into changes, all against the snapshot.
func (c Candidates) resolve(s Script) (list []change, rejects []Reject) {
	for i, op := range s.Ops {
		ch, reject := c.resolveOp(s, op)
		if reject != nil {
			reject.Op = i
			rejects = append(rejects, *reject)
			continue
		}
		ch.op = i
		if at := slices.IndexFunc(list, ch.same); at >= 0 {
			list[at] = list[at].with(ch)
			continue
		}
		list = append(list, ch)
	}
	if len(rejects) == 0 {
		rejects = overlaps(list)
	}
	return list, rejects
}

func (c Candidates) resolveOp(s Script, op Op) (change, *Reject) {
	ch := change{faithful: op.Faithful, new: lines.SplitAll(op.Lines)}
	switch op.Kind {
	case InsertBefore, InsertAfter:
		ch.insert, ch.after = true, op.Kind == InsertAfter
	case Delete:
		ch.new = nil
	case Replace, Rewrite:
	default:
		return ch, &Reject{Code: RejectOpUnknown, Detail: "use replace, insert_before, insert_after, delete or window"}
	}
	if ch.insert && len(ch.new) == 0 {
		return ch, &Reject{Code: RejectNoop, Detail: "an insertion without lines"}
	}
	if op.Place != nil {
		return c.resolvePlace(s, op, ch)
	}
	if op.Kind == Rewrite {
		return c.resolveRun(op, ch)
	}
	return c.resolveIDs(s, op, ch)
}

func (c Candidates) resolveRun(op Op, ch change) (change, *Reject) {
	for i, r := range c.Windows.Runs {
		if string(op.From) == r.Name() {
			ch.run, ch.lines, ch.rewrite, ch.window = i, r.Lines, true, true
			if r.Lines.Len() == 0 {
				ch.insert, ch.rewrite = true, false // a place for lines
			}
			return ch, nil
		}
	}
	return ch, &Reject{Code: RejectIDUnknown, Detail: fmt.Sprintf("there is no window %s; there are %s",
		lines.Clip(string(op.From), 20), c.RunNames())}
}

// RunNames lists the windows by name, for messages.
func (c Candidates) RunNames() string {
	names := make([]string, len(c.Windows.Runs))
	for i, r := range c.Windows.Runs {
		names[i] = r.Name()
	}
	return strings.Join(names, ", ")
}

// resolvePlace uses the place that a second-class shape has found by its text.
func (c Candidates) resolvePlace(s Script, op Op, ch change) (change, *Reject) {
	ch.lines, ch.placed = *op.Place, true
	ch.verbatim = isDiff(s.Shape)
	if ch.lines.Len() == 0 && !ch.insert {
		ch.insert = true
	}
	if ch.insert && ch.lines.Len() > 0 {
		at := ch.lines.Start
		if ch.after {
			at = ch.lines.End
		}
		ch.lines = text.Lines{Start: at, End: at}
	}
	for i, r := range c.Windows.Runs {
		if r.Lines.Covers(ch.lines) {
			ch.run = i
			return ch, nil
		}
	}
	return ch, &Reject{Code: RejectOutside, Detail: fmt.Sprintf("%s is not inside one window", ch.lines)}
}

// isDiff reports whether a shape quotes the old text of its place, so that its
// new text has the document's indentation once it was found.
func isDiff(s Shape) bool {
	switch s {
	case ShapeUnifiedDiff, ShapeSearchReplace, ShapeFence, ShapePlain:
		return true
	}
	return false
}

func (c Candidates) resolveIDs(s Script, op Op, ch change) (change, *Reject) {
	to := op.To
	if to == "" {
		to = op.From
	}
	first, reject := c.Lookup(op.From)
	if reject != nil {
		return ch, reject
	}
	last := first
	if to != op.From {
		if last, reject = c.Lookup(to); reject != nil {
			return ch, reject
		}
	}
	if reject := c.checkRange(first, last, ch); reject != nil {
		return ch, reject
	}
	ch.run = first.Run
	switch {
	case !ch.insert:
		ch.lines = text.Lines{Start: first.Lines.Start, End: last.Lines.End}
		ch.rewrite = s.Shape == ShapeJSON && first.Kind == Line && ch.lines == c.Windows.Runs[ch.run].Lines &&
			len(ch.new) > 0 && ch.lines.Len() > 1
	case first.Lines.Len() == 0: // BOW, EOW: there is only one side
		ch.after = first.Kind == EndOfRun
		ch.lines = first.Lines
	case ch.after:
		ch.lines = text.Lines{Start: first.Lines.End, End: first.Lines.End}
	default:
		ch.lines = text.Lines{Start: first.Lines.Start, End: first.Lines.Start}
	}
	return ch, nil
}

func (c Candidates) checkRange(first, last Candidate, ch change) *Reject {
	reject := func(code RejectCode, format string, args ...any) *Reject {
		return &Reject{Code: code, Detail: fmt.Sprintf(format, args...)}
	}
	virtual := first.Lines.Len() == 0 || last.Lines.Len() == 0
	switch {
	case virtual && !ch.insert:
		return reject(RejectRange, "%s and %s take insertions only", first.ID, last.ID)
	case first.ID == last.ID:
		return nil
	case ch.insert:
		return reject(RejectRange, "an insertion takes one id")
	case first.Kind != Line || last.Kind != Line:
		return reject(RejectRange, "only line ids (L…) can make a range; %s and %s do not", first.ID, last.ID)
	case first.Run != last.Run:
		return reject(RejectRange, "%s and %s lie in two windows; use one edit for each", first.ID, last.ID)
	case last.Lines.Start < first.Lines.Start:
		return reject(RejectRange, "%s is below %s; the first id comes first", first.ID, last.ID)
	}
	for l := first.Lines.Start; l < last.Lines.End; l++ {
		if c.LineID(l) == "" {
			return reject(RejectOutside, "line %d inside %s … %s has no id", l+1, first.ID, last.ID)
		}
	}
	return nil
}

// overlaps finds changes that touch the same lines, or insert at one point from
// one side without standing next to each other in the script.
func overlaps(list []change) []Reject {
	for i, a := range list {
		for j, b := range list[i+1:] {
			if a.clashes(b, list[i+1:i+1+j]) {
				return []Reject{{Code: RejectOverlap, Op: b.op, Detail: fmt.Sprintf("edits %d and %d touch the same lines",
					a.op+1, b.op+1)}}
			}
		}
	}
	return nil
}

// clashes reports whether two changes cannot both be made; between are those
// that stand between them in the script.
func (ch change) clashes(other change, between []change) bool {
	switch {
	case (ch.window || other.window) && ch.run == other.run:
		return true
	case ch.insert && other.insert:
		return ch.joins(other) && slices.ContainsFunc(between, func(m change) bool { return !m.joins(ch) })
	case !ch.insert && !other.insert:
		return ch.lines.Overlaps(other.lines)
	case ch.insert:
		ch, other = other, ch
	}
	at := other.lines.Start
	return ch.lines.Start < at && at < ch.lines.End
}

// joins reports whether two changes insert at one point, from one side.
func (ch change) joins(other change) bool {
	return ch.insert && other.insert && ch.lines == other.lines && ch.after == other.after
}
