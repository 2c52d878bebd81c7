package decode

import (
	"math/rand/v2"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/internal/testkit"

	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/testkit/encode"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// The properties of the engine as fuzz targets; FuzzDecode and FuzzUnified show
// two more. Those that need a request make it of the input's bytes.

// bytesSource is a source of randomness that a fuzzer controls: one byte for each
// number, and a fixed sequence once they are used up.
type bytesSource struct {
	data []byte
	rest *rand.PCG
}

func (b *bytesSource) Uint64() uint64 {
	if len(b.data) == 0 {
		return b.rest.Uint64()
	}
	n := uint64(b.data[0])
	b.data = b.data[1:]
	return n<<56 | n<<24 | n // the high and the low bits count
}

func fuzzed(data []byte) generator {
	return generator{rand.New(&bytesSource{data, rand.NewPCG(uint64(len(data)), 1)})}
}

// fuzzGenerated runs a property on requests made of the fuzzer's bytes.
func fuzzGenerated(f *testing.F, property func(t *testing.T, g generator, c edits.Candidates, s edits.Script, o edits.Options)) {
	f.Helper()
	for i := range 8 {
		f.Add([]byte(strings.Repeat(string(rune('a'+17*i)), 10*i)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		g := fuzzed(data)
		doc := g.document()
		c := edits.NewCandidates(doc, g.windows(doc), nil, signal.Diagnostic{})
		property(t, g, c, g.script(c), edits.Options{Characters: g.IntN(4) == 0, Unlimited: g.IntN(2) == 0})
	})
}

// Decoding needs memory of the order of the answer. All that is ever
// allocated counts, by every rung of the ladder; what grows with the square of
// the answer is hundreds of times more.
func FuzzDecodeMemory(f *testing.F) {
	testkit.Allocations(f)
	c := area()
	for _, a := range fuzzAnswers(c) {
		f.Add(a)
	}
	f.Add("0\nEDIT ")
	f.Fuzz(func(t *testing.T, piece string) {
		if piece == "" || len(piece) > 4096 {
			return
		}
		answer := strings.Repeat(piece, 1<<17/len(piece))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, r := Answer(answer, c)
		runtime.ReadMemStats(&after)
		if got, most := after.TotalAlloc-before.TotalAlloc, uint64(128*len(answer)+1<<20); got > most {
			t.Errorf("%d bytes for an answer of %d, of %q (%v)", got, len(answer), piece, r)
		}
	})
}

// [TestApplyStaysInside] for what a fuzzer makes.
func FuzzApplyInside(f *testing.F) { fuzzGenerated(f, staysInside) }

// [TestEditorsApplyTheEdits] for what a fuzzer makes.
func FuzzEditors(f *testing.F) { fuzzGenerated(f, editorsApply) }

// [TestOrderIsIrrelevant] for what a fuzzer makes.
func FuzzOrder(f *testing.F) { fuzzGenerated(f, orderIsIrrelevant) }

// Offered ids resolve to what they name; with another kind, number or code they
// name something else or nothing.
func FuzzLookup(f *testing.F) {
	f.Add([]byte("abc"), "L1:aa")
	f.Add([]byte{}, "EOW:PRIMARY")
	f.Fuzz(func(t *testing.T, data []byte, id string) {
		g := fuzzed(data)
		doc := g.document()
		c := edits.NewCandidates(doc, g.windows(doc), nil, signal.Diagnostic{})
		offered := map[edits.AnchorID]edits.Candidate{}
		for _, x := range c.List {
			offered[x.ID] = x
			if y, reject := c.Lookup(x.ID); x.ID != "" && (reject != nil || y.Lines != x.Lines || y.Kind != x.Kind) {
				t.Fatalf("%s: %v, %v", x.ID, y, reject)
			}
		}
		mutants := []string{id}
		if x := c.List[g.IntN(len(c.List))]; x.ID != "" {
			at := g.IntN(len(x.ID))
			mutants = append(mutants, string(x.ID[:at])+g.pick("a", "7", "L", "F", ":", "")+string(x.ID[at+1:]))
		}
		for _, m := range mutants {
			if y, reject := c.Lookup(edits.AnchorID(m)); reject == nil {
				kind, line, code, ok := edits.SplitID(edits.AnchorID(m))
				x := offered[y.ID]
				wantKind, wantLine, wantCode, _ := edits.SplitID(y.ID)
				if y.Lines.Len() > 0 && (!ok || kind != wantKind || line != wantLine || code != wantCode) || x.Lines != y.Lines {
					t.Fatalf("%q resolves to %v", m, y)
				}
			}
		}
	})
}

// [TestEncodeDecode] for what a fuzzer makes.
func FuzzEncode(f *testing.F) {
	f.Add([]byte("abc"), "~~~\nEND\n\tx")
	f.Add([]byte("z"), "\x00\u2028\n```\n\"\\n\"\nNO_FIX x\n# é\n"+strings.Repeat("y", 5000))
	f.Fuzz(func(t *testing.T, data []byte, code string) {
		g := fuzzed(data)
		lines := strings.Split(strings.ToValidUTF8(strings.ReplaceAll(code, "\r", ""), "?"), "\n")
		encodedDecodes(t, g, func() string { return lines[g.IntN(len(lines))] })
	})
}

// [TestReadingsKeepRelativeIndentation] for what a fuzzer makes.
func FuzzReadings(f *testing.F) {
	f.Add([]byte("abcdefg"))
	f.Fuzz(func(t *testing.T, data []byte) { readingsKeepShape(t, fuzzed(data)) })
}

// A rewrite that was applied, sent again on the result, changes
// nothing. Where the first line had to be placed apart from the others, it may
// stand where it says the second time; so may a line that is a comment, which
// parses at any indentation.
func FuzzApplyTwice(f *testing.F) {
	f.Add("if r is None:\n    return 1\nreturn 2")
	f.Add("return 1\n")
	f.Add(" N\n \nn")
	f.Add("#\n\to\no#")
	f.Fuzz(func(t *testing.T, code string) {
		const above = "def g():\n    return 0\n\n\n" // tells what a step of indentation is
		const src = above + "def f(r):\n    if r == None:\n        return 1\n    return 2\n"
		sound := edits.NoWorse(syntax.Parse("python", src))
		send := func(c edits.Candidates) (edits.Result, []edits.Reject) {
			return edits.Apply(c, edits.Script{Status: edits.StatusFix, Shape: edits.ShapeText, Ops: []edits.Op{
				{Kind: edits.Rewrite, From: "PRIMARY", Lines: strings.Split(code, "\n"), Faithful: true}}}, edits.Options{Parse: sound})
		}
		c := offer(python(src), 6, 8)
		first, rejects := send(c)
		if rejects != nil {
			return
		}
		next := python(first.Text)
		lines := text.Lines{Start: 5, End: next.LineCount()}
		again := edits.NewCandidates(next, window.Set{Runs: []window.Run{{Role: window.Primary, Index: 1, Lines: lines}}}, nil, signal.Diagnostic{})
		second, rejects := send(again)
		comments := regexp.MustCompile(`(?m)^[ \t]+#`)
		if rejects == nil && comments.ReplaceAllString(second.Text, "#") != comments.ReplaceAllString(first.Text, "#") {
			t.Fatalf("%q gave %q, then %q", code, first.Text, second.Text)
		}
	})
}

// An answer that is cut gives no edit when it is marked so, and one
// that is cut inside a block gives none even when it is not.
func FuzzCut(f *testing.F) {
	f.Add("    if r is None:\n~~~\nEND", uint16(20))
	f.Add("x = 1", uint16(3))
	c := area()
	f.Fuzz(func(t *testing.T, code string, at uint16) {
		id := c.LineID(4)
		s := edits.Script{Status: edits.StatusFix, Ops: []edits.Op{
			{Kind: edits.Replace, From: id, To: id, Lines: strings.Split(strings.ToValidUTF8(strings.ReplaceAll(code, "\r", ""), "?"), "\n"), Faithful: true}}}
		for _, answer := range []string{encode.Text(s), encode.JSON(c, s)} {
			cut := answer[:min(int(at), len(answer))]
			whole, _ := Answer(answer, c)
			got, r := Answer(cut, c)
			if r == nil && got.Status == edits.StatusFix && (len(whole.Ops) == 0 || !slices.Equal(got.Ops[0].Lines, whole.Ops[0].Lines)) {
				t.Fatalf("%q cut to %q gave %q", answer, cut, got.Ops[0].Lines)
			}
		}
	})
}

func FuzzApply(f *testing.F) {
	f.Add("def f():\n    return 1\n", "return 2", uint8(1), uint8(1), uint8(0))
	f.Add("a\r\nb", "x\ny", uint8(0), uint8(2), uint8(3))
	f.Add("\ufeff#!/bin/sh\n\tx\n", "\n  y", uint8(0), uint8(9), uint8(4))
	f.Fuzz(func(t *testing.T, src, code string, first, length, kind uint8) {
		s := python(src)
		start := min(int(first), s.LineCount())
		run := window.Run{Role: window.Primary, Index: 1, Lines: text.Lines{Start: start, End: min(s.LineCount(), start+int(length))}}
		c := edits.NewCandidates(s, window.Set{Runs: []window.Run{run}}, nil, signal.Diagnostic{})
		x := c.List[int(kind)%len(c.List)]
		op := edits.Op{Kind: edits.OpKind(1 + kind%5), From: x.ID, To: x.ID, Lines: strings.Split(code, "\n"), Faithful: kind%2 == 0}
		if op.Kind == edits.Rewrite {
			op.From = "PRIMARY"
		}
		r, rejects := edits.Apply(c, edits.Script{Status: edits.StatusFix, Shape: edits.ShapeText, Ops: []edits.Op{op}}, edits.Options{})
		if rejects == nil {
			checkResult(t, c, r)
		}
	})
}
