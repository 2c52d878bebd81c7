package linter

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
)

// TestGoCutsNames: the go command puts ".." for the text of the folder above a package,
// also where it begins the name of the folder that our private copy is in.
func TestGoCutsNames(t *testing.T) {
	program := testkit.Tool(t, "go")
	top, err := filepath.EvalSymlinks(t.TempDir())
	must.OK(t, err)
	root, cache := filepath.Join(top, "work", "p"), filepath.Join(top, "workcache")
	must.OK(t, os.MkdirAll(root, 0o700))
	must.WriteAll(t, root, map[string]string{"go.mod": "module m\n\ngo 1.24\n", "a.go": "package m\n"})
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
	must.OK(t, os.WriteFile(doc, nil, 0o600))
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

// TestGoCacheShared: go vet's words on a text come again from the go command's cache with
// the path of a copy in another cache folder, which is there no more.
func TestGoCacheShared(t *testing.T) {
	program := testkit.Tool(t, "go")
	root := files.Real(t.TempDir())
	body := "package m\n\nfunc F(a int) int {\n\ta = a\n\treturn a\n}\n"
	must.WriteAll(t, root, map[string]string{"go.mod": "module m\n\ngo 1.24\n", "a.go": body})
	s := text.File(filepath.Join(root, "a.go"), "go", body+"// As in no other run: "+root+"\n")
	for _, name := range []string{"first", "second"} {
		r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: filepath.Join(t.TempDir(), name), Trust: func(_, _ string) Trust { return Trusted }, Tools: map[string]ToolOptions{"go vet": {Argv: []string{program}}}})
		if found, err := r.Lint(context.Background(), "go vet", s); err != nil || len(found) != 1 {
			t.Errorf("%s, alone: %v, %v", name, found, err)
		}
		got, err := r.Together(context.Background(), "go vet", Texts{Root: root, Files: []text.Snapshot{s}, Changed: map[string]bool{s.Path: true}})
		if err != nil || len(got[s.Path]) != 1 {
			t.Errorf("%s, together: %v, %v", name, got, err)
		}
	}
}

// TestCompilerStopped: what Go's compiler says of itself in no file is not silence on the
// code.
func TestCompilerStopped(t *testing.T) {
	const said = `# m\ncompile: writing output: write $WORK/b001/_pkg_.a: no space left on device\n`
	const stopped = "compile: writing output: write $WORK/b001/_pkg_.a: no space left on device"
	outputs := map[string]string{
		"go":          `{"ImportPath": "m", "GoFiles": ["a.go"], "Error": {"Pos": "", "Err": "` + said + `"}}`,
		"staticcheck": `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "Staticcheck"}}, "results": [{"ruleId": "compile", "message": {"text": "` + said + `"}, "locations": [{"physicalLocation": {"region": {"startLine": 0}}}]}]}]}`,
	}
	if runtime.GOOS == "windows" {
		t.Skip("the tools here are scripts of a shell")
	}
	bin, root := t.TempDir(), t.TempDir()
	list := make([]text.Snapshot, 2)
	for i, name := range []string{"a.go", "b.go"} {
		list[i] = text.File(filepath.Join(root, name), "go", "package m\n")
		must.OK(t, os.WriteFile(list[i].Path, []byte(list[i].Text()), 0o600))
	}
	must.OK(t, os.WriteFile(filepath.Join(root, "go.mod"), []byte("module m\n"), 0o600))
	for tool, output := range outputs {
		program := filepath.Join(bin, tool)
		must.OK(t, os.WriteFile(program, []byte("#!/bin/sh\ncat <<'END'\n"+output+"\nEND\n"), 0o700))
		runner := func() *Runner {
			return NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(), Trust: func(_, _ string) Trust { return Trusted }, Tools: map[string]ToolOptions{tool: {Argv: []string{program}}}})
		}
		r := runner()
		r.Survey(context.Background(), list, func(text.Snapshot) []string { return []string{tool} })
		if _, err := r.Lint(context.Background(), tool, list[0]); !errors.Is(err, ErrFailed) || !strings.Contains(err.Error(), stopped) {
			t.Errorf("%s: %v", tool, err)
		}
		if _, err := runner().Together(context.Background(), tool, Texts{Root: root, Files: list}); !errors.Is(err, ErrFailed) {
			t.Errorf("%s together: %v", tool, err)
		}
	}
}
