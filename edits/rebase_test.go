package edits

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

func TestRebase(t *testing.T) {
	was := text.New("one\ntwo\nthree\nfour\nfive\n")
	w := window.Set{Runs: []window.Run{{Lines: text.Lines{Start: 1, End: 3}}}}
	fix := []text.Edit{{Span: text.Span{Start: 4, End: 7}, New: "TWO"}}
	for _, c := range []struct {
		name string
		step text.Edit
		want string // "" = stale
	}{
		{"line above", text.Edit{New: "zero\n"}, "zero\none\nTWO\nthree\nfour\nfive\n"},
		{"line right above", text.Edit{Span: text.Span{Start: 4, End: 4}, New: "x\n"}, "one\nx\nTWO\nthree\nfour\nfive\n"},
		{"line below", text.Edit{Span: text.Span{Start: 14, End: 14}, New: "x\n"}, "one\nTWO\nthree\nx\nfour\nfive\n"},
		{"line above gone", text.Edit{Span: text.Span{Start: 0, End: 4}}, "TWO\nthree\nfour\nfive\n"},
		{"within another line", text.Edit{Span: text.Span{Start: 15, End: 16}, New: "OO"}, "one\nTWO\nthree\nfOOur\nfive\n"},
		{"characters before the first line", text.Edit{Span: text.Span{Start: 4, End: 4}, New: "x"}, ""},
		{"line end above gone", text.Edit{Span: text.Span{Start: 3, End: 4}}, ""},
		{"inside", text.Edit{Span: text.Span{Start: 8, End: 8}, New: "x\n"}, ""},
		{"over the edge", text.Edit{Span: text.Span{Start: 12, End: 16}}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			now, err := was.Apply([]text.Edit{c.step})
			must.OK(t, err)
			got, reject := Rebase(was, now, w, fix, [][]text.Edit{{c.step}})
			if c.want == "" {
				if reject == nil || reject.Code != RejectStale {
					t.Fatalf("got %v, %v", got, reject)
				}
				return
			}
			if reject != nil {
				t.Fatal(reject)
			}
			if after, err := now.Apply(got); err != nil || after.Text() != c.want {
				t.Errorf("got %q, %v", after.Text(), err)
			}
		})
	}
}

// TestRebaseUnknownSteps refuses steps that do not lead to the text at hand.
func TestRebaseUnknownSteps(t *testing.T) {
	was, now := text.New("a\nb\nc\n"), text.New("x\nb\nc\n")
	w := window.Set{Runs: []window.Run{{Lines: text.Lines{Start: 0, End: 1}}}}
	if _, reject := Rebase(was, now, w, []text.Edit{{Span: text.Span{Start: 0, End: 1}}}, nil); reject == nil {
		t.Error("an edit was moved to a text it does not belong to")
	}
}

// TestRebaseCommutes compares moving a fix over random edits outside of its
// windows with applying the fix first and the edits after it.
func TestRebaseCommutes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	stale := 0
	for range 5000 {
		if !rebaseCommutes(t, r) {
			stale++
		}
	}
	if stale == 0 || stale == 5000 {
		t.Errorf("%d of 5000 stale: the test tests nothing", stale)
	}
}

