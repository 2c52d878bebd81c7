package store

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestVersionBefore: the vectors and plans of the version before stay.
func TestVersionBefore(t *testing.T) {
	path := Path(t.TempDir(), "/r")
	s := opened(t, path)
	must.OK(t, s.KeepPlan(t.Context(), key("p"), []byte("a plan")))
	for _, old := range []string{"CREATE VIRTUAL TABLE keys USING fts5(words, content='')",
		"CREATE VIRTUAL TABLE vocabulary USING fts5vocab(keys, row)", "PRAGMA user_version = 4"} {
		if _, err := s.db.Exec(old); err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	s = opened(t, path)
	if body, ok := s.Plan(t.Context(), key("p")); !ok || string(body) != "a plan" {
		t.Errorf("%q %v", body, ok)
	}
	var left int
	keyed := "SELECT count(*) FROM sqlite_master WHERE name LIKE 'keys%'"
	if err := s.db.QueryRow(keyed).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d tables of keys are left: %v", left, err)
	}
}

// calls are all that reads or writes.
func calls(t *testing.T, s *Store) (reads, writes map[string]error) {
	t.Helper()
	big := strings.Repeat("x", 1<<20)
	_, _, load := s.Load(t.Context())
	return map[string]error{"Load": load}, map[string]error{
		"Save":        s.Save(t.Context(), []byte(big), map[string]string{"a.py": "1"}),
		"Keep":        s.Keep(t.Context(), []string{"some text\n", noise()}),
		"KeepVectors": s.KeepVectors(t.Context(), "m", map[[32]byte][]float32{key("a"): make([]float32, 1<<18)}),
		"KeepPlan":    s.KeepPlan(t.Context(), key("p"), []byte(big)),
		"ForgetPlans": s.ForgetPlans(t.Context()),
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
	must.OK(t, err)
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
	must.OK(t, s.Save(t.Context(), []byte("kept"), nil))
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
	must.OK(t, s.Save(t.Context(), []byte("kept"), nil))
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
	must.OK(t, s.Save(t.Context(), []byte(strings.Repeat("form", 50_000)), stamps))
	must.OK(t, s.Close())
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	must.OK(t, err)
	info, err := f.Stat()
	must.OK(t, err)
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
