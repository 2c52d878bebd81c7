package semantic

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
)

// TestClockGoesBack: a file that changes when the clock was set back has an older
// date than the one that is indexed, and is read all the same.
func TestClockGoesBack(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.py")
	write := func(body string, at time.Time) {
		t.Helper()
		if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	now := time.Now()
	write("def alpha_name():\n    pass\n", now.Add(24*time.Hour))
	root, err := files.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	p := built(t, Options{Source: Disk(root, child.LookOptions{})})
	write("def gamma_name():\n    pass\n", now.Add(-24*time.Hour)) // as long as it was
	if err := p.Index(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if p.index.Definers("gamma_name") != 1 || p.index.Definers("alpha_name") != 0 {
		t.Error("the change was not noticed")
	}
}
