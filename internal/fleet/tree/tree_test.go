package tree

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// store is a store in memory that counts what it is given.
type store map[string][]byte

func (s store) put(_ context.Context, data []byte) (string, error) {
	name := digest(data)
	s[name] = bytes.Clone(data)
	return name, nil
}

func (s store) get(_ context.Context, name string, limit int64) ([]byte, error) {
	data, ok := s[name]
	if !ok || int64(len(data)) > limit {
		return nil, errors.New("not there")
	}
	return data, nil
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// TestRoundTrip: a tree arrives as it was, and a change of one file costs one pack.
func TestRoundTrip(t *testing.T) {
	dir := t.TempDir()
	for i := range 400 {
		path := filepath.Join(dir, fmt.Sprintf("d%d", i%7), fmt.Sprintf("f%d.py", i))
		must.Write(t, path, strings.Repeat(fmt.Sprintf("x%d = 1\n", i), 1500))
	}
	must.OK(t, errors.Join(os.Chmod(filepath.Join(dir, "d0/f0.py"), 0o700),
		os.Symlink("/etc", filepath.Join(dir, "link"))))
	root, err := files.Open(dir)
	must.OK(t, err)
	defer root.Close()
	s := store{}
	save := func() string {
		l, err := files.Walk(t.Context(), root, files.WalkOptions{})
		must.OK(t, err)
		_, name, left, err := Store(t.Context(), root, l.Files, s.put)
		if err != nil || left != 0 {
			t.Fatalf("%d left out, %v", left, err)
		}
		return name
	}
	save()
	first := len(s)
	must.OK(t, os.WriteFile(filepath.Join(dir, "d1/f1.py"), []byte("y = 2\n"), 0o600))
	name := save()
	if first < 3 || len(s) != first+2 {
		t.Errorf("%d objects, after a change of one file %d", first, len(s))
	}
	to := t.TempDir()
	must.OK(t, Fetch(t.Context(), name, to, s.get))
	n := 0
	err = filepath.Walk(to, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		n++
		rel, _ := filepath.Rel(to, path)
		a, _ := os.ReadFile(path)
		b, _ := os.ReadFile(filepath.Join(dir, rel))
		if !bytes.Equal(a, b) || info.Mode()&0o100 != 0 != (rel == filepath.FromSlash("d0/f0.py")) {
			t.Errorf("%s is another, %v", rel, info.Mode())
		}
		return nil
	})
	if n != 400 || err != nil {
		t.Errorf("%d files, %v", n, err)
	}
}

// TestHostileTree: nothing that a tree says leads out of its folder, or makes it
// larger than it says.
func TestHostileTree(t *testing.T) {
	entry := func(name string, kind byte, body string) (*tar.Header, string) {
		return &tar.Header{Name: name, Typeflag: kind, Linkname: "/etc/passwd", Size: int64(len(body)), Mode: 0o600}, body
	}
	make1 := func(s store, f File, h *tar.Header, body string) string {
		var buf bytes.Buffer
		z := gzip.NewWriter(&buf)
		w := tar.NewWriter(z)
		must.OK(t, w.WriteHeader(h))
		_, _ = w.Write([]byte(body))
		_, _ = w.Close(), z.Close()
		pack, _ := s.put(t.Context(), buf.Bytes())
		return manifested(t, s, Manifest{Packs: []Pack{{Digest: pack, Files: []File{f}}}})
	}
	good := File{Path: "a.py", Size: 1, Sum: digest([]byte("x"))}
	cases := map[string]func(s store) string{
		"a parent": func(s store) string {
			f := good
			f.Path = "../a.py"
			h, b := entry(f.Path, tar.TypeReg, "x")
			return make1(s, f, h, b)
		},
		"an absolute": func(s store) string {
			f := good
			f.Path = "/tmp/a.py"
			h, b := entry(f.Path, tar.TypeReg, "x")
			return make1(s, f, h, b)
		},
		"a repository": func(s store) string {
			f := good
			f.Path = "sub/.GIT/config"
			h, b := entry(f.Path, tar.TypeReg, "x")
			return make1(s, f, h, b)
		},
		"another name": func(s store) string { h, b := entry("../a.py", tar.TypeReg, "x"); return make1(s, good, h, b) },
		"a link":       func(s store) string { h, _ := entry("a.py", tar.TypeSymlink, ""); return make1(s, good, h, "") },
		"a hard link":  func(s store) string { h, _ := entry("a.py", tar.TypeLink, ""); return make1(s, good, h, "") },
		"another text": func(s store) string { h, b := entry("a.py", tar.TypeReg, "y"); return make1(s, good, h, b) },
		"more text":    func(s store) string { h, b := entry("a.py", tar.TypeReg, "xx"); return make1(s, good, h, b) },
		"no archive": func(s store) string {
			p, _ := s.put(t.Context(), []byte("x"))
			return manifested(t, s, Manifest{Packs: []Pack{{p, []File{good}}}})
		},
		"no manifest": func(s store) string { p, _ := s.put(t.Context(), []byte("x")); return p },
		"twice":       func(s store) string { return manifested(t, s, Manifest{Packs: []Pack{{"", []File{good, good}}}}) },
		"a huge file": func(s store) string {
			return manifested(t, s, Manifest{Packs: []Pack{{"", []File{{Path: "a", Size: 1 << 40}}}}})
		},
		"a negative one": func(s store) string {
			return manifested(t, s, Manifest{Packs: []Pack{{"", []File{{Path: "a", Size: -1}}}}})
		},
	}
	for name, make := range cases {
		s, dir := store{}, t.TempDir()
		inner := filepath.Join(dir, "tree")
		must.OK(t, os.Mkdir(inner, 0o700))
		if err := Fetch(t.Context(), make(s), inner, s.get); !errors.Is(err, ErrHostile) {
			t.Errorf("%s: %v", name, err)
		}
		if list, err := filepath.Glob(filepath.Join(dir, "*", "*")); len(list) != 0 || err != nil {
			t.Errorf("%s leaves %v, %v", name, list, err)
		}
	}
	// A file that is a folder, too.
	s, dir := store{}, t.TempDir()
	var packs []Pack
	for _, f := range []File{good, {Path: "a.py/b.py", Size: 1, Sum: good.Sum}} {
		var m Manifest
		h, b := entry(f.Path, tar.TypeReg, "x")
		body, _ := s.get(t.Context(), make1(s, f, h, b), 1<<20)
		z, _ := gzip.NewReader(bytes.NewReader(body))
		must.OK(t, json.NewDecoder(z).Decode(&m))
		packs = append(packs, m.Packs...)
	}
	if err := Fetch(t.Context(), manifested(t, s, Manifest{Packs: packs}), dir, s.get); err == nil {
		t.Error("a file is a folder")
	}
}

func manifested(t *testing.T, s store, m Manifest) string {
	t.Helper()
	var buf bytes.Buffer
	z := gzip.NewWriter(&buf)
	must.OK(t, errors.Join(json.NewEncoder(z).Encode(m), z.Close()))
	name, _ := s.put(t.Context(), buf.Bytes())
	return name
}
