package diff

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/text"
)

func TestHunks(t *testing.T) {
	l := func(a, b int) text.Lines { return text.Lines{Start: a, End: b} }
	for _, c := range []struct {
		name, a, b string
		want       []Hunk
	}{
		{"same", "a\nb\n", "a\nb\n", nil},
		{"changed", "a\nb\nc\n", "a\nx\nc\n", []Hunk{{l(1, 2), l(1, 2)}}},
		{"added", "a\nc\n", "a\nb\nc\n", []Hunk{{l(1, 1), l(1, 2)}}},
		{"removed", "a\nb\nc\n", "a\nc\n", []Hunk{{l(1, 2), l(1, 1)}}},
		{"two places", "a\nb\nc\nd\ne\n", "x\nb\nc\nd\ny\n", []Hunk{{l(0, 1), l(0, 1)}, {l(4, 5), l(4, 5)}}},
		{"terminator", "a\r\nb\n", "a\nb\n", []Hunk{{l(0, 1), l(0, 1)}}},
		{"lone returns", "a\rb\rc\r", "a\rx\rc\r", []Hunk{{l(1, 2), l(1, 2)}}},
	} {
		if d := cmp.Diff(c.want, Lines(text.New(c.a), text.New(c.b))); d != "" {
			t.Errorf("%s (-want +got)\n%s", c.name, d)
		}
	}
}

// A file with many changes far apart is as many hunks, not one: the library gives
// up behind a hundred changed lines.
func TestManyChanges(t *testing.T) {
	var a, b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&a, "if x == %d: return\nelse:\n    pass\n\n", i)
		fmt.Fprintf(&b, "if x == %d:\n    return\nelse:\n    pass\n\n", i)
		fmt.Fprintf(&a, "y = %d\nz = 1\n", i)
		fmt.Fprintf(&b, "y = %d\nz = 1\n", i)
	}
	if got := len(Lines(text.New(a.String()), text.New(b.String()))); got != 400 {
		t.Errorf("%d hunks, want 400", got)
	}
	if got := Counted(Unified("f", a.String(), b.String())); got != "+800 -400" {
		t.Errorf("the diff is %s, want +800 -400", got)
	}
	checkMinimal(t, a.String(), b.String())
	r := rand.New(rand.NewPCG(5, 6))
	random := func() string {
		var s strings.Builder
		for range 300 {
			fmt.Fprintf(&s, "%d\n", r.IntN(250))
		}
		return s.String()
	}
	for range 30 {
		checkMinimal(t, random(), random())
	}
	// Without a line that is there once, it is one hunk, and right.
	old, fresh := strings.Repeat("a\nb\n", 200), strings.Repeat("b\nc\na\n", 200)
	if got := patched(t, old, Unified("f", old, fresh)); got != fresh {
		t.Error("the diff gives another text")
	}
}
