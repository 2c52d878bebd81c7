package linter

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// candidateTexts are edits of one document: what a rule looks at besides the
// text (its name, its folder, its bits, its neighbours) is told by some.
var candidateTexts = []string{
	"import os\nimport helper\nimport pkg.other\n\nx = 1\n",
	"import helper\nimport os\n\nimport pkg.other\n\nx = os.name\n",
	"from pkg import (\n    other,\n)\nimport os, \\\n    helper\nif os: import helper; from lib import helper as h\n",
	"#!/usr/bin/env python\nx = 1\n",
	"x = 1\n",
	"\ufeffé = '😀', undefined\n",
	"def f(:\n",
	"x = 'a/b/text-0/project/pkg/a.py'\nassert x\n",
	"match x:\n    case 1:\n        pass\n",
	"type X = int\n",
	"",
}

// asSingleRuns compares what one run said of many texts with a run for each, and
// counts the findings.
func asSingleRuns(t *testing.T, single *Runner, tool string, list []text.Snapshot, got [][]signal.Diagnostic) (all int) {
	t.Helper()
	for i, s := range list {
		want, err := single.Lint(t.Context(), tool, s)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got[i]); d != "" {
			t.Errorf("%q: a run of its own against one over all\n%s", s.Text(), d)
		}
		all += len(want)
	}
	return all
}

// TestCandidatesSayWhatSingleRunsSay: one run over many texts of a document
// says of each what a run of its own says, wherever ruff's settings come from;
// where they could mean something else in a private tree there is no such run.
func TestCandidatesSayWhatSingleRunsSay(t *testing.T) {
	program := testkit.Tool(t, "ruff")
	all := "lint.select = [\"ALL\"]\nlint.preview = true\n"
	for _, tt := range []struct {
		name  string
		files map[string]string
		alone bool
	}{
		{"settings in the root", map[string]string{"ruff.toml": all}, false},
		{"settings beside the document", map[string]string{"pkg/.ruff.toml": all, "pyproject.toml": "[project]\nrequires-python = \">=3.8\"\n"}, false},
		{"pyproject.toml", map[string]string{"pyproject.toml": "[project]\nrequires-python = \">=3.9\"\ndependencies = [\"ruff==1\", \"../x\"]\n" +
			"[tool.ruff]\nsrc = [\"lib\"]\n[tool.ruff.lint]\nselect = [\"ALL\"]\nper-file-ignores = {\"pkg/*.py\" = [\"F401\"]}\n[tool.other]\nx = \"/y\"\n",
			"lib/helper.py": ""}, false},
		{"excluded", map[string]string{"ruff.toml": all + "exclude = [\"pkg\"]\n"}, false},
		{"a package", map[string]string{"ruff.toml": all, "pkg/__init__.py": ""}, false},
		{"no settings", map[string]string{"setup.py": ""}, false},
		{"no settings, a version", map[string]string{"pyproject.toml": "[project]\nrequires-python = \">=3.9\"\n"}, false},
		{"a version below", map[string]string{"pkg/pyproject.toml": "[project]\nrequires-python = \">=3.9\"\n"}, true},
		{"extended", map[string]string{"ruff.toml": "extend = \"base.toml\"\n", "base.toml": all}, true},
		{"a folder above", map[string]string{"ruff.toml": "src = [\"../lib\"]\n" + all}, true},
		{"a place", map[string]string{"ruff.toml": "src = [\"/lib\"]\n" + all}, true},
		{"the environment", map[string]string{"ruff.toml": "cache-dir = \"${HOME}/x\"\n" + all}, true},
		{"another form", map[string]string{"pyproject.toml": "[tool]\nruff = { lint = { select = [\"ALL\"] } }\n"}, true},
		{"broken", map[string]string{"ruff.toml": "lint = 1\n"}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv("XDG_CONFIG_HOME", t.TempDir())
			t.Setenv("HOME", t.TempDir())
			tt.files["pkg/a.py"], tt.files["helper.py"], tt.files["pkg/other.py"] = "x = 1\n", "", ""
			top, _ := surveyedProject(t, nil)
			root := filepath.Join(top, "project")
			for name, body := range tt.files {
				path := filepath.Join(root, filepath.FromSlash(name))
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			path := filepath.Join(root, "pkg", "a.py")
			if err := os.Chmod(path, 0o700); err != nil {
				t.Fatal(err)
			}
			var list []text.Snapshot
			for _, body := range candidateTexts {
				list = append(list, text.File(path, "python", body))
			}
			options := RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(), Tools: map[string]ToolOptions{"ruff": {Argv: []string{program}}}}
			got, err := NewRunner(options).Candidates(context.Background(), "ruff", text.Snapshot{}, list, 1)
			if tt.alone {
				if err == nil {
					t.Errorf("checked together: %v", got)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			asSingleRuns(t, NewRunner(options), "ruff", list, got)
			if left, _ := os.ReadDir(filepath.Join(options.CacheDir, "runs")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
			if data, err := os.ReadFile(path); err != nil || string(data) != "x = 1\n" {
				t.Errorf("the document was changed: %q, %v", data, err)
			}
		})
	}
}

// TestCandidatesAreKept: what one run said of a text is not asked again, and a
// run checks no more texts than its report may hold diagnostics.
func TestCandidatesAreKept(t *testing.T) {
	program := testkit.Tool(t, "ruff")
	root, docs := surveyedProject(t, map[string]string{"ruff.toml": "", "a.py": "import os\n"})
	r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(), Tools: map[string]ToolOptions{"ruff": {Argv: []string{program}}}})
	var list []text.Snapshot
	for i := range 9 {
		list = append(list, docs[0].With(fmt.Sprintf("import os, sys\nx = %d\n", i)))
	}
	got, err := r.Candidates(t.Context(), "ruff", text.Snapshot{}, list, limits.Diagnostics/5)
	if err != nil || len(got) != 5 || len(got[4]) == 0 {
		t.Fatalf("%d answers, %v", len(got), err)
	}
	r.opts.Tools["ruff"] = ToolOptions{Argv: []string{"/nowhere"}}
	r.tools = map[toolKey]*tool{}
	if list, err := r.Lint(t.Context(), "ruff", list[4]); err != nil || len(list) != len(got[4]) {
		t.Errorf("asked again: %v, %v", list, err)
	}
}

func TestCandidatesOfOthersAreCheckedAlone(t *testing.T) {
	r := NewRunner(RunnerOptions{Tools: map[string]ToolOptions{"ruff": {Off: true}}})
	s := []text.Snapshot{text.File(filepath.Join(t.TempDir(), "a.py"), "python", "x = 1\n")}
	for _, tool := range []string{"mypy", "ruff", "nothing"} {
		if _, err := r.Candidates(t.Context(), tool, text.Snapshot{}, s, 1); !errors.Is(err, errAlone) {
			t.Errorf("%s: %v", tool, err)
		}
	}
}

// TestRuffTables: the tables of ruff are cut out of a pyproject.toml whole.
func TestRuffTables(t *testing.T) {
	const file = "[project]\nx = \"/a\"\n[tool.ruff]\na = [\n  \"b\",\n]\n# [c]\n[tool.ruff.lint] # d\ne = 1\n[[tool.z]]\nf = \"~\"\n [ tool . ruff . format ]\ng = 2"
	want := "[tool.ruff]\na = [\n  \"b\",\n]\n# [c]\n[tool.ruff.lint] # d\ne = 1\n [ tool . ruff . format ]\ng = 2"
	if got := ruffTables(file); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := ruffTables(strings.ReplaceAll(file, "ruff", "rough")); got != "" {
		t.Errorf("got %q", got)
	}
}
