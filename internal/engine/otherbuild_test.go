package engine

import (
	"context"
	"path/filepath"
	"testing"
)

// TestUsedInOtherBuild: a name that only another system or tag compiles is used.
func TestUsedInOtherBuild(t *testing.T) {
	root := t.TempDir()
	writeFiles(t, root, map[string]string{"go.mod": "module m\n", "p/a.go": "package p\n",
		"p/here.go": "package p\n\nvar _ = here\n", "p/x_plan9.go": "package p\n\nvar _ = sep // other\n",
		"p/tagged.go": "//go:build extra\n\npackage p\n\nvar _ = opts{}\n", "q/x_plan9.go": "package q\n\nvar _ = away\n"})
	e := &Engine{sources: Sources{}.complete(nil)}
	for name, want := range map[string]string{"sep": "x_plan9.go", "opts": "tagged.go", "here": "", "other": "",
		"away": ""} {
		_, by := e.Uses(context.Background(), root, filepath.Join(root, "p", "a.go"), []string{"none", name})
		if by != want {
			t.Errorf("%s is used by %q, want %q", name, by, want)
		}
	}
}
