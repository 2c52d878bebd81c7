package linter

import (
	"context"
	"errors"
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestTogether: with the real tools, a run over changed texts that are nowhere
// on the disk says what runs say once they are: of the changed files, and of the
// files that use them.
func TestTogether(t *testing.T) {
	testkit.OtherProcesses(t)
	for _, tt := range []struct {
		tool      string
		on        map[string]string // the disk
		to        map[string]string // the change set
		elsewhere string            // a file that is not changed, where the change set brings a finding
	}{
		{"ruff", map[string]string{"pyproject.toml": "[tool.ruff.lint]\nselect = [\"F\", \"I\", \"INP\"]\n[tool.ruff.lint.per-file-ignores]\n\"tests/*\" = [\"F401\"]\n",
			"pkg/__init__.py": "", "pkg/a.py": "x = 1\n", "pkg/b.py": "import os\n", "tests/t.py": "import os\n", "loose/c.py": "y = 1\n"},
			map[string]string{"pkg/a.py": "import sys\nx = undefined\n", "tests/t.py": "import sys\n", "loose/c.py": "\ufeffé = '😀', nope\n"}, ""},
		// Without settings, the root tells which modules are the project's own.
		{"ruff", map[string]string{"app/__init__.py": "", "app/a.py": "import os\n\nfrom app import b\n", "app/b.py": "import app.a\n\nimport numpy\n"},
			map[string]string{"app/a.py": "import os\nimport numpy\nimport app.b\n", "app/b.py": "import os\n\nimport numpy\n\nimport app.a\n"}, ""},
		// The floor holds whatever the project selects, and hides.
		{Floor, map[string]string{"pyproject.toml": "[tool.ruff.lint]\nselect = [\"E711\"]\nignore = [\"F821\"]\n", "pkg/__init__.py": "", "pkg/a.py": "x = 1\n"},
			map[string]string{"pkg/a.py": "x = y  # noqa\n", "pkg/__init__.py": "import os\n\n\ndef os(): ...\n"}, ""},
		{"bandit", map[string]string{".bandit": "[bandit]\n", "a.py": "x = 1\n", "b.py": "assert 1\n"},
			map[string]string{"a.py": "import subprocess\nsubprocess.call('ls', shell=True)\n"}, ""},
		{"mypy", map[string]string{"mypy.ini": "[mypy]\n", "pkg/__init__.py": "", "pkg/a.py": "def f() -> int:\n    return 1\n", "pkg/b.py": "from pkg.a import f\ny: int = f()\n", "c.py": "z = 1\n"},
			map[string]string{"pkg/a.py": "def f() -> str:\n    return 1\n", "c.py": "z: str = 1\n"}, "pkg/b.py"},
		// Files of one module name: each run of mypy can look at one of them only.
		{"mypy", map[string]string{"mypy.ini": "[mypy]\n", "one/conftest.py": "x: int = 1\n", "two/conftest.py": "y: int = 1\n", "pkg/__init__.py": "def f() -> int:\n    return 1\n", "pkg/__init__.pyi": "def f() -> str: ...\n", "use.py": "from pkg import f\nz: str = f()\n"},
			map[string]string{"one/conftest.py": "x: str = 1\n", "two/conftest.py": "y: str = 1\n", "pkg/__init__.py": "def f() -> int:\n    return ''\n", "pkg/__init__.pyi": "def f() -> int: ...\n"}, "use.py"},
		{"go", map[string]string{"go.mod": "module m\n\ngo 1.24\n", "a.go": "package m\n\nimport \"m/p\"\n\nvar X int = p.F()\n", "p/b.go": "package p\n\nfunc F() int { return 1 }\n", "q/c.go": "package q\n"},
			map[string]string{"p/b.go": "package p\n\nfunc F() string { return \"\" }\n", "q/c.go": "package q\n\nfunc G() { y := 1 }\n"}, "a.go"},
		{"go vet", map[string]string{"go.mod": "module m\n\ngo 1.24\n", "a.go": "package m\n\nfunc F() {}\n", "p/b.go": "package p\n\nfunc G() {}\n"},
			map[string]string{"a.go": "package m\n\nimport \"fmt\"\n\nfunc F() { fmt.Printf(\"%d\", \"x\") }\n", "p/b.go": "package p\n\nfunc G() { x := 1; x = x }\n"}, ""},
		{"staticcheck", map[string]string{"go.mod": "module m\n\ngo 1.24\n", "a.go": "package m\n\nfunc F(x bool) bool { return x }\n", "p/b.go": "package p\n\nfunc G(x bool) bool { return x }\n"},
			map[string]string{"a.go": "package m\n\nfunc F(x bool) bool { return x == true }\n", "p/b.go": "package p\n\nfunc unused() {}\n"}, ""},
		{"golangci-lint", map[string]string{".golangci.yml": "version: \"2\"\n", "go.mod": "module m\n\ngo 1.24\n", "a.go": "package m\n", "p/b.go": "package p\n"},
			map[string]string{"a.go": "package m\n\nfunc unused() {}\n", "p/b.go": "package p\n\nimport \"os\"\n\nfunc G() { os.Remove(\"x\") }\n"}, ""},
		{"eslint", map[string]string{"eslint.config.mjs": "export default [{ rules: { 'no-undef': 2, eqeqeq: 2 } }];\n", "a.js": "var x = 1;\n", "p/b.js": "var y = 1;\n", "c.js": "if (a == b) {}\n"},
			map[string]string{"a.js": "if (a == b) {}\n", "p/b.js": "var é = \"😀\"; é == 1;\n"}, ""},
		{"tsc", map[string]string{"tsconfig.json": "{\"compilerOptions\":{\"strict\":true,\"noEmit\":true}}\n", "a.ts": "export const f = (): number => 1;\n", "b.ts": "import { f } from './a';\nexport const y: number = f();\n"},
			map[string]string{"a.ts": "export const f = (): string => 1;\n"}, "b.ts"},
		{"pyright", map[string]string{"pyrightconfig.json": "{}\n", "a.py": "def f() -> int:\n    return 1\n", "b.py": "from a import f\ny: int = f()\n"},
			map[string]string{"a.py": "def f() -> str:\n    return 1\n"}, "b.py"},
	} {
		t.Run(tt.tool, func(t *testing.T) {
			spec, _ := Find(tt.tool)
			program := testkit.Tool(t, spec.Binary)
			root, list := surveyedProject(t, tt.on)
			o := RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(), Trust: func(_, _ string) Trust { return Trusted },
				Tools: map[string]ToolOptions{tt.tool: {Argv: []string{program}}}}
			set := Texts{Root: root, Changed: map[string]bool{}}
			for _, s := range list {
				rel := s.Path[len(root)+1:]
				if body, ok := tt.to[rel]; ok {
					s = text.File(s.Path, s.Lang, body)
					set.Changed[s.Path] = true
				}
				set.Files = append(set.Files, s)
			}
			got, err := NewRunner(o).Together(context.Background(), tt.tool, set)
			must.OK(t, err)
			laid := laidOver(t, o, tt.tool, tt.elsewhere, set)
			for _, s := range list {
				if data, err := os.ReadFile(s.Path); err != nil || string(data) != s.Text() {
					t.Errorf("%s was changed: %v", s.Path, err)
				}
			}
			for _, s := range set.Files {
				must.OK(t, os.WriteFile(s.Path, []byte(s.Text()), 0o600))
			}
			single, total := NewRunner(o), 0
			for _, s := range set.Files {
				want, err := single.Lint(context.Background(), tt.tool, s)
				must.OK(t, err)
				list, ok := got[s.Path]
				if !ok {
					t.Errorf("%s: not looked at; known: %v", s.Path, maps.Keys(got))
				}
				total += len(list)
				if d := cmp.Diff(order(want), order(list)); d != "" {
					t.Errorf("%s: run by itself against the set\n%s", s.Path, d)
				}
				for i, said := range laid[s.Path] {
					if d := cmp.Diff(order(want), order(said)); d != "" {
						t.Errorf("%s: run by itself against %s over laid texts\n%s", s.Path, []string{"a survey", "one"}[i], d)
					}
				}
				if s.Path[len(root)+1:] == tt.elsewhere && len(list) == 0 {
					t.Errorf("nothing is said of %s", tt.elsewhere)
				}
			}
			if total < 2 {
				t.Errorf("%d findings", total)
			}
		})
	}
}

