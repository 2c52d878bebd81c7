package rules

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// scriptProject is what the texts of TestScriptsWithTools import, and how the
// tools are set up.
var scriptProject = map[string]string{
	"tsconfig.json": `{"compilerOptions": {"strict": true, "noUnusedLocals": true, "noImplicitOverride": true, "target": "es2022",
		"module": "esnext", "moduleResolution": "bundler", "jsx": "preserve", "noEmit": true, "types": []}}`,
	"eslint.config.mjs": `export default [{ files: ["**/*.js", "**/*.jsx"], languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
		rules: { "no-unused-vars": 2, "no-undef": 0 } }];`,
	"package.json": `{"private": true, "type": "module"}`,
	"m.ts": "export const a = 1, b = 2, x = 3, y = 4;\nexport type T = { k: number };\n" +
		"export default function d() { return 1; }\n",
	"c.tsx": "export const A = (p: { n?: number }) => p as any;\nexport const B = A;\n",
}

// TestScriptsWithTools runs the real compiler and ESLint on a text, fixes its
// first diagnostic of the code by a rule, and lets the gates judge the result
// with the tool again. An empty want means that nothing may be offered.
func TestScriptsWithTools(t *testing.T) {
	testkit.OtherProcesses(t)
	byTool := map[string][]scriptCase{}
	for _, c := range []struct{ name, tool, file, code, in, want string }{
		{"directive", "tsc", "s.ts", "TS2578", "export function f() {\r\n\t// @ts-expect-error 🎉\r\n\treturn 1;\r\n}\r\n",
			"export function f() {\r\n\treturn 1;\r\n}\r\n"},
		{"directive before code", "tsc", "s.ts", "TS2578", "/* @ts-expect-error */ export const z: number = 1;\n",
			"export const z: number = 1;\n"},
		{"directive between elements", "tsc", "s.tsx", "TS2578", "export const z = <>\n  {/* @ts-expect-error */}\n</>;\n",
			"export const z = <>\n</>;\n"},

		{"caught", "eslint", "s.js", "no-unused-vars", "try {\r\n\tf('🎉');\r\n} catch (é) /* 🎉 */ {\r\n}\r\n",
			"try {\r\n\tf('🎉');\r\n} catch /* 🎉 */ {\r\n}\r\n"},
		{"caught on lines of its own", "eslint", "s.js", "no-unused-vars", "try {\n  f();\n} catch\n(\n  e\n)\n{ f(); }\n",
			"try {\n  f();\n} catch\n{ f(); }\n"},
		{"caught, read by eval", "eslint", "s.js", "no-unused-vars", "try { f(); } catch (e) { eval('e'); }\n", ""},
		{"caught in parts", "eslint", "s.js", "no-unused-vars", "try { f(); } catch ({ message }) { f(); }\n", ""},
		{"of a promise", "eslint", "s.js", "no-unused-vars", "f().catch(e => f());\n", ""},
	} {
		byTool[c.tool] = append(byTool[c.tool],
			scriptCase{name: c.name, tool: c.tool, file: c.file, code: c.code, in: c.in, want: c.want})
	}
	for tool, cases := range byTool {
		t.Run(tool, func(t *testing.T) {
			t.Parallel()
			scriptsWithTool(t, tool, cases)
		})
	}
}

// scriptCase is a text with a finding, and what a rule makes of it; "": nothing.
type scriptCase struct {
	name, tool, file, code, in, want string

	unsaid bool // the tool need not report it
}

// scriptsWithTool looks at the texts of all cases as files of one project, in one run
// of the tool, and at all that the rules have made of them in another: a start of the
// compiler takes longer than all its work here.
func scriptsWithTool(t *testing.T, tool string, cases []scriptCase) {
	program, dir := testkit.Tool(t, tool), t.TempDir()
	write := func(name, data string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, data := range scriptProject {
		write(name, data)
	}
	before := make([]text.Snapshot, len(cases))
	for i, c := range cases {
		name := fmt.Sprintf("case%d%s", i, filepath.Ext(c.file))
		write(name, c.in)
		path := filepath.Join(dir, name)
		before[i] = text.File(path, syntax.Language(path), c.in)
	}
	r := linter.NewRunner(linter.RunnerOptions{Roots: []string{dir}, CacheDir: t.TempDir(),
		Trust: func(string, string) linter.Trust { return linter.Trusted },
		Tools: map[string]linter.ToolOptions{tool: {Argv: []string{program}, Timeout: 5 * time.Minute}}})
	said, err := r.Together(t.Context(), tool, linter.Texts{Root: dir, Files: before})
	if err != nil {
		t.Fatal(err)
	}
	problems, results, errs := make([]Problem, len(cases)), make([]string, len(cases)), make([]error, len(cases))
	after, changed := slices.Clone(before), map[string]bool{}
	for i, c := range cases {
		p := Problem{Snapshot: before[i], File: syntax.Parse(before[i].Lang, c.in), Others: said[before[i].Path]}
		at := slices.IndexFunc(p.Others, func(d signal.Diagnostic) bool { return d.Code == c.code })
		if at < 0 && c.unsaid {
			errs[i] = errors.New("nothing is reported")
			continue
		}
		if at < 0 {
			errs[i] = errors.New("nothing is reported")
			t.Errorf("%s: %s does not report %s: %v", c.name, tool, c.code, p.Others)
			continue
		}
		p.Diagnostic = p.Others[at]
		problems[i] = p
		if results[i], errs[i] = table.Apply(t, p); errs[i] == nil {
			after[i], changed[before[i].Path] = before[i].With(results[i]), true
		}
	}
	says, err := r.Together(t.Context(), tool, linter.Texts{Root: dir, Files: after, Changed: changed})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) { judgeScript(t, c, problems[i], results[i], errs[i], says) })
	}
}

// judgeScript holds what a rule has made against the case, and lets the gates judge
// it with what the tool says of all results.
func judgeScript(t *testing.T, c scriptCase, p Problem, got string, failed error, says map[string][]signal.Diagnostic) {
	lint := func(_ context.Context, _ string, s text.Snapshot) ([]signal.Diagnostic, error) {
		list, ok := says[s.Path]
		if !ok || s.Text() != got {
			return nil, fmt.Errorf("%s has not looked at %q", c.tool, s.Text())
		}
		return list, nil
	}
	in := verify.Input{Before: p.Snapshot, After: got, File: p.File, Target: p.Diagnostic, Known: p.Others,
		Source: verify.Rule, Lint: lint}
	switch {
	case c.want == "" && failed == nil && (c.unsaid || verify.Run(t.Context(), in).Verdict != verify.Rejected):
		t.Errorf("offered %q", got)
	case c.want == "":
	case failed != nil:
		t.Error(failed)
	case got != c.want:
		t.Errorf("got %q, want %q", got, c.want)
	default:
		if r := verify.Run(t.Context(), in); r.Verdict != verify.Verified {
			t.Errorf("%v: %+v", r.Verdict, r.Results)
		}
	}
}
