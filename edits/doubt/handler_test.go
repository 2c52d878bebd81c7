package doubt

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

func TestHandlerUnbinds(t *testing.T) {
	const handler = "    try:\n        g()\n    except E as e:\n        pass\n"
	for _, c := range []struct {
		name, src, edit string
		want            bool
	}{
		{"assigned before", "def f():\n    e = None\n" + handler + "    return e\n", " as e", true},
		{"assigned behind", "def f():\n" + handler + "    e: int = 1\n", " as e", true},
		{"a parameter", "def f(e):\n" + handler + "    return e\n", " as e", true},
		{"an attribute", "def f(self):\n    self.e = 1\n" + handler, " as e", false},
		{"compared only", "def f():\n" + handler + "    e == 1\n", " as e", false},
		{"assigned in other functions", "def h():\n    e = 1\n\ndef f():\n" + handler + "\ndef k():\n    e = 2\n",
			" as e", false},
		{"another edit of the line", "def f():\n    e = None\n" + handler, "E", false},
	} {
		at := strings.Index(c.src, "except E as e") + strings.Index("except E as e", c.edit)
		got := Change{Snapshot: text.File("/w/a.py", "python", c.src), File: syntax.Parse("python", c.src),
			Edits: []text.Edit{{Span: text.Span{Start: at, End: at + len(c.edit)}}}}.May()
		if (got != "") != c.want {
			t.Errorf("%s: got %q", c.name, got)
		}
	}
}
