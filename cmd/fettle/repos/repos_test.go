package repos

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// machine gives git a user, and settings of nobody else.
func machine(t *testing.T) (dir string) {
	t.Helper()
	testkit.Tool(t, "git")
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must.OK(t, err)
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"} {
		t.Setenv(name, filepath.Join(dir, name))
	}
	write(t, filepath.Join(dir, "HOME", ".gitconfig"), "[user]\n\tname = A\n\temail = a@example.org\n[init]\n\tdefaultBranch = main\n")
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	must.Write(t, path, text)
}

// run is git as the owner of a repository runs it.
func run(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// origin is a repository with two commits and a tag.
func origin(t *testing.T, dir string) string {
	t.Helper()
	write(t, filepath.Join(dir, "a.txt"), "first\n")
	run(t, dir, "init", "--quiet")
	run(t, dir, "add", ".")
	run(t, dir, "commit", "--quiet", "-m", "first")
	run(t, dir, "tag", "v1")
	write(t, filepath.Join(dir, "a.txt"), "second\n")
	run(t, dir, "commit", "--quiet", "--all", "-m", "second")
	return dir
}

func TestRead(t *testing.T) {
	dir := machine(t)
	home := os.Getenv("HOME")
	for line, want := range map[string]Entry{
		"some/one":                         {Name: "one", Where: filepath.Join(dir, "some", "one"), Local: true},
		"  one/.git  v1 ":                  {Name: "one", Where: filepath.Join(dir, "one", ".git"), Revision: "v1", Local: true},
		"a folder/one\tHEAD~2":             {Name: "one", Where: filepath.Join(dir, "a folder", "one"), Revision: "HEAD~2", Local: true},
		"/abs/one":                         {Name: "one", Where: "/abs/one", Local: true},
		"~/src/one":                        {Name: "one", Where: filepath.Join(home, "src", "one"), Local: true},
		"https://example.org/x/one.git v1": {Name: "one", Where: "https://example.org/x/one.git", Revision: "v1"},
		"git@example.org:x/one.git":        {Name: "one", Where: "git@example.org:x/one.git"},
		"ssh://example.org/..":             {Name: "repository", Where: "ssh://example.org/.."},
	} {
		file := filepath.Join(dir, "list")
		write(t, file, "# repositories\r\n\n"+line+"\r\n")
		list, err := Read(file)
		if d := cmp.Diff([]Entry{want}, list); err != nil || d != "" {
			t.Errorf("%q: %v\n%s", line, err, d)
		}
	}
	write(t, filepath.Join(dir, "list"), "a/one\nb/One\nc/one.git\n")
	list, err := Read(filepath.Join(dir, "list"))
	if err != nil || list[0].Name != "one" || list[1].Name != "One-2" || list[2].Name != "one-3" {
		t.Errorf("%v, %v", list, err)
	}
	for _, line := range []string{"", "# none", "a b c", "-x", "a --upload-pack=x", "a +main:refs/heads/main"} {
		write(t, filepath.Join(dir, "list"), line+"\n")
		if list, err := Read(filepath.Join(dir, "list")); err == nil {
			t.Errorf("%q is %v", line, list)
		}
	}
}

// TestOpen: a clone has the files of the revision, of a folder or of a server; the
// repository and its working folder stay as they are.
func TestOpen(t *testing.T) {
	dir := machine(t)
	from := origin(t, filepath.Join(dir, "from"))
	write(t, filepath.Join(from, "a.txt"), "not committed\n")
	for _, c := range []struct {
		e    Entry
		want string
	}{
		{Entry{Name: "from", Where: from, Local: true}, "second\n"},
		{Entry{Name: "from", Where: from, Revision: "HEAD~1", Local: true}, "first\n"},
		{Entry{Name: "from", Where: from, Revision: run(t, from, "rev-parse", "--short", "v1"), Local: true}, "first\n"},
		{Entry{Name: "from", Where: "file://" + from}, "second\n"},
		{Entry{Name: "from", Where: "file://" + from, Revision: "v1"}, "first\n"},
	} {
		clone, err := Open(t.Context(), c.e)
		if err != nil {
			t.Errorf("%v: %v", c.e, err)
			continue
		}
		got, err := os.ReadFile(filepath.Join(clone.Dir, "a.txt"))
		if string(got) != c.want || err != nil || len(clone.Commit) != 40 || filepath.Base(clone.Dir) != "from" {
			t.Errorf("%v in %s: %q, %v, commit %s", c.e, clone.Dir, got, err, clone.Commit)
		}
		clone.Close()
		if _, err := os.Stat(clone.Dir); !os.IsNotExist(err) {
			t.Errorf("the clone is left: %v", err)
		}
	}
	if got, err := os.ReadFile(filepath.Join(from, "a.txt")); string(got) != "not committed\n" || err != nil {
		t.Errorf("the working folder: %q, %v", got, err)
	}
	one, err := Open(t.Context(), Entry{Name: "from", Where: from, Local: true})
	must.OK(t, err)
	defer one.Close()
	two, err := Open(t.Context(), Entry{Name: "from", Where: from, Local: true})
	if err != nil || one.Dir == two.Dir {
		t.Fatalf("a second clone at the same time: %v", err)
	}
	two.Close()
}

// TestOpenFails: what is wrong is said in a line, and nobody is asked for anything.
func TestOpenFails(t *testing.T) {
	dir := machine(t)
	from := origin(t, filepath.Join(dir, "from"))
	asked := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
		w.WriteHeader(http.StatusUnauthorized)
	}))
	defer asked.Close()
	for want, e := range map[string]Entry{
		"no revision v7":                {Where: from, Revision: "v7", Local: true},
		"couldn't find remote ref":      {Where: "file://" + from, Revision: "v7"},
		"is no folder":                  {Where: filepath.Join(dir, "none"), Local: true},
		"no revision HEAD":              {Where: t.TempDir(), Local: true},
		"terminal prompts disabled":     {Where: asked.URL + "/x.git"},
		"transport 'ext' not allowed":   {Where: "ext::sh -c touch% " + filepath.Join(dir, "ran")},
		"does not appear to be a git r": {Where: "file://" + filepath.Join(dir, "none")},
	} {
		e.Name = "x"
		if c, err := Open(t.Context(), e); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: %v, want %q", e, err, want)
			if err == nil {
				c.Close()
			}
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "ran")); err == nil {
		t.Error("an address was run")
	}
}

