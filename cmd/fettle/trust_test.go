package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/secret"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// TestTrustFollowsLinks: trust belongs to a folder, and so does its denial,
// whatever link it is opened through.
func TestTrustFollowsLinks(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir()) // no grants
	top := t.TempDir()
	mine, foreign := filepath.Join(top, "mine"), filepath.Join(top, "foreign")
	for _, dir := range []string{mine, foreign} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(mine, "link")
	other := filepath.Join(top, "other")
	for name, to := range map[string]string{link: foreign, other: mine} {
		if err := os.Symlink(to, name); err != nil {
			t.Fatal(err)
		}
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
		if got := new(setup).trust(s, c.root); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestRunIsConsentToOneTool: what --run names may run, other tools and language
// servers may not, unless the folder is trusted anyway.
func TestRunIsConsentToOneTool(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir()) // no grants
	root := t.TempDir()
	for _, c := range []struct {
		name           string
		run, trusted   []string
		mypy, eslint   bool // may run
		trust, granted linter.Trust
	}{
		{"nothing said", nil, nil, false, false, linter.Unknown, linter.Unknown},
		{"named", []string{"mypy --strict"}, nil, true, false, linter.Trusted, linter.Unknown},
		{"trusted", nil, []string{root}, true, true, linter.Trusted, linter.Trusted},
		{"both", []string{"mypy"}, []string{root}, true, true, linter.Trusted, linter.Trusted},
	} {
		s := config.Default()
		s.Trust.Trusted = c.trusted
		su := &setup{run: c.run}
		if got := su.trust(s, root); got != c.trust {
			t.Errorf("%s: %v for tools, want %v", c.name, got, c.trust)
		}
		if got := su.granted(s, root); got != c.granted {
			t.Errorf("%s: %v for servers, want %v", c.name, got, c.granted)
		}
		o := su.runnerOptions(s, []string{root})
		for tool, want := range map[string]bool{"mypy": c.mypy, "eslint": c.eslint} {
			if got := !o.Tools[tool].Off && o.Trust(root) == linter.Trusted; got != want {
				t.Errorf("%s: %s may run %v, want %v", c.name, tool, got, want)
			}
		}
	}
}

// TestProtectedPath: no fix touches what steers tools and editors, however it
// is spelled.
func TestProtectedPath(t *testing.T) {
	for path, want := range map[string]bool{
		"/p/.git/hooks/pre.py": true, "/p/.vscode/x.ts": true, "/p/.VSCode/x.ts": true, "/p/.Git/a.py": true,
		"/p/Cargo.lock": true, "/p/.ENVRC": true, "/p/src/app.py": false, "/p/git/app.py": false, "/p/.github/x.py": false,
	} {
		if got := protectedPath(path) != ""; got != want {
			t.Errorf("%s: protected %v, want %v", path, got, want)
		}
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, ".vscode"), 0o755); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "plain.py")
	if err := os.WriteFile(filepath.Join(dir, ".vscode", "x.py"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(".vscode", "x.py"), link); err != nil {
		t.Fatal(err)
	}
	s := config.Default()
	if (gateway{newGate(s, new(secret.Scrubber))}).protected(link) == "" {
		t.Error("a link to a protected file is not protected")
	}
}

// TestKeyCommand: the command that prints a key finds the session's keychain,
// and sees no key of anybody else.
func TestKeyCommand(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", "/run/user/test")
	t.Setenv("OTHER_API_KEY", "not-for-children")
	su := new(setup)
	k, _, err := su.key(config.Model{APIKeyCommand: []string{"/bin/sh", "-c", `printf '%s|%s\n' "$XDG_RUNTIME_DIR" "$OTHER_API_KEY"`}})
	if err != nil || !k.Equal(secret.New("/run/user/test|")) {
		t.Errorf("the command was not given what it needs, or more: %v", err)
	}
	for _, script := range []string{"exit 3", "true", "echo"} {
		if _, _, err := su.key(config.Model{APIKeyCommand: []string{"/bin/sh", "-c", script}}); err == nil {
			t.Errorf("%q gives a key", script)
		}
	}
}
