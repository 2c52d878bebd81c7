package linter

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// surveyed writes a project and gives its files.
func surveyedProject(t *testing.T, all map[string]string) (root string, list []text.Snapshot) {
	t.Helper()
	root = t.TempDir()
	for name, body := range all {
		path := filepath.Join(root, filepath.FromSlash(name))
		must.Write(t, path, body)
		if lang := syntax.Language(path); (Set{}).Knows(lang) {
			list = append(list, text.File(path, lang, body))
		}
	}
	slices.SortFunc(list, func(a, b text.Snapshot) int { return slices.Compare([]byte(a.Path), []byte(b.Path)) })
	return root, list
}

// TestSurveySaysWhatSingleRunsSay: with the real tools, one run over all files
// gives for each file exactly what a run of its own gives.
func TestSurveySaysWhatSingleRunsSay(t *testing.T) {
	testkit.OtherProcesses(t)
	for _, tt := range []struct {
		tool  string
		files map[string]string
		want  int // findings in all, at least
	}{
		{"ruff", map[string]string{"pyproject.toml": "[tool.ruff.lint]\nselect = [\"F\", \"E7\", \"INP\"]\nexclude = [\"skip/*\"]\n",
			"a.py": "import os\n", "pkg/b.py": "\ufeffé = '😀', undefined\n", "pkg/clean.py": "x = 1\n", "bad.py": "def f(:\n", "skip/c.py": "import os\n"}, 4},
		{"mypy", map[string]string{"mypy.ini": "[mypy]\n", "pkg/__init__.py": "", "pkg/a.py": "x: int = 'é'\n", "pkg/b.py": "from pkg.a import x\ny: str = x\n", "c.py": "z = 1\n"}, 2},
		{"mypy", map[string]string{"mypy.ini": "[mypy]\n", "one/conftest.py": "x: str = 1\n", "one/tools.py": "x: str = 1\n", "two/conftest.py": "y: str = 1\n", "two/tools.py": "y: str = 1\n", "pkg/a.py": "x: int = ''\n", "pkg/a.pyi": "x: int\n", "pkg/b.py": "x: int\n", "pkg/b.pyi": "x: int\n"}, 5},
		{"bandit", map[string]string{".bandit": "[bandit]\n", "a.py": "import subprocess\nsubprocess.call('ls', shell=True)\n", "b.py": "assert 1\n", "c.py": "x = 1\n"}, 3},
		{"go", map[string]string{"go.mod": "module m\n\ngo 1.24\n", "a.go": "package m\n\nvar X int = \"x\"\n", "p/b.go": "package p\n\nfunc F() { y := 1 }\n", "q/c.go": "package q\n"}, 2},
		{"go vet", map[string]string{"go.mod": "module m\n\ngo 1.24\n", "a.go": "package m\n\nimport \"fmt\"\n\nfunc F() { fmt.Printf(\"%d\", \"x\") }\n", "p/b.go": "package p\n\nfunc G() { x := 1; x = x }\n"}, 2},
		{"staticcheck", map[string]string{"go.mod": "module m\n\ngo 1.24\n", "a.go": "package m\n\nfunc unused() {}\n", "p/b.go": "package p\n\nfunc G(x bool) bool { return x == true }\n"}, 2},
		{"golangci-lint", map[string]string{".golangci.yml": "version: \"2\"\nissues:\n  fix: true\n", "go.mod": "module m\n\ngo 1.24\n",
			"a.go": "package m\n\nfunc unused() {}\n", "p/b.go": "package p\n\nimport \"os\"\n\nfunc G() { os.Remove(\"x\") }\n"}, 2},
		{"eslint", map[string]string{"eslint.config.mjs": "export default [{ rules: { 'no-undef': 2, eqeqeq: 2 } }];\n", "a.js": "if (a == b) {}\n", "p/b.js": "var é = \"😀\"; é == 1;\n", "c.js": "var x = 1;\n"}, 3},
		{"tsc", typed, 2},
		{"pyright", map[string]string{"pyrightconfig.json": "{}\n", "a.py": "x: int = 'é'\n", "p/b.py": "undefined_name\n", "c.py": "z = 1\n"}, 2},
	} {
		t.Run(tt.tool, func(t *testing.T) {
			spec, _ := Find(tt.tool)
			program := testkit.Tool(t, spec.Binary)
			root, list := surveyedProject(t, tt.files)
			cache := t.TempDir()
			options := func() RunnerOptions {
				o := RunnerOptions{Roots: []string{root}, CacheDir: cache, Trust: func(string, string) Trust { return Trusted }, Tools: map[string]ToolOptions{}}
				for _, s := range Specs() {
					o.Tools[s.Name] = ToolOptions{Off: s.Name != tt.tool, Argv: []string{program}}
				}
				return o
			}
			single, many := NewRunner(options()), NewRunner(options())
			many.Survey(context.Background(), list, many.Names)
			known := make([]map[string][]signal.Diagnostic, len(list))
			for i, s := range list { // before it is too old: the single runs may take long
				known[i] = many.Known(s)
			}
			total := 0
			for i, s := range list {
				want, err := single.Lint(context.Background(), tt.tool, s)
				must.OK(t, err)
				got, ok := known[i][tt.tool]
				if !ok {
					t.Errorf("%s: not surveyed", s.Path)
				}
				total += len(got)
				if d := cmp.Diff(order(want), order(got)); d != "" {
					t.Errorf("%s: single run against survey\n%s", s.Path, d)
				}
				if data, err := os.ReadFile(s.Path); err != nil || string(data) != s.Text() {
					t.Errorf("%s was changed: %v", s.Path, err)
				}
			}
			if total < tt.want {
				t.Errorf("%d findings, want %d", total, tt.want)
			}
		})
	}
}

