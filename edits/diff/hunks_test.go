package diff

import (
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
