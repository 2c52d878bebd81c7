package linter

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// typed is a solution of two projects, one of which refers to the other; the
// folder of its output is not there.
var typed = map[string]string{
	"tsconfig.json": `{"files": [], "references": [{"path": "./lib/tsconfig.json"}, {"path": "./app"}]}`,
	"lib/tsconfig.json": `{"compilerOptions": {"composite": true, "strict": true, "noUnusedLocals": true, "outDir": "../out/lib", "rootDir": ".",
		"module": "nodenext", "target": "es2022", "types": []}}`,
	"app/tsconfig.json": `{"compilerOptions": {"composite": true, "strict": true, "noUnusedLocals": true, "outDir": "../out/app", "rootDir": ".",
		"module": "nodenext", "target": "es2022", "types": []}, "references": [{"path": "../lib/tsconfig.json"}]}`,
	"lib/a.ts":    "export function f(n: number): number { return n; }\n",
	"lib/uses.ts": "import { f } from './a.js';\nexport const s: number = f(1);\n",
	"lib/via.ts":  "export { s } from './uses.js';\n",
	"lib/wide.ts": "export {};\ndeclare global { interface Wide { w: number } }\n",
	"lib/far.ts":  "import type { s } from './via.js';\nexport const t: typeof s = 1;\nexport type W = Wide;\n",
	"app/main.ts": "import { f } from '../lib/a.js';\nexport const x: string = f('1');\nconst unused = 1;\n",
}

// among holds projects of one repository: one refers to another, one has its files
// by the names of paths, one takes them from outside of its list, and one by the
// name of their package, whose sources it is led to.
var among = map[string]string{
	"package.json":               `{"private": true, "workspaces": ["packages/*"]}`,
	"tsconfig.json":              `{"files": [], "references": [{"path": "packages/core"}, {"path": "packages/mid"}, {"path": "packages/app"}]}`,
	"packages/core/package.json": `{"name": "@m/core", "types": "src/a.ts"}`,
	"packages/core/tsconfig.json": `{"compilerOptions": {"composite": true, "strict": true, "outDir": "out", "rootDir": "src", "module": "esnext", "moduleResolution": "bundler",
		"target": "es2022", "types": []}, "include": ["src"]}`,
	"packages/core/src/a.ts":           "export function f() { return 1; }\nexport const only = f();\n",
	"packages/core/src/in.ts":          "import { f } from './a';\nexport const s: number = f();\n",
	"packages/core/test/tsconfig.json": `{"compilerOptions": {"strict": true, "noEmit": true, "module": "esnext", "moduleResolution": "bundler", "target": "es2022", "types": []}}`,
	"packages/core/test/a.test.ts":     "import { f } from '../src/a';\nexport const tested: number = f();\n",
	"packages/app/package.json":        `{"name": "@m/app"}`,
	"packages/app/tsconfig.json": `{"compilerOptions": {"composite": true, "strict": true, "outDir": "out", "rootDir": "src", "module": "esnext", "moduleResolution": "bundler",
		"target": "es2022", "types": []}, "include": ["src"], "references": [{"path": "../mid"}]}`,
	"packages/app/src/main.ts":  "import { f } from '@m/mid';\nexport const x: number = f();\nexport const old: string = f();\n",
	"packages/mid/package.json": `{"name": "@m/mid", "types": "src/index.ts"}`,
	"packages/mid/tsconfig.json": `{"compilerOptions": {"composite": true, "strict": true, "outDir": "out", "rootDir": "src", "module": "esnext", "moduleResolution": "bundler",
		"target": "es2022", "types": []}, "include": ["src"], "references": [{"path": "../core"}]}`,
	"packages/mid/src/index.ts": "export { f } from '@m/core';\n",
	"packages/web/package.json": `{"name": "@m/web"}`,
	"packages/web/tsconfig.json": `{"compilerOptions": {"strict": true, "noEmit": true, "module": "esnext", "moduleResolution": "bundler", "target": "es2022", "types": [],
		"paths": {"core/*": ["../core/src/*"]}}, "include": ["src"]}`,
	"packages/web/src/page.ts":     "import { f } from 'core/a';\nexport const page: number = f();\n",
	"packages/tool/package.json":   `{"name": "@m/tool"}`,
	"packages/tool/tsconfig.json":  `{"compilerOptions": {"strict": true, "noEmit": true, "module": "esnext", "moduleResolution": "bundler", "target": "es2022", "types": []}}`,
	"packages/tool/run.ts":         "import { f } from '@m/core';\nexport const ran: number = f();\n",
	"packages/alone/tsconfig.json": `{"compilerOptions": {"strict": true, "noEmit": true, "types": []}}`,
	"packages/alone/a.ts":          "export const f: string = 1;\n",
}

