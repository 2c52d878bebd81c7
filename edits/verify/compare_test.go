package verify

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestNextOfAChain: ruff reports the first of a chain of branches; once that is
// mended, the next one two lines below is not the same problem (RET505). Within one
// statement it is.
func TestNextOfAChain(t *testing.T) {
	chain := "def f(a):\n    if a == 1:\n        return 1\n    elif a == 2:\n        return 2\n    elif a == 3:\n        return 3\n"
	call := "x = f(\n    1,\n    a,\n)\n"
	for _, c := range []struct {
		name, was, now string
		old, fresh     int // lines
		gone           bool
	}{
		{"the next branch", chain, "def f(a):\n    if a == 1:\n        return 1\n    if a == 2:\n        return 2\n    elif a == 3:\n        return 3\n", 3, 5, true},
		{"the same branch", chain, "def f(a):\n    if a == 1:\n        return 1\n    elif a == 5:\n        return 2\n    elif a == 3:\n        return 3\n", 3, 3, false},
		{"another line of the statement", call, "x = f(\n    2,\n    a,\n)\n", 1, 2, false},
	} {
		was, now := text.File("/src/a.py", "python", c.was), text.File("/src/a.py", "python", c.now)
		at := func(s text.Snapshot, line int) []signal.Diagnostic {
			return []signal.Diagnostic{{Tool: "ruff", Code: "RET505", Message: "unnecessary", Span: s.LineSpan(line)}}
		}
		got := Compare(was, now, at(was, c.old), at(now, c.fresh))
		if got.Gone[0] != c.gone || (len(got.New) == 1) != c.gone {
			t.Errorf("%s: gone %v, new %v", c.name, got.Gone, got.New)
		}
	}
}
