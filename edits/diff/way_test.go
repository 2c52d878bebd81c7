package diff

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestWay: what edits leave alone is where the way says, through several sets of
// them, and the lines that it calls kept are the same.
func TestWay(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		a := text.New(strings.Repeat("one two\n\nthree\n", 1+r.IntN(5)))
		s := a
		var sets [][]text.Edit
		origin := make([]int, len(a.Text())) // of each byte, -1 = new
		for i := range origin {
			origin[i] = i
		}
		for range 1 + r.IntN(3) {
			set := someEdits(r, len(s.Text()))
			var from []int
			last := 0
			for _, e := range set {
				from = append(from, origin[last:e.Span.Start]...)
				from = append(from, slices.Repeat([]int{-1}, len(e.New))...)
				last = e.Span.End
			}
			origin = append(from, origin[last:]...)
			next, err := s.Apply(set)
			must.OK(t, err)
			s, sets = next, append(sets, set)
		}
		way := Along(sets...)
		for i := range len(a.Text()) {
			at, kept := way.Offset(i)
			if want := slices.Index(origin, i); kept != (want >= 0) || kept && at != want {
				t.Fatalf("seed %d: byte %d went to %d %v, want %d", seed, i, at, kept, want)
			}
		}
		hunks := way.Lines(a, s)
		for i := range a.LineCount() {
			if to, kept := Image(hunks, i); kept && a.Slice(a.FullLineSpan(i)) != s.Slice(s.FullLineSpan(to)) {
				t.Fatalf("seed %d: line %d is not line %d of\n%q\n%q\n%v", seed, i, to, a.Text(), s.Text(), hunks)
			}
		}
	}
}

func someEdits(r *rand.Rand, n int) []text.Edit {
	var out []text.Edit
	for at := 0; at < n; at += 1 + r.IntN(12) {
		end := min(n, at+r.IntN(6))
		out = append(out, text.Edit{Span: text.Span{Start: at, End: end}, New: []string{"", "x", "new\n", "\n"}[r.IntN(4)]})
		at = end
	}
	return out
}
