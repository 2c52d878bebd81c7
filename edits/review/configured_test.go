package review

import (
	"testing"

	"github.com/fettle-dev/fettle/providers/signal"
)

// TestSilenced: what a tool no longer reports as it is configured now is told, and what it
// reports more is not.
func TestSilenced(t *testing.T) {
	for name, c := range map[string]struct {
		was, now []string
		want     string
	}{
		"a rule switched off":    {[]string{"ruff F1 bad", "ruff F2 worse"}, []string{"ruff F2 worse"}, "ruff no longer reports 1 problem: F1 at a.py:1"},
		"a rule switched on":     {[]string{"ruff "}, []string{"ruff F2 worse"}, ""},
		"nothing else":           {[]string{"ruff F1 bad"}, []string{"ruff F1 bad"}, ""},
		"a tool that is no more": {[]string{"ruff F1 bad"}, nil, "ruff no longer looks; it would report 1 problem: a.py:1"},
	} {
		const body = "x = bad\ny = worse\n"
		f := file("a.py", body, body, nil, c.now)
		was := map[string][]signal.Diagnostic{f.After.Path: file("a.py", body, body, nil, c.was).Now["ruff"]}
		got := ""
		if l := Silenced("ruff.toml", "ruff", []*File{f}, was, nil); l != nil {
			got = l.Text
		}
		if got != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}
