package e2e

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// The model is asked once about two lines of one form, on the command line as in an
// editor, and again about such a line of another file: what becomes of a file does not
// depend on the others.
func TestFixLikewise(t *testing.T) {
	wrong := regexp.MustCompile(`(?m)^(L\d+:[a-z2-7]{2})\|\s+print\(itm, (\w)\)`)
	m := testkit.ServeModel(func(r testkit.ModelRequest) (testkit.Reply, bool) {
		line := wrong.FindStringSubmatch(r.Prompt())
		if line == nil {
			return testkit.Reply{Text: "NO_FIX the line is not shown"}, true
		}
		return testkit.Reply{Text: fmt.Sprintf("EDIT replace %s\n~~~\n    print(item, %s)\n~~~\nEND\n", line[1], line[2])}, true
	})
	t.Cleanup(m.Close)
	const text = "item = 1\n\n\ndef f(a, b):\n    print(itm, a)\n    print(itm, b)\n"
	dir := modelProject(t, m.URL+"/v1", map[string]string{"a.py": text, "b.py": strings.NewReplacer("f(a, b)", "f(c, d)", ", a)", ", c)", ", b)", ", d)").Replace(text)})
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
