package linter

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestSameTextAgain runs tools that keep caches of their own twice on the same
// text: an answer out of a cache must be mapped as well as a fresh one.
func TestSameTextAgain(t *testing.T) {
	testkit.OtherProcesses(t)
	for _, c := range []struct{ tool, file, body string }{
		{"go", "a.go", "package m\n\nfunc F() int {}\n"},
		{"go vet", "a.go", "package m\n\nimport \"fmt\"\n\nfunc F() { fmt.Printf(\"%d\", \"s\") }\n"},
		{"staticcheck", "a.go", "package m\n\nfunc F(b bool) bool { return b == true }\n"},
		{"golangci-lint", "a.go", "package m\n\nfunc unused() {}\n"},
		{"mypy", "a.py", "x: int = 's'\n"},
		{"clippy", "src/main.rs", "fn main() {\n    let x = 5;\n}\n"},
	} {
		t.Run(c.tool, func(t *testing.T) {
			t.Parallel()
			spec, _ := Find(c.tool)
			program := testkit.Tool(t, spec.Binary)
			dir := t.TempDir()
			for name, data := range map[string]string{
				"go.mod": "module example.com/m\n\ngo 1.24\n", c.file: "",
				"Cargo.toml": "[package]\nname = \"m\"\nversion = \"0.1.0\"\nedition = \"2021\"\n",
			} {
				path := filepath.Join(dir, filepath.FromSlash(name))
				must.Write(t, path, data)
			}
			cache := t.TempDir()
			l, err := New(c.tool, Options{Argv: []string{program}, Root: dir, Trust: Trusted, CacheDir: cache, Timeout: patient})
			must.OK(t, err)
			for i := range 3 {
				if slots, _ := filepath.Glob(filepath.Join(cache, "mirrors", "*")); len(slots) != 0 && i == 0 {
					t.Fatalf("left behind: %v", slots)
				}
				s := text.File(filepath.Join(dir, filepath.FromSlash(c.file)), langOf(c.file), c.body)
				if i == 2 {
					occupy(t, l, dir, s) // another run uses the usual folders
				}
				list, err := l.Lint(t.Context(), s)
				if err != nil || len(list) == 0 {
					t.Errorf("run %d: %v, %v", i, list, err)
				}
			}
		})
	}
}

// occupy takes the first folders for private trees of a root and for the text
// of a snapshot.
func occupy(t *testing.T, l Linter, dir string, s text.Snapshot) {
	t.Helper()
	j := &job{tool: l.(*tool), root: dir, snapshot: s, changed: []text.Snapshot{s}}
	if _, err := j.mirrorSlot(); err != nil {
		t.Fatal(err)
	}
	if _, err := j.shadows(); err != nil {
		t.Fatal(err)
	}
}

// TestOwnFolders: a run that was given up puts away nothing of the one that
// took its place, and what both say is of the document.
func TestOwnFolders(t *testing.T) {
	of := &tool{spec: Spec{Name: "tool"}, opts: Options{CacheDir: t.TempDir()}}
	s := text.File("/w/a.py", "python", "x = 1\n")
	shadow := func(j *job) string {
		t.Helper()
		texts, err := j.shadows()
		must.OK(t, err)
		return texts[s.Path]
	}
	first, second := of.one(text.Snapshot{}, s), of.one(text.Snapshot{}, s)
	before, after := shadow(first), shadow(second)
	first.cleanUp()
	if data, err := os.ReadFile(after); err != nil || string(data) != s.Text() {
		t.Errorf("%q, %v", data, err)
	}
	if second.renamed[before] != s.Path || second.renamed[after] != s.Path {
		t.Errorf("%q or %q is not the document to %+v", before, after, second.renamed)
	}
	if again := shadow(of.one(text.Snapshot{}, s)); again != before {
		t.Errorf("the next run has %q, not the usual %q", again, before)
	}
}

// TestCargoTrees: cargo waits for a build in the same target folder, and would then
// repeat of this text what it has said of the other one.
func TestCargoTrees(t *testing.T) {
	testkit.OtherProcesses(t)
	if testing.Short() {
		t.Skip("short")
	}
	program := testkit.Tool(t, "cargo")
	dir := t.TempDir()
	path := filepath.Join(dir, "src", "lib.rs")
	must.OK(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must.WriteAll(t, dir, map[string]string{
		"Cargo.toml": "[package]\nname = \"m\"\nversion = \"0.1.0\"\nedition = \"2021\"\n", "src/lib.rs": ""})
	l, err := New("clippy", Options{Argv: []string{program}, Root: dir, Trust: Trusted, CacheDir: t.TempDir(), Timeout: patient})
	must.OK(t, err)
	var wg sync.WaitGroup
	for i, body := range []string{"return a + 1;", "a + 1", "return a + 1;", "a + 1"} {
		wg.Go(func() {
			list, err := l.Lint(t.Context(), text.File(path, "rust", "pub fn f(a: i32) -> i32 {\n    "+body+"\n}\n"))
			if err != nil || len(list) != 1-i%2 {
				t.Errorf("%s: %v, %v", body, list, err)
			}
		})
	}
	wg.Wait()
}
