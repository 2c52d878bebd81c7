package child

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestPathsForgetWhenTheClockGoesBack: what was found at a time that is still to
// come is looked up anew.
func TestPathsForgetWhenTheClockGoesBack(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	var p Paths
	f := filter{hidden: []string{t.TempDir()}}
	if got := fmt.Sprint(p.of(f)); got != fmt.Sprint([]string{dir}) {
		t.Fatalf("PATH %s", got)
	}
	for key, k := range p.known {
		p.known[key] = knownPaths{k.list, time.Now().Add(time.Hour).Round(0)}
	}
	other := t.TempDir()
	t.Setenv("PATH", other)
	if got := fmt.Sprint(p.of(f)); got != fmt.Sprint([]string{other}) {
		t.Errorf("PATH %s is that of the future", got)
	}
}

// BenchmarkPaths is what a child costs before it starts: PATH with a folder of
// 1,000 programs and 500 links, looked at anew and remembered.
func BenchmarkPaths(b *testing.B) {
	dir, hidden := b.TempDir(), b.TempDir()
	for i := range 1500 {
		path := filepath.Join(dir, fmt.Sprintf("tool%d", i))
		var err error
		if i < 1000 {
			err = os.WriteFile(path, nil, 0o600)
		} else {
			err = os.Symlink(filepath.Join(dir, fmt.Sprintf("../real/tool%d", i-1000)), path)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	b.Setenv("PATH", dir)
	f := filter{hidden: []string{hidden}}
	b.Run("anew", func(b *testing.B) {
		for b.Loop() {
			f.apply(SearchPath(f.hidden))
		}
	})
	b.Run("remembered", func(b *testing.B) {
		var p Paths
		for b.Loop() {
			p.of(f)
		}
	})
}
