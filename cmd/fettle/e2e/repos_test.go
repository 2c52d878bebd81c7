//go:build unix

package e2e

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/fettle-dev/fettle/internal/fleet/embedded"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestRepositories: the repositories of a list get a branch each, here and on a
// worker: local ones, one of a revision, one on a server. Checkouts stay as they are,
// a branch that is there is not touched, and one that cannot be had is listed.
func TestRepositories(t *testing.T) {
	testkit.Tool(t, "git")
	for name, remote := range map[string]bool{"here": false, "on a worker": true} {
		t.Run(name, func(t *testing.T) {
			dir := modelProject(t, "http://127.0.0.1:9/v1", map[string]string{".gitconfig": "[user]\n\tname = A\n\temail = a@example.org\n[init]\n\tdefaultBranch = main\n"})
			git := func(in string, args ...string) string {
				cmd := exec.Command("git", args...)
				cmd.Dir, cmd.Env = filepath.Join(dir, in), append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+filepath.Join(dir, "config"))
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("git %v: %v\n%s", args, err, out)
				}
				return strings.TrimSpace(string(out))
			}
			const first, second, fixed = "import os\n\n\nprint(1)\n", "import os\nimport sys\n\n\nprint(1)\n", "\n\nprint(1)\n"
			put := func(name, text string) {
				path := filepath.Join(dir, name)
				must.OK(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)))
			}
			for _, r := range []string{"billing", "search", "shop", "taken", "tidy"} {
				put(r+"/a.py", first)
				put(r+"/ruff.toml", "lint.select = [\"F\"]\n")
				if r == "tidy" {
					put(r+"/a.py", fixed)
				}
				git(r, "init", "--quiet")
				git(r, "add", ".")
				git(r, "commit", "--quiet", "-m", "first")
				git(r, "tag", "v1")
				if r != "tidy" {
					put(r+"/a.py", second)
					git(r, "commit", "--quiet", "--all", "-m", "second")
				}
				put(r+"/a.py", "not committed\n")
			}
			git("taken", "branch", "lint/unused", "v1")
			git(".", "clone", "--quiet", "--bare", "shop", "shop.git")
			put("list", "billing\nsearch\tv1\nfile://"+filepath.Join(dir, "shop.git")+"\ntaken\ntidy\nnone\n")
			args := []string{"fix", "--repos", "list", "--no-model", "--rule", "ruff/F401", "--branch", "lint/unused"}
			if remote {
				s, err := embedded.Start(embedded.Options{Dir: t.TempDir()})
				must.OK(t, err)
				t.Cleanup(s.Stop)
				w := fixCommandIn(t, modelProject(t, "http://127.0.0.1:9/v1", nil), "worker", "--on", s.ClientURL())
				must.OK(t, w.Start())
				t.Cleanup(func() { _ = w.Process.Signal(syscall.SIGTERM); _ = w.Wait() })
				args = append(args, "--on", s.ClientURL())
			}
			cmd := fixCommandIn(t, dir, args...)
			var said bytes.Buffer
			cmd.Stderr = &said
			if _ = cmd.Run(); cmd.ProcessState.ExitCode() != 2 { // one cannot be had
				t.Fatalf("exit code %d\n%s", cmd.ProcessState.ExitCode(), &said)
			}
			rows := map[string][]string{}
			for line := range strings.Lines(said.String()) {
				if words := strings.Fields(line); len(words) > 8 {
					rows[words[0]] = words
				}
			}
			for r, want := range map[string]string{"billing": "branch lint/unused", "search": "branch lint/unused", "shop": "branch lint/unused",
				"taken": "no branch: it has a branch lint/unused already", "tidy": "nothing to change", "none": dir + "/none is no folder"} {
				if row := strings.Join(rows[r], " "); !strings.HasSuffix(row, " "+want) {
					t.Errorf("%s: %q, want %q\n%s", r, row, want, &said)
				}
			}
			if !strings.Contains(said.String(), "fettle: 5 fixed (5 proved)") {
				t.Error(said.String())
			}
			for r, history := range map[string]string{"billing": "second\nfirst", "search": "first", "shop.git": "second\nfirst"} {
				if got := git(r, "show", "lint/unused:a.py"); got != strings.TrimSpace(fixed) {
					t.Errorf("%s: the branch has\n%s", r, got)
				}
				if got := git(r, "log", "--format=%s", "lint/unused~1"); got != history {
					t.Errorf("%s: the branch stands on %q", r, got)
				}
				if got := git(r, "log", "-1", "--format=%an: %B", "lint/unused"); !strings.HasPrefix(got, "A: Fix ") || !strings.Contains(got, "\nruff F401: ") {
					t.Errorf("%s: the commit says %q", r, got)
				}
			}
			if git("taken", "rev-parse", "lint/unused") != git("taken", "rev-parse", "v1") {
				t.Error("a branch that was there is another one now")
			}
			for _, r := range []string{"billing", "search", "taken", "tidy"} {
				if got := git(r, "status", "--short", "--branch"); got != "## main\n M a.py" {
					t.Errorf("%s: its checkout is %q", r, got)
				}
			}
			if git("tidy", "branch", "--list", "lint/unused") != "" {
				t.Error("a branch was made of no change")
			}
			put("list", "none\n") // no tool was asked about anything
			if out, _ := fixCommandIn(t, dir, args...).CombinedOutput(); strings.Contains(string(out), "no tool reports") || !strings.Contains(string(out), "is no folder") {
				t.Errorf("%s", out)
			}
		})
	}
}

// TestNoAuthor: whose name a branch would be committed in is asked before anything
// is fixed.
func TestNoAuthor(t *testing.T) {
	dir := modelProject(t, "http://127.0.0.1:9/v1", map[string]string{".gitconfig": "[user]\n\tuseConfigOnly = true\n", "list": "none\n"})
	out, err := fixCommandIn(t, dir, "fix", "--repos", "list", "--branch", "x").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "git config --global user.name") || strings.Contains(string(out), "REPOSITORY") {
		t.Errorf("%v\n%s", err, out)
	}
}