func order(list []signal.Diagnostic) []string {
	var out []string
	for _, d := range list {
		out = append(out, fmt.Sprintf("%d-%d %s %s %s %v %v", d.Span.Start, d.Span.End, d.Tool, d.Code, d.Message, d.Severity, d.Fix))
	}
	slices.Sort(out)
	return out
}

// TestSurveyIsForgotten: a change of another file takes back what a tool that
// reads the whole project said, a change of its configuration what any tool
// said; a text that is not on the disk is not surveyed.
func TestSurveyIsForgotten(t *testing.T) {
	program := testkit.Tool(t, "ruff")
	root, list := surveyedProject(t, map[string]string{"a.py": "import os\n", "b.py": "import os\n", "c.py": "import sys\n"})
	list[2] = text.File(list[2].Path, "python", "import os, sys\n")
	r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(), Tools: map[string]ToolOptions{"ruff": {Argv: []string{program}}}})
	known := func(i int) bool { _, ok := r.Known(list[i])["ruff"]; return ok }
	r.Survey(context.Background(), list, r.Names)
	if !known(0) || !known(1) || known(2) {
		t.Errorf("known: %v %v %v", known(0), known(1), known(2))
	}
	r.Changed(list[1].Path)
	if !known(0) {
		t.Error("ruff looks at one file only")
	}
	r.Changed(filepath.Join(root, "ruff.toml"))
	if known(0) || known(1) {
		t.Error("the configuration has changed")
	}
}

// TestSurveyIsCutInTwo: a run that says more than fits, of a tool whose output is kept until
// it ends, is done again over half the files each, not file by file.
func TestSurveyIsCutInTwo(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in is a shell script")
	}
	root := t.TempDir()
	log := filepath.Join(t.TempDir(), "log")
	program := filepath.Join(t.TempDir(), "bandit")
	// It counts the files behind "--"; over four of them it says too much.
	script := fmt.Sprintf(`#!/bin/sh
while [ "$1" != -- ]; do shift; done
echo $(($# - 1)) >> %s
if [ $# -gt 5 ]; then exec dd if=/dev/zero bs=65536 count=%d status=none; fi
echo '{"results": [], "errors": []}'
`, log, limits.ChildListing/65536+1)
	must.OK(t, os.WriteFile(program, []byte(script), 0o755))
	r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(), Tools: map[string]ToolOptions{"bandit": {Argv: []string{program}}}})
	var list []text.Snapshot
	for i := range 8 {
		path := filepath.Join(root, fmt.Sprintf("m%d.py", i))
		must.OK(t, os.WriteFile(path, []byte("x = 1\n"), 0o600))
		list = append(list, text.File(path, "python", "x = 1\n"))
	}
	r.Survey(context.Background(), list, func(text.Snapshot) []string { return []string{"bandit"} })
	for _, s := range list {
		if found, err := r.Lint(context.Background(), "bandit", s); err != nil || len(found) != 0 {
			t.Errorf("%s: %v, %v", s.Path, found, err)
		}
	}
	if data, err := os.ReadFile(log); string(data) != "8\n4\n4\n" {
		t.Errorf("the runs were over %q files (%v), want 8, then 4 and 4", data, err)
	}
}
