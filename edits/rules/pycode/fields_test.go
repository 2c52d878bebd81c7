package pycode_test

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/rules"
	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestFields: code in the fields of f-strings is code, and what stands beside it is not.
func TestFields(t *testing.T) {
	table.Run(t, "python", []ruletest.Case{
		{Name: "of several lines", Signal: "ruff/F821", Message: "Undefined name `os`",
			In: "x = f'''{\n  «os».sep\n}{y}\n'''\n", Want: "import os\n\nx = f'''{\n  os.sep\n}{y}\n'''\n"},
	})
}

// TestFieldsHold: what a field cannot hold before Python 3.12 is not written there, and
// the text beside it stays.
func TestFieldsHold(t *testing.T) {
	const src = "x = f'{y} {z}'\n"
	m, err := pycode.Read(rules.Problem{Snapshot: text.File("/a.py", "python", src),
		Diagnostic: signal.Diagnostic{Span: text.Span{Start: 7, End: 8}}})
	must.OK(t, err)
	for _, c := range []struct {
		start, end int
		with       string
		want       bool
	}{
		{7, 8, "y.a", true}, {7, 8, "y['a']", false}, {7, 8, "y if a else b", true}, {11, 12, "(lambda: z)", false},
		{7, 7, "\\", false}, {8, 8, "[0]", true},
		{4, 14, "'a'", true}, {6, 8, "y", false}, {8, 9, "", false}, {0, 6, "x = f", false}, {8, 12, "", false},
		{0, 1, "'a'", true}, {15, 15, "y = {}\n", true},
	} {
		if _, err := m.Fold([]text.Edit{{Span: text.Span{Start: c.start, End: c.end}, New: c.with}},
			nil); (err == nil) != c.want {
			t.Errorf("%q at %d: %v", c.with, c.start, err)
		}
	}
}

// TestManyFields: a text is read once for all its f-strings; once for each, this would
// take minutes.
func TestManyFields(t *testing.T) {
	testkit.OneGoroutine(t)
	many := strings.Repeat("x = f'{a} {b:>5}'\n", 20_000)
	table.Run(t, "python",
		[]ruletest.Case{{Name: "many", Signal: "ruff/F821", Message: "Undefined name `os`", In: many + "y = «os».path\n",
			Want: "import os\n\n" + many + "y = os.path\n"}})
}
