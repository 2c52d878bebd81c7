package linter

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestOwnFixes applies the fixes of real tools in texts where a byte, a
// character, a UTF-16 code unit and a column of a tool differ.
func TestOwnFixes(t *testing.T) {
	testkit.OtherProcesses(t)
	project := map[string]string{
		"go.mod":           "module example.com/m\n\ngo 1.24\n",
		"Cargo.toml":       "[package]\nname = \"m\"\nversion = \"0.1.0\"\nedition = \"2021\"\n",
		"eslint.config.js": "module.exports = [{ rules: { 'prefer-const': 2, 'no-extra-boolean-cast': 2, 'unicode-bom': 2 } }];\n",
		"biome.json":       "{}",
		"ruff.toml":        "lint.select = [\"E711\", \"F401\", \"UP006\", \"SIM103\", \"W291\"]\n",
		"tsconfig.json":    `{"compilerOptions": {"strict": true, "noUnusedLocals": true, "noUnusedParameters": true, "noPropertyAccessFromIndexSignature": true, "allowUnreachableCode": false, "target": "es2022", "module": "esnext", "moduleResolution": "bundler", "types": []}}`,
		"m.ts":             "export const a = 1, b = 2;\nexport interface OnlyTypeInM { k: number }\nexport function onlyInM() { return ''; }\n",
		".golangci.yml":    "version: \"2\"\nlinters:\n  default: none\n  enable: [staticcheck, intrange, modernize, perfsprint, whitespace]\n",
	}
	const emoji = "\"🎉é\u0301\""
	for _, c := range []struct {
		name, tool, file, code, in, want string
		applicability                    signal.Applicability
	}{
		{"emoji before", "eslint", "a.js", "prefer-const", "const s = " + emoji + "; let x = 1; s; x;\n", "const s = " + emoji + "; const x = 1; s; x;\n", signal.Safe},
		{"emoji above, CRLF", "eslint", "a.js", "prefer-const", "/* 🎉🎉 */\r\n\tlet x = 1; x;\r\n", "/* 🎉🎉 */\r\n\tconst x = 1; x;\r\n", signal.Safe},
		{"emoji in the fix", "eslint", "a.js", "no-extra-boolean-cast", "\ufeff if (!!" + emoji + ") {}\r\n", "\ufeff if (" + emoji + ") {}\r\n", signal.Safe},
		{"the mark itself", "eslint", "a.js", "unicode-bom", "\ufeffs = '🎉';\n", "s = '🎉';\n", signal.Safe},
		{"unused directive", "eslint", "a.js", "", "s = '🎉'; // eslint-disable-line no-undef\r\n", "s = '🎉';  \r\n", signal.Safe},

		{"emoji before, CRLF", "biome", "a.js", "lint/style/useConst", "/* 🎉é */ let x = 1; export { x };\r\n", "/* 🎉é */ const x = 1; export { x };\r\n", signal.Safe},
		{"behind a mark", "biome", "a.js", "lint/style/useConst", "\ufefflet x = '🎉'; export { x };\n", "\ufeffconst x = '🎉'; export { x };\n", signal.Safe},
		{"emoji in the fix", "biome", "a.ts", "lint/style/useTemplate", "export const f = (s: string) => '🎉' + s;\n", "export const f = (s: string) => `🎉${s}`;\n", signal.Unsafe},

		{"unused, emoji, CRLF", "tsc", "a.ts", "TS6133", "/* 🎉 */ export function f(n: number, unused: string) {\r\n\treturn n + '🎉';\r\n}\r\n", "/* 🎉 */ export function f(n: number, _unused: string) {\r\n\treturn n + '🎉';\r\n}\r\n", signal.Safe},
		{"unused value", "tsc", "a.ts", "TS6133", "\ufeffexport const s = '🎉';\nconst x = [1, { y: () => s }];\nexport const z = 1;\n", "\ufeffexport const s = '🎉';\nexport const z = 1;\n", signal.Safe},
		{"unused import, elided", "tsc", "a.ts", "TS6133", "import { a, b } from './m';\r\nexport const s = b;\r\n", "import { b } from './m';\r\nexport const s = b;\r\n", signal.Safe},
		{"spelling", "tsc", "a.ts", "TS2552", "const first = '🎉';\nexport const z = [first, /* 🎉 */ frist];\n", "const first = '🎉';\nexport const z = [first, /* 🎉 */ first];\n", signal.Safe},
		{"plural", "tsc", "a.ts", "TS2552", "const letter = '🎉';\nexport const z = [letter, letters];\n", "const letter = '🎉';\nexport const z = [letter, letter];\n", signal.Unsafe},
		{"awaited", "tsc", "a.ts", "TS2339", "async function load() { return { n: 1 }; }\nexport async function f() {\n\tconst x = load();\n\treturn x.n;\n}\n", "async function load() { return { n: 1 }; }\nexport async function f() {\n\tconst x = load();\n\treturn (await x).n;\n}\n", signal.Safe},
		{"constant", "tsc", "a.ts", "TS2588", "const n = 1;\nn = 2;\nexport { n };\n", "let n = 1;\nn = 2;\nexport { n };\n", signal.Safe},
		{"missing import", "tsc", "a.ts", "TS2304", "export const s = '🎉' + onlyInM();\n",
			"import { onlyInM } from \"./m\";\n\nexport const s = '🎉' + onlyInM();\n", signal.Safe},
		{"missing type", "tsc", "a.ts", "TS2304", "import { a } from './m';\nexport const s = (x: OnlyTypeInM) => [a, x];\n", "import { a, OnlyTypeInM } from './m';\nexport const s = (x: OnlyTypeInM) => [a, x];\n", signal.Safe},
		{"type from use", "tsc", "a.ts", "TS7006", "function f(é) { return '🎉' + é; }\nexport const z = f('x');\n", "function f(é: string) { return '🎉' + é; }\nexport const z = f('x');\n", signal.Safe},
		{"element access", "tsc", "a.ts", "TS4111", "const r: Record<string, number> = {};\n/* 🎉 */ export const z = r.é;\n", "const r: Record<string, number> = {};\n/* 🎉 */ export const z = r[\"é\"];\n", signal.Safe},
		{"dead code", "tsc", "a.ts", "TS7027", "export function f() {\n\treturn '🎉';\n\tconsole;\n}\ndeclare const console: object;\n", "export function f() {\n\treturn '🎉';\n}\ndeclare const console: object;\n", signal.Safe},
		{"dead declaration", "tsc", "a.ts", "TS7027", "let x = '🎉';\nexport function f() {\n\tx = '';\n\treturn;\n\tvar x = '';\n}\nx;\n", "let x = '🎉';\nexport function f() {\n\tx = '';\n\treturn;\n}\nx;\n", signal.Unsafe},
		{"directive above", "tsc", "a.ts", "TS2552", "const first = '🎉';\n// prettier-ignore\nexport const z = [first, frist];\n", "const first = '🎉';\n// prettier-ignore\nexport const z = [first, first];\n", signal.Safe},
		{"await without async", "tsc", "a.ts", "TS1308", "export function f() {\n\tawait Promise.resolve('🎉');\n}\n", "export async function f() {\n\tawait Promise.resolve('🎉');\n}\n", signal.Unsafe},

		{"emoji before", "ruff", "a.py", "E711", "s = " + emoji + ", x == None\r\n", "s = " + emoji + ", x is None\r\n", signal.Unsafe},
		{"several lines", "ruff", "a.py", "F401", "\ufeffimport os; s = '🎉'\r\n", "\ufeffs = '🎉'\r\n", signal.Safe},
		{"tabs", "ruff", "a.py", "SIM103", "def f(x):\r\n\tif x == '🎉':\r\n\t\treturn True\r\n\telse:\r\n\t\treturn False\r\n", "def f(x):\r\n\treturn x == '🎉'\r\n", signal.Unsafe},
		{"several edits", "ruff", "a.py", "UP006", "s = '🎉'; from typing import List; x: List[int]\n", "s = '🎉'; from typing import List; x: list[int]\n", signal.Safe},

		{"emoji before", "staticcheck", "a.go", "S1021", "package m\r\n\r\nfunc F() string {\r\n\t/* 🎉 */ var s string\r\n\ts = \"🎉\"\r\n\treturn s\r\n}\r\n", "package m\r\n\r\nfunc F() string {\r\n\t/* 🎉 */ var s string = \"🎉\"\r\n\treturn s\r\n}\r\n", signal.Safe},
		{"byte order mark", "staticcheck", "a.go", "S1002", "\ufeffpackage m\n\nfunc F(b bool) bool { /* 🎉 */ return b == true }\n", "\ufeffpackage m\n\nfunc F(b bool) bool { /* 🎉 */ return b }\n", signal.Safe},

		{"emoji before", "golangci-lint", "a.go", "staticcheck:S1002", "package m\r\n\r\nfunc F(b bool) bool { /* 🎉 */ return b == true }\r\n", "package m\r\n\r\nfunc F(b bool) bool { /* 🎉 */ return b }\r\n", signal.Safe},
		{"byte order mark", "golangci-lint", "a.go", "staticcheck:S1002", "\ufeffpackage m\n\nfunc F(b bool) bool { /* 🎉 */ return b == true }\n", "\ufeffpackage m\n\nfunc F(b bool) bool { /* 🎉 */ return b }\n", signal.Safe},

		{"not at the finding", "golangci-lint", "a.go", "intrange", "package m\r\n\r\nfunc F(f func(string)) {\r\n\t/* 🎉 */ for i := 0; i < 3; i++ {\r\n\t\tf(\"🎉\")\r\n\t}\r\n}\r\n", "package m\r\n\r\nfunc F(f func(string)) {\r\n\t/* 🎉 */ for range 3 {\r\n\t\tf(\"🎉\")\r\n\t}\r\n}\r\n", signal.Unsafe},
		{"said to keep behaviour", "golangci-lint", "a.go", "modernize:any", "package m\n\nvar X interface{} = 1\n", "package m\n\nvar X any = 1\n", signal.Safe},
		{"blank line, to be formatted", "golangci-lint", "a.go", "whitespace", "package m\n\nfunc F(f func(string)) {\n\n\tf(\"🎉\")\n}\n", "package m\n\nfunc F(f func(string)) {\nf(\"🎉\")\n}\n", signal.Safe},

		{"emoji before", "clippy", "src/lib.rs", "clippy::needless_return", "pub fn f() -> &'static str {\r\n    /* 🎉 */ return \"🎉\";\r\n}\r\n", "pub fn f() -> &'static str {\r\n    /* 🎉 */ \"🎉\"\r\n}\r\n", signal.Safe},
		{"byte order mark", "clippy", "src/lib.rs", "clippy::bool_comparison", "\ufeffpub fn f(b: bool) -> u8 { if /* 🎉 */ b == true { 1 } else { 2 } }\n", "\ufeffpub fn f(b: bool) -> u8 { if /* 🎉 */ b { 1 } else { 2 } }\n", signal.Safe},
		{"several edits", "clippy", "src/lib.rs", "unused_parens", "pub fn f(b: bool) -> bool {\n\tlet _s = \"🎉\"; let c = (b && true);\n\tc\n}\n", "pub fn f(b: bool) -> bool {\n\tlet _s = \"🎉\"; let c = b && true ;\n\tc\n}\n", signal.Safe},
	} {
		t.Run(c.tool+"/"+c.name, func(t *testing.T) {
			t.Parallel()
			spec, _ := Find(c.tool)
			program := testkit.Tool(t, spec.Binary)
			dir := t.TempDir()
			for name, data := range project {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			path := filepath.Join(dir, filepath.FromSlash(c.file))
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(c.in), 0o600); err != nil {
				t.Fatal(err)
			}
			l, err := New(c.tool, Options{Argv: []string{program}, Root: dir, Trust: Trusted, CacheDir: t.TempDir(), Timeout: patient})
			if err != nil {
				t.Fatal(err)
			}
			s := text.File(path, langOf(c.file), c.in)
			list, err := l.Lint(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(list, func(d signal.Diagnostic) bool { return d.Code == c.code && d.Fix != nil })
			if i < 0 {
				t.Fatalf("no fix of %q among %+v", c.code, list)
			}
			fix := list[i].Fix
			if next, err := s.Apply(fix.Edits); err != nil || next.Text() != c.want {
				t.Errorf("fixed %q, %v; want %q", next.Text(), err, c.want)
			}
			if fix.Applicability != c.applicability {
				t.Errorf("applicability %v, want %v", fix.Applicability, c.applicability)
			}
		})
	}
}
