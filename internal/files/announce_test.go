package files

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/files/claim"
)

// TestWriteOwn: a file of our own is whole, for its owner only, and what a killed
// process left of one is swept, as beside a user's file.
func TestWriteOwn(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "trusted.json")
	for _, text := range []string{"one", "two"} {
		if err := WriteOwn(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		info, _ := os.Stat(path)
		if err != nil || string(data) != text || info.Mode().Perm() != 0o600 {
			t.Errorf("%q %v %v", data, info.Mode(), err)
		}
	}
	if list, _ := os.ReadDir(dir); len(list) != 1 {
		t.Errorf("left behind: %v", list)
	}
	// What a process that was killed in between leaves.
	cache, left := t.TempDir(), tempName(path)
	c, err := claim.New(filepath.Join(cache, writesFolder), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(filepath.Join(c.Dir, writesNote), []byte(left), 0o600), os.WriteFile(left, []byte("half"), 0o600)); err != nil {
		t.Fatal(err)
	}
	SweepWrites(cache)
	if _, err := os.Stat(left); err != nil {
		t.Errorf("swept under the hands of who writes it: %v", err)
	}
	c.Release()
	SweepWrites(cache)
	if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("still there: %v", err)
	}
}

// TestEndWrites: one folder for notes serves all files that are written one after the
// other, says what is written while it is, and is gone in the end.
func TestEndWrites(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	base := filepath.Join(CacheFolder(), writesFolder)
	path := filepath.Join(t.TempDir(), "a.json")
	for range 3 {
		if err := WriteOwn(path, []byte("{}")); err != nil {
			t.Fatal(err)
		}
	}
	list, _ := os.ReadDir(base)
	if len(list) != 1 {
		t.Fatalf("folders for notes: %v", list)
	}
	one, two := announce("first"), announce("second")
	for _, want := range []string{"first", "second"} {
		found := false
		list, _ = os.ReadDir(base)
		for _, e := range list {
			data, _ := os.ReadFile(filepath.Join(base, e.Name(), writesNote))
			found = found || string(data) == want
		}
		if !found || len(list) != 2 {
			t.Errorf("no note of %s among %v", want, list)
		}
	}
	one()
	two()
	if err := os.RemoveAll(base); err != nil {
		t.Fatal(err)
	}
	announce("third")()
	if list, _ = os.ReadDir(base); len(list) != 1 {
		t.Errorf("after the cache was removed: %v", list)
	}
	EndWrites()
	if list, _ = os.ReadDir(base); len(list) != 0 {
		t.Errorf("left behind: %v", list)
	}
}
