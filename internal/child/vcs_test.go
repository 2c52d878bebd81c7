package child

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// TestOneFarmAtATime: those who start at once make the links once, not each his own.
func TestOneFarmAtATime(t *testing.T) {
	cache, dir := t.TempDir(), t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	for i := range 300 {
		if err := os.WriteFile(filepath.Join(dir, "prog"+strconv.Itoa(i)), nil, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(dir, filepath.Join(cache, "link")); err != nil {
		t.Skip("no links here:", err)
	}
	base, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if _, err := (filter{}).linkFarm(dir, []string{"prog7"}); err != nil {
				t.Error(err)
			}
			list, _ := os.ReadDir(filepath.Join(base, "fettle", farms))
			for _, e := range list {
				if strings.HasPrefix(e.Name(), newFarm) {
					t.Errorf("somebody still makes %s, which is there", e.Name())
				}
			}
		})
	}
	wg.Wait()
}

// TestResolver: a link leads where the system says it does, by other links,
// upwards, in circles and to nothing.
func TestResolver(t *testing.T) {
	top := resolved(t.TempDir())
	for _, dir := range []string{"bin", "real/deep", "other"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(top, "real/deep/prog"), nil, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(top, "real/prog"), nil, 0o700); err != nil {
		t.Fatal(err)
	}
	links := map[string]string{
		"side": "real/deep", "bin/direct": filepath.Join(top, "real/deep/prog"), "bin/up": "../real/deep/prog",
		"bin/through": "../side/prog", "bin/twice": "through", "bin/back": "../side/../prog", "bin/loop": "loop", "bin/nothing": "../gone/prog",
		"bin/dead": "../real/gone", "bin/abs": filepath.Join(top, "side") + "/../prog", "other/alt": "../bin/twice", "bin/alt": filepath.Join(top, "other/alt"),
	}
	for name, to := range links {
		if err := os.Symlink(to, filepath.Join(top, name)); err != nil {
			t.Skip("no links here:", err)
		}
	}
	r := resolver{}
	for name := range links {
		path := filepath.Join(top, name)
		if got, want := r.resolved(path), resolved(path); got != want {
			t.Errorf("%s leads to %s, want %s", name, got, want)
		}
	}
}
