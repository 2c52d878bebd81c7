package child

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// program puts an executable script into a folder.
func program(t *testing.T, path, text string) string {
	t.Helper()
	must.OK(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must.OK(t, os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o755))
	return path
}

func TestLook(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("scripts with a shebang do not run on Windows")
	}
	root, away, other := t.TempDir(), t.TempDir(), t.TempDir()
	inRoot := program(t, filepath.Join(root, "ruff"), "touch PWNED")
	venv := program(t, filepath.Join(root, "pkg", ".venv", "bin", "ruff"), "touch PWNED")
	good := program(t, filepath.Join(away, "ruff"), "true")
	linked := filepath.Join(other, "linked")
	must.OK(t, os.Symlink(root, linked))
	t.Chdir(root)
	list := func(dirs ...string) string { return strings.Join(dirs, ":") }
	near := filepath.Join(root, "pkg", "sub")
	for _, c := range []struct {
		name, path, tool string
		opts             LookOptions
		want             string
		err              error
	}{
		{"dot first", list(".", "", "sub/..", away), "ruff", LookOptions{Roots: []string{root}}, good, nil},
		{"only dot", list(".", ""), "ruff", LookOptions{Roots: []string{root}}, "", ErrNotFound},
		{"inside the root", list(root, away), "ruff", LookOptions{Roots: []string{root}}, good, nil},
		{"inside the root only", list(root), "ruff", LookOptions{Roots: []string{root}}, "", ErrRefused},
		{"through a link", list(linked), "ruff", LookOptions{Roots: []string{root}}, "", ErrRefused},
		{"trusted", list(root), "ruff", LookOptions{Roots: []string{root}, Trusted: true}, inRoot, nil},
		{"trusted, the project's own", list(away), "ruff", LookOptions{Roots: []string{root}, Trusted: true, Near: near}, venv, nil},
		{"not trusted, the project's own", list(away), "ruff", LookOptions{Roots: []string{root}, Near: near}, good, nil},
		{"user path wins", list(away), "ruff", LookOptions{Roots: []string{root}, UserPath: map[string]string{"ruff": inRoot}}, inRoot, nil},
		{"relative user path", list(away), "ruff", LookOptions{UserPath: map[string]string{"ruff": "./ruff"}}, "", ErrRefused},
		{"name with a slash", list(away), "../ruff", LookOptions{}, "", ErrRefused},
		{"name with a dash", list(away), "-ruff", LookOptions{}, "", ErrRefused},
		{"missing", list(away), "mypy", LookOptions{}, "", ErrNotFound},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("PATH", c.path)
			got, err := Look(c.tool, c.opts)
			if got != c.want || !errors.Is(err, c.err) {
				t.Errorf("got %q, %v; want %q, %v", got, err, c.want, c.err)
			}
		})
	}
}

func TestSearchPathHidesTheWorkspace(t *testing.T) {
	root, away := t.TempDir(), t.TempDir()
	t.Setenv("PATH", strings.Join([]string{".", "", root, filepath.Join(root, "bin"), "rel", away}, string(os.PathListSeparator)))
	if got := SearchPath([]string{root}); len(got) != 1 || got[0] != away {
		t.Errorf("got %v", got)
	}
}

