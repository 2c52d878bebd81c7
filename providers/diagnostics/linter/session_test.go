package linter

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestSessionTree: a tree is led from one set to the next, shows everything else
// as on the disk, and is never a way into the user's files.
func TestSessionTree(t *testing.T) {
	root := t.TempDir()
	must.WriteAll(t, root, map[string]string{"pkg/a.py": "a", "pkg/b.py": "b", "other/c.py": "c"})
	r := NewRunner(RunnerOptions{CacheDir: t.TempDir()})
	h := r.Session(root)
	j := &job{tool: &tool{spec: Spec{Name: "ruff"}, opts: Options{CacheDir: r.opts.CacheDir}}, root: root}
	var first string
	for i, set := range []map[string]string{
		{"pkg/a.py": "a1", "pkg/new.py": "n"}, {"pkg/b.py": "b1"}, {"pkg/b.py": "b2", "pkg/a.py": "a2"}, {"other/c.py": "c1"}, {},
	} {
		texts := map[string][]byte{}
		for rel, body := range set {
			texts[rel] = []byte(body)
		}
		tree, err := h.tree(j, texts, nil)
		must.OK(t, err)
		if first == "" {
			first = tree
		}
		if tree != first {
			t.Errorf("set %d is in %s, want %s", i, tree, first)
		}
		for rel, disk := range map[string]string{"pkg/a.py": "a", "pkg/b.py": "b", "other/c.py": "c", "pkg/new.py": ""} {
			want := disk
			if body, ok := set[rel]; ok {
				want = body
			}
			if got, _ := os.ReadFile(filepath.Join(tree, rel)); string(got) != want {
				t.Errorf("set %d: %s is %q, want %q", i, rel, got, want)
			}
			if got, _ := os.ReadFile(filepath.Join(root, rel)); string(got) != disk {
				t.Errorf("set %d: the user's %s is %q", i, rel, got)
			}
		}
	}
	h.Close()
	if _, err := os.Stat(first); err == nil {
		t.Error("the tree is still there")
	}
}

// TestManySessions: however many documents have their fixes checked at once, each
// check has a tree of its own.
func TestManySessions(t *testing.T) {
	root, cache := t.TempDir(), t.TempDir()
	r := NewRunner(RunnerOptions{CacheDir: cache})
	j := &job{tool: &tool{spec: Spec{Name: "ruff"}, opts: Options{CacheDir: cache}}, root: root}
	trees := map[string]bool{}
	for range 3 * slots {
		h := r.Session(root)
		defer h.Close()
		tree, err := h.tree(j, map[string][]byte{"a.py": []byte("a")}, nil)
		if err != nil || trees[tree] {
			t.Fatalf("tree %d is %s: %v", len(trees), tree, err)
		}
		trees[tree] = true
	}
}
