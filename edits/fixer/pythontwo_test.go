package fixer

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/pyversion"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestPythonTwo: where a project also runs on Python 2, a fix that ruff calls safe is made unasked only for what tools
// checked that ran on it.
func TestPythonTwo(t *testing.T) {
	for name, c := range map[string]struct {
		code   string
		oldest int
		want   bool
	}{
		"super()":                {"UP008", pyversion.Two, false},
		"on Python 3 alone":      {"UP008", 8, true},
		"nobody says":            {"UP008", 0, true},
		"an unused import":       {"F401", pyversion.Two, true},
		"a check of flake8-2020": {"YTT101", pyversion.Two, false},
		"a family named alike":   {"FURB167", pyversion.Two, false},
	} {
		p := ownFixes(text.File("/w/a.py", "python", "x = old\n"), signal.Safe, func(int) string { return "new" })[0]
		p.Diagnostic.Tool, p.Diagnostic.Code = "ruff", c.code
		l := Ladder{Project: holding{oldest: func(string, string) (int, string) { return c.oldest, "setup.py" }}}
		fixes, why := proposed(l, p, Choice{Deterministic: true}, 1)
		const reason = "the project also runs on Python 2 (setup.py)"
		if got := len(fixes) == 1; got != c.want || !got && !strings.Contains(why.Reason, reason) {
			t.Errorf("%s: %v, want %v: %v", name, got, c.want, why)
		}
	}
}
