package must

import (
	"errors"
	"path/filepath"
	"testing"
)

// fatal counts what would end a test.
type fatal struct {
	testing.TB
	n int
}

func (f *fatal) Helper()      {}
func (f *fatal) Fatal(...any) { f.n++ }

func TestOK(t *testing.T) {
	f := &fatal{TB: t}
	if OK(f, nil); f.n != 0 {
		t.Error("no error ends the test")
	}
	if OK(f, errors.New("disk full")); f.n != 1 {
		t.Error("an error does not end the test")
	}
}

func TestFiles(t *testing.T) {
	f, path := &fatal{TB: t}, filepath.Join(t.TempDir(), "a", "b.txt")
	if Read(f, path); f.n != 1 {
		t.Error("a missing file does not end the test")
	}
	WriteAll(f, filepath.Dir(filepath.Dir(path)), map[string]string{"a/b.txt": "text"})
	if got := Read(f, path); got != "text" || f.n != 1 {
		t.Errorf("read %q, %d errors", got, f.n)
	}
	if Write(f, filepath.Join(path, "c"), "text"); f.n != 3 {
		t.Error("a file below a file does not end the test")
	}
}
