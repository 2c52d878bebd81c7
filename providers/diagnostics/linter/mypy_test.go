package linter

import (
	"context"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestMypyOfTwoClones: what mypy said of one clone of a project is not what it
// says of another one.
func TestMypyOfTwoClones(t *testing.T) {
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
