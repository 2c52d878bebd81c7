package files

import (
	"context"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

func paths(l Listing) []string {
	var list []string
	for _, f := range l.Files {
		list = append(list, f.Path)
	}
	return list
}

func open(t *testing.T, dir string) *Root {
	t.Helper()
	r, err := Open(dir)
	must.OK(t, err)
	t.Cleanup(func() { r.Close() })
	return r
}

func TestWalkWithoutGit(t *testing.T) {
	t.Setenv("PATH", "")
	dir := t.TempDir()
	put(t, dir, ".gitignore", "*.log\n!keep.log\n/build/\n**/gen/*.go\n# comment\n\\#odd\ntrailing\\ \n")
	for _, name := range []string{"a.py", "x.log", "keep.log", "build/a.py", "sub/build/a.py", "sub/gen/a.go", "sub/gen/a.py",
		"node_modules/x/index.js", "env/pyvenv.cfg", "env/lib/x.py", "#odd", "trailing ", "sub/only.txt"} {
		put(t, dir, name, "")
	}
	put(t, dir, "sub/.gitignore", "only.txt\n")
	link(t, "a.py", filepath.Join(dir, "linked.py"))
	link(t, ".", filepath.Join(dir, "loop"))
	l, err := Walk(t.Context(), open(t, dir), WalkOptions{})
	if err != nil || l.ByGit || l.Truncated {
		t.Fatalf("%+v, %v", l, err)
	}
	want := []string{".gitignore", "a.py", "keep.log", "sub/.gitignore", "sub/build/a.py", "sub/gen/a.py"}
	if d := cmp.Diff(want, paths(l)); d != "" {
		t.Error(d)
	}
	l, err = Walk(t.Context(), open(t, dir), WalkOptions{Max: 2, Keep: func(p string) bool { return strings.HasSuffix(p, ".py") }})
	if err != nil || len(l.Files) != 2 || !l.Truncated {
		t.Errorf("capped: %v, %v", paths(l), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Walk(ctx, open(t, dir), WalkOptions{}); err == nil {
		t.Error("a canceled walk gave no error")
	}
}

func initGit(t *testing.T, dir string) {
	t.Helper()
	git := testkit.Tool(t, "git")
	c := exec.Command(git, "init", "-q")
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
}

func TestWalkWithGit(t *testing.T) {
	dir := t.TempDir()
	initGit(t, dir)
	put(t, dir, ".gitignore", "*.log\n")
	put(t, dir, "a é.py", "")
	put(t, dir, "x.log", "")
	link(t, "/etc", filepath.Join(dir, "etc"))
	l, err := Walk(t.Context(), open(t, dir), WalkOptions{})
	if err != nil || !l.ByGit {
		t.Fatalf("%+v, %v", l, err)
	}
	if d := cmp.Diff([]string{".gitignore", "a é.py"}, paths(l)); d != "" {
		t.Error(d)
	}
}

// TestIgnoreAgreesWithGit compares our own matcher with git on random patterns
// over a small tree.
func TestIgnoreAgreesWithGit(t *testing.T) {
	dir := t.TempDir()
	initGit(t, dir)
	for _, d := range []string{"", "a/", "b/", "a/b/", "a/a/", "b/a/b/", "ab/"} {
		for _, f := range []string{"a", "b.c", "ab", "c-d", "a b", "x[1]", "A1"} {
			if f == "a" && (d == "" || d == "a/" || d == "b/") || f == "ab" && d == "" {
				continue // a folder has that name
			}
			put(t, dir, d+f, "")
		}
	}
	r := rand.New(rand.NewPCG(3, 5))
	pieces := []string{"a", "b", "*", "**", "/", "?", "[ab]", "[!a]", "[a-c]", ".", "c", "\\a", "\\", "[", "]", "-", " ", "!", "#", "**/", "/**", "[[:digit:]]", "[]a]", "[+-0]", "1", "[^/]", "\\ "}
	root := open(t, dir)
	for i := range 100 {
		var text strings.Builder
		for range 1 + r.IntN(4) {
			if r.IntN(4) == 0 {
				text.WriteByte('!')
			}
			for range 1 + r.IntN(4) {
				text.WriteString(pieces[r.IntN(len(pieces))])
			}
			text.WriteByte('\n')
		}
		put(t, dir, ".gitignore", text.String())
		put(t, dir, "b/.gitignore", []string{"", "!a\n", "*\n!b.c\n"}[i%3])
		want, err := listGit(t.Context(), root, WalkOptions{Keep: func(string) bool { return true }, Max: 1000})
		must.OK(t, err)
		got, err := listFolders(t.Context(), root, WalkOptions{Keep: func(string) bool { return true }, Max: 1000})
		must.OK(t, err)
		have := map[string]bool{}
		for _, p := range paths(got) {
			have[p] = true
		}
		for _, p := range paths(want) {
			if !have[p] {
				t.Errorf("%q: %s is hidden, git lists it", text.String(), p)
			}
			delete(have, p)
		}
		for p := range have {
			t.Errorf("%q: %s is listed, git hides it", text.String(), p)
		}
		if t.Failed() {
			break
		}
	}
}