// laidOver is what a tool says of each file of a set where the changed ones are laid over
// the disk, in a survey, and of one that sees them in a run of its own.
func laidOver(t *testing.T, o RunnerOptions, tool, elsewhere string, set Texts) map[string][][]signal.Diagnostic {
	t.Helper()
	for _, s := range set.Files {
		if set.Changed[s.Path] {
			o.Laid = append(o.Laid, s)
		}
	}
	many, one := NewRunner(o), NewRunner(o)
	many.Survey(context.Background(), set.Files, func(text.Snapshot) []string { return []string{tool} })
	out := map[string][][]signal.Diagnostic{}
	for _, s := range set.Files {
		runners := []*Runner{many}
		if strings.HasSuffix(s.Path, "/"+elsewhere) {
			runners = append(runners, one)
		}
		for _, r := range runners {
			said, err := r.Lint(context.Background(), tool, s)
			must.OK(t, err)
			out[s.Path] = append(out[s.Path], said)
		}
	}
	return out
}

// TestTogetherSays: what was not looked at has no entry, and a tool that cannot
// see several texts says so.
func TestTogetherSays(t *testing.T) {
	program := testkit.Tool(t, "ruff")
	root, list := surveyedProject(t, map[string]string{"a.py": "import os\n", "b.go": "package b\n"})
	o := RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(), Tools: map[string]ToolOptions{"ruff": {Argv: []string{program}}, "bandit": {Off: true}}}
	r := NewRunner(o)
	got, err := r.Together(context.Background(), "ruff", Texts{Root: root, Files: list})
	if err != nil || len(got) != 1 || len(got[list[0].Path]) != 1 {
		t.Errorf("%v, %v", got, err)
	}
	for tool, want := range map[string]error{"biome": ErrUnsuitable, "mypy": ErrNotAllowed, "bandit": ErrNotAllowed,
		"nothing": ErrUnknownTool} {
		if _, err := r.Together(context.Background(), tool, Texts{Root: root, Files: list}); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", tool, err, want)
		}
	}
}

