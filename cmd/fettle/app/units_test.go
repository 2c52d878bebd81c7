package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
)

// TestFinishedIsSwept: entries of former runs do not pile up.
func TestFinishedIsSwept(t *testing.T) {
	dir := t.TempDir()
	now := time.Now()
	d := &Finished{Dir: dir, now: func() time.Time { return now }}
	for name, age := range map[string]time.Duration{"old.json": limits.FinishedAge + time.Hour, "fresh.json": time.Hour} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, now.Add(-age), now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	d.Keep(Result{Path: filepath.Join(dir, "a.py"), Root: dir, Before: "x\n", After: "x\n", Findings: []Finding{{Asks: 1}}})
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Join(left, " ")
	if len(left) != 2 || !strings.Contains(names, "fresh.json") {
		t.Errorf("left: %s", names)
	}
}
