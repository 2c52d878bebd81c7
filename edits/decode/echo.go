package decode

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"

	"github.com/fettle-dev/fettle/internal/text"
)

// echo is the address that a prompt or a tool shows before a line of code, sent
// back by the model: "L41:2c| " or "41 | ".
type echo struct {
	number int
	id     bool
	rest   string
}

// readEcho takes the address off a line. Behind the bar stands at most one
// blank that is no code.
func readEcho(line string) (echo, bool) {
	s := strings.TrimLeft(line, " \t")
	letter := s != "" && s[0] == 'L'
	n, rest, ok := lineNumber(s)
	if !ok {
		return echo{}, false
	}
	rest, ok = strings.CutPrefix(strings.TrimLeft(rest, " "), "|")
	if !ok || strings.HasPrefix(rest, "|") { // code: 1 || x
		return echo{}, false
	}
	coded := letter && strings.HasPrefix(s[1+digits(s[1:]):], ":")
	return echo{number: n, id: coded, rest: strings.TrimPrefix(rest, " ")}, true
}

// stripEcho removes echoed addresses if every line has one that fits its
// place: in the addressed span, or counted on behind it. On some lines only,
// nobody can tell what is code: the answer is refused where an id stands or the
// line of that number is the rest.
func (d *decoder) stripEcho(code []string, span text.Lines, n int) ([]string, *edits.Reject) {
	echoes := make([]echo, 0, min(len(code), 128))
	rows, proved := 0, 0
	for _, l := range code {
		if lines.Blank(l) {
			echoes = append(echoes, echo{rest: l})
			continue
		}
		rows++
		e, ok := readEcho(l)
		if !ok {
			continue
		}
		if e.id || d.isLine(e) {
			proved++
		}
		echoes = append(echoes, e)
	}
	switch {
	case rows == 0:
	case len(echoes) == len(code) && fits(echoes, span):
		stripped := make([]string, len(code))
		for i, e := range echoes {
			stripped[i] = e.rest
		}
		d.repair(edits.RepairEchoedID)
		return stripped, nil
	case proved > 0:
		return nil, opReject(n, edits.RejectDecodeAmbiguous, "send code without ids and numbers: some lines begin with one")
	}
	return code, nil
}

// isLine reports whether the rest of an echo is the line of its number.
func (d *decoder) isLine(e echo) bool {
	if e.number < 1 || e.number > d.c.Snapshot.LineCount() || !lines.HasWord(e.rest) {
		return false
	}
	old := strings.TrimSpace(d.c.Line(e.number - 1))
	return old == strings.TrimSpace(e.rest)
}

// numberedCode reports whether lines of the windows themselves look numbered.
func (d *decoder) numberedCode() bool {
	return d.inWindows(func(l string) bool { _, ok := readEcho(l); return ok })
}

// fits reports whether the numbers of echoes rise, from inside the span.
func fits(echoes []echo, span text.Lines) bool {
	last := 0
	for _, e := range echoes {
		if e.number == 0 {
			continue
		}
		if last == 0 && span.Start >= 0 && (e.number < span.Start+1 || e.number > span.End+1) {
			return false
		}
		if last != 0 && (e.number < last || !e.id && e.number > last+1) {
			return false
		}
		last = e.number
	}
	return last != 0
}

// maxNeighbours is how many lines round an edit its new lines may repeat.
const maxNeighbours = 10

// withoutNeighbours drops the lines round the addressed ones that new lines repeat
// at their ends: models send them along as context. An edit that makes lines equal
// to their neighbours has no more lines than it replaces.
func (d *decoder) withoutNeighbours(op edits.Op, code []string) []string {
	span := d.spanOf(op)
	if span.Start < 0 || len(code) < 2 {
		return code
	}
	above := text.Lines{Start: max(0, span.Start-maxNeighbours), End: span.Start}
	below := text.Lines{Start: span.End, End: min(d.c.Snapshot.LineCount(), span.End+maxNeighbours)}
	switch op.Kind {
	case edits.Replace:
		if len(code) <= span.Len() {
			return code
		}
	case edits.InsertBefore:
		below = text.Lines{Start: span.Start, End: below.End}
	case edits.InsertAfter:
		above = text.Lines{Start: above.Start, End: span.End}
	}
	head := d.repeats(code, above, lines.Head)
	tail := d.repeats(code[head:], below, lines.Tail)
	if head+tail == 0 || lines.FirstText(code[head:len(code)-tail]) < 0 {
		return code
	}
	d.repair(edits.RepairEcho)
	return code[head : len(code)-tail]
}

// repeats is how many lines at one end of the code are those of the document at
// the side where they meet; lines without a word do not tell.
func (d *decoder) repeats(code []string, near text.Lines, s lines.Side) int {
	old := d.c.LinesOf(near)
	for k := min(len(old), len(code)-1); k > 0; k-- {
		mine, theirs := code[:k], old[len(old)-k:]
		if s == lines.Tail {
			mine, theirs = code[len(code)-k:], old[:k]
		}
		same := func(a, b string) bool { return strings.TrimSpace(a) == strings.TrimSpace(b) }
		if slices.EqualFunc(mine, theirs, same) && slices.ContainsFunc(mine, lines.HasWord) {
			return k
		}
	}
	return 0
}
