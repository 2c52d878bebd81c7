package linter

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/warm"
	"github.com/fettle-dev/fettle/providers/signal"
)

// nodeStarts puts a Node.js on PATH that notes each of its starts.
func nodeStarts(t *testing.T) (starts func() int) {
	t.Helper()
	dir, log := t.TempDir(), filepath.Join(t.TempDir(), "log")
	script := "#!/bin/sh\necho start >>'" + log + "'\nexec '" + testkit.Tool(t, "node") + "' \"$@\"\n"
	if err := os.WriteFile(filepath.Join(dir, "node"), []byte(script), 0o755); err != nil { //nolint:gosec // a program
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return func() int {
		data, _ := os.ReadFile(log)
		_ = os.Remove(log)
		return strings.Count(string(data), "start")
	}
}

// TestWarmSaysWhatColdSays: a process that stays sees every change that a new one
// sees: of the text, of other files, of the configuration, of what it loads, and of
// modules that were not there. Where nothing changed but the text, none is started.
func TestWarmSaysWhatColdSays(t *testing.T) {
	testkit.OtherProcesses(t)
	for _, c := range []struct {
		tool, file string
		project    map[string]string
		steps      []warmStep
	}{
		{"tsc", "a.ts", map[string]string{
			"tsconfig.json": `{"compilerOptions": {"strict": true, "noEmit": true, "types": [], "module": "commonjs"}, "include": ["*.ts"]}`,
			"b.ts":          "export const b: number = 1;\n",
		}, []warmStep{
			{"the first", nil, "import { b } from './b';\nexport const a: string = b;\n", "TS2322", -1},
			{"another text", nil, "import { b } from './b';\nexport const a: number = b;\n", "", 0},
			{"a text that is not what was asked last", nil, "import { b } from './b';\nexport const a: string = b;\n", "TS2322", 0},
			{"another file", map[string]string{"b.ts": "export const b: string = '1';\n"}, "import { b } from './b';\nexport const a: string = b;\n", "", 0},
			{"a file that is not there", nil, "import { c } from './c';\nexport const a: string = c;\n", "TS2307", 0},
			{"and is there now", map[string]string{"c.ts": "export const c = '1';\n"}, "import { c } from './c';\nexport const a: string = c;\n", "", 0},
			{"a module that another file misses", map[string]string{"b.ts": "export { m as b } from 'm';\n"}, "import { b } from './b';\nexport const a: string = b;\n", "", 0},
			{"and is installed now", map[string]string{"node_modules/m/index.d.ts": "export const m: number;\n"}, "import { b } from './b';\nexport const a: string = b;\n", "TS2322", 0},
			{"and has changed", map[string]string{"node_modules/m/index.d.ts": "export const m: string;\n"}, "import { b } from './b';\nexport const a: string = b;\n", "", 0},
			{"a module that another file finds", map[string]string{"lib/c.d.ts": "export const c: number;\n", "b.ts": "export { c as b } from './lib/c';\n"}, "import { b } from './b';\nexport const a: string = b;\n", "TS2322", 0},
			{"and is found elsewhere now", map[string]string{"lib/c.ts": "export const c = '1';\n"}, "import { b } from './b';\nexport const a: string = b;\n", "", 0},
			{"the configuration", map[string]string{"tsconfig.json": `{"compilerOptions": {"strict": false, "noEmit": true, "types": [], "module": "commonjs"}, "include": ["*.ts"]}`},
				"export const a: string = null;\n", "", 0},
		}},
		{"eslint", "a.js", map[string]string{
			"eslint.config.js": "const own = require('./own.js');\nmodule.exports = [{ plugins: { own }, rules: { 'no-unused-vars': 2, 'own/own': 2 } }];\n",
			"own.js":           ownRule("first"),
		}, []warmStep{
			{"the first", nil, "let x = 1;\n", "no-unused-vars", -1},
			{"another text", nil, "first;\n", "own/own", 0},
			{"a clean one", nil, "second;\n", "", 0},
			{"a rule that was loaded", map[string]string{"own.js": ownRule("second!")}, "second;\n", "own/own", 1},
			{"and again", nil, "first;\n", "", 0},
			{"the configuration", map[string]string{"eslint.config.js": "module.exports = [{ rules: { 'no-unused-vars': 0, eqeqeq: 2 } }];\n"}, "let x = y == 1;\n", "eqeqeq", 1},
			{"which is a module", map[string]string{"package.json": `{"type": "module"}`, "eslint.config.js": "import own from './own.mjs';\nexport default [{ plugins: { own }, rules: { 'own/own': 2 } }];\n",
				"own.mjs": strings.Replace(ownRule("first"), "module.exports =", "export default", 1)}, "first;\n", "own/own", 1},
			{"that loads one", map[string]string{"own.mjs": strings.Replace(ownRule("third"), "module.exports =", "export default", 1)}, "first;\n", "", 1},
			{"and it stays", nil, "third;\n", "own/own", 0},
		}},
	} {
		t.Run(c.tool, func(t *testing.T) {
			program := testkit.Tool(t, c.tool)
			starts := nodeStarts(t)
			dir := t.TempDir()
			for name, body := range c.project {
				put(t, filepath.Join(dir, name), body)
			}
			put(t, filepath.Join(dir, c.file), "export {};\n")
			pool := warm.New()
			t.Cleanup(pool.Close)
			o := Options{Argv: []string{program}, Root: dir, Trust: Trusted, CacheDir: t.TempDir(), Timeout: patient}
			o.Warm = pool
			stays := linterOf(t, c.tool, o)
			o.Warm = nil
			anew := linterOf(t, c.tool, o)
			for i, step := range c.steps {
				for name, body := range step.change {
					if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil { //nolint:gosec // a folder of a project
						t.Fatal(err)
					}
					put(t, filepath.Join(dir, name), body)
				}
				s := text.File(filepath.Join(dir, c.file), langOf(c.file), step.text)
				starts()
				got, err := stays.Lint(t.Context(), s)
				if err != nil {
					t.Fatalf("%s: %v", step.name, err)
				}
				if n := starts(); step.starts >= 0 && n != step.starts {
					t.Errorf("%s: %d starts, want %d", step.name, n, step.starts)
				}
				if codesOf(got) != step.codes {
					t.Errorf("%s: %v, want %q", step.name, got, step.codes)
				}
				if i > 0 && i < len(c.steps)-1 {
					continue // a start takes its time
				}
				want, err := anew.Lint(t.Context(), s)
				if err != nil {
					t.Fatalf("%s: %v", step.name, err)
				}
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s:\n%v\nanew:\n%v", step.name, got, want)
				}
			}
		})
	}
}

