package linter

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// keeping is a project whose findings are kept, and the real ruff, by copy: so that
// each run of it can be seen to be possible or not.
type keeping struct {
	t           *testing.T
	root, cache string
	program     string
	now         time.Time
}

func newKeeping(t *testing.T) *keeping {
	t.Helper()
	data, err := os.ReadFile(testkit.Tool(t, "ruff"))
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "conf"))
	k := &keeping{t: t, root: filepath.Join(t.TempDir(), "p"), cache: t.TempDir(), program: filepath.Join(t.TempDir(), "ruff"), now: time.Now()}
	if err := os.WriteFile(k.program, data, 0o755); err != nil {
		t.Fatal(err)
	}
	k.write("ruff.toml", "lint.select = [\"F\", \"I\", \"INP\", \"UP\", \"EXE\"]\n")
	k.write("pkg/__init__.py", "")
	k.write("pkg/a.py", "import sys\nimport zebra\n\nimport os\nprint(sys, zebra)\n")
	k.write("pkg/b.py", "x = 1\n")
	return k
}

func (k *keeping) path(name string) string { return filepath.Join(k.root, filepath.FromSlash(name)) }

func (k *keeping) write(name, body string) {
	k.t.Helper()
	path := name
	if !filepath.IsAbs(name) {
		path = k.path(name)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		k.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
		k.t.Fatal(err)
	}
}

// command is what one command sees: the findings of some files, by name, and which
// of them were kept.
func (k *keeping) command(names ...string) (map[string][]signal.Diagnostic, map[string]bool) {
	k.t.Helper()
	r := NewRunner(RunnerOptions{Roots: []string{k.root}, CacheDir: k.cache, OneRun: true, Keep: true, Now: func() time.Time { return k.now },
		Tools: map[string]ToolOptions{"ruff": {Argv: []string{k.program}}}})
	t, err := r.tool(mustFind(k.t, "ruff"), k.root, Unknown)
	if err != nil {
		k.t.Fatal(err)
	}
	var list []text.Snapshot
	was := map[string]bool{}
	for _, name := range names {
		body, err := os.ReadFile(k.path(name))
		if err != nil {
			k.t.Fatal(err)
		}
		s := text.File(k.path(name), "python", string(body))
		_, _, was[name] = r.kept.Get(t.source(k.root), s, k.now)
		list = append(list, s)
	}
	r.Survey(context.Background(), list, func(text.Snapshot) []string { return []string{"ruff"} })
	out := map[string][]signal.Diagnostic{}
	for i, s := range list {
		if out[names[i]], err = r.Lint(context.Background(), "ruff", s); err != nil {
			k.t.Fatal(err)
		}
	}
	r.Save()
	return out, was
}

func mustFind(t *testing.T, name string) Spec {
	t.Helper()
	spec, ok := Find(name)
	if !ok {
		t.Fatalf("no tool %s", name)
	}
	return spec
}

// TestKeptSaysWhatRuffSays: the next command has the findings of the same texts from
// the cache, equal to the ones of a run, and of a changed text it has not.
func TestKeptSaysWhatRuffSays(t *testing.T) {
	testkit.OtherProcesses(t)
	k := newKeeping(t)
	first, was := k.command("pkg/a.py", "pkg/b.py")
	if was["pkg/a.py"] || len(first["pkg/a.py"]) == 0 {
		t.Fatalf("the first command: %v, %v", first, was)
	}
	second, was := k.command("pkg/a.py", "pkg/b.py")
	if !was["pkg/a.py"] || !was["pkg/b.py"] {
		t.Errorf("the second command ran ruff: %v", was)
	}
	if d := cmp.Diff(first, second); d != "" {
		t.Errorf("what was kept is not what was said (-said +kept):\n%s", d)
	}
	k.write("pkg/b.py", "x = undefined\n")
	third, was := k.command("pkg/a.py", "pkg/b.py")
	if !was["pkg/a.py"] || was["pkg/b.py"] || len(third["pkg/b.py"]) != 1 {
		t.Errorf("with one changed file: %v, %v", third["pkg/b.py"], was)
	}
	k.now = k.now.Add(limits.KeptAge + 48*time.Hour)
	if _, was := k.command("pkg/b.py"); !was["pkg/b.py"] {
		t.Error("what is used is dropped")
	}
	if _, was := k.command("pkg/a.py"); was["pkg/a.py"] {
		t.Error("what nobody uses is kept for ever")
	}
}

