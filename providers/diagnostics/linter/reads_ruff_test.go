package linter

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// ruffProject is a project with its own copy of ruff.
type ruffProject struct {
	t             *testing.T
	root, program string
}

func newRuffProject(t *testing.T) *ruffProject {
	t.Helper()
	data, err := os.ReadFile(testkit.Tool(t, "ruff"))
	must.OK(t, err)
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "conf"))
	k := &ruffProject{t: t, root: filepath.Join(t.TempDir(), "p"), program: filepath.Join(t.TempDir(), "ruff")}
	must.OK(t, os.WriteFile(k.program, data, 0o755))
	k.write("ruff.toml", "lint.select = [\"F\", \"I\", \"INP\", \"UP\", \"EXE\"]\n")
	k.write("pkg/__init__.py", "")
	k.write("pkg/a.py", "import sys\nimport zebra\n\nimport os\nprint(sys, zebra)\n")
	k.write("pkg/b.py", "x = 1\n")
	return k
}

func (k *ruffProject) path(name string) string {
	return filepath.Join(k.root, filepath.FromSlash(name))
}

func (k *ruffProject) write(name, body string) {
	k.t.Helper()
	path := name
	if !filepath.IsAbs(name) {
		path = k.path(name)
	}
	place(k.t, path, body)
}

// reads is what ruff reads besides the texts of a folder.
func (k *ruffProject) reads() (sum [32]byte, known bool) {
	r := NewRunner(RunnerOptions{Roots: []string{k.root}, CacheDir: k.t.TempDir(),
		Tools: map[string]ToolOptions{"ruff": {Argv: []string{k.program}}}})
	return r.Reads("ruff", k.root, []string{k.path("pkg")})
}

// TestRuffReads: everything that ruff reads besides a text is in the digest: each change of it changes it, or makes
// it unknown; other things do not.
func TestRuffReads(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*ruffProject)
		same   bool
	}{
		{"nothing", func(*ruffProject) {}, true},
		{"another file's text", func(k *ruffProject) { k.write("pkg/b.py", "y = 2\n") }, true},
		{"a file that is no module", func(k *ruffProject) { k.write("pkg/notes.txt", "x") }, true},
		{"its settings", func(k *ruffProject) { k.write("ruff.toml", "lint.select = [\"E\"]\n") }, false},
		{"nearer settings", func(k *ruffProject) { k.write("pkg/.ruff.toml", "line-length = 10\n") }, false},
		{"pyproject.toml beside them", func(k *ruffProject) {
			k.write("pyproject.toml", "[project]\nrequires-python = \">=3.13\"\n")
		}, false},
		{"settings above the root", func(k *ruffProject) { k.write("../ruff.toml", "line-length = 10\n") }, false},
		{"the user's settings", func(k *ruffProject) {
			k.write(filepath.Join(os.Getenv("XDG_CONFIG_HOME"), "ruff", "ruff.toml"), "line-length = 10\n")
		}, false},
		{"a variable", func(k *ruffProject) { k.t.Setenv("RUFF_OUTPUT_FORMAT", "json") }, false},
		{"a module of the project", func(k *ruffProject) { k.write("zebra.py", "") }, false},
		{"a folder of the project", func(k *ruffProject) { k.write("zebra/data.txt", "") }, false},
		{"a module in src", func(k *ruffProject) { k.write("src/zebra.py", "") }, false},
		{"a module of a package", func(k *ruffProject) { k.write("pkg/deep/er.py", "") }, false},
		{"no package any more", func(k *ruffProject) { _ = os.Remove(k.path("pkg/__init__.py")) }, false},
		{"the program", func(k *ruffProject) { _ = os.Chtimes(k.program, time.Now(), time.Now().Add(time.Hour)) }, false},
		{"settings that lead elsewhere", func(k *ruffProject) {
			k.write("ruff.toml", "extend = \"../x.toml\"\n")
			k.write("../x.toml", "")
		}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := newRuffProject(t)
			before, known := k.reads()
			if !known {
				t.Fatal("it is not known of the project as it is")
			}
			tt.change(k)
			if after, known := k.reads(); (known && after == before) != tt.same {
				t.Errorf("the same: %v, want %v", after == before, tt.same)
			}
		})
	}
}

// TestRuffReadsAbove: modules above the root count where settings lie.
func TestRuffReadsAbove(t *testing.T) {
	k := newRuffProject(t)
	k.write("../ruff.toml", "")
	before, _ := k.reads()
	k.write("../src/zebra/sub.py", "")
	if after, known := k.reads(); !known || after == before {
		t.Errorf("known %v, the same %v", known, after == before)
	}
}

// TestRuffReadsOfNobody: settings that lead to other folders, and programs that are scripts, are not known well enough.
func TestRuffReadsOfNobody(t *testing.T) {
	k := newRuffProject(t)
	k.write("ruff.toml", "src = [\"lib\"]\nlint.select = [\"F\"]\n")
	if _, known := k.reads(); known {
		t.Error("with settings that name other folders")
	}
	k.write("ruff.toml", "")
	if _, known := k.reads(); !known {
		t.Error("with settings that do not")
	}
	script := filepath.Join(t.TempDir(), "ruff")
	must.OK(t, os.WriteFile(script, []byte("#!/bin/sh\nexec "+k.program+" \"$@\"\n"), 0o755))
	k.program = script
	if _, known := k.reads(); known {
		t.Error("of a script")
	}
}
