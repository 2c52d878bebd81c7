package linter

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

func TestTrustDecidesWhatRuns(t *testing.T) {
	for _, s := range Specs() {
		for _, trust := range []Trust{Unknown, Denied, Trusted} {
			_, err := New(s.Name, Options{Root: t.TempDir(), Trust: trust, Argv: []string{"/somewhere/" + s.Binary}})
			allowed := trust == Trusted || trust == Unknown && s.Class == ClassA
			if got := !errors.Is(err, ErrNotAllowed); got != allowed {
				t.Errorf("%s (class %v) in a root that is %v: allowed %v, want %v", s.Name, s.Class, trust, got, allowed)
			}
			var e *Error
			if errors.As(err, &e) && errors.Is(err, ErrNotAllowed) && (e.Step == StepTrust) != (trust == Unknown) {
				t.Errorf("%s in a root that is %v: step %q", s.Name, trust, e.Step)
			}
		}
	}
	for _, name := range []string{"mypy", "pyright", "eslint", "tsc", "clippy", "golangci-lint"} {
		if s, ok := Find(name); !ok || s.Class != ClassB {
			t.Errorf("%s must be class B", name)
		}
	}
}

// TestMypyPluginOfTheWorkspace shows why mypy is class B, and that it does not
// run without trust.
func TestMypyPluginOfTheWorkspace(t *testing.T) {
	mypy := testkit.Tool(t, "mypy")
	dir := t.TempDir()
	must.WriteAll(t, dir, map[string]string{
		"mypy.ini": "[mypy]\nplugins = evil.py\n",
		"evil.py":  "open('PWNED', 'w').close()\nfrom mypy.plugin import Plugin\ndef plugin(version):\n    return Plugin\n",
		"a.py":     "x = 1\n",
	})
	run := func(trust Trust) error {
		r := NewRunner(RunnerOptions{Roots: []string{dir}, Trust: func(string, string) Trust { return trust }, CacheDir: t.TempDir(),
			Tools: map[string]ToolOptions{"mypy": {Argv: []string{mypy}, Timeout: patient}}})
		_, err := r.Lint(t.Context(), "mypy", text.File(filepath.Join(dir, "a.py"), "python", "x = 1\n"))
		return err
	}
	pwned := func() bool { _, err := os.Stat(filepath.Join(dir, "PWNED")); return err == nil }
	if err := run(Unknown); !errors.Is(err, ErrNotAllowed) || pwned() {
		t.Errorf("unknown root: %v, plugin ran: %v", err, pwned())
	}
	if err := run(Trusted); err != nil || !pwned() {
		t.Errorf("trusted root: %v, plugin ran: %v (the fixture proves nothing without)", err, pwned())
	}
}

// TestBinaryOfTheWorkspace puts a fake ruff into the root and PATH=".".
func TestBinaryOfTheWorkspace(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("scripts with a shebang do not run on Windows")
	}
	dir, away := t.TempDir(), t.TempDir()
	script := "#!/bin/sh\n: > " + filepath.Join(dir, "PWNED") + "\necho '[]'\n"
	for _, path := range []string{filepath.Join(dir, "ruff"), filepath.Join(dir, ".venv", "bin", "ruff")} {
		must.OK(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.OK(t, os.WriteFile(path, []byte(script), 0o755))
	}
	must.OK(t, os.WriteFile(filepath.Join(away, "ruff"), []byte("#!/bin/sh\necho '[]'\n"), 0o755))
	t.Chdir(dir)
	t.Setenv("PATH", strings.Join([]string{".", "", dir, away, "/bin", "/usr/bin"}, ":"))
	s := text.File(filepath.Join(dir, "a.py"), "python", "x = 1\n")
	pwned := filepath.Join(dir, "PWNED")
	for _, trust := range []Trust{Unknown, Trusted} {
		l, err := New("ruff", Options{Root: dir, Trust: trust, CacheDir: t.TempDir()})
		must.OK(t, err)
		if _, err := l.Lint(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(pwned); (err == nil) != (trust == Trusted) {
			t.Errorf("%v: the workspace's program ran: %v", trust, err == nil)
		}
	}
}

// TestHostileNames lints files whose names are options, shell text or worse
// with every tool that is there.
func TestHostileNames(t *testing.T) {
	testkit.OtherProcesses(t)
	names := []string{"-c.py", "--help.py", "$(touch PWNED).py", ";touch PWNED;.py", "`touch PWNED`.py", "a b\tc.py", "line\nbreak.py",
		"@args.py", "%s%n.py", "quote'\".py", strings.Repeat("n", 252) + ".py"}
	for _, tool := range []string{"ruff", "bandit", "mypy"} {
		t.Run(tool, func(t *testing.T) {
			program := testkit.Tool(t, tool)
			t.Parallel()
			for i, name := range names {
				if tool == "mypy" && i > 3 {
					break // it takes seconds for each; nothing of it depends on the tool
				}
				dir := t.TempDir()
				l, err := New(tool, Options{Argv: []string{program}, Root: dir, Trust: Trusted, CacheDir: t.TempDir(), Timeout: patient})
				must.OK(t, err)
				path := filepath.Join(dir, name)
				if err := os.WriteFile(path, nil, 0o600); err != nil {
					t.Skip("this file system has no such names:", err)
				}
				list, err := l.Lint(t.Context(), text.File(path, "python", "import pickle\nx: int = 's'\n"))
				if err != nil && !errors.Is(err, ErrFailed) {
					t.Errorf("%q: %v", name, err)
				}
				if err == nil && len(list) == 0 {
					t.Errorf("%q: found nothing", name)
				}
				entries, _ := os.ReadDir(dir)
				if len(entries) != 1 {
					t.Errorf("%q: files appeared: %v", name, entries)
				}
			}
		})
	}
}

// TestGoWithoutModules imports a module that is not on this computer, where
// nothing may be downloaded: that is no problem of the line that imports it.
func TestGoWithoutModules(t *testing.T) {
	// Before 1.17 a go.mod does not name all that is needed, and the go command ends with
	// an error of its own (https://go.dev/ref/mod#graph-pruning).
	for _, version := range []string{"1.24", "1.15"} {
		t.Run(version, func(t *testing.T) { withoutModules(t, version) })
	}
}

func withoutModules(t *testing.T, version string) {
	dir := t.TempDir()
	must.WriteAll(t, dir, map[string]string{
		"go.mod": "module example.com/m\n\ngo " + version + "\n\nrequire example.invalid/absent v1.0.0\n",
		"go.sum": "example.invalid/absent v1.0.0 h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n" +
			"example.invalid/absent v1.0.0/go.mod h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n",
	})
	s := text.File(filepath.Join(dir, "a.go"), "go", "package m\n\nimport _ \"example.invalid/absent\"\n")
	must.OK(t, os.WriteFile(s.Path, []byte(s.Text()), 0o644))
	for _, tool := range []string{"go", "go vet"} {
		l, err := New(tool, Options{Root: dir, CacheDir: t.TempDir(), Timeout: patient})
		must.OK(t, err)
		found, err := l.Lint(t.Context(), s)
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(e.Hint, "go mod download") {
			t.Errorf("%s: %v, error %v", tool, found, err)
		}
	}
}
