package document

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/internal/text"
)

// TestWholeLines: the text comes out the same, and no edit depends on a column.
func TestWholeLines(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "é", "😀", "\n", "\r\n", "xyz", " "}
	for range 3000 {
		var b strings.Builder
		for range r.IntN(20) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		snap := text.New(b.String())
		var list []text.Edit
		for at := 0; at <= snap.Len() && len(list) < 4; {
			start := boundary(snap.Text(), at+r.IntN(4))
			end := boundary(snap.Text(), start+r.IntN(4))
			if start < at || end < start || start == end && len(list) > 0 && list[len(list)-1].Span.End == start {
				at++
				continue
			}
			list = append(list, text.Edit{Span: text.Span{Start: start, End: end}, New: pieces[r.IntN(len(pieces))]})
			at = end + 1
		}
		want, err := snap.Apply(list)
		if err != nil {
			continue
		}
		whole := WholeLines(snap, list)
		got, err := snap.Apply(whole)
		if err != nil || got.Text() != want.Text() {
			t.Fatalf("%q %+v: %+v: %v: %q, want %q", snap.Text(), list, whole, err, got.Text(), want.Text())
		}
		for _, e := range whole {
			for _, end := range []int{e.Span.Start, e.Span.End} {
				if end < snap.Len() && snap.Position(end, text.UTF16).Character != 0 {
					t.Fatalf("%q %+v: %+v depends on a column", snap.Text(), list, whole)
				}
			}
		}
	}
}

// boundary is the place nearest below that a position can name.
func boundary(text string, i int) int {
	i = min(max(i, 0), len(text))
	for i > 0 && i < len(text) && (!utf8.RuneStart(text[i]) || text[i] == '\n' && text[i-1] == '\r') {
		i--
	}
	return i
}
