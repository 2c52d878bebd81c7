//go:build unix

package e2e

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// breakable is a copy of a tool that can be made such that it does not start any
// more, with the same size, time and mode.
type breakable struct {
	path, whole string
}

func (b breakable) set(t *testing.T, works bool) {
	t.Helper()
	data, err := os.ReadFile(b.whole)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(b.whole)
	if err != nil {
		t.Fatal(err)
	}
	if !works {
		copy(data, "\x7fELF"+strings.Repeat("?", 100))
	}
	if err := errors.Join(os.WriteFile(b.path, data, 0o700), os.Chtimes(b.path, info.ModTime(), info.ModTime())); err != nil {
		t.Fatal(err)
	}
}

// TestSecondRun: a second run over an unchanged project says the same and starts no
// tool, which is broken by then; once anything has changed that the first run read,
// the tool is started.
func TestSecondRun(t *testing.T) {
	fettle := binary(t)
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ruff := breakable{filepath.Join(base, "bin", "ruff"), testkit.Tool(t, "ruff")}
	dir := filepath.Join(base, "project")
	put := func(name, text string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Dir(ruff.path), 0o700); err != nil {
		t.Fatal(err)
	}
	run := func(env string, args ...string) (said string, ok bool) {
		cmd := exec.Command(fettle, append([]string{"fix", "--no-model"}, args...)...)
		cmd.Dir = dir
		cmd.Env = []string{"PATH=" + filepath.Dir(ruff.path) + ":/usr/bin:/bin", "HOME=" + base, "XDG_CACHE_HOME=" + filepath.Join(base, "cache"), "XDG_CONFIG_HOME=" + filepath.Join(base, "config"), "FETTLE_BUGS=fatal", env}
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		_ = cmd.Run()
		return out.String() + errs.String(), cmd.ProcessState.ExitCode() < 2
	}
	begin := func() {
		for name, text := range map[string]string{
			"pyproject.toml": "[tool.ruff.lint]\nextend-select = [\"E501\"]\n", "a.py": "import os\nimport sys\n\nprint(sys.argv)\n",
			"pkg/b.py": "def f():\n    x = 1\n    print(undefined)\n", ".gitignore": "build/\n",
		} {
			put(name, text)
		}
	}
	begin()
	ruff.set(t, true)
	first, ok := run("")
	if !ok || !strings.Contains(first, "-import os") || !strings.Contains(first, "F821") {
		t.Fatal(first)
	}
	asJSON, _ := run("", "--json")
	ruff.set(t, false)
	for range 2 {
		if again, ok := run(""); !ok || again != first {
			t.Fatalf("the second run says\n%s\nafter\n%s", again, first)
		}
	}
	if again, ok := run("", "--json"); !ok || again != asJSON {
		t.Errorf("as JSON the second run says\n%s\nafter\n%s", again, asJSON)
	}
	for name, c := range map[string]struct {
		change, undo func()
		env          string
		args         []string
	}{
		"a text":           {change: func() { put("a.py", "import os\n") }},
		"another file":     {change: func() { put("c.py", "import os\n") }, undo: func() { _ = os.Remove(filepath.Join(dir, "c.py")) }},
		"an ignored file":  {change: func() { put("build/sys.py", "") }, undo: func() { _ = os.RemoveAll(filepath.Join(dir, "build")) }},
		"settings":         {change: func() { put("pyproject.toml", "[tool.ruff.lint]\nextend-select = [\"E501\", \"I\"]\n") }},
		"settings nearby":  {change: func() { put("pkg/ruff.toml", "line-length = 20\n") }, undo: func() { _ = os.Remove(filepath.Join(dir, "pkg", "ruff.toml")) }},
		"settings above":   {change: func() { put("../ruff.toml", "line-length = 20\n") }, undo: func() { _ = os.Remove(filepath.Join(base, "ruff.toml")) }},
		"a workspace":      {change: func() { put(".fettle.toml", "[privacy]\ndeny = [\"x\"]\n") }, undo: func() { _ = os.Remove(filepath.Join(dir, ".fettle.toml")) }},
		"fettle's own":     {change: func() { put("../config/fettle/config.toml", "[fix]\ncalls = 1\n") }, undo: func() { _ = os.RemoveAll(filepath.Join(base, "config")) }},
		"a setting":        {args: []string{"--set", "fix.calls=1"}},
		"unsafe":           {args: []string{"--unsafe"}},
		"unverified":       {args: []string{"--unchecked"}},
		"a rule":           {args: []string{"--rule", "ruff/F401"}},
		"some of it":       {args: []string{"a.py"}},
		"no cache":         {args: []string{"--no-cache"}},
		"not to be kept":   {args: []string{"--set", "fix.cache=false"}},
		"asked anew":       {args: []string{"--no-resume"}},
		"another ruff":     {change: func() { _ = os.Chmod(ruff.path, 0o755) }, undo: func() { _ = os.Chmod(ruff.path, 0o700) }},
		"another variable": {env: "RUFF_PREVIEW=1"},
		"another Python":   {change: func() { put("../venv/pyvenv.cfg", "version = 3.7.1\n") }, env: "VIRTUAL_ENV=" + filepath.Join(base, "venv")},
	} {
		t.Run(name, func(t *testing.T) {
			if c.change != nil {
				c.change()
			}
			said, ok := run(c.env, c.args...)
			if ok || !strings.Contains(said, "ruff") {
				t.Errorf("ruff was not started:\n%s", said)
			}
			if c.undo != nil {
				c.undo()
			}
			begin()
			if again, ok := run(""); !ok || again != first {
				t.Errorf("undone, it says\n%s", again)
			}
		})
	}
}
