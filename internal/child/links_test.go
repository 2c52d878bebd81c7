package child

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestLinksOfEachFolder: what leads into a hidden folder is found in each folder of PATH,
// and under each name that one has.
func TestLinksOfEachFolder(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	hidden, plain, farm := t.TempDir(), t.TempDir(), t.TempDir()
	again := filepath.Join(t.TempDir(), "again")
	for _, at := range []string{filepath.Join(hidden, "tool"), filepath.Join(plain, "ls"), filepath.Join(farm, "cat")} {
		must.OK(t, os.WriteFile(at, nil, 0o700))
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
				must.OK(t, os.Chtimes(dir, at, at))
				return fmt.Sprint(linksInto(dir, []string{hidden}))
			}
			before := links()
			must.OK(t, os.WriteFile(filepath.Join(hidden, "tool"), nil, 0o700))
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
// 1,000 programs and 500 links.
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
		must.OK(b, err)
	}
	rested := time.Now().Add(-time.Hour)
	must.OK(b, os.Chtimes(dir, rested, rested))
	b.Setenv("PATH", dir)
	f := filter{hidden: []string{hidden}}
	for b.Loop() {
		f.apply(SearchPath(f.hidden))
	}
}
