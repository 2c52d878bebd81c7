package child

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
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
		k.at = time.Now().Add(time.Hour).Round(0)
		k.first = k.at
		p.known[key] = k
	}
	other := t.TempDir()
	t.Setenv("PATH", other)
	if got := fmt.Sprint(p.of(f)); got != fmt.Sprint([]string{other}) {
		t.Errorf("PATH %s is that of the future", got)
	}
}

// TestLinksOfEachFolder: what leads into a hidden folder is found in each folder of PATH,
// and under each name that one has.
func TestLinksOfEachFolder(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	hidden, plain, farm := t.TempDir(), t.TempDir(), t.TempDir()
	again := filepath.Join(t.TempDir(), "again")
	for _, at := range []string{filepath.Join(hidden, "tool"), filepath.Join(plain, "ls"), filepath.Join(farm, "cat")} {
		if err := os.WriteFile(at, nil, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Symlink(filepath.Join(hidden, "tool"), filepath.Join(farm, "tool")), os.Symlink(farm, again)); err != nil {
		t.Skip("no links here:", err)
	}
	for _, dir := range (filter{hidden: []string{hidden}}).apply([]string{plain, farm, again}) {
		if _, err := os.Lstat(filepath.Join(dir, "tool")); err == nil {
			t.Errorf("%s leads into the hidden folder", dir)
		}
	}
}

// TestPathsSeeNewLinks: PATH is kept for longer than a moment as long as its folders
// are the same, and a link that comes into one counts at the next look.
func TestPathsSeeNewLinks(t *testing.T) {
	dir, hidden := t.TempDir(), t.TempDir()
	t.Setenv("PATH", dir)
	var p Paths
	f := filter{hidden: []string{hidden}}
	age := func() {
		for key, k := range p.known {
			k.at = k.at.Add(-limits.PathMemory)
			p.known[key] = k
		}
	}
	if got := fmt.Sprint(p.of(f)); got != fmt.Sprint([]string{dir}) {
		t.Fatalf("PATH %s", got)
	}
	first := p.known[fmt.Sprintf("%q %v", f.hidden, f.vcs)].first
	age()
	p.of(f)
	if now := p.known[fmt.Sprintf("%q %v", f.hidden, f.vcs)].first; !now.Equal(first) {
		t.Error("folders that are the same were read again")
	}
	if err := os.WriteFile(filepath.Join(hidden, "evil"), nil, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(hidden, "evil"), filepath.Join(dir, "ruff")); err != nil {
		t.Fatal(err)
	}
	age()
	if got := fmt.Sprint(p.of(f)); got == fmt.Sprint([]string{dir}) {
		t.Errorf("a link into a hidden folder is found in PATH %s", got)
	}
}

// TestLinksAreReadOnce: the links of a folder are remembered from one filter to the
// next, but not those of a folder that has changed a moment before.
func TestLinksAreReadOnce(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	for name, tt := range map[string]struct {
		age  time.Duration
		sees bool
	}{"a folder at rest": {time.Hour, false}, "one that has just changed": {0, true}} {
		t.Run(name, func(t *testing.T) {
			dir, hidden, at := t.TempDir(), t.TempDir(), time.Now().Add(-tt.age)
			links := func() string {
				if err := os.Chtimes(dir, at, at); err != nil {
					t.Fatal(err)
				}
				return fmt.Sprint(linksInto(dir, []string{hidden}))
			}
			before := links()
			if err := os.WriteFile(filepath.Join(hidden, "tool"), nil, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(filepath.Join(hidden, "tool"), filepath.Join(dir, "tool")); err != nil {
				t.Skip("no links here:", err)
			}
			if after := links(); (after != before) != tt.sees {
				t.Errorf("links into the hidden folder: %s, then %s", before, after)
			}
		})
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
