package document

import (
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestKey(t *testing.T) {
	same := [][]string{
		{"file:///C:/a b", "file:///c%3A/a%20b", "file:///c:/a%20b"},
		{"file:/x", "file:///x"},
		{"file:///a%2Bb", "file:///a+b"},
	}
	for _, group := range same {
		for _, u := range group {
			if Key(u) != Key(group[0]) {
				t.Errorf("Key(%q) = %q, Key(%q) = %q", u, Key(u), group[0], Key(group[0]))
			}
		}
	}
	different := []string{"", "file:///x", "file:////x", "file:///X", "untitled:x", "file:///e\u0301", "file:///\u00e9", "git:/x"}
	seen := map[string]string{}
	for _, u := range different {
		if other, dup := seen[Key(u)]; dup {
			t.Errorf("%q and %q have one key", u, other)
		}
		seen[Key(u)] = u
	}
}

func TestSpellingIsKept(t *testing.T) {
	s := NewStore(Options{})
	open(t, s, "file:///C:/a b+c.py", 1, "x")
	for _, u := range []string{"file:///C:/a b+c.py", "file:///c%3A/a%20b%2Bc.py", "file:///c:/a%20b+c.py"} {
		doc, ok := s.Get(u)
		if !ok || doc.Snapshot.URI != "file:///C:/a b+c.py" {
			t.Errorf("Get(%q) = %q, %v", u, doc.Snapshot.URI, ok)
		}
	}
}

func TestPath(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("paths of POSIX systems")
	}
	for u, want := range map[string]string{
		"file:///w/a.py": "/w/a.py", "file:/w/a.py": "/w/a.py", "file:///w/a%20b%23c%25.py": "/w/a b#c%.py",
		"file:///w/x/../a": "/w/a", "file:///w/e%CC%81": "/w/e\u0301", "file:///w/%C3%A9": "/w/\u00e9", "file:///w/a+b": "/w/a+b",
		"file:///": "", "file://": "", "": "", "file:///a%00b": "", "file:///a\x00b": "", "file://host/a": "", "file:////host/a": "",
		"untitled:/w/a.py": "", "git:/w/a.py": "", "vscode-notebook-cell:/w/a.ipynb#c": "", "/w/a.py": "", "w/a.py": "", "FILE:///w/a": "",
		"file:///%2F%2Fhost/a": "",
	} {
		got, ok := Path(u)
		if got != want || ok != (want != "") {
			t.Errorf("Path(%q) = %q, %v, want %q", u, got, ok, want)
		}
	}
}

// FuzzPath looks for URIs that lead to a path they must not, and for paths
// that do not survive the way to a URI and back.
func FuzzPath(f *testing.F) {
	for _, u := range []string{"file:///w/a.py", "file:///C:/a b", "file:////x", "file://host/x", "file:///a%00b", "file:///%2e%2e/x", "file:", "untitled:a", "file:///\xff", "file:./A:"} {
		f.Add(u)
	}
	f.Fuzz(func(t *testing.T, u string) {
		if Key(Key(u)) != Key(u) && utf8.ValidString(u) && !strings.Contains(u, "%") {
			t.Errorf("Key(%q) = %q, whose key is %q", u, Key(u), Key(Key(u)))
		}
		path, ok := Path(u)
		if !ok {
			if path != "" {
				t.Errorf("Path(%q) = %q, false", u, path)
			}
			return
		}
		if strings.ContainsRune(path, 0) || strings.HasPrefix(path, "//") || path == "/" {
			t.Errorf("Path(%q) = %q", u, path)
		}
		if again, ok := Path(URI(path)); !ok || again != path {
			t.Errorf("Path(URI(%q)) = %q, %v", path, again, ok)
		}
	})
}
