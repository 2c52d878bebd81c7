package semantic

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

func complete(answer string) func(context.Context, string) (string, error) {
	return func(context.Context, string) (string, error) { return answer, nil }
}

type failing struct{}

func (failing) List(context.Context) ([]File, error)         { return nil, errDisk }
func (failing) Read(context.Context, string) (string, error) { return "", errDisk }

func TestDisk(t *testing.T) {
	dir := t.TempDir()
	write := func(name, body string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		must.Write(t, path, body)
	}
	write("src/a.py", "def alpha_name():\n    pass\n")
	write("src/b.py", "import a\n")
	write("ignored.py", "secret = 1\n")
	write(".gitignore", "ignored.py\n")
	write("README.md", "text\n")
	write("bin.py", "x\x00y")
	write("latin.py", "x = '\xe9'\n")
	root, err := files.Open(dir)
	must.OK(t, err)
	defer root.Close()
	p := built(t, Options{Source: Disk(root, child.LookOptions{})})
	if !p.index.Has("src/a.py") || p.index.Has("ignored.py") || p.index.Has("README.md") || p.index.Has("bin.py") || p.index.Has("latin.py") {
		t.Error("the wrong files are indexed")
	}
	if p.index.Definers("alpha_name") != 1 {
		t.Error("alpha_name is not known")
	}
	if _, err := GitHistory(t.Context(), dir, child.LookOptions{}); err == nil {
		t.Error("a folder without a repository has a history")
	}
	git := testkit.Tool(t, "git")
	for _, args := range [][]string{{"init", "-q"}, {"add", "src/a.py"}, {"commit", "-qm", "one"}, {"add", "."}, {"commit", "-qm", "two"}} {
		cmd := exec.Command(git, append([]string{"-c", "user.name=t", "-c", "user.email=t@example.org"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	commits, err := GitHistory(t.Context(), dir, child.LookOptions{})
	if err != nil || fmt.Sprint(commits) != "[[.gitignore README.md bin.py latin.py src/b.py] [src/a.py]]" {
		t.Errorf("%v %v", commits, err)
	}
}
