package child

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestOneFarmAtATime: those who start at once make the links once, not each his own.
func TestOneFarmAtATime(t *testing.T) {
	cache, dir := t.TempDir(), t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	for i := range 300 {
		must.OK(t, os.WriteFile(filepath.Join(dir, "prog"+strconv.Itoa(i)), nil, 0o700))
	}
	if err := os.Symlink(dir, filepath.Join(cache, "link")); err != nil {
		t.Skip("no links here:", err)
	}
	base, err := os.UserCacheDir()
	must.OK(t, err)
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