// TestTSCLooksAbroad: what a text newly breaks in files that nobody asked about is
// told of it, whichever project of the repository they belong to; what was broken
// before is not.
func TestTSCLooksAbroad(t *testing.T) {
	testkit.OtherProcesses(t)
	root, _ := surveyedProject(t, among)
	modules := filepath.Join(root, "node_modules", "@m")
	if err := errors.Join(os.MkdirAll(modules, 0o755), os.Symlink("../../packages/core", filepath.Join(modules, "core")), os.Symlink("../../packages/mid", filepath.Join(modules, "mid"))); err != nil {
		t.Fatal(err)
	}
	all := []string{
		"TS2322 in ../../app/src/main.ts, line 2", "TS2322 in ../../tool/run.ts, line 2", "TS2322 in ../../web/src/page.ts, line 2",
		"TS2322 in ../test/a.test.ts, line 2", "TS2322 in in.ts, line 2",
	}
	path := filepath.Join(root, "packages", "core", "src", "a.ts")
	base := text.File(path, "typescript", among["packages/core/src/a.ts"])
	away := func(list []signal.Diagnostic) []string {
		var got []string
		for _, d := range list {
			if message, _, _ := strings.Cut(d.Message, ":"); strings.HasPrefix(message, "in ") {
				got = append(got, d.Code+" "+message)
			}
		}
		slices.Sort(got)
		return got
	}
	for _, c := range []struct {
		name, after string
		want        []string
	}{
		{"another type", "export function f() { return '1'; }\nexport const only = f();\n", all},
		{"the same type", "export function f() { return 2; }\nexport const only = f();\n", nil},
		{"a type that none of them uses", "export function f() { return 1; }\nexport const only = String(f());\n", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			after := base.With(c.after)
			one, err := tscRunner(t, root).Recheck(t.Context(), "tsc", base, after)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, away(one)); d != "" {
				t.Errorf("one text (-want +got)\n%s", d)
			}
			for i, root := range []string{root, filepath.Join(root, "packages", "core")} {
				if i > 0 && c.want == nil {
					continue
				}
				said, err := tscRunner(t, root).Together(t.Context(), "tsc", Texts{Root: root, Files: []text.Snapshot{after}, Changed: map[string]bool{path: true}})
				if err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(c.want, away(said[path])); d != "" {
					t.Errorf("a change set (-want +got)\n%s", d)
				}
			}
		})
	}
	// A file that is asked about speaks for itself.
	in := filepath.Join(root, "packages", "core", "src", "in.ts")
	said, err := tscRunner(t, root).Together(t.Context(), "tsc", Texts{Root: root, Changed: map[string]bool{path: true},
		Files: []text.Snapshot{base.With("export function f() { return '1'; }\nexport const only = f();\n"), text.File(in, "typescript", among["packages/core/src/in.ts"])}})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(all[:4], away(said[path])); d != "" || len(said[in]) != 1 {
		t.Errorf("in.ts: %v; (-want +got)\n%s", said[in], d)
	}
}

func tscRunner(t *testing.T, root string) *Runner {
	return NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(), Tools: map[string]ToolOptions{"tsc": {Argv: []string{testkit.Tool(t, "tsc")}, Timeout: patient}},
		Trust: func(string, string) Trust { return Trusted }})
}