// TestKeptDependsOnEverythingRead: each thing that ruff reads beside a text makes
// what was kept worth nothing, when it changes; other things do not.
func TestKeptDependsOnEverythingRead(t *testing.T) {
	testkit.OtherProcesses(t)
	for _, tt := range []struct {
		name   string
		change func(*keeping)
		kept   bool
	}{
		{"nothing", func(*keeping) {}, true},
		{"another file's text", func(k *keeping) { k.write("pkg/b.py", "y = 2\n") }, true},
		{"a file that is no module", func(k *keeping) { k.write("pkg/notes.txt", "x") }, true},
		{"its settings", func(k *keeping) { k.write("ruff.toml", "lint.select = [\"E\"]\n") }, false},
		{"nearer settings", func(k *keeping) { k.write("pkg/.ruff.toml", "line-length = 10\n") }, false},
		{"pyproject.toml beside them", func(k *keeping) { k.write("pyproject.toml", "[project]\nrequires-python = \">=3.13\"\n") }, false},
		{"settings above the root", func(k *keeping) { k.write("../ruff.toml", "line-length = 10\n") }, false},
		{"the user's settings", func(k *keeping) {
			k.write(filepath.Join(os.Getenv("XDG_CONFIG_HOME"), "ruff", "ruff.toml"), "line-length = 10\n")
		}, false},
		{"a variable", func(k *keeping) { k.t.Setenv("RUFF_OUTPUT_FORMAT", "json") }, false},
		{"a module of the project", func(k *keeping) { k.write("zebra.py", "") }, false},
		{"a folder of the project", func(k *keeping) { k.write("zebra/data.txt", "") }, false},
		{"a module in src", func(k *keeping) { k.write("src/zebra.py", "") }, false},
		{"a module of a package", func(k *keeping) { k.write("pkg/deep/er.py", "") }, false},
		{"a module beside, above the root where settings lie", func(k *keeping) { k.write("../ruff.toml", ""); k.write("../src/zebra/sub.py", "") }, false},
		{"no package any more", func(k *keeping) { _ = os.Remove(k.path("pkg/__init__.py")) }, false},
		{"its mode", func(k *keeping) { _ = os.Chmod(k.path("pkg/a.py"), 0o700) }, false},
		{"the program", func(k *keeping) { _ = os.Chtimes(k.program, k.now, k.now.Add(time.Hour)) }, false},
		{"settings that lead elsewhere", func(k *keeping) { k.write("ruff.toml", "extend = \"../x.toml\"\n"); k.write("../x.toml", "") }, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := newKeeping(t)
			k.command("pkg/a.py", "pkg/b.py")
			tt.change(k)
			kept, was := k.command("pkg/a.py")
			if was["pkg/a.py"] != tt.kept {
				t.Fatalf("kept: %v, want %v", was["pkg/a.py"], tt.kept)
			}
			k.cache = t.TempDir()
			said, _ := k.command("pkg/a.py")
			if d := cmp.Diff(said, kept); d != "" {
				t.Errorf("ruff says something else now (-said +kept):\n%s", d)
			}
		})
	}
}

// TestKeptOfNobodyElse: what is kept lies in a private folder; settings that lead to
// other folders, programs that are scripts and commands with arguments are not known
// well enough, and what is broken is as if it were not there.
func TestKeptOfNobodyElse(t *testing.T) {
	testkit.OtherProcesses(t)
	k := newKeeping(t)
	k.command("pkg/a.py", "pkg/b.py")
	dir := filepath.Join(k.cache, "checks")
	list, err := os.ReadDir(dir)
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	for path, want := range map[string]os.FileMode{dir: 0o700, filepath.Join(dir, list[0].Name()): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v, want %v", path, info.Mode(), err, want)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, list[0].Name()), []byte("{\"Entries\":[1"), 0o600); err != nil {
		t.Fatal(err)
	}
	if said, was := k.command("pkg/a.py"); was["pkg/a.py"] || len(said["pkg/a.py"]) == 0 {
		t.Errorf("with a broken file: %v, %v", said, was)
	}
	k.write("ruff.toml", "src = [\"lib\"]\nlint.select = [\"F\"]\n")
	for range 2 {
		if _, was := k.command("pkg/a.py"); was["pkg/a.py"] {
			t.Error("kept with settings that name other folders")
		}
	}
	k.write("ruff.toml", "")
	script := filepath.Join(t.TempDir(), "ruff")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nexec "+k.program+" \"$@\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	k.program = script
	for range 2 {
		if _, was := k.command("pkg/a.py"); was["pkg/a.py"] {
			t.Error("kept of a script")
		}
	}
}

// TestKeptIsNotWhatChangedMeanwhile: what a tool said while something that it reads
// was changed is not kept.
func TestKeptIsNotWhatChangedMeanwhile(t *testing.T) {
	testkit.OtherProcesses(t)
	k := newKeeping(t)
	r := NewRunner(RunnerOptions{Roots: []string{k.root}, CacheDir: k.cache, OneRun: true, Keep: true, Tools: map[string]ToolOptions{"ruff": {Argv: []string{k.program}}}})
	body, err := os.ReadFile(k.path("pkg/a.py"))
	if err != nil {
		t.Fatal(err)
	}
	s := text.File(k.path("pkg/a.py"), "python", string(body))
	if _, err := r.Lint(context.Background(), "ruff", s); err != nil {
		t.Fatal(err)
	}
	settings, err := os.ReadFile(k.path("ruff.toml"))
	if err != nil {
		t.Fatal(err)
	}
	k.write("ruff.toml", strings.Replace(string(settings), "\"I\"", "\"E\"", 1))
	r.Save()
	k.write("ruff.toml", string(settings))
	if _, was := k.command("pkg/a.py"); was["pkg/a.py"] {
		t.Error("kept, though the settings were others at the end")
	}
}
