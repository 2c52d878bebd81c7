package linter

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestProgramsOfPackages: of the packages of one root each has its own program, in trusted
// roots only; one that has none does not stop the others.
func TestProgramsOfPackages(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell scripts")
	}
	files := map[string]string{"package.json": `{"workspaces": ["*"]}`}
	for _, name := range []string{"a", "b", "c"} {
		files[name+"/eslint.config.js"] = "export default []\n"
		files[name+"/src/x.js"] = "let x;\n"
	}
	root, list := surveyedProject(t, files)
	for _, name := range []string{"a", "b"} {
		bin := filepath.Join(root, name, "node_modules", ".bin")
		if err := os.MkdirAll(bin, 0o755); err != nil {
			t.Fatal(err)
		}
		report := `[{"filePath": "` + filepath.Join(root, name, "src/x.js") + `", "messages": [{"ruleId": "` + name +
			`", "severity": 2, "message": "m", "line": 1, "column": 1}]}]`
		if err := os.WriteFile(filepath.Join(bin, "eslint"), []byte("#!/bin/sh\necho '"+report+"'\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", "/nonexistent")
	for _, trust := range []Trust{Trusted, Unknown} {
		r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(),
			Trust: func(string, string) Trust { return trust }})
		for _, name := range []string{"c", "a", "b"} { // that which lacks it first
			for _, s := range list {
				if s.Path != filepath.Join(root, name, "src", "x.js") {
					continue
				}
				found, err := r.Lint(context.Background(), "eslint", s)
				switch {
				case trust == Unknown:
					if !errors.Is(err, ErrNotAllowed) {
						t.Errorf("%s, not trusted: %v, %v", name, found, err)
					}
				case name == "c":
					if !errors.Is(err, ErrMissing) {
						t.Errorf("%s: %v, %v", name, found, err)
					}
				case err != nil || len(found) != 1 || found[0].Code != name:
					t.Errorf("%s: %v, %v", name, found, err)
				}
			}
		}
		if _, known := r.Reads("eslint", root, []string{filepath.Join(root, "a")}); known && trust == Trusted {
			t.Error("what the programs of packages read is called known")
		}
	}
}

// TestBrokenConfigurationOfFolder: settings of ruff that are broken cost the files below them only.
func TestBrokenConfigurationOfFolder(t *testing.T) {
	testkit.OtherProcesses(t)
	program := testkit.Tool(t, "ruff")
	root, list := surveyedProject(t, map[string]string{"a.py": "import os\n", "bad/ruff.toml": "no-such-key = 1\n",
		"bad/b.py": "import os\n", "bad/deep/c.py": "import os\n", "good/d.py": "import os\n"})
	r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(), OneRun: true,
		Tools: map[string]ToolOptions{"ruff": {Argv: []string{program}}}})
	r.Survey(context.Background(), list, func(s text.Snapshot) []string { return []string{"ruff"} })
	for _, s := range list {
		rel, _ := filepath.Rel(root, s.Path)
		broken := filepath.Dir(rel) != "." && filepath.Dir(rel) != "good"
		if _, surveyed := r.Known(s)["ruff"]; surveyed == broken {
			t.Errorf("%s: surveyed %v", rel, surveyed)
		}
		found, err := r.Lint(context.Background(), "ruff", s)
		if broken && err == nil || !broken && (err != nil || len(found) != 1) {
			t.Errorf("%s: %v, %v", rel, found, err)
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

// TestHangingProgramOfPackage: that one package's program does not answer costs no other package.
func TestHangingProgramOfPackage(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell scripts")
	}
	root, list := surveyedProject(t, map[string]string{"a/eslint.config.mjs": "", "a/x.js": "let x;\n",
		"b/eslint.config.mjs": "", "b/x.js": "let x;\n"})
	for name, does := range map[string]string{"a": "echo '[]'", "b": "sleep 60"} {
		bin := filepath.Join(root, name, "node_modules", ".bin")
		if err := errors.Join(os.MkdirAll(bin, 0o755),
			os.WriteFile(filepath.Join(bin, "eslint"), []byte("#!/bin/sh\n"+does+"\n"), 0o755)); err != nil {
			t.Fatal(err)
		}
	}
	r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(), OneRun: true,
		Trust: func(string, string) Trust { return Trusted },
		Tools: map[string]ToolOptions{"eslint": {Timeout: time.Second}}})
	at := map[string]text.Snapshot{}
	for _, s := range list {
		at[filepath.Base(filepath.Dir(s.Path))+"/"+filepath.Base(s.Path)] = s
	}
	if _, err := r.Lint(t.Context(), "eslint", at["b/x.js"]); !errors.Is(err, ErrTimeout) {
		t.Fatal(err)
	}
	if _, err := r.Lint(t.Context(), "eslint", at["a/x.js"]); err != nil {
		t.Errorf("a: %v", err)
	}
	r.Again()
	changed := map[string]bool{at["a/x.js"].Path: true, at["b/x.js"].Path: true}
	for range 2 {
		out, err := r.Session(root).Together(t.Context(), "eslint", Texts{Root: root, Changed: changed,
			Files: []text.Snapshot{at["b/x.js"], at["a/x.js"]}})
		if _, looked := out[at["a/x.js"].Path]; err != nil || !looked || len(out) != 1 {
			t.Errorf("%v, %v", out, err)
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
