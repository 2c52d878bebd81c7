package linter

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestBrokenConfigurationOfFolder: settings of ruff that are broken cost the files below them only.
func TestBrokenConfigurationOfFolder(t *testing.T) {
	testkit.OtherProcesses(t)
	program := testkit.Tool(t, "ruff")
	root, list := surveyedProject(t, map[string]string{"a.py": "import os\n", "bad/ruff.toml": "no-such-key = 1\n",
		"bad/b.py": "import os\n", "bad/deep/c.py": "import os\n", "good/d.py": "import os\n"})
	for _, survey := range []bool{true, false} {
		r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(), OneRun: true,
			Tools: map[string]ToolOptions{"ruff": {Argv: []string{program}}}})
		if survey {
			r.Survey(t.Context(), list, func(text.Snapshot) []string { return []string{"ruff"} })
		}
		for _, s := range list {
			rel, _ := filepath.Rel(root, s.Path)
			broken := filepath.Dir(rel) != "." && filepath.Dir(rel) != "good"
			if _, surveyed := r.Known(s)["ruff"]; survey && surveyed == broken {
				t.Errorf("%s: surveyed %v", rel, surveyed)
			}
			found, err := r.Lint(t.Context(), "ruff", s)
			if broken && err == nil || !broken && (err != nil || len(found) != 1) {
				t.Errorf("%s, survey %v: %v, %v", rel, survey, found, err)
			}
		}
	}
}

// TestMypyFolder: mypy runs where its settings are, as their paths are relative to that folder.
func TestMypyFolder(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"of the workspace": {map[string]string{"pyproject.toml": "[tool.mypy]\n", "x/pyproject.toml": "[project]\n"}, ""},
		"of the package":   {map[string]string{"pyproject.toml": "[tool.mypy]\n", "x/mypy.ini": "[mypy]\n"}, "x"},
		"nowhere":          {map[string]string{"pyproject.toml": "[project]\n", "x/pyproject.toml": "[project]\n"}, "x"},
	} {
		root, _ := surveyedProject(t, c.files)
		spec, _ := Find("mypy")
		j := &job{tool: &tool{spec: spec}, root: root, snapshot: text.File(filepath.Join(root, "x", "a.py"), "python", "")}
		if got := j.mypyFolder(); got != filepath.Join(root, c.want) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestNamesakes: of two packages of a workspace that have tests of one name and one text, mypy's findings in the
// second are not said of the first; each is looked at with its own package's modules.
func TestNamesakes(t *testing.T) {
	testkit.OtherProcesses(t)
	program := testkit.Tool(t, "mypy")
	root, list := surveyedProject(t, map[string]string{"pyproject.toml": "[tool.mypy]\nstrict = true\n",
		"a/pyproject.toml": "[project]\n", "a/util.py": "def helper(x: int) -> int:\n    return x\n",
		"a/tests/test_x.py": "from util import helper\n\n\ndef test_x() -> str:\n    return helper(1)\n",
		"b/pyproject.toml":  "[project]\n", "b/util.py": "def helper(x: int) -> int:\n    return x\n",
		"b/tests/test_x.py": "from util import helper\n\n\ndef test_x() -> str:\n    return helper(1)\n"})
	r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(), OneRun: true,
		Trust: func(string, string) Trust { return Trusted },
		Tools: map[string]ToolOptions{"mypy": {Argv: []string{program}}}})
	for _, s := range list {
		if filepath.Base(s.Path) != "test_x.py" {
			continue
		}
		found, err := r.Lint(t.Context(), "mypy", s)
		if err != nil || len(found) != 1 || found[0].Code != "return-value" {
			t.Errorf("%s: %v, %v", s.Path, found, err)
		}
	}
}

// TestBrokenSettingsOfStaticcheck: a package whose settings cannot be read was not looked at; others were.
func TestBrokenSettingsOfStaticcheck(t *testing.T) {
	testkit.OtherProcesses(t)
	program := testkit.Tool(t, "staticcheck")
	root, list := surveyedProject(t, map[string]string{"go.mod": "module m\n\ngo 1.24\n",
		"a/a.go": "package a\n\nfunc unused() {}\n", "b/b.go": "package b\n\nfunc unused() {}\n",
		"b/staticcheck.conf": "checks = [\n"})
	r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(), OneRun: true,
		Tools: map[string]ToolOptions{"staticcheck": {Argv: []string{program}}}})
	r.Survey(t.Context(), list, func(text.Snapshot) []string { return []string{"staticcheck"} })
	for _, s := range list {
		found, err := r.Lint(t.Context(), "staticcheck", s)
		broken := filepath.Base(s.Path) == "b.go"
		if broken != errors.Is(err, ErrFailed) || !broken && len(found) != 1 {
			t.Errorf("%s: %v, %v", s.Path, found, err)
		}
	}
}
