package linter

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestCacheFolderWithoutHome: where the user has no folder for caches, ours is
// nobody else's: it has no name that can be guessed, and is open to nobody.
func TestCacheFolderWithoutHome(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // the folder comes from elsewhere there
	}
	temp := t.TempDir()
	t.Setenv("HOME", "")
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("TMPDIR", temp)
	dir, err := cacheFolder()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	info, err := os.Stat(dir)
	if err != nil || info.Mode().Perm() != 0o700 || filepath.Dir(dir) != temp || filepath.Base(dir) == "fettle" {
		t.Errorf("%s: %v, %v", dir, info.Mode(), err)
	}
}
