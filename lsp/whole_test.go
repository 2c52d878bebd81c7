package lsp

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

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
	if got, want := w.Text(d), strings.Replace(source, "undefined_name", "__name__", 1); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	doc, _ := w.server.docs.Get(d.URI)
	if doc.Snapshot.Text() != w.Text(d) {
		t.Errorf("the server has %q", doc.Snapshot.Text())
	}
}
