package review

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/providers/signal"
)

// TestWithout: what was reported is not reported again, wherever its line is now; one more of the same
// kind is, and so is what was gone meanwhile. What is left out is counted. Users of what is gone are one defect,
// whatever tool says so; an effect is shown once.
func TestWithout(t *testing.T) {
	at := func(line int, message, text string) Finding {
		return Finding{Diagnostic: signal.Diagnostic{Tool: "ruff", Code: "F821", Message: message}, File: "a.py", Line: line,
			Text: text}
	}
	verdict := func(list ...Finding) Verdict {
		return Verdict{Report: Report{New: list, Effects: []Effect{{File: "a.py"}}}}
	}
	first := verdict(at(1, "x", "x()"))
	first.Hidden = []Hidden{{Directive: Directive{File: "a.py", Line: 3, Text: "# noqa"}}}
	first.Loosened = []Loosened{{File: "ruff.toml", Text: "lint.ignore has F401 now"}}
	again := verdict(at(7, "x", "x()"))
	again.Hidden, again.Loosened = first.Hidden, first.Loosened
	if got := again.Without(first.Keys()); got.Bad() || got.Known != 3 || got.Effects != nil ||
		!strings.Contains(got.Text(TextOptions{}), "3 problems from before still there") {
		t.Errorf("told again: %+v", got)
	}
	if again.New[0].File != "a.py" {
		t.Error("the verdict itself is changed")
	}
	for name, c := range map[string]struct {
		v       Verdict
		told    []string
		effects int
	}{
		"two of a kind":  {verdict(at(1, "x", "x()"), at(2, "x", "x()")), verdict(at(1, "x", "x()")).Keys(), 0},
		"another line":   {verdict(at(1, "x", "x(1)")), verdict(at(1, "x", "x()")).Keys(), 0},
		"nothing before": {verdict(at(1, "x", "x()")), nil, 1},
	} {
		if got := c.v.Without(c.told); len(got.New) != 1 || len(got.Effects) != c.effects {
			t.Errorf("%s: %+v", name, got)
		}
	}
	gone := at(1, `has no attribute "x"`, "x()")
	gone.Cause = &Cause{Name: "x", File: "b.py"}
	other := gone
	other.Message, other.Tool = "x is gone from b.py", "fettle"
	if got := verdict(other).Without(verdict(gone).Keys()); got.Bad() {
		t.Errorf("told by another tool: %+v", got)
	}
}
