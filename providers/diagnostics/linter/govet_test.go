package linter

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestGoVetRepeatsItself: what go vet said of an unsaved text it says again, from its cache, of the same text when it
// is saved, and names the copy of then: it is a finding of the file all the same, and keeps no other file from being
// checked.
func TestGoVetRepeatsItself(t *testing.T) {
	testkit.OtherProcesses(t)
	const clean = "package m\n\nvar _ = 1\n"
	const bad = "package m\n\nimport \"fmt\"\n\nfunc F() { fmt.Printf(\"%d\", \"a\") }\n"
	root, _ := surveyedProject(t, map[string]string{"go.mod": "module example.com/m\n\ngo 1.24\n", "a.go": clean,
		"b.go": "package m\n"})
	path := filepath.Join(root, "a.go")
	r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(),
		Trust: func(string, string) Trust { return Trusted },
		Tools: map[string]ToolOptions{"go vet": {Argv: []string{testkit.Tool(t, "go")}, Timeout: patient}}})
	unsaved := text.File(path, "go", bad)
	look := func(when string, s text.Snapshot, want int) {
		t.Helper()
		got, err := r.Together(t.Context(), "go vet", Texts{Root: root, Files: []text.Snapshot{s},
			Changed: map[string]bool{s.Path: s.Path == path && when == "unsaved"}})
		if err != nil || len(got[s.Path]) != want {
			t.Errorf("%s: %v, %v; want %d findings", when, got[s.Path], err, want)
		}
	}
	look("unsaved", unsaved, 1)
	if err := os.WriteFile(path, []byte(bad), 0o600); err != nil {
		t.Fatal(err)
	}
	look("saved", unsaved, 1)
	look("another file", text.File(filepath.Join(root, "b.go"), "go", "package m\n"), 0)
}
