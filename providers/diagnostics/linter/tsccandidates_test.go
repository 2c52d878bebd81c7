package linter

import (
	"path/filepath"
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

func tscRunner(t *testing.T, root string) *Runner {
	return NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(), Tools: map[string]ToolOptions{"tsc": {Argv: []string{testkit.Tool(t, "tsc")}, Timeout: patient}},
		Trust: func(string) Trust { return Trusted }})
}

// TestTSCTextsSayWhatSingleRunsSay: one start of the compiler over many texts
// says of each what a start for it alone says, the compiler's fixes included.
func TestTSCTextsSayWhatSingleRunsSay(t *testing.T) {
	testkit.OtherProcesses(t)
	root, _ := surveyedProject(t, typed)
	path := filepath.Join(root, "app", "main.ts")
	var list []text.Snapshot
	for _, body := range []string{
		"import { f } from '../lib/a.js';\nexport const x: string = f('1');\nconst unused = 1;\n",
		"\ufeffimport { f } from '../lib/a.js';\r\nexport const é = f(1), x: string = '😀' + eé;\r\n",
		"export const x = ;\n",
		"",
		"const x = 1;\nlet y: string = x;\n", // a script: its names are everybody's
		"import { g } from '../lib/nowhere.js';\nexport const x = g;\n",
		"import { f } from '../lib/a.js';\nexport const x: string = f('1');\nconst unused = 1;\n",
	} {
		list = append(list, text.File(path, "typescript", body))
	}
	got, err := tscRunner(t, root).Candidates(t.Context(), "tsc", list, 1)
	if err != nil {
		t.Fatal(err)
	}
	single, all := tscRunner(t, root), 0
	for i, s := range list {
		want, err := single.Lint(t.Context(), "tsc", s)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got[i]); d != "" {
			t.Errorf("%q: a start of its own against one for all\n%s", s.Text(), d)
		}
		all += len(want)
	}
	if all < 6 {
		t.Errorf("only %d findings: the texts show nothing", all)
	}
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
			list, err := tscRunner(t, root).Lint(Recheck(t.Context(), base), "tsc", base.With(c.after))
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
