package decode

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// undress removes what a model put round the new lines of an edit and what is no
// code: a fence inside the fence, and echoed addresses. What the windows hold themselves is code.
func (d *decoder) undress(code []string, span text.Lines, n int) ([]string, *edits.Reject) {
	if inner, f, ok := innerFence(code); ok && !d.inWindows(isFence) &&
		(sameLanguage(f.info, d.c.Snapshot.Lang) || fileName(f.info)) {
		code = inner
	}
	return d.stripEcho(code, span, n)
}

// innerFence returns the code inside a fence that stands round all of some code.
func innerFence(code []string) ([]string, fence, bool) {
	first, last := lines.FirstText(code), lines.LastText(code)
	if first < 0 || first == last {
		return nil, fence{}, false
	}
	f, ok := openFence(code[first])
	if !ok || !f.closes(code[last]) || slices.ContainsFunc(code[first+1:last], isFence) {
		return nil, f, false
	}
	return f.outdent(code[first+1 : last]), f, true
}

// echo is the address that a prompt or a tool shows before a line of code, sent
// back by the model: "L41:2c| " or "41 | ".
type echo struct {
	number int
	id     bool
	rest   string
}

var address = lazyre.New(`^\s*(?:L?(\d{1,9})|L(\d{1,9}):\w\w) *\|(?:$| ?([^|].*)$| $)`)

// readEcho splits the address off a line. Behind the bar stands at most one blank that
// is no code; a second bar is code: 1 || x.
func readEcho(line string) (echo, bool) {
	m := address.FindStringSubmatch(line)
	if m == nil {
		return echo{}, false
	}
	n, err := strconv.Atoi(m[1] + m[2])
	return echo{number: n, id: m[2] != "", rest: m[3]}, err == nil && n > 0
}

// stripEcho removes echoed addresses if every line has one that fits its place: in
// the addressed span, or counted on behind it. On some lines only, it is not known
// what is code: the answer is refused where an id stands or the line of that number is
// the rest.
func (d *decoder) stripEcho(code []string, span text.Lines, n int) ([]string, *edits.Reject) {
	var out []string
	last, all, proved := 0, true, false
	for _, l := range code {
		e, ok := readEcho(l)
		switch {
		case lines.Blank(l):
			out = append(out, l)
			continue
		case !ok:
			all = false
			continue
		}
		proved = proved || e.id || e.number <= d.c.Snapshot.LineCount() && lines.HasWord(e.rest) &&
			strings.TrimSpace(d.c.Line(e.number-1)) == strings.TrimSpace(e.rest)
		if last == 0 && span.Start >= 0 && (e.number < span.Start+1 || e.number > span.End+1) ||
			last != 0 && (e.number < last || !e.id && e.number > last+1) {
			all = false
		}
		out, last = append(out, e.rest), e.number
	}
	switch {
	case all && last > 0:
		return out, nil
	case proved:
		return nil, opReject(n, edits.RejectDecodeAmbiguous, "send code without ids and numbers: some lines begin with one")
	}
	return code, nil
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
		below.Start = span.Start
	case edits.InsertAfter:
		above.End = span.End
	}
	head := repeats(code, d.c.LinesOf(above))
	backwards := func(rows []string) []string { rows = slices.Clone(rows); slices.Reverse(rows); return rows }
	tail := repeats(backwards(code[head:]), backwards(d.c.LinesOf(below)))
	if head+tail == 0 || lines.FirstText(code[head:len(code)-tail]) < 0 {
		return code
	}
	return code[head : len(code)-tail]
}

// repeats returns how many first lines of the code are the last ones of what stands above
// it; lines without a word do not count.
func repeats(code, above []string) int {
	for k := min(len(above), len(code)-1); k > 0; k-- {
		same := func(a, b string) bool { return strings.TrimSpace(a) == strings.TrimSpace(b) }
		if slices.EqualFunc(code[:k], above[len(above)-k:], same) && slices.ContainsFunc(code[:k], lines.HasWord) {
			return k
		}
	}
	return 0
}
