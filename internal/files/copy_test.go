package files

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCopy: what is written into a copy does not reach the folder, programs stay programs, and what is installed is
// led to.
func TestCopy(t *testing.T) {
	folder, to := t.TempDir(), filepath.Join(t.TempDir(), "copy")
	for name, body := range map[string]string{"a.py": "a", "bin/run": "run", "venv/lib.py": "lib"} {
		at := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			t.Fatal(err)
		}
		mode := os.FileMode(0o600)
		if name == "bin/run" {
			mode = 0o700
		}
		if err := os.WriteFile(at, []byte(body), mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "venv", "pyvenv.cfg"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Copy(t.Context(), folder, to, func(path string, data []byte) []byte {
		return []byte(strings.ToUpper(path + ":" + string(data)))
	}); err != nil {
		t.Fatal(err)
	}
	LinkInstalled(folder, to)
	for name, want := range map[string]string{"a.py": "A.PY:A", "bin/run": "BIN/RUN:RUN", "venv/lib.py": "lib"} {
		if got, err := os.ReadFile(filepath.Join(to, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if info, err := os.Stat(filepath.Join(to, "bin", "run")); err != nil || info.Mode()&0o100 == 0 {
		t.Errorf("a program is none in the copy: %v", err)
	}
	if err := os.WriteFile(filepath.Join(to, "a.py"), []byte("b"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(folder, "a.py")); err != nil || string(got) != "a" {
		t.Errorf("the folder was written: %q, %v", got, err)
	}
}
