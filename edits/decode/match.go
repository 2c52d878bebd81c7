package decode

import (
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"

	"github.com/fettle-dev/fettle/internal/text"
)

// A level is one of the ways in which quoted old code may equal the document.
// They are tried in order; similarity is none of them.
type level uint8

const (
	levelExact level = iota
	levelTrailing
	levelOffset // all lines indented alike by some constant
	levelBare   // no indentation compared at all; for anchors only
	levels
)

// key is what must be equal at a level.
func (l level) key(line string) string {
	switch l {
	case levelTrailing:
		return strings.TrimRight(line, " \t")
	case levelOffset, levelBare:
		return strings.Trim(line, " \t")
	}
	return line
}

// index finds whole lines inside the runs of the windows. Lines become
// numbers, so that a search compares numbers; it is linear in the windows and
// in what is looked for.
type index struct {
	c    edits.Candidates
	runs []text.Lines
	ids  [levels]map[string]int32
	seq  [levels][][]int32 // per run, a number for each line
}

func newIndex(c edits.Candidates) *index {
	x := &index{c: c}
	for _, r := range c.Windows.Runs {
		lines := r.Lines
		lines.End = min(lines.End, c.Snapshot.LineCount())
		x.runs = append(x.runs, lines)
	}
	return x
}

// load numbers the lines of the windows at a level.
func (x *index) load(l level) {
	if x.ids[l] != nil {
		return
	}
	ids := map[string]int32{}
	for _, run := range x.runs {
		seq := make([]int32, 0, max(0, run.Len()))
		for i := run.Start; i < run.End; i++ {
			k := l.key(x.c.Line(i))
			id, ok := ids[k]
			if !ok {
				id = int32(len(ids)) + 1
				ids[k] = id
			}
			seq = append(seq, id)
		}
		x.seq[l] = append(x.seq[l], seq)
	}
	x.ids[l] = ids
}

// hit is a place where old code was found, and the indentation by which the
// document has more (add) or less (cut) than the quotation.
type hit struct {
	at       text.Lines
	add, cut string
}

// find lists the places where the old lines stand at one level, at most limit.
func (x *index) find(l level, old []string, limit int) []hit {
	if len(old) == 0 {
		return nil
	}
	x.load(l)
	want := make([]int32, len(old))
	for i, line := range old {
		id, ok := x.ids[l][l.key(line)]
		if !ok {
			return nil
		}
		want[i] = id
	}
	fail := failure(want)
	var hits []hit
	work := 64 * (len(old) + x.lineCount()) // bounds the checks of offsets
	for r, seq := range x.seq[l] {
		k := 0
		for i, id := range seq {
			for k > 0 && want[k] != id {
				k = fail[k-1]
			}
			if want[k] == id {
				k++
			}
			if k < len(want) {
				continue
			}
			k = fail[k-1]
			start := x.runs[r].Start + i + 1 - len(want)
			h := hit{at: text.Lines{Start: start, End: start + len(want)}}
			if l == levelOffset {
				var ok bool
				if work -= len(old); work < 0 {
					return []hit{h, h} // too repetitive to tell: not unique
				}
				if h.add, h.cut, ok = x.offset(old, start); !ok {
					continue
				}
			}
			if hits = append(hits, h); len(hits) == limit {
				return hits
			}
		}
	}
	return hits
}

func (x *index) lineCount() int {
	n := 0
	for _, r := range x.runs {
		n += r.Len()
	}
	return n
}

// failure is the table of Knuth, Morris and Pratt: for each prefix of want the
// length of its longest border.
func failure(want []int32) []int {
	fail := make([]int, len(want))
	k := 0
	for i := 1; i < len(want); i++ {
		for k > 0 && want[k] != want[i] {
			k = fail[k-1]
		}
		if want[k] == want[i] {
			k++
		}
		fail[i] = k
	}
	return fail
}

// offset compares indentation line by line: all lines of the document must
// have the same more, or the same less, than the quotation.
func (x *index) offset(old []string, start int) (add, cut string, ok bool) {
	known := false
	for i, line := range old {
		if lines.Blank(line) {
			continue
		}
		have, want := lines.Lead(line), lines.Lead(x.c.Line(start+i))
		if !known {
			known = true
			if s, found := strings.CutSuffix(want, have); found {
				add = s
			} else if s, found := strings.CutSuffix(have, want); found {
				cut = s
			} else {
				return "", "", false
			}
		}
		if cut != "" && have != cut+want || cut == "" && want != add+have {
			return "", "", false
		}
	}
	return add, cut, known
}

// shift gives new lines the indentation of the place where the old ones were
// found. ok is false where a line has less than must be cut.
func (h hit) shift(rows []string) (out []string, ok bool) {
	if h.add == "" && h.cut == "" {
		return rows, true
	}
	out = make([]string, len(rows))
	for i, line := range rows {
		if lines.Blank(line) {
			out[i] = line
			continue
		}
		rest, found := strings.CutPrefix(line, h.cut)
		if !found {
			return nil, false
		}
		out[i] = h.add + rest
	}
	return out, true
}

// wholeLines places quoted code that stands for an anchor: it must equal whole
// lines of the windows, as it is, without trailing blanks, or without any
// indentation, and exactly once.
func (x *index) wholeLines(old []string, n int) (text.Lines, *edits.Reject) {
	old = lines.TrimBlank(old)
	for _, l := range [...]level{levelExact, levelTrailing, levelBare} {
		hits := x.find(l, old, listedPlaces)
		switch {
		case len(hits) == 1:
			return hits[0].at, nil
		case len(hits) > 1:
			return text.Lines{}, opReject(n, edits.RejectDecodeAmbiguous, "%q stands in %s; use an id",
				lines.Clip(strings.TrimSpace(old[0]), 60), places(x.c, hits))
		}
	}
	if len(old) == 0 {
		return text.Lines{}, opReject(n, edits.RejectDecodeNone, "the anchor is empty")
	}
	return text.Lines{}, opReject(n, edits.RejectDecodeNone, "%q is no line of the windows; use an id", lines.Clip(strings.TrimSpace(old[0]), 60))
}

// listedPlaces is how many places feedback names.
const listedPlaces = 8

// places lists hits for feedback, by id where the lines have one.
func places(c edits.Candidates, hits []hit) string {
	var b strings.Builder
	for i, h := range hits {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(suggest(c, h.at, 1).String())
	}
	if len(hits) == listedPlaces {
		b.WriteString(" …")
	}
	return b.String()
}
