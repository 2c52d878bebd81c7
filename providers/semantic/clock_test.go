package semantic

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestClockGoesBack: a file that changes when the clock was set back has an older
// date than the one that is indexed, and is read all the same.
func TestClockGoesBack(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.py")
	write := func(body string, at time.Time) {
		t.Helper()
		must.OK(t, os.WriteFile(path, []byte(body), 0o600))
		must.OK(t, os.Chtimes(path, at, at))
	}
	now := time.Now()
	write("def alpha_name():\n    pass\n", now.Add(24*time.Hour))
	root, err := files.Open(dir)
	must.OK(t, err)
	defer root.Close()
	p := built(t, Options{Source: Disk(root, child.LookOptions{})})
	write("def gamma_name():\n    pass\n", now.Add(-24*time.Hour)) // as long as it was
	must.OK(t, p.Index(t.Context(), nil))
	if p.index.Definers("gamma_name") != 1 || p.index.Definers("alpha_name") != 0 {
		t.Error("the change was not noticed")
	}
}
