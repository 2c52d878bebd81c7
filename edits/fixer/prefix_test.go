package fixer

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestPrefix: what a server has read of a prompt it need not read again for the next attempt, nor for the next fix in
// the file: the bytes that they begin with are the same.
func TestPrefix(t *testing.T) {
	small, long := shapes, "import os\nimport sys\n\n\n"
	for i := range 200 {
		long += fmt.Sprintf("def f%d(a):\n    b = a + %d\n    print(b, os.name, sys.path)\n    return b\n\n\n", i, i)
	}
	long += "def last():\n    x = BAD\n    return x\n"
	for name, c := range map[string]struct {
		src          string
		attempt, fix float64 // the least share of a prompt that the next one has, too
	}{"a small file": {small, .55, .6}, "a long file": {long, .6, .6}} {
		wrong := func(a asked) (string, error) { return fmt.Sprintf("```python\nx = %d + BAD\n```", a.n), nil }
		var replies []func(asked) (string, error)
		for range 16 {
			replies = append(replies, wrong)
		}
		e, m := engine(t, 1, replies...)
		e.Model.Local, e.Model.Shape = true, prompt.ShapeRewrite
		_, err := e.Fix(t.Context(), problem(c.src), nil)
		declined(t, err, DeclineRejected, "")
		if len(m.asked) < 4 {
			t.Fatalf("%s: %d attempts", name, len(m.asked))
		}
		for i := 1; i < len(m.asked); i++ {
			if got := shared(m.asked[i-1], m.asked[i]); got < c.attempt {
				t.Errorf("%s: attempts %d and %d have %.2f in common", name, i, i+1, got)
			}
		}
		first := m.asked[0]
		p := problem(c.src)
		p.Diagnostic.Message = "not another BAD"
		at := strings.LastIndex(c.src, "return ")
		p.Diagnostic.Span = text.Span{Start: at, End: at + 6}
		other, n := engine(t, 1, replies...)
		other.Model = e.Model
		other.Model.Completer = n
		_, _ = other.Fix(t.Context(), p, nil)
		if got := shared(first, n.asked[0]); got < c.fix {
			t.Errorf("%s: two fixes have %.2f in common", name, got)
		}
	}
}

// shared is the share of a prompt that the one before began with.
func shared(a, b asked) float64 {
	x, y := a.System+a.User, b.System+b.User
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	return float64(n) / float64(len(y))
}
