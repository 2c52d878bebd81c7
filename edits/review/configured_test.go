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
		if l := Silenced("ruff.toml", "ruff", []*File{f}, was); l != nil {
			got = l.Text
		}
		if got != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestCommentToConfiguration: what a comment said and the configuration says now is silenced by neither, and so it is
// not where code changed as well.
func TestCommentToConfiguration(t *testing.T) {
	const was, now = "/* global navigator */\nf(navigator);\n", "f(navigator);\n"
	for after, want := range map[string]bool{now: false, "g(navigator);\n": true} {
		f := file("a.js", was, after, []string{"eslint "}, []string{"eslint "})
		would := file("a.js", was, after, nil, []string{"eslint no-undef navigator"}).Now["eslint"]
		l := Silenced("eslint.config.js", "eslint", []*File{f}, map[string][]signal.Diagnostic{f.After.Path: would})
		if (l != nil) != want {
			t.Errorf("%q: %v", after, l)
		}
	}
}