// TestBranch: what was changed in the clone becomes a branch of the repository,
// whose working folder stays as it is; nothing that it configures is run.
func TestBranch(t *testing.T) {
	dir := machine(t)
	from := origin(t, filepath.Join(dir, "from"))
	run(t, dir, "clone", "--quiet", "--bare", from, "bare.git")
	program := filepath.Join(dir, "program.sh")
	ran := filepath.Join(dir, "ran")
	must.OK(t, os.WriteFile(program, []byte("#!/bin/sh\necho \"$0\" >> "+ran+"\n"), 0o700))
	for _, hook := range []string{"pre-commit", "post-commit", "post-checkout", "pre-push", "reference-transaction", "pre-receive", "update", "post-receive"} {
		must.OK(t, os.Symlink(program, filepath.Join(from, ".git", "hooks", hook)))
	}
	run(t, from, "config", "core.fsmonitor", program)
	run(t, from, "config", "core.sshCommand", program)
	run(t, from, "config", "uploadpack.packObjectsHook", program)
	run(t, from, "config", "core.alternateRefsCommand", program)
	_ = os.Remove(ran) // by what the owner has just done
	for _, e := range []Entry{{Name: "from", Where: from, Local: true}, {Name: "bare", Where: "file://" + filepath.Join(dir, "bare.git")}} {
		c, err := Open(t.Context(), e)
		must.OK(t, err)
		write(t, filepath.Join(c.Dir, "a.txt"), "third\n")
		if err := c.Branch(t.Context(), "fix/it", "Fix it"); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
		if err := c.Branch(t.Context(), "fix/it", "Fix it"); err == nil || !strings.Contains(err.Error(), "has a branch fix/it already") {
			t.Errorf("%s, again: %v", e.Name, err)
		}
		c.Close()
		at := filepath.Join(dir, "bare.git")
		if e.Local {
			at = filepath.Join(from, ".git")
		}
		if data, err := os.ReadFile(ran); err == nil {
			t.Errorf("%s: programs of the repository ran:\n%s", e.Name, data)
		}
		if got := run(t, at, "-c", "core.hooksPath=/dev/null", "show", "fix/it:a.txt"); got != "third" {
			t.Errorf("%s: the branch has %q", e.Name, got)
		}
		if got := run(t, at, "log", "--format=%s", "fix/it"); got != "Fix it\nsecond\nfirst" {
			t.Errorf("%s: the branch has %q", e.Name, got)
		}
	}
	if got := run(t, from, "-c", "core.fsmonitor=false", "status", "--short", "--branch"); got != "## main" {
		t.Errorf("the working folder: %s", got)
	}
}

func TestCheckBranch(t *testing.T) {
	machine(t)
	for name, good := range map[string]bool{"fix/it": true, "a": true, "-x": false, "a..b": false, "a b": false, "a:b": false, "": false} {
		if err := CheckBranch(t.Context(), name); (err == nil) != good {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestCheckAuthor(t *testing.T) {
	dir := machine(t)
	if err := CheckAuthor(t.Context()); err != nil {
		t.Error(err)
	}
	write(t, filepath.Join(dir, "HOME", ".gitconfig"), "[user]\n\tname = A\n\tuseConfigOnly = true\n")
	if err := CheckAuthor(t.Context()); err == nil || !strings.Contains(err.Error(), "no name and address") {
		t.Errorf("without an address: %v", err)
	}
}
