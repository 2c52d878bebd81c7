package gittree

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// repository has two commits: the second changes a file and adds one that is no answer.
func repository(t *testing.T) *Repo {
	t.Helper()
	dir := t.TempDir()
	g, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) {
		t.Helper()
		if _, err := g.Run(t.Context(), "", args...); err != nil {
			t.Fatal(err)
		}
	}
	write := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, path)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, path), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run("init", "--quiet")
	run("config", "user.name", "somebody")
	run("config", "user.email", "somebody@example.com")
	write("pkg/a.py", "a = 1\n")
	write("README.md", "words\n")
	run("add", ".")
	run("commit", "--quiet", "-m", "begin")
	write("pkg/a.py", "a = 2\n")
	write("vendor/b.py", "b = 1\n")
	run("add", ".")
	run("commit", "--quiet", "-m", "change a")
	return g
}

func TestCheckout(t *testing.T) {
	g := repository(t)
	tree := g.Tree()
	for commit, want := range map[string]string{"HEAD~": "a = 1\n", "HEAD": "a = 2\n"} {
		if err := tree.Checkout(t.Context(), commit); err != nil {
			t.Fatal(err)
		}
		got, err := tree.Read(t.Context(), "pkg/a.py")
		if err != nil || got != want {
			t.Errorf("%s: %q, %v", commit, got, err)
		}
	}
	list, err := tree.List(t.Context())
	if err != nil || len(list) != 1 || list[0].Path != "pkg/a.py" || list[0].Size != 6 {
		t.Errorf("the candidates are %v, %v", list, err)
	}
	if _, err := tree.Read(t.Context(), "vendor/b.py"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a vendored file is read: %v", err)
	}
	if err := tree.Checkout(t.Context(), "no-such-commit"); err == nil {
		t.Error("a commit that is not there is no error")
	}
}

func TestHistory(t *testing.T) {
	commits, err := repository(t).History(t.Context(), "HEAD")
	want := []string{"pkg/a.py"}
	if err != nil || !slices.EqualFunc(commits, [][]string{want, want}, slices.Equal) {
		t.Fatalf("%v, %v", commits, err)
	}
}
