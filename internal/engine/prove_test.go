package engine

import (
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestProve: what no longer imports with a set, and did, is taken out of it, and nothing else; the files stay as they
// are, whatever a module does when it is loaded.
func TestProve(t *testing.T) {
	root := t.TempDir()
	project := map[string]string{
		"pkg/__init__.py": "",
		"pkg/a.py":        "from pkg.b import x\n",
		"pkg/b.py":        "x = 1\n",
		"pkg/c.py":        "import os\n",
		"pkg/old.py":      "import nothing_of_this_name\n",
		"pkg/dies.py":     "import os\n",
		"pkg/says.py":     "print('loaded')\nopen('made', 'w').close()\n",
		"helper.py":       "y = 1\n",
		"uses.py":         "import helper\n",
		"program.py":      "raise SystemExit('run')\n",
	}
	writeFiles(t, root, project)
	e := NewProcess(Options{OneRun: true}).Engine(config.Default(), []string{root}, Sources{}, slog.New(slog.DiscardHandler))
	for _, tt := range []struct {
		name   string
		set    map[string]string
		out    string // files that are left out
		says   string
		proven string
	}{
		{"all well", map[string]string{"pkg/c.py": "import sys\n", "pkg/says.py": "print('later')\n"}, "", "",
			"the import of pkg.c, pkg.says"},
		{"who imports it", map[string]string{"pkg/b.py": "y = 1\n", "pkg/c.py": "import sys\n"}, "pkg/b.py",
			"ImportError: cannot import name 'x'", "the import of pkg.b, pkg.a, pkg.c"},
		{"one of several", map[string]string{"pkg/__init__.py": "\n", "pkg/b.py": "x = 2\n", "pkg/c.py": "import sys\nsys.nothing\n", "pkg/says.py": "1\n"}, "pkg/c.py", "AttributeError", ""},
		{"two", map[string]string{"pkg/b.py": "1 / 0\n", "pkg/c.py": "raise KeyError(1)\n"}, "pkg/b.py pkg/c.py", "", ""},
		{"what did not work", map[string]string{"pkg/old.py": "import nothing_of_that_name\n"}, "", "",
			"the import of pkg.old"},
		{"the end of the interpreter", map[string]string{"pkg/dies.py": "import os\nos._exit(3)\n"}, "pkg/dies.py", "ended the interpreter", ""},
		{"a module outside of packages", map[string]string{"helper.py": "1 / 0\n"}, "helper.py", "ZeroDivisionError", ""},
		{"a program", map[string]string{"program.py": "1 / 0\n"}, "", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var set []Changed
			for _, name := range slices.Sorted(maps.Keys(tt.set)) {
				path := filepath.Join(root, filepath.FromSlash(name))
				set = append(set, Changed{text.File(path, "python", project[name]), tt.set[name]})
			}
			proof, err := e.Prove(t.Context(), root, set, ProveOptions{})
			if err != nil || len(proof.Failed) > 0 {
				t.Fatal(err, proof.Failed)
			}
			var out []string
			for _, u := range proof.Left {
				rel, _ := filepath.Rel(root, u.Path)
				out = append(out, filepath.ToSlash(rel))
				if !strings.Contains(u.Says, tt.says) {
					t.Errorf("%s says %q, want %q", u.What, u.Says, tt.says)
				}
			}
			slices.Sort(out)
			if got := strings.Join(out, " "); got != tt.out {
				t.Errorf("left out %q, want %q", got, tt.out)
			}
			if got := strings.Join(proof.Tried, " "); tt.proven != "" && got != tt.proven {
				t.Errorf("imported %q, want %q", got, tt.proven)
			}
		})
	}
	for name, body := range project {
		if now, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name))); err != nil || string(now) != body {
			t.Errorf("%s is %q, %v", name, now, err)
		}
	}
	if _, err := os.Stat(filepath.Join(root, "made")); err == nil {
		t.Error("a module has written into the project")
	}
}

