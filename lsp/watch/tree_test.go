package watch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// told collects what a watch tells.
type told struct {
	mu   sync.Mutex
	list []string
}

func (l *told) add(path string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = append(l.list, path)
}

func (l *told) has(path string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.list {
		if p == path {
			return true
		}
	}
	return false
}

func write(t *testing.T, path string) {
	t.Helper()
	must.Write(t, path, time.Now().String())
}

func source(path string) bool { return strings.HasSuffix(path, ".py") }

func usual(max int) TreeOptions {
	return TreeOptions{Enter: func(dir string) bool { return filepath.Base(dir) != "node_modules" }, Max: max}
}

// TestTree: files that are made, changed, deleted and moved at any depth are
// told, also those of folders that come later; nothing of left-out folders is.
func TestTree(t *testing.T) {
	root := t.TempDir()
	in := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	write(t, in("a/b/old.py"))
	write(t, in("a/b/gone.py"))
	write(t, in("moved/x.py"))
	write(t, in("node_modules/p/x.py"))
	var l told
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- Tree(ctx, []string{root}, usual(100), source, l.add) }()
	expect := func(path string, do func()) {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); !l.has(path); time.Sleep(5 * time.Millisecond) {
			do()
			if time.Now().After(end) {
				t.Fatalf("nobody told of %s", path)
			}
		}
	}
	once := func(do func()) func() {
		var o sync.Once
		return func() { o.Do(do) }
	}
	expect(in("a/b/old.py"), func() { write(t, in("a/b/old.py")) }) // again, until the watch has begun
	expect(in("a/b/gone.py"), once(func() { _ = os.Remove(in("a/b/gone.py")) }))
	expect(in("new/deep/er/n.py"), once(func() { write(t, in("new/deep/er/n.py")) }))
	expect(in("moved"), once(func() { _ = os.Rename(in("moved"), in("other")) }))
	expect(in("other/x.py"), func() {})
	expect(in("other/y.py"), once(func() { write(t, in("other/y.py")) }))
	write(t, in("node_modules/p/y.py"))
	write(t, in("a/b/notes.txt"))
	expect(in("a/b/last.py"), once(func() { write(t, in("a/b/last.py")) }))
	for _, silent := range []string{in("node_modules/p/y.py"), in("a/b/notes.txt")} {
		if l.has(silent) {
			t.Errorf("%s was told", silent)
		}
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestTreeIsBounded: more folders than may be watched are an error at once.
func TestTreeIsBounded(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"a", "b", "c", "node_modules/d", "node_modules/e"} {
		write(t, filepath.Join(root, name, "x.py"))
	}
	if err := Tree(t.Context(), []string{root}, usual(3), source, func(string) {}); !errors.Is(err, ErrTooMany) {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := Tree(ctx, []string{root}, usual(4), source, func(string) {}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("node_modules counts: %v", err)
	}
}
