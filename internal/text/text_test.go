package text

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestLines(t *testing.T) {
	s := New("a\r\nb\rc\n\nlast")
	want := []struct{ line, term string }{{"a", "\r\n"}, {"b", "\r"}, {"c", "\n"}, {"", "\n"}, {"last", ""}}
	if s.LineCount() != len(want) {
		t.Fatalf("LineCount = %d, want %d", s.LineCount(), len(want))
	}
	for i, w := range want {
		if s.Line(i) != w.line || s.Terminator(i) != w.term {
			t.Errorf("line %d = %q %q, want %q %q", i, s.Line(i), s.Terminator(i), w.line, w.term)
		}
	}
}

func TestLineCount(t *testing.T) {
	for in, want := range map[string]int{"": 1, "a": 1, "a\n": 1, "a\nb": 2, "\n": 1, "\n\n": 2, "a\u2028b\x0bc\x0cd": 1} {
		if got := New(in).LineCount(); got != want {
			t.Errorf("LineCount(%q) = %d, want %d", in, got, want)
		}
	}
}

func TestPositions(t *testing.T) {
	s := New("é😀x\r\nzwei\n")
	for _, c := range []struct {
		enc    Encoding
		p      Position
		offset int
	}{
		{UTF16, Position{0, 1}, 2}, {UTF16, Position{0, 2}, 2}, {UTF16, Position{0, 3}, 6}, {UTF16, Position{0, 99}, 7},
		{UTF8, Position{0, 1}, 0}, {UTF8, Position{0, 2}, 2}, {UTF8, Position{0, 6}, 6},
		{UTF32, Position{0, 2}, 6}, {UTF32, Position{1, 0}, 9}, {UTF32, Position{9, 9}, 14}, {UTF16, Position{2, 0}, 14},
	} {
		if got := s.Offset(c.p, c.enc); got != c.offset {
			t.Errorf("Offset(%v, %v) = %d, want %d", c.p, c.enc, got, c.offset)
		}
	}
	for _, enc := range []Encoding{UTF8, UTF16, UTF32} {
		for _, offset := range []int{0, 2, 6, 7, 9, 13, 14} {
			if got := s.Offset(s.Position(offset, enc), enc); got != offset {
				t.Errorf("%v: offset %d came back as %d", enc, offset, got)
			}
		}
	}
}

func TestApplyOverlap(t *testing.T) {
	s := New("abcdef")
	if _, err := s.Apply([]Edit{{Span{0, 3}, "x"}, {Span{2, 4}, "y"}}); err == nil {
		t.Error("overlapping edits were applied")
	}
	if _, err := s.Apply([]Edit{{Span{5, 9}, "x"}}); err == nil {
		t.Error("an edit outside the text was applied")
	}
	got, err := s.Apply([]Edit{{Span{3, 3}, "1"}, {Span{3, 3}, "2"}, {Span{0, 1}, ""}})
	if err != nil || got.Text() != "bc12def" {
		t.Errorf("got %q, %v", got.Text(), err)
	}
}

// TestReplaceKeepsLineTable applies random single edits and compares the
// derived line table with one computed from scratch.
func TestReplaceKeepsLineTable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "\n", "\r", "\r\n", "é", "😀", "", "x\ny", "\n\r"}
	s := New("start\r\nmiddle\nend")
	for i := range 20_000 {
		a := r.IntN(s.Len() + 1)
		b := min(s.Len(), a+r.IntN(4))
		var n strings.Builder
		for range r.IntN(3) {
			n.WriteString(pieces[r.IntN(len(pieces))])
		}
		if s.Len() > 200 {
			b = min(s.Len(), a+50)
		}
		next, err := s.Apply([]Edit{{Span{a, b}, n.String()}})
		if err != nil {
			t.Fatal(err)
		}
		if want := lineStarts(next.Text()); !slices.Equal(next.body.starts, want) {
			t.Fatalf("step %d: %q with [%d,%d)=%q: line table %v, want %v", i, s.Text(), a, b, n.String(), next.body.starts, want)
		}
		s = next
	}
}

func BenchmarkReplaceOneCharacter(b *testing.B) {
	var sb strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&sb, "    value_%d = compute(%d)\n", i, i)
	}
	s := New(sb.String())
	for b.Loop() {
		s, _ = s.Apply([]Edit{{Span{5000, 5000}, "x"}})
	}
}