// TestProveCompiled: what compilers and tests say of a set, of files that use it too, takes the guilty file out of it.
func TestProveCompiled(t *testing.T) {
	testkit.Python(t)
	root := t.TempDir()
	project := map[string]string{
		"go.mod":     "module example.com/m\n\ngo 1.22\n",
		"a/a.go":     "package a\n\n// Two is 2.\nfunc Two() int { return 2 }\n",
		"a/other.go": "package a\n\n// X is 1.\nconst X = 1\n",
		"b/b_test.go": "package b\n\nimport (\n\t\"testing\"\n\n\t\"example.com/m/a\"\n)\n\nfunc TestTwo(t " +
			"*testing.T) {\n\tif a.Two() != 2 {\n\t\tt.Fatal(a.Two())\n\t}\n}\n",
		"py/one.py": "def one():\n    return 1\n",
		"py/far.py": "def far():\n    return 1\n",
		"py/test_one.py": "import os\nfrom one import one\n\ndef test_one():\n    assert one() == 1\n    open('written', " +
			"'w').close()\n\ndef test_broken():\n    assert 0\n",
		"web/package.json": `{"scripts": {"test": "node check.js"}}`,
		"web/lib.js":       "exports.n = 1;\n",
		"web/check.js":     "if (require('./lib').n !== 1) throw new Error('n is another one');\n",
	}
	writeFiles(t, root, project)
	for _, tt := range []struct {
		name      string
		set       map[string]string
		tests     bool
		out, says string
	}{
		{"who calls it does not compile", map[string]string{"a/a.go": "package a\n\n// Two is 2.\nfunc Two() string { " +
			"return \"2\" }\n", "a/other.go": "package a\n\n// X is 2.\nconst X = 2\n"}, false, "a/a.go",
			"compiling with go fails"},
		{"it compiles", map[string]string{"a/a.go": "package a\n\n// Two is 3.\nfunc Two() int { return 3 }\n"}, false, "",
			""},
		{"a test of Go", map[string]string{"a/a.go": "package a\n\n// Two is 3.\nfunc Two() int { return 3 }\n",
			"a/other.go": "package a\n\n// X is 2.\nconst X = 2\n"}, true, "a/a.go",
			"the test example.com/m/b.TestTwo fails with b_test.go:11: 3"},
		{"a test of Python", map[string]string{"py/one.py": "def one():\n    return 2\n",
			"py/far.py": "def far():\n    return 2\n"}, true, "py/one.py",
			"the test py/test_one.py::test_one fails with assert 2 == 1"},
		{"no test that passed", map[string]string{"py/one.py": "def one():\n    return 1 + 0\n"}, true, "", ""},
		{"a script of the package", map[string]string{"web/lib.js": "exports.n = 2;\n"}, true, "web/lib.js",
			"the test npm test fails with"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if strings.HasPrefix(slices.Sorted(maps.Keys(tt.set))[0], "web/") {
				testkit.Tool(t, "npm")
			}
			e := NewProcess(Options{OneRun: true}).Engine(config.Default(), []string{root}, Sources{},
				slog.New(slog.DiscardHandler))
			var set []Changed
			for _, name := range slices.Sorted(maps.Keys(tt.set)) {
				path := filepath.Join(root, filepath.FromSlash(name))
				set = append(set, Changed{text.File(path, syntax.Language(path), project[name]), tt.set[name]})
			}
			proof, err := e.Prove(t.Context(), root, set, ProveOptions{Tests: tt.tests})
			if err != nil || len(proof.Failed) > 0 || len(proof.Tried) == 0 {
				t.Fatal(err, proof)
			}
			out, says := "", ""
			for _, u := range proof.Left {
				rel, _ := filepath.Rel(root, u.Path)
				out, says = out+filepath.ToSlash(rel), says+u.What+" fails with "+u.Says
			}
			if out != tt.out || !strings.Contains(says, tt.says) {
				t.Errorf("left out %q: %s", out, says)
			}
		})
	}
	if _, err := os.Stat(filepath.Join(root, "written")); err == nil {
		t.Error("a test has written into the project")
	}
}

// TestProveTypes: the TypeScript compiler looks where the user asks for a proof, also in a folder that is not trusted.
func TestProveTypes(t *testing.T) {
	tsc := testkit.Tool(t, "tsc")
	root := t.TempDir()
	project := map[string]string{
		"tsconfig.json": `{"compilerOptions": {"strict": true, "noEmit": true, "types": [], "module": "esnext", ` +
			`"moduleResolution": "bundler"}}`,
		"lib.ts": "export const n: number = 1;\n",
		"use.ts": "import { n } from \"./lib\";\nexport const m = n + 1;\nexport const wrong: string = 1;\n",
	}
	writeFiles(t, root, project)
	s := config.Default()
	s.Linters = map[string]config.Linter{"tsc": {Enabled: true, Command: []string{tsc}}}
	for after, out := range map[string]string{"export const n: boolean = true;\n": "use.ts: ",
		"export const n: number = 2;\n": ""} {
		e := NewProcess(Options{OneRun: true}).Engine(s, []string{root}, Sources{}, slog.New(slog.DiscardHandler))
		proof, err := e.Prove(t.Context(), root,
			[]Changed{{text.File(filepath.Join(root, "lib.ts"), "typescript", project["lib.ts"]), after}}, ProveOptions{})
		if err != nil || len(proof.Failed) > 0 || len(proof.Tried) == 0 {
			t.Fatal(err, proof)
		}
		if got := len(proof.Left); got != 0 != (out != "") || got > 0 && !strings.Contains(proof.Left[0].Says, out) {
			t.Errorf("%q: %v", after, proof.Left)
		}
	}
}
