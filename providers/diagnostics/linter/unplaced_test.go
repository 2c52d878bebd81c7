package linter

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
)

// TestGoCutsNames: the go command puts ".." for the text of the folder above a package,
// also where it begins the name of the folder that our private copy is in.
func TestGoCutsNames(t *testing.T) {
	program := testkit.Tool(t, "go")
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root, cache := filepath.Join(top, "work", "p"), filepath.Join(top, "workcache")
	if err := os.MkdirAll(root, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, body := range map[string]string{"go.mod": "module m\n\ngo 1.24\n", "a.go": "package m\n"} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := text.File(filepath.Join(root, "a.go"), "go", "package m\n\nfunc F() int { return undefinedName }\n")
	for _, tool := range []string{"go", "go vet"} {
		r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: cache, Trust: func(_, _ string) Trust { return Trusted }, Tools: map[string]ToolOptions{tool: {Argv: []string{program}}}})
		if found, err := r.Lint(context.Background(), tool, s); err != nil || len(found) != 1 {
			t.Errorf("%s alone: %v, %v", tool, found, err)
		}
		got, err := r.Together(context.Background(), tool, Texts{Root: root, Files: []text.Snapshot{s}, Changed: map[string]bool{s.Path: true}})
		if err != nil || len(got[s.Path]) != 1 {
			t.Errorf("%s together: %v, %v", tool, got, err)
		}
	}
}

// TestUnplaced: a finding in a source file that is not there belongs to one that was
// looked at; nobody knows to which.
func TestUnplaced(t *testing.T) {
	dir := t.TempDir()
	doc := filepath.Join(dir, "a.go")
	if err := os.WriteFile(doc, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	m := Mapping{Snapshot: text.File(doc, "go", ""), Dir: dir, Aliases: []string{"shadow.go"}}
	for path, lost := range map[string]bool{
		"..home/.cache/text.go": true, "b.go": true, filepath.Join(dir, "b.go"): true, "file://" + filepath.Join(dir, "b.go"): true,
		"": false, "a.go": false, doc: false, "shadow.go": false, "<stdin>.go": false, "$WORK/b001/x.go": false, "_cgo_gotypes.go": false, "parser.y": false,
	} {
		err := unplaced("tool", []Finding{{Tool: "tool", Message: "bad", Path: path, Start: report.Point{Line: 1}}}, m)
		if errors.Is(err, ErrOutput) != lost {
			t.Errorf("%q: %v", path, err)
		}
	}
}
