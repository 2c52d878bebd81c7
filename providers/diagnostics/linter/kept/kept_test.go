package kept

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// reading is a tool whose settings are a text.
type reading struct {
	settings string
	unknown  bool
}

func (r *reading) source(root string) Source {
	return Source{Tool: "tool", Root: root, Reads: func(dir string) ([sha256.Size]byte, bool) {
		d := NewDigest()
		d.Add(r.settings, dir)
		return d.Sum(), !r.unknown
	}}
}

func sample(t *testing.T, dir, name, body string) text.Snapshot {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
		t.Fatal(err)
	}
	return text.File(path, "python", body)
}

func said(message string) []signal.Diagnostic {
	return []signal.Diagnostic{{Tool: "tool", Code: "X1", Message: message}}
}

// TestKeptForTheNext: what one store has saved another finds, for the same text
// under the same name with the same settings, and for nothing else.
func TestKeptForTheNext(t *testing.T) {
	dir, root, now := t.TempDir(), t.TempDir(), time.Now()
	r := &reading{settings: "one"}
	s := sample(t, root, "a.py", "x = 1\n")
	first := New(dir)
	list, as, found := first.Get(r.source(root), s, now)
	if found || list != nil {
		t.Fatalf("an empty store has %v", list)
	}
	first.Put(as, said("m"), now)
	first.Save(now)

	for _, c := range []struct {
		name   string
		change func(*reading) text.Snapshot
		want   []signal.Diagnostic
	}{
		{"the same", func(*reading) text.Snapshot { return s }, said("m")},
		{"another text", func(*reading) text.Snapshot { return text.File(s.Path, "python", "x = 2\n") }, nil},
		{"another name", func(*reading) text.Snapshot { return sample(t, root, "b.py", s.Text()) }, nil},
		{"another mode", func(*reading) text.Snapshot {
			if err := os.Chmod(s.Path, 0o700); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = os.Chmod(s.Path, 0o600) })
			return s
		}, nil},
		{"other settings", func(r *reading) text.Snapshot { r.settings = "two"; return s }, nil},
		{"settings that are not known", func(r *reading) text.Snapshot { r.unknown = true; return s }, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			now := &reading{settings: "one"}
			at := c.change(now)
			list, _, found := New(dir).Get(now.source(root), at, time.Now())
			if d := cmp.Diff(c.want, list); found != (c.want != nil) || d != "" {
				t.Errorf("found: %v\n%s", found, d)
			}
		})
	}
	if list, _, found := New("").Get(r.source(root), s, now); found {
		t.Errorf("a store without a folder has %v", list)
	}
	if list, _, found := New(dir).Get(Source{Tool: "tool", Root: root}, s, now); found {
		t.Errorf("of a tool of which nothing is kept: %v", list)
	}
}

// TestNotKept: nothing stays of a run that the settings were changed under, of a
// file that is another by then, and of what nobody has used for long.
func TestNotKept(t *testing.T) {
	now := time.Now()
	for _, c := range []struct {
		name string
		put  func(k *Store, as As, s text.Snapshot, r *reading)
		at   time.Time
		kept bool
	}{
		{"a result", func(k *Store, as As, _ text.Snapshot, _ *reading) { k.Put(as, said("m"), now) }, now, true},
		{"nothing to say", func(k *Store, as As, _ text.Snapshot, _ *reading) { k.Put(as, nil, now) }, now, true},
		{"of a file", func(k *Store, as As, s text.Snapshot, _ *reading) { k.PutFile(as, s, said("m"), now) }, now, true},
		{"settings changed", func(k *Store, as As, _ text.Snapshot, r *reading) { k.Put(as, said("m"), now); r.settings = "two" }, now, false},
		{"the file changed", func(k *Store, as As, s text.Snapshot, _ *reading) {
			sample(t, filepath.Dir(s.Path), "a.py", "y = 1\n")
			k.PutFile(as, s, said("m"), now)
		}, now, false},
		{"kept as nothing", func(k *Store, _ As, _ text.Snapshot, _ *reading) { k.Put(As{}, said("m"), now) }, now, false},
		{"of long ago", func(k *Store, as As, _ text.Snapshot, _ *reading) { k.Put(as, said("m"), now) }, now.Add(limits.KeptAge + 48*time.Hour), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, root := t.TempDir(), t.TempDir()
			r := &reading{settings: "one"}
			s := sample(t, root, "a.py", "x = 1\n")
			k := New(dir)
			_, as, _ := k.Get(r.source(root), s, now)
			c.put(k, as, s, r)
			k.Save(now)
			r.settings = "one"
			again := New(dir)
			other := sample(t, root, "other.py", "")
			_, next, _ := again.Get(r.source(root), other, c.at) // whatever is saved later goes over all entries
			again.Put(next, nil, c.at)
			again.Save(c.at)
			s = sample(t, root, "a.py", "x = 1\n")
			if _, _, found := New(dir).Get(r.source(root), s, c.at); found != c.kept {
				t.Errorf("kept: %v", found)
			}
		})
	}
}

// TestKeptOf: roots have files of their own, in a private folder, and those of long
// ago go.
func TestKeptOf(t *testing.T) {
	dir, now := filepath.Join(t.TempDir(), "kept"), time.Now()
	r := &reading{}
	for _, root := range []string{t.TempDir(), t.TempDir()} {
		k := New(dir)
		s := sample(t, root, "a.py", "x = 1\n")
		_, as, _ := k.Get(r.source(root), s, now)
		k.Put(as, said("m"), now)
		k.Save(now)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 2 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		t.Errorf("the folder has mode %v, %v", info.Mode(), err)
	}
	old := now.Add(-limits.KeptAge - time.Hour)
	if err := os.Chtimes(filepath.Join(dir, files[0].Name()), old, old); err != nil {
		t.Fatal(err)
	}
	k, root := New(dir), t.TempDir()
	_, as, _ := k.Get(r.source(root), sample(t, root, "a.py", ""), now)
	k.Put(as, nil, now)
	k.Save(now)
	if _, err := os.Stat(filepath.Join(dir, files[0].Name())); !os.IsNotExist(err) {
		t.Errorf("the file of long ago: %v", err)
	}
}

// TestVersionIsKept: a program is asked for its version once, as long as it is the
// same.
func TestVersionIsKept(t *testing.T) {
	dir, root := t.TempDir(), t.TempDir()
	r := &reading{}
	var asked []string
	version := func(state string) {
		k := New(dir)
		got := k.Version(r.source(root), state, func() string { asked = append(asked, state); return "1 of " + state })
		if got != "1 of "+state {
			t.Errorf("%s: %s", state, got)
		}
		k.Save(time.Now())
	}
	for _, state := range []string{"a", "a", "b", "", ""} {
		version(state)
	}
	if got := strings.Join(asked, ","); got != "a,b,," {
		t.Errorf("asked %s", got)
	}
	c := New(dir)
	c.Changed() // forgets only what was read of folders
	version("b")
}
