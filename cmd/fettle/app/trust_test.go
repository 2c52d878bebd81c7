package app

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/engine/trust"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// TestTrustEnded says what has changed, and what to do.
func TestTrustEnded(t *testing.T) {
	want := "/p is not trusted any more: conftest.py is new; look at that, then run fettle trust /p"
	if got := TrustEnded(trust.Stale{Root: "/p", Changes: []string{"conftest.py is new"}}); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestIsCode: a rule can be named without its tool.
func TestIsCode(t *testing.T) {
	for word, want := range map[string]bool{"F401": true, "SA4006": true, "no-unused-vars": true, "ruff": false, "flake8": false, "F": false, "401": false, "": false} {
		if got := isCode(word); got != want {
			t.Errorf("%q: %v", word, got)
		}
	}
}

// TestTrustFollowsLinks: trust belongs to a folder, and so does its denial,
// whatever link it is opened through.
func TestTrustFollowsLinks(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir()) // no grants
	top := t.TempDir()
	mine, foreign := filepath.Join(top, "mine"), filepath.Join(top, "foreign")
	for _, dir := range []string{mine, foreign} {
		must.OK(t, os.Mkdir(dir, 0o755))
	}
	link := filepath.Join(mine, "link")
	other := filepath.Join(top, "other")
	for name, to := range map[string]string{link: foreign, other: mine} {
		must.OK(t, os.Symlink(to, name))
	}
	for _, c := range []struct {
		name            string
		trusted, denied []string
		root            string
		want            linter.Trust
	}{
		{"itself", []string{mine}, nil, mine, linter.Trusted},
		{"below", []string{top}, nil, mine, linter.Trusted},
		{"another name of it", []string{mine}, nil, other, linter.Trusted},
		{"named by a link", []string{other}, nil, mine, linter.Trusted},
		{"a link in it that leads out", []string{mine}, nil, link, linter.Unknown},
		{"denied", []string{top}, []string{foreign}, foreign, linter.Denied},
		{"denied, opened by a link", []string{top}, []string{foreign}, link, linter.Denied},
		{"the link is denied", []string{top}, []string{link}, link, linter.Denied},
		{"denied by a link", []string{top}, []string{other}, mine, linter.Denied},
		{"no path at all", []string{"", ".", "mine"}, []string{"", "."}, mine, linter.Unknown},
	} {
		s := config.Default()
		s.Trust = config.Trust{Trusted: c.trusted, Denied: c.denied}
		if got := new(Setup).Process().Trust(s, c.root); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
