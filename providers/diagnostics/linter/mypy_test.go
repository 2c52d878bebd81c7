package linter

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestMypyOfTwoClones: what mypy said of one clone of a project is not what it
// says of another one.
func TestMypyOfTwoClones(t *testing.T) {
	testkit.OtherProcesses(t)
	program := testkit.Tool(t, "mypy")
	cache := t.TempDir()
	for i := range 2 {
		root, list := surveyedProject(t, map[string]string{"mypy.ini": "[mypy]\n", "pkg/__init__.py": "", "pkg/a.py": "x: int = 'a'\n"})
		l, err := New("mypy", Options{Root: root, Trust: Trusted, CacheDir: cache, Argv: []string{program}, Timeout: patient})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // from nothing, and from its cache
			found, err := l.Lint(context.Background(), list[1])
			if err != nil || len(found) != 1 {
				t.Errorf("clone %d: %d findings, %v", i, len(found), err)
			}
		}
	}
}

// TestMypyOfAPackage: where a root is a package, its modules do not stand for the
// library's of the same name.
func TestMypyOfAPackage(t *testing.T) {
	testkit.OtherProcesses(t)
	program := testkit.Tool(t, "mypy")
	root, list := surveyedProject(t, map[string]string{"rich/__init__.py": "", "rich/abc.py": "x: int = 'a'\n"})
	at := slices.IndexFunc(list, func(s text.Snapshot) bool { return filepath.Base(s.Path) == "abc.py" })
	l, err := New("mypy", Options{Root: filepath.Join(root, "rich"), Trust: Trusted, CacheDir: t.TempDir(), Argv: []string{program}, Timeout: patient})
	if err != nil {
		t.Fatal(err)
	}
	found, err := l.Lint(context.Background(), list[at])
	if err != nil || len(found) != 1 || found[0].Code != "assignment" {
		t.Errorf("%+v, %v", found, err)
	}
}
