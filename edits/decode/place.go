package decode

import (
	"fmt"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/internal/text"
)

// key returns what must be equal at a level.
func (l level) key(line string) string {
	switch l {
	case levelTrailing:
		return strings.TrimRight(line, " \t")
	case levelOffset, levelBare:
		return strings.Trim(line, " \t")
	}
	return line
}

// listedPlaces is how many places are looked for, and named in feedback.
const listedPlaces = 8

// A hit is a place where old code was found, and the indentation by which the
// document has more (add) or less (cut) than the quotation.
type hit struct {
	at       text.Lines
	add, cut string
}

// find lists the places inside some runs where the old lines stand at one level.
func (d *decoder) find(runs []text.Lines, l level, old []string) (hits []hit) {
	if len(old) == 0 {
		return nil
	}
	want := keyed(l, old)
	tried := 0
	for _, run := range runs {
		line, hay := run.Start, d.keys(l, run)
		for len(hits) < listedPlaces {
			i := strings.Index(hay, want)
			if i < 0 {
				break
			}
			line += strings.Count(hay[:i], "\n")
			h, ok := hit{at: text.Lines{Start: line, End: line + len(old)}}, true
			if l == levelOffset {
				if tried++; tried > 8*listedPlaces {
					return []hit{h, h} // too repetitive: not unique
				}
				h.add, h.cut, ok = d.offset(old, line)
			}
			if ok {
				hits = append(hits, h)
			}
			hay, line = hay[i+1+strings.IndexByte(hay[i+1:], '\n'):], line+1
		}
	}
	return hits
}

// keyed writes the keys of lines, a line feed round each.
func keyed(l level, rows []string) string {
	var b strings.Builder
	b.WriteByte('\n')
	for _, row := range rows {
		b.WriteString(l.key(row))
		b.WriteByte('\n')
	}
	return b.String()
}

// keys is [keyed] for a part of the document, made once.
func (d *decoder) keys(l level, run text.Lines) string {
	at := found{run, l}
	if d.keyed == nil {
		d.keyed = map[found]string{}
	}
	if _, ok := d.keyed[at]; !ok {
		d.keyed[at] = keyed(l, d.c.LinesOf(run))
	}
	return d.keyed[at]
}

// offset compares indentation line by line: all lines of the document must have the
// same more, or the same less, than the quotation.
func (d *decoder) offset(old []string, start int) (add, cut string, ok bool) {
	for i, line := range old {
		if lines.Blank(line) {
			continue
		}
		have, want := lines.Lead(line), lines.Lead(d.c.Line(start+i))
		if !ok {
			if add, ok = strings.CutSuffix(want, have); !ok {
				if cut, ok = strings.CutSuffix(have, want); !ok {
					return "", "", false
				}
				add = ""
			}
		}
		if cut != "" && have != cut+want || cut == "" && want != add+have {
			return "", "", false
		}
	}
	return add, cut, ok
}

// A quote is a change that quotes the old lines it means. It may be read in several
// ways; all readings together must find one place.
type quote struct {
	readings []quotation
	shorter  []quotation // without what may be prose: where the others are not found
	longer   []quotation // with more context: where the others are found more than once
	scope    string      // a line that stands directly above, or opens the block: as longer
}

// quotation is one way to read a quotation: the old lines and their replacement.
type quotation struct {
	old []string
	new []newLine
}

// newLine is a line of the replacement; from is the quoted line that it keeps, or -1.
type newLine struct {
	text string
	from int
}

// paired pairs two sides: lines equal at their ends are kept ones.
func paired(old, now []string) quotation {
	r := quotation{old: old, new: make([]newLine, len(now))}
	for i, l := range now {
		r.new[i] = newLine{l, -1}
	}
	head := 0
	for head < len(old) && head < len(now) && old[head] == now[head] {
		r.new[head].from = head
		head++
	}
	for o, n := len(old)-1, len(now)-1; o >= head && n >= head && old[o] == now[n]; o, n = o-1, n-1 {
		r.new[n].from = o
	}
	return r
}

// match is a reading with its place.
type match struct {
	quotation
	hit
	level level
}

