package store

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

func opened(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path)
	must.OK(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

func TestStore(t *testing.T) {
	path := Path(t.TempDir(), "/some/root")
	s := opened(t, path)
	if form, stamps, err := s.Load(t.Context()); form != nil || stamps != nil || err != nil {
		t.Errorf("an empty store gives %v %v %v", form, stamps, err)
	}
	for _, form := range []string{"first", "second"} {
		must.OK(t, s.Save(t.Context(), []byte(form), map[string]string{"a.py": form, "b.py": "2"}))
	}
	must.OK(t, s.Keep(t.Context(), []string{"one\n", "two\n", "one\n"}))
	s.Close()
	s = opened(t, path)
	form, stamps, err := s.Load(t.Context())
	if string(form) != "second" || fmt.Sprint(stamps) != "map[a.py:second b.py:2]" || err != nil {
		t.Errorf("%q %v %v", form, stamps, err)
	}
	if got, ok := s.Text(sha256.Sum256([]byte("one\n"))); !ok || got != "one\n" {
		t.Errorf("%q %v", got, ok)
	}
	if _, ok := s.Text(sha256.Sum256([]byte("none"))); ok {
		t.Error("a text that was never kept is there")
	}
	if runtime.GOOS != "windows" {
		for name, want := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): 0o700} {
			if info, err := os.Stat(name); err != nil || info.Mode().Perm() != want {
				t.Errorf("%s: %v %v", name, info.Mode(), err)
			}
		}
	}
	if Path("c", "/a/") != Path("c", "/a") || Path("c", "/a") == Path("c", "/b") {
		t.Error("Path depends on the spelling, or not on the root")
	}
}

func TestTextsAreBounded(t *testing.T) {
	s := opened(t, Path(t.TempDir(), "/r"))
	r := rand.NewChaCha8([32]byte{})
	var last string
	for range 80 {
		b := make([]byte, 1<<20)
		r.Read(b)
		last = string(b)
		must.OK(t, s.Keep(t.Context(), []string{last}))
	}
	var size int64
	if err := s.db.QueryRow("SELECT sum(length(body)) FROM texts").Scan(&size); err != nil || size > limits.StoreTexts || size < limits.StoreTexts/2 {
		t.Errorf("%d bytes %v", size, err)
	}
}

func TestDamagedOrNewer(t *testing.T) {
	path := Path(t.TempDir(), "/r")
	must.Write(t, path,
		"this is no database, and it is longer than a header of one hundred bytes, so that it is looked at as one")
	s := opened(t, path)
	must.OK(t, s.Save(t.Context(), []byte("x"), nil))
	if _, err := os.Stat(path + ".old"); err != nil {
		t.Error("the damaged file was not kept aside")
	}
	if _, err := s.db.Exec("PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	s.Close()
	s = opened(t, path)
	if form, _, err := s.Load(t.Context()); form != nil || err != nil {
		t.Errorf("a newer version was read: %q %v", form, err)
	}
}

func TestLocked(t *testing.T) {
	path := Path(t.TempDir(), "/r")
	s := opened(t, path)
	other := locked(t, path)
	if err := s.Save(t.Context(), []byte("x"), nil); !errors.Is(err, ErrBusy) {
		t.Errorf("%v", err)
	}
	if _, err := other.Exec("ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if err := s.Save(t.Context(), []byte("x"), nil); err != nil {
		t.Errorf("after the lock is gone: %v", err)
	}
}

func TestNoFolder(t *testing.T) {
	dir := t.TempDir()
	must.OK(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o600))
	if _, err := Open(t.Context(), filepath.Join(dir, "file", "index", "x.sqlite")); err == nil {
		t.Error("a store below a file was opened")
	}
}