// TestNoVersionControl: a child that works for nobody's trust finds every program
// of a folder but those of version control, under no name of theirs; one that is
// trusted finds all. No go command stamps.
func TestNoVersionControl(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("making links needs a right there")
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	bin, plain := t.TempDir(), t.TempDir()
	for _, name := range []string{"git", "git-lfs", "hg", "jj", "svn", "go", "gitless"} {
		program(t, filepath.Join(bin, name), "true")
	}
	program(t, filepath.Join(plain, "ruff"), "true")
	for name, to := range map[string]string{"vcs": "git", "golang": "go"} {
		must.OK(t, os.Symlink(filepath.Join(bin, to), filepath.Join(bin, name)))
	}
	t.Setenv("PATH", strings.Join([]string{plain, bin, bin}, ":"))
	value := func(c Command, name string) string {
		for _, kv := range c.environment() {
			if v, ok := strings.CutPrefix(kv, name+"="); ok {
				return v
			}
		}
		return ""
	}
	found := func() string {
		var names []string
		for _, dir := range filepath.SplitList(value(Command{}, "PATH")) {
			list, err := os.ReadDir(dir)
			must.OK(t, err)
			for _, e := range list {
				if _, err := executable(filepath.Join(dir, e.Name())); err != nil {
					t.Error(err)
				}
				names = append(names, e.Name())
			}
		}
		return strings.Join(names, " ")
	}
	if got := found(); got != "ruff gitless go golang" {
		t.Errorf("found %q", got)
	}
	program(t, filepath.Join(bin, "staticcheck"), "true") // installed later
	if got := found(); got != "ruff gitless go golang staticcheck" {
		t.Errorf("found %q", got)
	}
	if got := value(Command{Trusted: true}, "PATH"); got != plain+":"+bin {
		t.Errorf("trusted: %s", got)
	}
	for _, c := range []Command{{}, {Trusted: true}, {Env: []string{"GOFLAGS=-mod=readonly"}}} {
		if got := value(c, "GOFLAGS"); !strings.HasSuffix(got, "-buildvcs=false") || len(c.Env) > 0 && !strings.HasPrefix(got, "-mod=readonly ") {
			t.Errorf("GOFLAGS is %q", got)
		}
	}
	project := filepath.Join(t.TempDir(), "p")
	program(t, filepath.Join(project, "tool"), "true")
	for name, to := range map[string]string{"theirs": filepath.Join(project, "tool"), "near": "theirs", "own": filepath.Join(bin, "go")} {
		must.OK(t, os.Symlink(to, filepath.Join(plain, name)))
	}
	for _, c := range []Command{{Hidden: []string{project}}, {Hidden: []string{project}, Trusted: true}} {
		first := filepath.SplitList(value(c, "PATH"))[0]
		list, err := os.ReadDir(first)
		if err != nil || len(list) != 2 || list[0].Name() != "own" || list[1].Name() != "ruff" || first == plain {
			t.Errorf("%v in %s, without links into hidden folders: %v", list, first, err)
		}
	}
	if got := filepath.SplitList(value(Command{Hidden: []string{filepath.Dir(bin) + "x"}}, "PATH"))[0]; got != plain {
		t.Errorf("links that lead elsewhere: %s", got)
	}
	if value(Command{}, "GOPROXY") != "off" || value(Command{Trusted: true}, "GOPROXY") != "" {
		t.Error("what is downloaded does not depend on trust")
	}
	t.Setenv("XDG_CACHE_HOME", filepath.Join(bin, "go", "none")) // nothing can be made there
	if got := value(Command{}, "PATH"); got != plain {
		t.Errorf("without a cache folder: %s", got)
	}
}

// TestGitRunsNothingOfTheRepository sets every program a repository can name.
func TestGitRunsNothingOfTheRepository(t *testing.T) {
	git := testkit.Tool(t, "git")
	root := t.TempDir()
	evil := program(t, filepath.Join(root, "evil.sh"), "touch "+filepath.Join(root, "PWNED"))
	for _, args := range [][]string{
		{"init", "-q"}, {"config", "core.fsmonitor", evil}, {"config", "core.pager", evil},
		{"config", "gpg.program", evil}, {"config", "log.showSignature", "true"},
	} {
		c := exec.Command(git, args...)
		c.Dir = root
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v %s", args, err, out)
		}
	}
	res, err := Git(t.Context(), GitOptions{Dir: root}, "ls-files", "-z", "-co", "--exclude-standard")
	if err != nil || res.ExitCode != 0 || string(res.Stdout) != "evil.sh\x00" {
		t.Errorf("got %q, %d, %v", res.Stdout, res.ExitCode, err)
	}
	if _, err := os.Stat(filepath.Join(root, "PWNED")); err == nil {
		t.Error("a program of the repository was run")
	}
}
