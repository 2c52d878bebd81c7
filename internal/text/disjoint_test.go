package text

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestDisjoint compares the set with a plain list that looks at every edit.
func TestDisjoint(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var d Disjoint
		var plain []Edit
		for range 60 {
			start := r.IntN(100)
			e := Edit{Span{start, start + r.IntN(4)}, string(rune('a' + r.IntN(2)))}
			touches := slices.ContainsFunc(plain, func(o Edit) bool { return o.Span.Start <= e.Span.End && e.Span.Start <= o.Span.End })
			if got := d.Touches(e); got != touches {
				t.Fatalf("%v beside %v touches: %v, want %v", e, plain, got, touches)
			}
			if got := d.Has(e); got != slices.Contains(plain, e) {
				t.Fatalf("%v in %v: %v", e, plain, got)
			}
			if !touches {
				plain = append(plain, e)
				d.Add(e, e)
			}
		}
		if !slices.Equal(d.Edits(), inOrder(plain)) {
			t.Fatalf("%v, want %v", d.Edits(), inOrder(plain))
		}
	}
}

// TestFact: what is known of a text is worked out once for it, and anew for another one.
func TestFact(t *testing.T) {
	type lines struct{}
	made := 0
	count := func(s Snapshot) int {
		return s.Fact(lines{}, func() any { made++; return s.LineCount() }).(int)
	}
	a := New("x\ny\n")
	if first, again := count(a), count(a); first != 2 || again != 2 || made != 1 {
		t.Errorf("worked out %d times", made)
	}
	if b := a.With("x\n"); count(b) != 1 || made != 2 {
		t.Errorf("another text has the facts of the one before (%d)", made)
	}
	if a.Forget(); count(a) != 2 || made != 3 {
		t.Errorf("a fact that was to be forgotten is still there (%d)", made)
	}
}
