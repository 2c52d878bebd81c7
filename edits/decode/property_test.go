package decode

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"

	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/testkit/encode"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// generator makes documents, windows and scripts from a source of randomness.
type generator struct{ *rand.Rand }

func (g generator) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g generator) line() string {
	return strings.Repeat(g.pick(" ", "  ", "    ", "\t"), g.IntN(4)) + g.pick("a = 1", "b(2)", "return c", "if x:", "]", "é = '𝒜'", "", "END", "~~~", "x")
}

func (g generator) lines(most int) []string {
	out := make([]string, g.IntN(most+1))
	for i := range out {
		out[i] = g.line()
	}
	return out
}

// document makes a text with every terminator.
func (g generator) document() text.Snapshot {
	var b strings.Builder
	if g.IntN(8) == 0 {
		b.WriteString(bom)
	}
	end := g.pick("\n", "\n", "\r\n", "\r")
	n := g.IntN(30)
	for i := range n {
		b.WriteString(g.line())
		if i < n-1 || g.IntN(3) > 0 {
			if g.IntN(9) == 0 {
				end = g.pick("\n", "\r\n", "\r")
			}
			b.WriteString(end)
		}
	}
	return text.File("/src/a", g.pick("python", "go", "text"), b.String())
}

// windows makes one to three disjoint runs, some of them empty.
func (g generator) windows(s text.Snapshot) window.Set {
	var set window.Set
	at := 0
	for i := range 1 + g.IntN(3) {
		start := at + g.IntN(5)
		end := start + g.IntN(7)
		if end > s.LineCount() {
			break
		}
		set.Runs = append(set.Runs, window.Run{Role: window.Primary, Index: i + 1, Lines: text.Lines{Start: start, End: end}})
		at = end + 1
	}
	if len(set.Runs) == 0 {
		set.Runs = []window.Run{{Role: window.Primary, Index: 1, Lines: text.Lines{End: s.LineCount()}}}
	}
	return set
}

// script makes operations on offered ids; they need not agree with each other.
func (g generator) script(c edits.Candidates) edits.Script {
	s := edits.Script{Status: edits.StatusFix, Shape: []edits.Shape{edits.ShapeText, edits.ShapeJSON}[g.IntN(2)]}
	for range 1 + g.IntN(3) {
		x := c.List[g.IntN(len(c.List))]
		op := edits.Op{Kind: edits.OpKind(1 + g.IntN(4)), From: x.ID, To: x.ID, Lines: g.lines(4), Faithful: g.IntN(3) > 0}
		switch {
		case x.Lines.Len() == 0:
			op.Kind = edits.InsertAfter
		case g.IntN(6) == 0:
			op.Kind = edits.Rewrite
			op.From = edits.AnchorID(c.Windows.Runs[x.Run].Name())
		case op.Kind == edits.Replace && g.IntN(2) == 0:
			if y := c.List[g.IntN(len(c.List))]; y.Run == x.Run && y.Kind == edits.Line {
				op.To = y.ID
			}
		}
		s.Ops = append(s.Ops, op)
	}
	return s
}

// generated runs a property on generated requests.
func generated(t *testing.T, n int, property func(t *testing.T, g generator, c edits.Candidates, s edits.Script, o edits.Options)) {
	t.Helper()
	g := generator{rand.New(rand.NewPCG(7, 11))}
	applied := 0
	for range n {
		doc := g.document()
		c := edits.NewCandidates(doc, g.windows(doc), nil, signal.Diagnostic{})
		s, o := g.script(c), edits.Options{Characters: g.IntN(4) == 0, Unlimited: g.IntN(2) == 0}
		if _, rejects := edits.Apply(c, s, o); rejects == nil {
			applied++
		}
		property(t, g, c, s, o)
	}
	if applied < n/10 {
		t.Errorf("only %d of %d scripts were applied: the generator is too wild", applied, n)
	}
}

// Apply touches no byte outside the windows, and lines that no operation addresses
// are byte-equal, terminators included. The edits give the text, and their inverse
// the old one.
func TestApplyStaysInside(t *testing.T) { generated(t, 4000, staysInside) }

func staysInside(t *testing.T, _ generator, c edits.Candidates, s edits.Script, o edits.Options) {
	t.Helper()
	r, rejects := edits.Apply(c, s, o)
	if rejects != nil {
		if r.Edits != nil || r.Text != "" {
			t.Fatalf("rejected (%v), but with a result", rejects)
		}
		return
	}
	checkResult(t, c, r)
	was := c.Snapshot
	var inverse []text.Edit
	shift := 0
	for _, e := range r.Edits {
		start := e.Span.Start + shift
		inverse = append(inverse, text.Edit{Span: text.Span{Start: start, End: start + len(e.New)}, New: was.Slice(e.Span)})
		shift += len(e.New) - e.Span.Len()
	}
	next := was.With(r.Text)
	if back, err := next.Apply(inverse); err != nil || back.Text() != was.Text() {
		t.Fatalf("the inverse of %v gives %q, %v, want %q", r.Edits, back.Text(), err, was.Text())
	}
	if strings.HasPrefix(was.Text(), bom) && !strings.HasPrefix(r.Text, bom) {
		t.Fatalf("the byte order mark of %q is gone: %q", was.Text(), r.Text)
	}
}

// An editor that applies the edits by line and column, in any of the three
// encodings, has the new text.
func TestEditorsApplyTheEdits(t *testing.T) { generated(t, 1500, editorsApply) }

