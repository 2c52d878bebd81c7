//go:build unix

package semantic

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/store"
)

// onDisk is a folder with files, as a source.
func onDisk(t *testing.T, texts map[string]string) (dir string, s Source) {
	t.Helper()
	dir = t.TempDir()
	for name, body := range texts {
		write(t, filepath.Join(dir, name), body)
	}
	root, err := files.Open(dir)
	must.OK(t, err)
	t.Cleanup(func() { root.Close() })
	return dir, Disk(root, child.LookOptions{})
}

func write(t *testing.T, path, body string) {
	t.Helper()
	must.Write(t, path, body)
}

// Links that lead round in a circle or out of the root, and pipes that nobody
// writes to, are no files: they stop nothing.
func TestLinksAndPipes(t *testing.T) {
	dir, s := onDisk(t, map[string]string{"pkg/a.py": "def alpha_name():\n    pass\n"})
	outside, _ := onDisk(t, map[string]string{"b.py": "def outside_name():\n    pass\n"})
	for link, target := range map[string]string{"pkg/loop": "..", "self.py": "self.py", "out.py": filepath.Join(outside, "b.py"), "away": outside} {
		must.OK(t, os.Symlink(target, filepath.Join(dir, link)))
	}
	must.OK(t, syscall.Mkfifo(filepath.Join(dir, "x.py"), 0o600))
	p := built(t, Options{Source: s})
	p.Changed(t.Context(), "x.py", "self.py", "out.py")
	if n := p.index.Len(); p.index.Definers("alpha_name") != 1 || p.index.Definers("outside_name") != 0 || n != 1 {
		t.Errorf("%d files: %v", n, p.index.Paths())
	}
}

// A file whose name only changes its case is one file, under its new name.
func TestCaseOnlyRename(t *testing.T) {
	dir, s := onDisk(t, map[string]string{"Client.py": "def connect_client():\n    pass\n"})
	p := built(t, Options{Source: s})
	must.OK(t, os.Rename(filepath.Join(dir, "Client.py"), filepath.Join(dir, "client.py")))
	p.Changed(t.Context(), "Client.py", "client.py")
	if got := fmt.Sprint(p.index.Paths()); got != "[client.py]" || p.index.Definers("connect_client") != 1 {
		t.Errorf("%s", got)
	}
	if err := p.Build(t.Context(), nil); err != nil || p.index.Len() != 1 {
		t.Errorf("after building again %v, %v", p.index.Paths(), err)
	}
}

// What is known of a content is used again after a branch switch, whatever path it has.
func TestBranchSwitch(t *testing.T) {
	const n = 2000
	texts := map[string]string{}
	for i := range n {
		texts[fmt.Sprintf("pkg%d/m%d.py", i%40, i)] = fmt.Sprintf("def function_%d():\n    return %d\n", i, i)
	}
	dir, s := onDisk(t, texts)
	p := built(t, Options{Source: s})
	known := map[string]*index.Features{}
	var paths []string
	for path := range texts {
		paths = append(paths, path)
		hash, _ := p.index.Hash(path)
		known[path] = p.index.Known(hash)
	}
	for _, branch := range []string{"other", "main"} {
		for path, body := range texts {
			if branch == "other" {
				body = "# other\n" + body
			}
			write(t, filepath.Join(dir, path), body)
		}
		p.Changed(t.Context(), paths...)
	}
	reused := 0
	for path := range texts {
		if hash, ok := p.index.Hash(path); ok && known[path].Same(p.index.Known(hash)) {
			reused++
		}
	}
	if reused < n || p.index.Definers("function_7") != 1 {
		t.Errorf("%d of %d files were read without being scanned anew", reused, n)
	}
}

// Two servers on one workspace share its store; both answer, and what is left
// behind can be loaded.
//
// Covers R3-13.
func TestTwoServers(t *testing.T) {
	texts := map[string]string{}
	for i := range 300 {
		texts[fmt.Sprintf("m%d.py", i)] = fmt.Sprintf("def function_%d():\n    return %d\n", i, i)
	}
	_, s := onDisk(t, texts)
	path := store.Path(t.TempDir(), "/root")
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			db, err := store.Open(t.Context(), path)
			if err != nil {
				t.Error(err)
				return
			}
			defer db.Close()
			p := New(Options{Source: s, Store: opened(db)})
			if err := p.Build(t.Context(), nil); err != nil || p.index.Definers("function_299") != 1 {
				t.Errorf("a server beside another one knows too little: %v", err)
			}
		})
	}
	wg.Wait()
	db, err := store.Open(t.Context(), path)
	must.OK(t, err)
	defer db.Close()
	if p := built(t, Options{Source: s, Store: opened(db)}); p.index.Len() != len(texts) {
		t.Errorf("%d files after both are gone", p.index.Len())
	}
}
