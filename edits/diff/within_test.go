package diff

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestMinimalOf applies what it returns: the text must be that of the edits, and no edit
// may reach out of the lines that they touch.
func TestMinimalOf(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	pieces := []string{"", "a", "b\n", "\n", "a\r\n", "é"}
	for range 2000 {
		var b strings.Builder
		for range 12 {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		s := text.New(b.String())
		var set text.Disjoint
		for range 1 + r.IntN(3) {
			start := r.IntN(s.Len() + 1)
			e := text.Edit{Span: text.Span{Start: start, End: min(s.Len(), start+r.IntN(4))}, New: pieces[r.IntN(len(pieces))]}
			if !set.Touches(e) {
				set.Add(e)
			}
		}
		edits := slices.Clone(set.Edits())
		want, err := s.Apply(edits)
		must.OK(t, err)
		list, err := MinimalOf(s, edits)
		must.OK(t, err)
		got, err := s.Apply(list)
		if err != nil || got.Text() != want.Text() {
			t.Fatalf("%q with %v: %v: %q, want %q (%v)", s.Text(), edits, list, got.Text(), want.Text(), err)
		}
		u, of := Unified("a.py", s.Text(), want.Text()), UnifiedOf("a.py", s, edits)
		if lines(u) != lines(of) {
			t.Fatalf("%q with %v: %s\nwant\n%s", s.Text(), edits, of, u)
		}
	}
	if got := UnifiedOf("a", text.New("x"), nil); got != "" {
		t.Errorf("no edits: %q", got)
	}
	if _, err := MinimalOf(text.New("abc"), []text.Edit{{Span: text.Span{End: 2}}, {Span: text.Span{Start: 1, End: 3}}}); err == nil {
		t.Error("overlapping edits were taken")
	}
	if list, _ := MinimalOf(text.New("x = 1\ny = 2\n"), []text.Edit{{Span: text.Span{Start: 6, End: 12}, New: "y = 3\n"}}); len(list) != 1 || list[0].Span != (text.Span{Start: 10, End: 11}) {
		t.Errorf("%v, want the digit", list)
	}
}

// lines counts what a diff removes, adds and shows; of lines that are alike it may take
// another one.
func lines(diff string) (n [3]int) {
	for line := range strings.Lines(diff) {
		switch {
		case strings.HasPrefix(line, "---"), strings.HasPrefix(line, "+++"):
		case line[0] == '-':
			n[0]++
		case line[0] == '+':
			n[1]++
		}
	}
	return n
}

// TestUnifiedOf: of lines that all differ it is what a comparison of the whole texts says,
// whatever ends them.
func TestUnifiedOf(t *testing.T) {
	ends := []string{"\n", "\r\n", "\r"}
	var b strings.Builder
	for i := range 60 {
		fmt.Fprint(&b, "line ", i, ends[i%5%3])
	}
	s := text.New(b.String())
	for i := range s.LineCount() {
		for _, edits := range [][]text.Edit{
			{{Span: s.FullLineSpan(i)}},
			{{Span: text.Span{Start: s.LineStart(i), End: s.LineStart(i) + 1}, New: "L"}},
			{{Span: text.Span{Start: s.LineStart(i), End: s.LineStart(i)}, New: "new\n"}, {Span: text.Span{Start: s.Len(), End: s.Len()}, New: "end"}},
		} {
			after, err := s.Apply(edits)
			must.OK(t, err)
			if got, want := UnifiedOf("a b.py", s, edits), Unified("a b.py", s.Text(), after.Text()); got != want {
				t.Fatalf("line %d, %v: %q, want %q", i, edits, got, want)
			}
		}
	}
}