// rebaseCommutes reports whether the fix could be moved.
func rebaseCommutes(t *testing.T, r *rand.Rand) bool {
	t.Helper()
	var lines []string
	for i := range 12 {
		lines = append(lines, strings.Repeat(string(rune('a'+i)), 1+r.IntN(3))+"\n")
	}
	was := text.New(strings.Join(lines, ""))
	a, b := 2+r.IntN(2), 8+r.IntN(2)
	w := window.Set{Runs: []window.Run{
		{Lines: text.Lines{Start: a, End: a + 2}}, {Lines: text.Lines{Start: b, End: b + 1}}}}
	fix := []text.Edit{
		{Span: was.LineSpan(a), New: "FIX1"}, {Span: was.LineSpan(b), New: "FIX2\nFIX3"}}
	fixed, err := was.Apply(fix)
	must.OK(t, err)
	now, steps := was, [][]text.Edit(nil)
	for range 1 + r.IntN(4) {
		start := r.IntN(now.Len() + 1)
		e := text.Edit{Span: text.Span{Start: start, End: min(now.Len(), start+r.IntN(3))}, New: []string{"", "z", "z\n", "\n"}[r.IntN(4)]}
		next, err := now.Apply([]text.Edit{e})
		must.OK(t, err)
		now, steps = next, append(steps, []text.Edit{e})
	}
	got, reject := Rebase(was, now, w, fix, steps)
	if reject != nil {
		return false
	}
	after, err := now.Apply(got)
	must.OK(t, err)
	if strings.Count(after.Text(), "FIX1\n") != 1 || strings.Count(after.Text(), "FIX2\nFIX3\n") != 1 {
		t.Fatalf("%q + %v gave %q", was.Text(), steps, after.Text())
	}
	// Undoing the fix in the result must give the edited text again.
	undone := strings.Replace(strings.Replace(after.Text(), "FIX1", was.Line(a), 1), "FIX2\nFIX3", was.Line(b), 1)
	if undone != now.Text() {
		t.Fatalf("%q: rest changed: %q, want %q", fixed.Text(), undone, now.Text())
	}
	return true
}

// A document that moved on during the call, told as one change of the whole text.
func TestRebaseWholeText(t *testing.T) {
	was := text.New("one\ntwo\nthree\nfour\nfive\n")
	w := window.Set{Runs: []window.Run{{Lines: text.Lines{Start: 1, End: 3}}}}
	fix := []text.Edit{{Span: text.Span{Start: 4, End: 7}, New: "TWO"}}
	for _, c := range []struct{ name, now, want string }{
		{"changed above", "zero\nzwei\none\ntwo\nthree\nfour\nfive\n", "zero\nzwei\none\nTWO\nthree\nfour\nfive\n"},
		{"changed below", "one\ntwo\nthree\nsix\n", "one\nTWO\nthree\nsix\n"},
		{"characters above", "ONE\ntwo\nthree\nfour\nfive\n", "ONE\nTWO\nthree\nfour\nfive\n"},
		{"changed inside", "one\ntwo\n3\nfour\nfive\n", ""},
		{"changed on both sides", "1\ntwo\nthree\n4\n5\n", ""},
		{"the same text again", "one\ntwo\nthree\nfour\nfive\n", "one\nTWO\nthree\nfour\nfive\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			now := text.New(c.now)
			got, reject := Rebase(was, now, w, fix, [][]text.Edit{{{Span: text.Span{End: was.Len()}, New: c.now}}})
			if (reject == nil) != (c.want != "") {
				t.Fatalf("%v, %v", got, reject)
			}
			if reject != nil {
				if reject.Code != RejectStale {
					t.Errorf("%v, want stale", reject)
				}
				return
			}
			if after, err := now.Apply(got); err != nil || after.Text() != c.want {
				t.Errorf("got %q, %v", after.Text(), err)
			}
		})
	}
}

// Equal lines at both ends leave open which of them went: nothing is shifted.
func TestRebaseWholeTextInDoubt(t *testing.T) {
	was, now := text.New("x\nx\nx\nx\n"), text.New("x\nx\nx\n")
	w := window.Set{Runs: []window.Run{{Lines: text.Lines{Start: 1, End: 2}}}}
	fix := []text.Edit{{Span: text.Span{Start: 2, End: 3}, New: "y"}}
	if got, reject := Rebase(was, now, w, fix, [][]text.Edit{{{Span: text.Span{End: was.Len()}, New: now.Text()}}}); reject == nil {
		t.Errorf("shifted by guess: %v", got)
	}
}

// [TestRebaseCommutes] for what a fuzzer makes.
func FuzzRebase(f *testing.F) {
	f.Add([]byte("abcdefg"))
	f.Fuzz(func(t *testing.T, data []byte) {
		rebaseCommutes(t, rand.New(&bytesSource{data, rand.NewPCG(uint64(len(data)), 1)}))
	})
}

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
