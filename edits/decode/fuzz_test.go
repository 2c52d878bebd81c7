package decode

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/encode"
)

// fuzzAnswers are answers of every shape, for seeds and for mutations.
func fuzzAnswers(c edits.Candidates) []string {
	var out []string
	for _, a := range []string{
		"REASON x\nEDIT replace <5> <6>\n~~~\n    if r is None:\n        return 0\n~~~\nEND\nEDIT delete <7>\nEND\n",
		"EDIT window PRIMARY\n~~~~\ndef area(r):\n~~~\n    return 0\n~~~~\nEND",
		"NO_FIX needs L1-L3 why",
		`{"status":"fix","reason":"","edits":[{"op":"replace","from":"<5>","to":"<6>","lines":["    if r is None:","        return 0"]}]}`,
		`{"file":"a.py","edits":[{"type":"insert_after","anchor":{"type":"function_definition","selected":"def side(a):"},"content":"def x():\n    pass\n"}]}`,
		"--- a/src/shapes.py\n+++ b/src/shapes.py\n@@ -4,2 +4,2 @@\n def area(r):\n-    if r == None:\n+    if r is None:\n",
		"*** Begin Patch\n*** Update File: shapes.py\n@@ def area(r):\n-    if r == None:\n+    if r is None:\n*** End Patch",
		"shapes.py\n```python\n<<<<<<< SEARCH\n    if r == None:\n=======\n    if r is None:\n>>>>>>> REPLACE\n```\n",
		"```python\ndef area(r):\n    if r is None:\n        return None\n    return math.pi * r ** 2\n```\n",
		shapesText,
		"edit 5:6\nx\nend_of_edit",
		"<think>EDIT delete <5>\nEND</think>No.",
	} {
		out = append(out, expand(c, a))
	}
	return out
}

func FuzzDecode(f *testing.F) {
	c := area()
	for _, a := range fuzzAnswers(c) {
		f.Add(a)
	}
	f.Fuzz(func(t *testing.T, answer string) {
		s, r := Answer(answer, c)
		if r != nil && len(s.Ops) > 0 {
			t.Fatal("a rejected answer holds edits")
		}
		if r == nil && (s.Status == edits.StatusFix) != (len(s.Ops) > 0) {
			t.Fatalf("status %v with %d edits", s.Status, len(s.Ops))
		}
		again, r2 := Answer(answer, c)
		if show(c, s, r) != show(c, again, r2) {
			t.Fatal("decoded twice, it differs")
		}
		checkPlaces(t, c, s)
		if r == nil && s.Status == edits.StatusFix {
			checkContained(t, c, s)
		}
	})
}

// checkPlaces requires found places to lie in one window.
func checkPlaces(t *testing.T, c edits.Candidates, s edits.Script) {
	t.Helper()
	for _, op := range s.Ops {
		if op.Place != nil && !c.Windows.Covers(*op.Place) {
			t.Fatalf("%v of shape %v lies outside the windows", *op.Place, s.Shape)
		}
	}
}

// checkContained requires an applied script to leave the lines outside the
// windows as they are.
func checkContained(t *testing.T, c edits.Candidates, s edits.Script) {
	t.Helper()
	res, rejects := edits.Apply(c, s, edits.Options{})
	if len(rejects) > 0 {
		return
	}
	for _, e := range res.Edits {
		if lines := c.Snapshot.LinesOf(e.Span); !slices.ContainsFunc(c.Windows.Runs, func(r window.Run) bool {
			return r.Lines.Start <= lines.Start && lines.Start <= r.Lines.End && (e.Span.Len() == 0 || lines.End <= r.Lines.End)
		}) {
			t.Fatalf("the edit %v touches %v", e, lines)
		}
	}
}

// TestDecodeMutated decodes random mutations of answers of every shape.
func TestDecodeMutated(t *testing.T) {
	c := area()
	answers := fuzzAnswers(c)
	r := rand.New(rand.NewPCG(3, 7))
	for range 20_000 {
		a := answers[r.IntN(len(answers))]
		b := answers[r.IntN(len(answers))]
		i, j := r.IntN(len(a)+1), r.IntN(len(b)+1)
		mixed := a[:i] + b[j:]
		s, reject := Answer(mixed, c)
		if reject != nil && len(s.Ops) > 0 {
			t.Fatalf("a rejected answer holds edits: %q", mixed)
		}
		checkPlaces(t, c, s)
	}
}

// TestCutAnswers cuts answers at every byte. Marked incomplete they give no
// edit; even when they are not marked, a block that is cut gives none.
func TestCutAnswers(t *testing.T) {
	c := area()
	for _, answer := range []string{
		"EDIT replace <5> <6>\n~~~\n    if r is None:\n        return 0\n~~~\nEND\n",
		"EDIT replace <5> <6>\n~~~~~\n~~~\n        return 0\n~~~~~\nEND\n",
		"EDIT delete <5> <6>\nEND\n",
		"EDIT window PRIMARY\n~~~\ndef area(r):\n    if r is None:\n        return None\n    return math.pi * r ** 2\n~~~\nEND\n",
		`{"status":"fix","reason":"a","edits":[{"op":"replace","from":"<5>","to":"<6>","lines":["    if r is None:","        return 0"]},{"op":"delete","from":"<7>","to":"<7>","lines":[]}]}`,
		`{"file":"src/shapes.py","edits":[{"type":"replace","anchor":{"type":"line_pattern","selected":"    if r == None:"},"content":"    if r is None:"}]}`,
		"<<<<<<< SEARCH\n    if r == None:\n        return None\n=======\n    if r is None:\n        return 0\n>>>>>>> REPLACE\n",
		"*** Begin Patch\n*** Update File: src/shapes.py\n@@ def area(r):\n-    if r == None:\n+    if r is None:\n*** End Patch\n",
		"```diff\n@@\n-    if r == None:\n+    if r is None:\n```\n",
	} {
		answer = expand(c, answer)
		full, r := Answer(answer, c)
		if r != nil {
			t.Fatalf("%q: %v", answer, r)
		}
		want := show(c, full, nil)
		for i := range answer {
			s, r := Answer(answer[:i], c)
			if got := show(c, s, r); r == nil && s.Status == edits.StatusFix && got != want {
				t.Errorf("cut at byte %d, %q gives %s", i, answer[:i], got)
			}
		}
	}
}