// TestTogetherGoVetStops: go vet says nothing but the compiler's error of a package that
// does not compile. That is an answer for the file that does not, and none for the
// others of the package.
func TestTogetherGoVetStops(t *testing.T) {
	program := testkit.Tool(t, "go")
	root, list := surveyedProject(t, map[string]string{"go.mod": "module m\n\ngo 1.24\n", "a.go": "package m\n\nfunc F() int { return undefinedName }\n",
		"b.go": "package m\n\nimport \"fmt\"\n\nfunc G() { fmt.Printf(\"%d\", \"x\") }\n", "p/c.go": "package p\n\nimport \"fmt\"\n\nfunc H() { fmt.Printf(\"%d\", \"x\") }\n"})
	r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(), Trust: func(_, _ string) Trust { return Trusted }, Tools: map[string]ToolOptions{"go vet": {Argv: []string{program}}}})
	got, err := r.Together(context.Background(), "go vet", Texts{Root: root, Files: list, Changed: map[string]bool{list[0].Path: true}})
	must.OK(t, err)
	codes := map[string]string{}
	for path, found := range got {
		codes[path[len(root)+1:]] = ""
		for _, d := range found {
			codes[path[len(root)+1:]] += d.Code
		}
	}
	if d := cmp.Diff(map[string]string{"a.go": "UndeclaredName", "p/c.go": "printf"}, codes); d != "" {
		t.Error(d)
	}
}
