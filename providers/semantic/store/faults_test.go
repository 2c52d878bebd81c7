package store

import (
	"bytes"
	"database/sql"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/providers/semantic/index"
)

// TestKeys: which files have a key, what is forgotten, and what another version has stored.
func TestKeys(t *testing.T) {
	path := Path(t.TempDir(), "/r")
	s, other := opened(t, path), opened(t, path)
	files := []index.KeyedFile{{Path: "a.py", Stamp: "1", Keys: []string{"alpha", "=alphabeta", "d:run_It", "s:a"}},
		{Path: "pkg/ü.py", Stamp: "2", Keys: []string{"alpha", "größe", "d:$el"}}, {Path: "c.py", Keys: []string{"alph"}}}
	if stamps, err := s.Files(t.Context()); err != nil || len(stamps) != 0 {
		t.Fatalf("%v %v", stamps, err)
	}
	if err := s.AddFiles(t.Context(), files); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"alpha": "a.py pkg/ü.py", "=alphabeta": "a.py", "d:run_It": "a.py", "größe": "pkg/ü.py", "d:$el": "pkg/ü.py",
		"run_It": "", "beta": "", "alph": "c.py", `a" OR "alph`: "",
	} {
		paths, all, err := other.Holding(t.Context(), key, 10)
		slices.Sort(paths)
		if got := strings.Join(paths, " "); got != want || all != len(paths) || err != nil {
			t.Errorf("%s: %q, %d in all, %v; want %q", key, got, all, err, want)
		}
	}
	if paths, all, err := s.Holding(t.Context(), "alpha", 1); len(paths) != 1 || all != 2 || err != nil {
		t.Errorf("%v of %d, %v", paths, all, err)
	}
	files[0].Keys = []string{"gamma"}
	err := errors.Join(s.AddFiles(t.Context(), files[:1]), s.DropFiles(t.Context(), []string{"c.py", "none.py"}))
	if err != nil {
		t.Fatal(err)
	}
	left := map[string]string{"a.py": "1", "pkg/ü.py": "2"}
	if stamps, err := other.Files(t.Context()); err != nil || !maps.Equal(stamps, left) {
		t.Errorf("%v %v", stamps, err)
	}
	if paths, all, err := s.Holding(t.Context(), "alpha", 10); len(paths) != 1 || all != 1 || err != nil {
		t.Errorf("what a file had before is found: %v of %d, %v", paths, all, err)
	}
	if _, err := s.db.Exec("UPDATE form SET form = 'older'"); err != nil {
		t.Fatal(err)
	}
	if stamps, err := s.Files(t.Context()); err != nil || len(stamps) != 0 {
		t.Errorf("of another version: %v %v", stamps, err)
	}
	if _, all, err := s.Holding(t.Context(), "gamma", 10); all != 0 || err != nil {
		t.Errorf("of another version: %d %v", all, err)
	}
}