// TestEncodeDecode writes scripts of random code in both first-class encodings
// and reads them back.
func TestEncodeDecode(t *testing.T) {
	testkit.OneGoroutine(t)
	c := area()
	r := rand.New(rand.NewPCG(5, 11))
	pieces := []string{"~~~", "~~~~", "```", "END", "EDIT delete L5", "NO_FIX", "\t", "    ", "x = 1", "'\\n'", `"`, "{", "}", "\x00", "é😀", "| ", "", "</think>", "=======", "<<<<<<< SEARCH", "@@", "\u2028", strings.Repeat("y", 3000)}
	for range 3000 {
		script := edits.Script{Status: edits.StatusFix}
		for range 1 + r.IntN(4) {
			id := c.LineID(3 + r.IntN(4))
			op := edits.Op{Kind: edits.Replace + edits.OpKind(r.IntN(4)), From: id, To: id, Faithful: true}
			for range 2 + r.IntN(6) {
				var b strings.Builder
				for range r.IntN(4) {
					b.WriteString(pieces[r.IntN(len(pieces))])
				}
				op.Lines = append(op.Lines, b.String())
			}
			if op.Kind == edits.Delete {
				op.Lines = nil
			}
			script.Ops = append(script.Ops, op)
		}
		for _, answer := range []string{encode.Text(script), encode.JSON(c, script)} {
			got, reject := Answer(answer, c)
			if reject != nil {
				t.Fatalf("%v\n%s", reject, answer)
			}
			if diff := cmp.Diff(script.Ops, got.Ops); diff != "" {
				t.Fatalf("%s\n(-want +got):\n%s", answer, diff)
			}
		}
	}
}

// hostile are answers of about n bytes that are expensive for careless
// decoders.
func hostile(c edits.Candidates, n int) map[string]string {
	fill := func(s string) string { return strings.Repeat(s, n/len(s)) }
	id := string(c.LineID(4))
	return map[string]string{
		"braces":        fill("{"),
		"braces, keyed": `{"edits":` + fill("{\n"),
		"brackets":      `{"edits":` + fill("["),
		"quotes":        `{"edits": "` + fill(`\"`),
		"line ends":     fill("\n"),
		"fences":        fill("```\n"),
		"tildes":        "EDIT replace " + id + "\n~~~\n" + fill("~~\n"),
		"blocks":        fill("EDIT replace " + id + "\n~~~\nx\n~~~\nEND\n"),
		"headers":       fill("EDIT delete " + id + "\n"),
		"search":        fill("<<<<<<< SEARCH\n    return None\n=======\nx\n>>>>>>> REPLACE\n"),
		"hunks":         fill("@@\n-    return None\n+x\n"),
		"context":       "@@\n" + fill(" \n") + "-x\n+y\n",
		"thoughts":      fill("<think></think>"),
		"open thoughts": fill("</think> x\n"),
		"one line":      fill("x"),
		"edits":         `{"edits":[` + fill(`{"op":"delete","from":"`+id+`"},`) + `{}]}`,
		"escapes":       `{"edits":[{"op":"replace","from":"` + id + `","lines":"` + fill(`\\n`) + `"}]}`,
		"rewrite":       "```python\n" + fill("    return None\n") + "```",
		"prose":         fill("word "),
		"one block":     "EDIT replace " + id + "\n~~~\n" + fill("    some_value = some_function(some_argument, 1)\n") + "~~~\nEND\n",
	}
}

// TestDecodeMemory bounds what decoding allocates in all: eight times the
// answer, and a constant for the tables of the windows.
func TestDecodeMemory(t *testing.T) {
	testkit.Allocations(t)
	c := area()
	for name, answer := range hostile(c, 1<<19) {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		_, r := Answer(answer, c)
		runtime.ReadMemStats(&after)
		if got, most := after.TotalAlloc-before.TotalAlloc, uint64(8*len(answer)+1<<20); got > most {
			t.Errorf("%s: %d bytes for an answer of %d (%v)", name, got, len(answer), r)
		}
	}
}

func BenchmarkDecodeTooLong(b *testing.B) {
	c := area()
	answer := strings.Repeat("EDIT delete "+string(c.LineID(4))+"\nEND\n", 5<<20/22)
	b.SetBytes(int64(len(answer)))
	b.ReportAllocs()
	for b.Loop() {
		if _, r := Answer(answer, c); r == nil || r.Code != edits.RejectTooLarge {
			b.Fatal(r)
		}
	}
}

func BenchmarkDecodeLargest(b *testing.B) {
	c := area()
	for name, answer := range hostile(c, limits.ModelAnswer-1000) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(answer)))
			b.ReportAllocs()
			for b.Loop() {
				Answer(answer, c)
			}
		})
	}
}