// TestTSCLooksElsewhere: what a candidate newly breaks in files that see the
// document's names is told with it, directly or through others; what was broken
// before is not.
func TestTSCLooksElsewhere(t *testing.T) {
	testkit.OtherProcesses(t)
	for _, c := range []struct {
		name, file, after string
		want              []string
	}{
		{"parameter", "lib/a.ts", "export function f(n: number, m: number): number { return n + m; }\n", []string{"TS2554 in uses.ts, line 2"}},
		{"inferred type", "lib/uses.ts", "import { f } from './a.js';\nexport const s = String(f(1));\n", []string{"TS2322 in far.ts, line 2"}},
		{"nothing that others see", "lib/a.ts", "export function f(n: number): number { return n + 1; }\n", nil},
		{"another type that fits", "lib/a.ts", "export function f(n: number | string): number { return Number(n); }\n", nil},
		{"for everybody", "lib/wide.ts", "export {};\n", []string{"TS2304 in far.ts, line 3"}},
		{"removed", "lib/via.ts", "export const other = 1;\n", []string{"TS2305 in far.ts, line 1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			root, _ := surveyedProject(t, typed)
			path := filepath.Join(root, filepath.FromSlash(c.file))
			base := text.File(path, "typescript", typed[c.file])
			list, err := tscRunner(t, root).Recheck(t.Context(), "tsc", base, base.With(c.after))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range list {
				if d.Severity == signal.Error {
					message, _, _ := strings.Cut(d.Message, ":")
					got = append(got, d.Code+" "+message)
				}
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// TestTSCChooses: of several imports of one declaration the service's best one is written, and what is assigned to in
// strict code and read later is declared.
func TestTSCChooses(t *testing.T) {
	testkit.OtherProcesses(t)
	root, _ := surveyedProject(t, map[string]string{
		"tsconfig.json": `{"compilerOptions": {"strict": true, "target": "es2022", "module": "esnext",
			"moduleResolution": "bundler"}}`,
		"m.ts":     "export type RetryDelayValue = number;\nexport type RetryValue = 1;\nexport const shared = 1;\n",
		"index.ts": "export * from './m';\n", "again.ts": "export { shared } from './m';\n",
	})
	cases := []struct{ name, code, text, want string }{
		{"a type next to another import", "TS2552",
			"import type { RetryValue } from './m';\nexport type Z = RetryDelayValue | RetryValue;\n",
			"type { RetryDelayValue, RetryValue } from './m'"},
		{"passed on by others", "TS2304", "export const z = shared;\n", "import { shared } from \"./"},
		{"a declaration", "TS2304",
			"export function f() {\n    total = 1;\n    return total + 1;\n}\n", "const total = 1"},
		{"one that nobody reads", "TS2304", "export function f(count: number) {\n    caunter = count;\n}\n", ""},
		{"a misspelling as near", "TS2552",
			"import { shared } from './m';\nexport const z = sharedd + shared;\n", "z = shared + shared"},
		{"in a script", "TS2304", "const z = shared;\n", ""},
	}
	in := Texts{Root: root, Changed: map[string]bool{}}
	for i, c := range cases {
		s := text.File(filepath.Join(root, fmt.Sprintf("s%d.ts", i)), "typescript", c.text)
		in.Files, in.Changed[s.Path] = append(in.Files, s), true
	}
	got, err := tscRunner(t, root).Together(t.Context(), "tsc", in)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		fixed := false
		for _, d := range got[in.Files[i].Path] {
			if d.Fix != nil && d.Fix.Applicability == signal.Safe {
				now, err := in.Files[i].Apply(d.Fix.Edits)
				fixed = fixed || err != nil || c.want == "" || strings.Contains(now.Text(), c.want)
			}
		}
		if fixed != (c.want != "") {
			t.Errorf("%s: %v", c.name, got[in.Files[i].Path])
		}
	}
}

// TestTSCLeavesToTheUser: what the compiler offers is no fix where it would take
// more with it than the problem, silence it, or guess.
func TestTSCLeavesToTheUser(t *testing.T) {
	testkit.OtherProcesses(t)
	root, _ := surveyedProject(t, map[string]string{
		"tsconfig.json": `{"compilerOptions": {"strict": true, "noUnusedLocals": true, "noUnusedParameters": true, "target": "es2022", "module": "esnext", "moduleResolution": "bundler"}}`,
		"m.ts":          "export const a = 1;\nexport type T = number;\n",
		"one.ts":        "export const both = 1;\n", "two.ts": "export const both = 2;\n",
	})
	cases := []struct{ name, code, text string }{
		{"a comment of what follows", "TS6133", "import type { T } from './m';/* license\n of the file */\nexport const z = 1;\n"},
		{"a directive above", "TS6133", "// prettier-ignore\nimport { a } from './m';\nexport const z = 1;\n"},
		{"a call", "TS6133", "export function f() { const x = Math.random(); return 1; }\n"},
		{"assigned to", "TS6133", "export function f() { let x = 1; x = Math.random(); }\n"},
		{"a property", "TS6138", "class P { constructor(private z: number) {} }\nexport const p = new P(1);\n"},
		{"a part", "TS6133", "export const f = ({ x, ...rest }: { x: number; y: number }) => { const { y } = rest; };\n"},
		{"no misspelling", "TS2552", "export const z = undefinedName;\n"},
		{"nothing is known of it", "TS7006", "export function f(x) { return x; }\n"},
		{"the mark is taken", "TS6133", "export function f(x: number, _x: number) { return _x; }\n"},
		{"two places to import it from", "TS2304", "export const z = both;\n"},
		{"not initialised", "TS2564", "export class C { x: number; }\n"},
		{"a member to write", "TS2420", "interface I { m(): void }\nexport class C implements I {}\n"},
		{"types that do not overlap", "TS2352", "export const z = 'x' as number;\n"},
	}
	in := Texts{Root: root, Changed: map[string]bool{}}
	for i, c := range cases {
		s := text.File(filepath.Join(root, fmt.Sprintf("s%d.ts", i)), "typescript", c.text)
		in.Files, in.Changed[s.Path] = append(in.Files, s), true
	}
	got, err := tscRunner(t, root).Together(t.Context(), "tsc", in)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		reported := false
		for _, d := range got[in.Files[i].Path] {
			reported = reported || d.Code == c.code
			if d.Code == c.code && d.Fix != nil {
				t.Errorf("%s: %s", c.name, d.Fix.Title)
			}
		}
		if !reported {
			t.Errorf("%s: no %s in %v", c.name, c.code, got[in.Files[i].Path])
		}
	}
}
