package watch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "config.toml")
	ctx, cancel := context.WithCancel(t.Context())
	changed := make(chan struct{}, 100)
	done := make(chan error, 1)
	go func() { done <- File(ctx, path, 30*time.Millisecond, func() { changed <- struct{}{} }) }()
	time.Sleep(50 * time.Millisecond) // the watch has no "started" signal
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	wait := func(what string) {
		t.Helper()
		select {
		case <-changed:
		case <-time.After(5 * time.Second):
			t.Fatal("no report of " + what)
		}
	}
	for range 20 {
		write("config.toml", "a = 1\n")
	}
	wait("creation")
	if n := len(changed); n > 2 {
		t.Errorf("a burst gave %d further reports", n)
	}
	write("other.toml", "x")
	write("tmp", "a = 2\n")
	if err := os.Rename(filepath.Join(dir, "tmp"), path); err != nil {
		t.Fatal(err)
	}
	wait("replacement")
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("File returned %v", err)
	}
}

// TestFileInFolderMadeLater: the folders above the file come one by one, go, and
// come again.
func TestFileInFolderMadeLater(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, ".config", "fettle", "config.toml")
	ctx, cancel := context.WithCancel(t.Context())
	changed := make(chan struct{}, 100)
	done := make(chan error, 1)
	go func() { done <- File(ctx, path, 10*time.Millisecond, func() { changed <- struct{}{} }) }()
	// The watch has no "started" signal: what is made too early is made again.
	made := func(what string, f func() error) {
		t.Helper()
		for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); {
			if err := f(); err != nil {
				t.Fatal(err)
			}
			select {
			case <-changed:
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
		t.Fatal("no report of " + what)
	}
	made("the outer folder", func() error {
		return errors.Join(os.RemoveAll(filepath.Join(dir, ".config")), os.Mkdir(filepath.Join(dir, ".config"), 0o700))
	})
	write := func() error {
		return errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("a = 1\n"), 0o600))
	}
	made("the file with its folder", write)
	made("a change", write)
	made("the end of all folders", func() error { return errors.Join(write(), os.RemoveAll(filepath.Join(dir, ".config"))) })
	made("the file again", write)
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("File returned %v", err)
	}
}

func TestFolders(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	changed := make(chan string, 100)
	done := make(chan error, 1)
	match := func(path string) bool { return filepath.Ext(path) == ".toml" }
	go func() {
		done <- Folders(ctx, []string{filepath.Join(dir, "none"), dir}, match, func(path string) { changed <- path })
	}()
	time.Sleep(50 * time.Millisecond) // the watch has no "started" signal
	for _, name := range []string{"a.txt", "b.toml"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	select {
	case path := <-changed:
		if filepath.Base(path) != "b.toml" {
			t.Errorf("report of %s", path)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("no report")
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("Folders returned %v", err)
	}
	if err := Folders(t.Context(), []string{filepath.Join(dir, "none")}, match, nil); err == nil {
		t.Error("a missing folder was watched")
	}
}

// TestFoldersOverflow: more changes than the system keeps for a reader that is
// slow end no watch.
func TestFoldersOverflow(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	paths := make(chan string)
	done := make(chan error, 1)
	match := func(path string) bool { return filepath.Base(path) == "ruff.toml" }
	go func() {
		done <- Folders(ctx, []string{dir}, match, func(path string) {
			select {
			case paths <- path:
			case <-ctx.Done():
			}
		})
	}()
	path := filepath.Join(dir, "ruff.toml")
	touch := func() {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
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
	case <-time.After(10 * time.Second):
		t.Fatal("no report after the overflow")
	}
	cancel()
	<-done
}
