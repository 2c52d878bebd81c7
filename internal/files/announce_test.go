package files

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fettle-dev/fettle/internal/files/claim"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestWriteOwn: a file of our own is whole, for its owner only, and what a killed
// process left of one is swept, as beside a user's file.
func TestWriteOwn(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "trusted.json")
	for _, text := range []string{"one", "two"} {
		must.OK(t, WriteOwn(path, []byte(text)))
		data, err := os.ReadFile(path)
		info, _ := os.Stat(path)
		if err != nil || string(data) != text || info.Mode().Perm() != 0o600 {
			t.Errorf("%q %v %v", data, info.Mode(), err)
		}
	}
	if list, _ := os.ReadDir(dir); len(list) != 1 {
		t.Errorf("left behind: %v", list)
	}
	// What a process that was killed in between leaves.
	cache, left := t.TempDir(), tempName(path)
	c, err := claim.New(filepath.Join(cache, writesFolder), "")
	must.OK(t, err)
	must.OK(t, errors.Join(os.WriteFile(filepath.Join(c.Dir, writesNote), []byte(left), 0o600),
		os.WriteFile(left, []byte("half"), 0o600)))
	SweepWrites(cache)
	if _, err := os.Stat(left); err != nil {
		t.Errorf("swept under the hands of who writes it: %v", err)
	}
	c.Release()
	SweepWrites(cache)
	if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("still there: %v", err)
	}
}

// TestAnnounce: each file that is written is named in a note of its own as long as that lasts.
func TestAnnounce(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	base := filepath.Join(CacheFolder(), writesFolder)
	one, two := announce("first"), announce("second")
	notes := func() (out []string) {
		list, _ := os.ReadDir(base)
		for _, e := range list {
			data, _ := os.ReadFile(filepath.Join(base, e.Name(), writesNote))
			out = append(out, string(data))
		}
		slices.Sort(out)
		return out
	}
	if got := notes(); !slices.Equal(got, []string{"first", "second"}) {
		t.Errorf("notes %q", got)
	}
	one()
	if got := notes(); !slices.Equal(got, []string{"second"}) {
		t.Errorf("notes after the first was written: %q", got)
	}
	two()
	if err := WriteOwn(filepath.Join(t.TempDir(), "a.json"), []byte("{}")); err != nil || len(notes()) > 0 {
		t.Errorf("left behind: %q, %v", notes(), err)
	}
}