type warmStep struct {
	name   string
	change map[string]string
	text   string
	codes  string
	starts int // of Node.js; -1: any number
}

// ownRule is a plugin whose rule reports an identifier.
func ownRule(name string) string {
	return "module.exports = { rules: { own: { create: (c) => ({ Identifier(n) { if (n.name === '" + strings.TrimSuffix(name, "!") + "') c.report({ node: n, message: 'no' }); } }) } } };\n"
}

func linterOf(t *testing.T, tool string, o Options) Linter {
	t.Helper()
	l, err := New(tool, o)
	must.OK(t, err)
	return l
}

func codesOf(list []signal.Diagnostic) string {
	var out []string
	for _, d := range list {
		out = append(out, d.Code)
	}
	return strings.Join(out, " ")
}

// TestWholeOnlyWithPlugins: ESLint says of a file what depends on others only with
// plugins that look at them, and its answers tell. Before the first one, and without
// a process that stays, it may. One process answers all questions.
func TestWholeOnlyWithPlugins(t *testing.T) {
	const reads = "module.exports = { rules: { reads: { create: () => ({ Program() { require('fs').readFileSync(__dirname + '/a.js', 'utf8'); } }) } } };\n"
	testkit.OtherProcesses(t)
	program := testkit.Tool(t, "eslint")
	for config, want := range map[string]bool{
		"module.exports = [{ rules: { eqeqeq: 2 } }];\n":                                                                    false,
		"require('eslint-plugin-n'); module.exports = [{ rules: { eqeqeq: 2 } }];\n":                                        true,
		"const own = require('./own.js'); module.exports = [{ plugins: { own }, rules: { eqeqeq: 2, 'own/reads': 2 } }];\n": true,
		"const own = require('./own.js'); module.exports = [{ plugins: { own }, rules: { eqeqeq: 2, 'own/reads': 0 } }];\n": false,
	} {
		starts := nodeStarts(t)
		root, list := surveyedProject(t, map[string]string{"eslint.config.js": config, "a.js": "a == b;\n", "p/b.js": "a == b;\n", "node_modules/eslint-plugin-n/index.js": "", "own.js": reads})
		pool := warm.New()
		t.Cleanup(pool.Close)
		h := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(), Trust: func(_, _ string) Trust { return Trusted }, Warm: pool,
			Tools: map[string]ToolOptions{"eslint": {Argv: []string{program}}}}).Session(root)
		t.Cleanup(h.Close)
		if !h.Whole("eslint") || h.Whole("ruff") {
			t.Errorf("before an answer: eslint %v, ruff %v", h.Whole("eslint"), h.Whole("ruff"))
		}
		in := Texts{Root: root, Files: list, Changed: map[string]bool{}}
		for i := range list {
			in.Changed[list[i].Path] = true
		}
		for range 3 {
			if _, err := h.Together(t.Context(), "eslint", in); err != nil {
				t.Fatal(err)
			}
		}
		if got := h.Whole("eslint"); got != want {
			t.Errorf("%s: the whole project %v, want %v", config, got, want)
		}
		if n := starts(); n != 1 {
			t.Errorf("%s: %d starts", config, n)
		}
		pool.Forget()
		pool.Close()
		if _, err := h.Together(t.Context(), "eslint", in); err != nil || !h.Whole("eslint") {
			t.Errorf("%s: a process of its own: the whole project %v, %v", config, h.Whole("eslint"), err)
		}
	}
}
