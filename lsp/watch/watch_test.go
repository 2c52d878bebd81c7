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
	if err := File(t.Context(), filepath.Join(dir, "none", "x"), time.Millisecond, nil); err == nil {
		t.Error("a missing folder was watched")
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
