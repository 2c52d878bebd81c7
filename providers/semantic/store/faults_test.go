package store

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/providers/semantic/index"
)

// segment is a segment with two files, which both have the word "alpha".
func segment(t *testing.T) (blocks []index.Block, files []index.ListedFile) {
	t.Helper()
	var s index.Segment
	var g index.Digester
	for i, path := range []string{"a.py", "pkg/b.py"} {
		d := g.Digest(path, "import os\n\n\ndef alpha(beta):\n    return alpha(beta)\n")
		s.Add(uint32(i), d)
		files = append(files, index.ListedFile{Path: path, Stamp: "s", Terms: d.N})
	}
	return s.Blocks(), files
}

func TestSegments(t *testing.T) {
	path := Path(t.TempDir(), "/r")
	s, other := opened(t, path), opened(t, path)
	blocks, files := segment(t)
	first, err := s.AddSegment(t.Context(), blocks, files)
	if err != nil {
		t.Fatal(err)
	}
	second, err := other.AddSegment(t.Context(), blocks[:1], files[1:])
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Listed(t.Context())
	want := []index.ListedSegment{{ID: first, Files: []index.ListedFile{files[0], {}}}, {ID: second, Files: files[1:]}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v %v\nwant %+v", got, err, want)
	}
	key := index.Word("alpha")
	found, err := other.Blocks(t.Context(), []int64{first, second, 99}, key)
	if err != nil || len(found) != 2 {
		t.Fatalf("%v %v", found, err)
	}
	if list := found[first].Postings(key, 10, nil); !reflect.DeepEqual(list, []index.Posting{{File: 10, N: 2}, {File: 11, N: 2}}) {
		t.Errorf("%v", list)
	}
	if list := found[first].Postings(index.Word("nowhere"), 0, nil); list != nil {
		t.Errorf("a word that nothing has: %v", list)
	}
	if err := s.DropFiles(t.Context(), []string{"a.py", "none.py"}); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Listed(t.Context()); err != nil || len(got) != 1 || got[0].ID != second {
		t.Errorf("%+v %v", got, err)
	}
	if err := s.DropFiles(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if found, err := s.Blocks(t.Context(), []int64{first, second}, key); err != nil || len(found) != 0 {
		t.Errorf("after all was dropped: %v %v", found, err)
	}
	if third, err := s.AddSegment(t.Context(), blocks, files); err != nil || third <= second {
		t.Errorf("the number %d of a segment is used again: %v", third, err)
	}
}

// calls are all that reads or writes.
func calls(t *testing.T, s *Store) (reads, writes map[string]error) {
	t.Helper()
	blocks, files := segment(t)
	big := strings.Repeat("x", 1<<20)
	_, _, load := s.Load(t.Context())
	_, listed := s.Listed(t.Context())
	_, find := s.Blocks(t.Context(), []int64{1}, index.Word("alpha"))
	blocks[0].Body = bytes.Repeat(blocks[0].Body, 1+(1<<20)/len(blocks[0].Body))
	_, add := s.AddSegment(t.Context(), blocks, files)
	return map[string]error{"Load": load, "Listed": listed, "Blocks": find}, map[string]error{
		"Save": s.Save(t.Context(), []byte(big), map[string]string{"a.py": "1"}), "AddSegment": add,
		"Keep":        s.Keep(t.Context(), []string{"some text\n", noise()}),
		"KeepVectors": s.KeepVectors(t.Context(), "m", map[[32]byte][]float32{key("a"): make([]float32, 1<<18)}),
		"KeepPlan":    s.KeepPlan(t.Context(), key("p"), []byte(big)),
		"ForgetPlans": s.ForgetPlans(t.Context()), "DropFiles": s.DropFiles(t.Context(), nil),
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
