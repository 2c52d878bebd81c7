package lsp

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
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
		whole := wholeLines(snap, list)
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

// TestCharactersForColumns: a client that counts characters and says nothing of
// it gets the right text on a line with an emoji, and is understood.
func TestCharactersForColumns(t *testing.T) {
	w := newWorld(t, worldOptions{profile: testkit.NamedProfile("characters"), linter: true})
	source := "s = '😀😀'; t = undefined_name\ns = '😀😀'\nif s: return 1\n"
	d := w.Open("/w/a.py", "python", source)
	w.TypeAt(d, func(s string) (int, int, string) { i := strings.Index(s, "; t"); return i, i, " # é" }) // after an emoji
	w.TypeAt(d, func(s string) (int, int, string) { i := strings.Index(s, " # é"); return i, i + len(" # é"), "" })
	w.Push(d, w.f821(d))
	w.fixSample(d)
	if got, want := w.Text(d), strings.Replace(source, "undefined_name", "42", 1); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	doc, _ := w.server.docs.Get(d.URI)
	if doc.Snapshot.Text() != w.Text(d) {
		t.Errorf("the server has %q", doc.Snapshot.Text())
	}
}