// placeAll places the changes of an answer; those that change nothing drop out.
func (d *decoder) placeAll(s edits.Script, list []quote) (edits.Script, *edits.Reject) {
	if len(list) > maxAnswerOps {
		return s, rejectf(edits.RejectTooLarge, "the answer has %d changes", len(list))
	}
	for n, q := range list {
		op, keep, r := d.place(q, n)
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

// place turns a quotation into an operation on the lines that really change. keep is
// false for one that changes nothing. Context may be quoted from beyond the windows,
// as far as it was shown.
func (d *decoder) place(q quote, n int) (op edits.Op, keep bool, r *edits.Reject) {
	all := []text.Lines{{End: d.c.Snapshot.LineCount()}}
	for _, runs := range [][]text.Lines{d.runs(), all} {
		for l := levelExact; l <= levelOffset; l++ {
			for _, readings := range [][]quotation{q.readings, q.shorter} {
				hits := d.findAll(runs, l, readings)
				if len(hits) > 1 {
					if longer := d.findAll(runs, l, q.longer); len(longer) == 1 {
						hits = longer
					} else if within := d.within(q.scope, hits); len(within) == 1 {
						hits = within
					}
				}
				switch {
				case len(hits) == 1:
					return d.operate(hits[0], n)
				case len(hits) > 1:
					return op, false, opReject(n, edits.RejectDecodeAmbiguous,
						"the old code stands in several places (%s); quote more lines or use ids", d.places(hits))
				}
			}
		}
	}
	return op, false, opReject(n, edits.RejectDecodeNone, "the old code is not in the windows")
}

// runs returns the lines of the windows.
func (d *decoder) runs() []text.Lines {
	var out []text.Lines
	for _, r := range d.c.Windows.Runs {
		out = append(out, text.Lines{Start: r.Lines.Start, End: min(r.Lines.End, d.c.Snapshot.LineCount())})
	}
	return out
}

// findAll lists the distinct places of some readings at a level.
func (d *decoder) findAll(runs []text.Lines, l level, readings []quotation) (all []match) {
	for _, r := range readings {
	next:
		for _, h := range d.find(runs, l, r.old) {
			for i, have := range all {
				if have.at != h.at {
					continue
				}
				// Two readings of one place differ by the marker column. One blank is no step
				// of indentation, so it was the marker.
				if len(have.add)+len(have.cut) == 1 && len(h.add)+len(h.cut) != 1 {
					all[i] = match{r, h, l}
				}
				continue next
			}
			all = append(all, match{r, h, l})
		}
	}
	return all
}

// within keeps the places directly below the scope line, or inside the block that it
// opens: with nothing between them that is indented as little. The line must equal
// exactly one of the document.
func (d *decoder) within(scope string, hits []match) (inside []match) {
	opens := -1
	for l := range d.c.Snapshot.LineCount() {
		if scope != "" && strings.TrimSpace(d.c.Line(l)) == scope {
			if opens >= 0 {
				return nil
			}
			opens = l
		}
	}
	if opens < 0 {
		return nil
	}
	end := opens + 1
	for ; end < d.c.Snapshot.LineCount(); end++ {
		if l := d.c.Line(end); !lines.Blank(l) && len(lines.Lead(l)) <= len(lines.Lead(d.c.Line(opens))) {
			break
		}
	}
	for _, h := range hits {
		if h.at.Start == opens+1 || opens < h.at.Start && h.at.Start < end {
			inside = append(inside, h)
		}
	}
	return inside
}

// places lists hits for feedback, by id where the lines have one.
func (d *decoder) places(hits []match) string {
	var names []string
	for _, h := range hits {
		first, last := d.c.LineID(h.at.Start), d.c.LineID(h.at.End-1)
		switch {
		case first == "" || last == "":
			names = append(names, h.at.String())
		case first == last:
			names = append(names, string(first))
		default:
			names = append(names, fmt.Sprintf("%s–%s", first, last))
		}
	}
	if len(hits) == listedPlaces {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}

// operate narrows a match to the lines that change. Kept lines are those of the
// document, the others get the indentation of the place.
func (d *decoder) operate(f match, n int) (op edits.Op, keep bool, r *edits.Reject) {
	head, tail := 0, 0
	for head < len(f.new) && head < f.at.Len() && f.new[head].from == head {
		head++
	}
	for tail < len(f.new)-head && tail < f.at.Len()-head && f.new[len(f.new)-1-tail].from == f.at.Len()-1-tail {
		tail++
	}
	at := text.Lines{Start: f.at.Start + head, End: f.at.End - tail}
	middle := f.new[head : len(f.new)-tail]
	if at.Len() == 0 && len(middle) == 0 {
		return op, false, nil
	}
	rows := make([]string, len(middle))
	for i, m := range middle {
		rest, ok := strings.CutPrefix(m.text, f.cut)
		switch {
		case m.from >= 0:
			rows[i] = d.c.Line(f.at.Start + m.from)
		case lines.Blank(m.text):
			rows[i] = m.text
		case !ok:
			return op, false, opReject(n, edits.RejectDecodeAmbiguous,
				"the new code has less indentation than can be taken away; quote the old code as it stands")
		default:
			rows[i] = f.add + rest
		}
	}
	return placed(at, rows), true, nil
}

// wholeLines places quoted code that stands for an anchor: it must equal whole lines
// of the windows, as it is, without trailing blanks, or without any indentation, and
// exactly once. A line hint decides among several only if it is the line of one of
// them, never by being near.
func (d *decoder) wholeLines(old []string, hint, n int) (text.Lines, *edits.Reject) {
	old = lines.TrimBlank(old)
	if len(old) == 0 {
		return text.Lines{}, opReject(n, edits.RejectIDUnknown, "the anchor is empty")
	}
	for _, l := range [...]level{levelExact, levelTrailing, levelBare} {
		hits := d.find(d.runs(), l, old)
		if len(hits) == 1 {
			return hits[0].at, nil
		}
		var list []match
		for _, h := range hits {
			if h.at.Start == hint-1 {
				return h.at, nil
			}
			list = append(list, match{hit: h})
		}
		if len(list) > 0 {
			return text.Lines{}, opReject(n, edits.RejectDecodeAmbiguous,
				"%q stands in %s; use an id", lines.Clip(strings.TrimSpace(old[0]), 60), d.places(list))
		}
	}
	return text.Lines{}, opReject(n, edits.RejectIDUnknown, "%q is no line of the windows; use an id",
		lines.Clip(strings.TrimSpace(old[0]), 60))
}
