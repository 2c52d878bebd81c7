package decode

import (
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"

	"github.com/fettle-dev/fettle/internal/text"
)

// hunk is a change that quotes the old lines it means. A quotation may be read
// in several ways; all readings together must find one place.
type hunk struct {
	readings []quote
	// shorter are the readings without what may be layout behind the change:
	// prose, then blank lines. Each group counts where those before it are found
	// nowhere.
	shorter [][]quote
	// longer are the readings with a header line as one more line of context.
	// They decide where the others are found more than once.
	longer []quote
	// scope is the line that opens the block which holds the change, as the
	// apply_patch format has it. It decides where all else finds several.
	scope string
}

// quote is one way to read a hunk: the quoted lines and their replacement.
type quote struct {
	old []string
	new []newLine
	// repair is recorded when this reading is the one that was found.
	repair edits.Repair
}

// newLine is a line of the replacement; from is the quoted line that it keeps,
// or -1.
type newLine struct {
	text string
	from int
}

// replacement pairs two sides: lines equal at their ends are kept ones.
func replacement(old, lines []string) quote {
	r := quote{old: old, new: make([]newLine, len(lines))}
	for i, l := range lines {
		r.new[i] = newLine{l, -1}
	}
	head := 0
	for head < len(old) && head < len(lines) && old[head] == lines[head] {
		r.new[head].from = head
		head++
	}
	for o, n := len(old)-1, len(lines)-1; o >= head && n >= head && old[o] == lines[n]; o, n = o-1, n-1 {
		r.new[n].from = o
	}
	return r
}

// found is a reading with its place.
type found struct {
	quote
	hit
	level level
}

// place turns a hunk into an operation on the lines that really change. keep is
// false for a hunk that changes nothing.
func (d *decoder) place(h hunk, n int) (op edits.Op, keep bool, r *edits.Reject) {
	// Context may be quoted from beyond the windows, as far as it was shown.
	for _, in := range [...]func() *index{d.match, d.matchBeyond} {
		op, keep, r, known := d.placeIn(in(), h, n)
		if known {
			return op, keep, r
		}
	}
	return op, false, opReject(n, edits.RejectDecodeNone, "the old code is not in the windows%s", d.didYouMean(h.readings[0].old))
}

// placeIn places a hunk in a part of the document; known is false where none of
// its readings is found there.
func (d *decoder) placeIn(x *index, h hunk, n int) (op edits.Op, keep bool, r *edits.Reject, known bool) {
	for l := levelExact; l <= levelOffset; l++ {
		for _, readings := range append([][]quote{h.readings}, h.shorter...) {
			hits := x.findAll(l, readings)
			if len(hits) > 1 {
				if longer := x.findAll(l, h.longer); len(longer) == 1 {
					hits = longer
				} else if within := d.within(h.scope, hits); len(within) == 1 {
					hits = within
				}
			}
			switch {
			case len(hits) == 1:
				if x == d.beyond {
					d.repair(edits.RepairWideQuote)
				}
				op, keep, r = d.operate(hits[0], n)
				return op, keep, r, true
			case len(hits) > 1:
				return op, false, opReject(n, edits.RejectDecodeAmbiguous,
					"the old code stands in several places (%s); quote more lines or use ids", d.placesOf(hits)), true
			}
		}
	}
	return op, false, nil, false
}

// findAll lists the distinct places of some readings at a level.
func (x *index) findAll(l level, readings []quote) []found {
	var all []found
	for _, r := range readings {
	next:
		for _, h := range x.find(l, r.old, listedPlaces) {
			for i, have := range all {
				if have.at != h.at {
					continue
				}
				// Two readings of one place differ by the marker column. One
				// blank is no step of indentation, so it was the marker.
				if len(have.add)+len(have.cut) == 1 && len(h.add)+len(h.cut) != 1 {
					all[i] = found{r, h, l}
				}
				continue next
			}
			all = append(all, found{r, h, l})
		}
	}
	return all
}

// within keeps the places inside the block that the scope line opens: below it,
// with nothing between them that is indented as little. The line must equal
// exactly one of the document.
func (d *decoder) within(scope string, hits []found) []found {
	scope = strings.TrimSpace(scope)
	if scope == "" {
		return nil
	}
	opens := -1
	for l := range d.c.Snapshot.LineCount() {
		if strings.TrimSpace(d.c.Line(l)) == scope {
			if opens >= 0 {
				return nil
			}
			opens = l
		}
	}
	if opens < 0 {
		return nil
	}
	outer := len(lines.Lead(d.c.Line(opens)))
	end := opens + 1
	for end < d.c.Snapshot.LineCount() {
		if l := d.c.Line(end); !lines.Blank(l) && len(lines.Lead(l)) <= outer {
			break
		}
		end++
	}
	var inside []found
	for _, h := range hits {
		if opens < h.at.Start && h.at.Start < end {
			inside = append(inside, h)
		}
	}
	return inside
}

func (d *decoder) placesOf(hits []found) string {
	list := make([]hit, len(hits))
	for i, h := range hits {
		list[i] = h.hit
	}
	return places(d.c, list)
}

// operate narrows a found hunk to the lines that change. Kept lines are those
// of the document, the others get the indentation of the place.
func (d *decoder) operate(f found, n int) (op edits.Op, keep bool, r *edits.Reject) {
	head := 0
	for head < len(f.new) && head < f.at.Len() && f.new[head].from == head {
		head++
	}
	tail := 0
	for tail < len(f.new)-head && tail < f.at.Len()-head &&
		f.new[len(f.new)-1-tail].from == f.at.Len()-1-tail {
		tail++
	}
	at := text.Lines{Start: f.at.Start + head, End: f.at.End - tail}
	middle := f.new[head : len(f.new)-tail]
	if at.Len() == 0 && len(middle) == 0 {
		return op, false, nil
	}
	lines := make([]string, len(middle))
	for i, m := range middle {
		if m.from >= 0 {
			lines[i] = d.c.Line(f.at.Start + m.from)
			continue
		}
		shifted, ok := f.shift([]string{m.text})
		if !ok {
			return op, false, opReject(n, edits.RejectDecodeAmbiguous,
				"the new code has less indentation than can be taken away; quote the old code as it stands")
		}
		lines[i] = shifted[0]
	}
	switch f.level {
	case levelTrailing:
		d.repair(edits.RepairTrailing)
	case levelOffset:
		d.repair(edits.RepairOffset)
	}
	if f.repair != "" {
		d.repair(f.repair)
	}
	return placed(at, lines), true, nil
}

// didYouMean names the closest lines for a quotation that was not found.
func (d *decoder) didYouMean(old []string) string {
	var names []string
	for _, near := range Nearest(d.c, old) {
		names = append(names, near.String())
	}
	if names == nil {
		return ""
	}
	return "; did you mean " + strings.Join(names, " or ") + "?"
}

// placeAll places the hunks of an answer; those that change nothing drop out.
func (d *decoder) placeAll(s edits.Script, hunks []hunk) (edits.Script, *edits.Reject) {
	for n, h := range hunks {
		op, keep, r := d.place(h, n)
		if r != nil {
			return s, r
		}
		if keep {
			s.Ops = append(s.Ops, op)
		}
	}
	if len(s.Ops) == 0 {
		return s, rejectf(edits.RejectNoop, "the answer changes nothing")
	}
	s.Status = edits.StatusFix
	return s, nil
}