// TestVersionBefore: the vectors and plans of the version before stay.
func TestVersionBefore(t *testing.T) {
	path := Path(t.TempDir(), "/r")
	s := opened(t, path)
	if err := s.KeepPlan(t.Context(), key("p"), []byte("a plan")); err != nil {
		t.Fatal(err)
	}
	for _, old := range []string{"DROP TABLE keyed", "DROP TABLE vocabulary", "DROP TABLE keys",
		"CREATE TABLE files (path TEXT PRIMARY KEY, segment INTEGER NOT NULL) WITHOUT ROWID", "PRAGMA user_version = 3"} {
		if _, err := s.db.Exec(old); err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	s = opened(t, path)
	if body, ok := s.Plan(t.Context(), key("p")); !ok || string(body) != "a plan" {
		t.Errorf("%q %v", body, ok)
	}
	if err := s.AddFiles(t.Context(), []index.KeyedFile{{Path: "a.py", Keys: []string{"alpha"}}}); err != nil {
		t.Error(err)
	}
}

// calls are all that reads or writes.
func calls(t *testing.T, s *Store) (reads, writes map[string]error) {
	t.Helper()
	big := strings.Repeat("x", 1<<20)
	_, _, load := s.Load(t.Context())
	_, _, find := s.Holding(t.Context(), "alpha", 10)
	return map[string]error{"Load": load, "Holding": find}, map[string]error{
		"Save":        s.Save(t.Context(), []byte(big), map[string]string{"a.py": "1"}),
		"AddFiles":    s.AddFiles(t.Context(), []index.KeyedFile{{Path: "a.py", Keys: strings.Split(noise(), " ")}}),
		"Keep":        s.Keep(t.Context(), []string{"some text\n", noise()}),
		"KeepVectors": s.KeepVectors(t.Context(), "m", map[[32]byte][]float32{key("a"): make([]float32, 1<<18)}),
		"KeepPlan":    s.KeepPlan(t.Context(), key("p"), []byte(big)),
		"ForgetPlans": s.ForgetPlans(t.Context()), "DropFiles": s.DropFiles(t.Context(), []string{"a.py"}),
	}
}

// onlyReads checks that reading goes on while each way to write fails as it is
// wanted.
func onlyReads(t *testing.T, s *Store, wanted func(name string, err error) bool) {
	t.Helper()
	reads, writes := calls(t, s)
	for name, err := range reads {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, err := range writes {
		if !wanted(name, err) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// holds checks the form that is stored.
func holds(t *testing.T, s *Store, want string) {
	t.Helper()
	if form, _, err := s.Load(t.Context()); string(form) != want || err != nil {
		t.Errorf("%q %v", form, err)
	}
}

// locked is somebody else who writes.
func locked(t *testing.T, path string) *sql.DB {
	t.Helper()
	other, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { other.Close() })
	other.SetMaxOpenConns(1)
	if _, err := other.Exec("BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	return other
}

// noise is a text that cannot be compressed much.
func noise() string {
	b, n := make([]byte, 1<<20), uint32(1)
	for i := range b {
		n = n*1664525 + 1013904223
		b[i] = ' ' + byte(n>>24)%90
	}
	return string(b)
}

// On a full disk writing fails and says so; reading goes on, and nothing that
// was stored is lost.
func TestDiskFull(t *testing.T) {
	s := opened(t, Path(t.TempDir(), "/r"))
	if err := s.Save(t.Context(), []byte("kept"), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.Exec("PRAGMA max_page_count = 1"); err != nil { // it is not made smaller than it is
		t.Fatal(err)
	}
	onlyReads(t, s, func(name string, err error) bool { return err != nil || name == "ForgetPlans" || name == "DropFiles" })
	holds(t, s, "kept")
	if _, err := os.Stat(s.path); err != nil {
		t.Errorf("the file was put aside: %v", err)
	}
}

// A file that cannot be written is read.
func TestReadOnly(t *testing.T) {
	s := opened(t, Path(t.TempDir(), "/r"))
	if err := s.Save(t.Context(), []byte("kept"), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.Exec("PRAGMA query_only = ON"); err != nil {
		t.Fatal(err)
	}
	onlyReads(t, s, func(_ string, err error) bool { return err != nil })
	holds(t, s, "kept")
	if runtime.GOOS == "linux" {
		if _, err := Open(t.Context(), Path("/proc/self", "/r")); err == nil {
			t.Error("a folder that nobody can write to was used")
		}
	}
}

// A file that turns out to be damaged while it is in use is made anew by the
// next session.
func TestDamagedLater(t *testing.T) {
	path := Path(t.TempDir(), "/r")
	s := opened(t, path)
	stamps := map[string]string{}
	for i := range 5000 {
		stamps[filepath.Join("pkg", strings.Repeat("x", i%50), "m.py", string(rune('a'+i%26)), strings.Repeat("y", i/50))] = "1"
	}
	if err := s.Save(t.Context(), []byte(strings.Repeat("form", 50_000)), stamps); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	for at := int64(16 << 10); at < info.Size(); at += 4096 { // the head stays as it is
		if _, err := f.WriteAt(bytes.Repeat([]byte{0xa5}, 2048), at); err != nil {
			t.Fatal(err)
		}
	}
	f.Close()
	s = opened(t, path)
	if _, _, err := s.Load(t.Context()); err == nil {
		t.Fatal("damage was not noticed")
	}
	s.Close()
	s = opened(t, path)
	if form, _, err := s.Load(t.Context()); form != nil || err != nil {
		t.Errorf("%d bytes, %v", len(form), err)
	}
	if err := s.Save(t.Context(), []byte("new"), nil); err != nil {
		t.Error(err)
	}
}

// While somebody else writes, writing gives up after a moment, reading goes on.
func TestLockedCalls(t *testing.T) {
	path := Path(t.TempDir(), "/r")
	s := opened(t, path)
	locked(t, path)
	onlyReads(t, s, func(_ string, err error) bool { return errors.Is(err, ErrBusy) })
}
