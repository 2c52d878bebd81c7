package e2e

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestFixOneCause: the model is asked once about two findings of one cause in a function, and again about those of
// another file: what becomes of a file does not depend on the others.
func TestFixOneCause(t *testing.T) {
	wrong := regexp.MustCompile(`(?m)^(L\d+:[a-z2-7]{2})\|\s+print\(gadget, (\w)\)`)
	m := testkit.ServeModel(func(r testkit.ModelRequest) (testkit.Reply, bool) {
		answer := ""
		for _, line := range wrong.FindAllStringSubmatch(r.Prompt(), -1) {
			answer += fmt.Sprintf("EDIT replace %s\n~~~\n    print(item, %s)\n~~~\n", line[1], line[2])
		}
		return testkit.Reply{Text: cmp.Or(answer, "NO_FIX the lines are not shown\n") + "END\n"}, true
	})
	t.Cleanup(m.Close)
	const text = "item = 1\n\n\ndef f(a, b):\n    print(gadget, a)\n    print(gadget, b)\n"
	other := strings.NewReplacer("f(a, b)", "f(c, d)", ", a)", ", c)", ", b)", ", d)").Replace(text)
	dir := modelProject(t, m.URL+"/v1", map[string]string{"a.py": text, "b.py": other})
	out, said := fixIn(t, dir, "a.py", "b.py")
	asks := 0
	for _, o := range out {
		asks += o.Asks
		if o.Verdict != "verified" || o.Rung != "model" {
			t.Errorf("%+v\n%s", o, said)
		}
	}
	if n := len(m.Requests()); n != 2 || asks != 2 || len(out) != 2 {
		t.Errorf("%d calls, %d asks in %d outcomes, want one for each file: %+v\n%s", n, asks, len(out), out, said)
	}
}