func editorsApply(t *testing.T, _ generator, c edits.Candidates, s edits.Script, o edits.Options) {
	t.Helper()
	r, rejects := edits.Apply(c, s, o)
	if rejects != nil {
		return
	}
	for _, enc := range []text.Encoding{text.UTF8, text.UTF16, text.UTF32} {
		got := c.Snapshot.Text()
		for _, e := range slices.Backward(r.Edits) {
			start, end := c.Snapshot.Position(e.Span.Start, enc), c.Snapshot.Position(e.Span.End, enc)
			got = got[:editorOffset(got, start, enc)] + e.New + got[editorOffset(got, end, enc):]
		}
		if got != r.Text {
			t.Fatalf("%v: an editor has %q, want %q (%v on %q)", enc, got, r.Text, r.Edits, c.Snapshot.Text())
		}
	}
}

// editorOffset finds a position as an editor does, independent of package text.
func editorOffset(s string, p text.Position, enc text.Encoding) int {
	at, line := 0, 0
	for line < p.Line {
		i := strings.IndexAny(s[at:], "\r\n")
		if i < 0 {
			return len(s)
		}
		at += i + 1
		if s[at-1] == '\r' && at < len(s) && s[at] == '\n' {
			at++
		}
		line++
	}
	units := 0
	for _, r := range s[at:] {
		if units >= p.Character || r == '\n' || r == '\r' {
			break
		}
		n := len(string(r))
		at += n
		switch {
		case enc == text.UTF8:
			units += n
		case enc == text.UTF16 && r >= 0x10000:
			units += 2
		default:
			units++
		}
	}
	return at
}

// The order of edits is irrelevant, inserts at one point aside.
func TestOrderIsIrrelevant(t *testing.T) { generated(t, 3000, orderIsIrrelevant) }

func orderIsIrrelevant(t *testing.T, _ generator, c edits.Candidates, s edits.Script, o edits.Options) {
	t.Helper()
	points := map[edits.AnchorID]bool{}
	for _, op := range s.Ops {
		if op.Kind == edits.InsertBefore || op.Kind == edits.InsertAfter {
			if len(points) > 0 {
				return
			}
			points[op.From] = true
		}
	}
	first, rejects := edits.Apply(c, s, o)
	slices.Reverse(s.Ops)
	second, other := edits.Apply(c, s, o)
	if first.Text != second.Text || (rejects == nil) != (other == nil) {
		t.Fatalf("%q or %q (%v, %v)", first.Text, second.Text, rejects, other)
	}
}

// Render → decode of a script is the identity in both first-class encodings, for
// any code but such as is taken for a slip of models.
func encodedDecodes(t *testing.T, g generator, line func() string) {
	t.Helper()
	c := offer(python("a = 1\nb = 2\nc = 3\nd = 4\n"), 1, 4)
	s := edits.Script{Status: edits.StatusFix, Reason: g.pick("", "because")}
	for i := range 1 + g.IntN(3) {
		op := edits.Op{Kind: []edits.OpKind{edits.Replace, edits.InsertAfter, edits.InsertBefore}[g.IntN(3)], From: c.LineID(i), To: c.LineID(i), Faithful: true}
		for range 1 + g.IntN(4) {
			op.Lines = append(op.Lines, line())
		}
		s.Ops = append(s.Ops, op)
	}
	for _, answer := range []string{encode.Text(s), encode.JSON(c, s)} {
		got, reject := Answer(answer, c)
		if reject != nil && reject.Code == edits.RejectDecodeAmbiguous && slices.ContainsFunc(s.Ops, numberedOp) {
			continue
		}
		if reject != nil {
			t.Fatalf("%q: %v", answer, reject)
		}
		for i, op := range s.Ops {
			if i < len(got.Ops) && undressed(got.Ops[i].Lines, op.Lines) {
				continue
			}
			if i >= len(got.Ops) || got.Ops[i].Kind != op.Kind || got.Ops[i].From != op.From || !slices.Equal(got.Ops[i].Lines, op.Lines) {
				t.Fatalf("%q came back as %+v", answer, got.Ops)
			}
		}
	}
}

// undressed reports whether lines came back without some at their ends, which look like a frame or repeat what
// stands next to them, or without the addresses that all of them begin with.
func undressed(got, sent []string) bool {
	cut := len(got) < len(sent) && strings.Contains("\n"+strings.Join(sent, "\n")+"\n", "\n"+strings.Join(got, "\n")+"\n")
	return cut || len(got) == len(sent) && !slices.ContainsFunc(sent, func(l string) bool {
		_, ok := readEcho(l)
		return !ok && !lines.Blank(l)
	})
}

// numberedOp reports whether lines of an op look like echoed addresses.
func numberedOp(op edits.Op) bool {
	return slices.ContainsFunc(op.Lines, func(l string) bool { _, ok := readEcho(l); return ok })
}

// A reading that moves a block as a whole never changes its relative indentation.
func TestReadingsKeepRelativeIndentation(t *testing.T) {
	g := generator{rand.New(rand.NewPCG(2, 9))}
	for range 3000 {
		readingsKeepShape(t, g)
	}
}

func readingsKeepShape(t *testing.T, g generator) {
	t.Helper()
	f := lines.Frame{Prefix: strings.Repeat(" ", g.IntN(3)*2), Old: g.lines(5), Mode: []lines.Mode{lines.ModeRewrite, lines.ModeReplace, lines.ModeInsert}[g.IntN(3)], Trusted: g.IntN(2) == 0, Key: lines.Key}
	rows := g.lines(6)
	b := lines.Block{Lines: rows, Literal: make([]bool, len(rows)), Fixed: make([]bool, len(rows))}
	for _, r := range f.Readings(b) {
		if r.Bare {
			continue
		}
		was, _ := lines.Dedent(rows)
		if is, _ := lines.Dedent(r.Lines); !slices.Equal(was, is) {
			t.Fatalf("%q was read as %q", rows, r.Lines)
		}
	}
}
