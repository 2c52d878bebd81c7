package watch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// patience only has to tell slow from never.
const patience = time.Minute

func TestFile(t *testing.T) {
	const settle = 50 * time.Millisecond
	dir := t.TempDir()
	path := filepath.Join(dir, "config.toml")
	ctx, cancel := context.WithCancel(t.Context())
	changed := make(chan struct{}, 1000)
	done := make(chan error, 1)
	go func() { done <- File(ctx, path, time.Now(), settle, func() { changed <- struct{}{} }) }()
	write := func(name, text string) {
		must.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	wait := func(what string) {
		t.Helper()
		select {
		case <-changed:
		case <-time.After(patience):
			t.Fatal("no report of " + what)
		}
	}
	made(t, changed, "creation", func() error { write("config.toml", "a = 0\n"); return nil })
	start := time.Now()
	for range 20 {
		write("config.toml", "a = 1\n")
	}
	wait("a change")
	// A report is made at rest: there is one for each while of the settle time,
	// and perhaps one of what came before.
	if n, most := 1+len(changed), 1+int(time.Since(start)/settle); n > most {
		t.Errorf("a burst gave %d reports, of at most %d", n, most)
	}
	write("other.toml", "x")
	write("tmp", "a = 2\n")
	must.OK(t, os.Rename(filepath.Join(dir, "tmp"), path))
	wait("replacement")
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("File returned %v", err)
	}
}

// TestFileBefore: a file that was changed between its reading and the watch is
// reported, one that was not is not.
func TestFileBefore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.toml")
	must.OK(t, os.WriteFile(path, nil, 0o600))
	for _, tt := range []struct {
		read time.Time
		want bool
		wait time.Duration
	}{
		{time.Now().Add(-time.Hour), true, patience},
		{time.Now().Add(time.Hour), false, 200 * time.Millisecond},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), tt.wait)
		got := false
		if err := File(ctx, path, tt.read, time.Millisecond, func() { got = true; cancel() }); ctx.Err() == nil {
			t.Fatal(err)
		}
		cancel()
		if got != tt.want {
			t.Errorf("read at %v: reported %v, want %v", tt.read, got, tt.want)
		}
	}
}

// made does something until it is reported: the watch has no "started" signal.
func made[T any](t *testing.T, changed <-chan T, what string, f func() error) (report T) {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		must.OK(t, f())
		select {
		case report = <-changed:
			return report
		case <-time.After(100 * time.Millisecond):
		}
	}
	t.Fatal("no report of " + what)
	return report
}

// TestFileInFolderMadeLater: the folders above the file come one by one, go, and
// come again.
func TestFileInFolderMadeLater(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, ".config", "fettle", "config.toml")
	ctx, cancel := context.WithCancel(t.Context())
	changed := make(chan struct{}, 100)
	done := make(chan error, 1)
	go func() { done <- File(ctx, path, time.Now(), 10*time.Millisecond, func() { changed <- struct{}{} }) }()
	made(t, changed, "the outer folder", func() error {
		return errors.Join(os.RemoveAll(filepath.Join(dir, ".config")), os.Mkdir(filepath.Join(dir, ".config"), 0o700))
	})
	write := func() error {
		return errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("a = 1\n"), 0o600))
	}
	made(t, changed, "the file with its folder", write)
	made(t, changed, "a change", write)
	made(t, changed, "the end of all folders", func() error { return errors.Join(write(), os.RemoveAll(filepath.Join(dir, ".config"))) })
	made(t, changed, "the file again", write)
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("File returned %v", err)
	}
}

// TestTreeOverflow: more changes than the system keeps for a reader that is
// slow end no watch.
func TestTreeOverflow(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	paths := make(chan string)
	done := make(chan error, 1)
	match := func(path string) bool { return filepath.Base(path) == "ruff.toml" }
	go func() {
		done <- Tree(ctx, []string{dir}, usual(1), match, func(path string) {
			select {
			case paths <- path:
			case <-ctx.Done():
			}
		})
	}()
	path := filepath.Join(dir, "ruff.toml")
	touch := func() {
		must.OK(t, os.WriteFile(path, nil, 0o600))
		must.OK(t, os.Remove(path))
	}
	for began := false; !began; { // nobody tells when the watch has begun
		touch()
		select {
		case <-paths:
			began = true
		case <-time.After(time.Millisecond):
		}
	}
	for range 10_000 {
		touch()
	}
	overflown := false
	for quiet := false; !quiet; {
		select {
		case p := <-paths:
			overflown = overflown || p == dir
		case err := <-done:
			t.Fatalf("the watch ended: %v", err)
		case <-time.After(time.Second):
			quiet = true
		}
	}
	t.Logf("overflow: %v", overflown)
	touch()
	select {
	case <-paths:
	case err := <-done:
		t.Fatalf("the watch ended: %v", err)
	case <-time.After(patience):
		t.Fatal("no report after the overflow")
	}
	cancel()
	<-done
}
