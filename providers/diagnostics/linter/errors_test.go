package linter

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestFailureNamesTheFile: what a tool says last is about the user's file, not
// about the copy that it was given.
func TestFailureNamesTheFile(t *testing.T) {
	root, private := t.TempDir(), t.TempDir()
	own, copied := filepath.Join(root, "a.go"), filepath.Join(private, "x", "a.go")
	j := func(m Mapping) *job {
		return &job{tool: &tool{spec: Spec{Name: "go vet"}}, root: root, snapshot: text.File(own, "go", ""), mapping: m}
	}
	res := child.Result{ExitCode: 1, Stderr: "vet: cannot read " + copied + ": is gone\n"}
	for name, err := range map[string]error{
		"shadow": j(Mapping{Aliases: []string{"<stdin>", copied}}).failure(res),
		"mirror": j(Mapping{Mirror: filepath.Join(private, "x"), Root: root}).failure(res),
		"batch":  (&batch{job: j(Mapping{}), renamed: map[string]string{copied: own}}).failure(res),
		"stdout": j(Mapping{Aliases: []string{copied}}).failure(child.Result{ExitCode: 1, Stdout: []byte(copied + " is gone")}),
	} {
		if s := err.Error(); !strings.Contains(s, own) || strings.Contains(s, private) {
			t.Errorf("%s: %s", name, s)
		}
	}
}
