package e2e

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// The model is asked once about two lines of one form, on the command line as in an
// editor, and about the same line of another file again: what becomes of a file does
// not depend on the others.
func TestFixLikewise(t *testing.T) {
	m := testkit.ServeModel(answer(`print\(itm, a\)`, "    print(item, a)", 0))
	t.Cleanup(m.Close)
	const text = "item = 1\n\n\ndef f(a, b):\n    print(itm, a)\n    print(itm, b)\n"
	dir := modelProject(t, m.URL+"/v1", map[string]string{"a.py": text, "b.py": text})
	out, said := fixIn(t, dir, "a.py", "b.py")
	asks := 0
	for _, o := range out {
		asks += o.Asks
		if o.Verdict != "verified" || o.Rung != "model" {
			t.Errorf("%+v\n%s", o, said)
		}
	}
	if n := len(m.Requests()); n != 2 || asks != 2 || len(out) != 4 {
		t.Errorf("%d calls, %d asks in %d outcomes, want one for each file: %+v\n%s", n, asks, len(out), out, said)
	}
}
