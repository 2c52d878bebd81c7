package syntax

import (
	"os"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
)

// TestLost: the names that a text uses and has lost the declaration of, with a tree.
func TestLost(t *testing.T) {
	if _, ok := TreeOf("javascript", "x"); !ok {
		if os.Getenv("FETTLE_REQUIRE_TOOLS") == "1" {
			t.Fatal("the grammars are missing: this is a build without cgo")
		}
		t.Skip("no grammars here: this is a build without cgo")
	}
	for _, c := range []struct{ name, lang, before, after, want string }{
		{"an import", "javascript", "import { a, b } from 'x';\na(b);\n", "import { a } from 'x';\na(b);\n", "b"},
		{"a loop's name", "javascript", "for (const [i, row] of rows) use(i, rows[i]);\n",
			"for (const [i, _row] of rows) use(i, row);\n", "row"},
		{"in an inner scope", "javascript", "import { n } from 'x';\nfunction f() { const n = 1; return n; }\nn();\n",
			"function f() { const n = 1; return n; }\nn();\n", "n"},
		{"a block's", "javascript", "var x = 1; { x; }\nx;\n", "{ let x = 1; x; }\nx;\n", "x"},
		{"lifted", "javascript", "f(); var x = 1; { function f() {} var y = x; }\ny;\n",
			"f(); { function f() {} var y = 1; }\ny;\n", ""},
		{"a parameter", "typescript", "const f = ({ a, ...rest }: P, b = a) => g(a, rest, b);\n",
			"const f = ({ a }: P, b = a) => g(a, rest, b);\n", "rest"},
		{"never declared", "javascript", "a();\n", "window.a(); process.exit();\n", ""},
		{"a property", "javascript", "import a from 'x';\no.a = { a: 1 };\n", "o.a = { a: 1 };\n", ""},
		{"a shorthand", "javascript", "import a from 'x';\no = { a };\n", "o = { a };\n", "a"},
		{"an export", "typescript", "import { a } from 'x';\nexport { a as b };\n", "export { a as b };\n", "a"},
		{"another's export", "typescript", "import { a } from 'x';\nexport { a } from 'y';\n", "export { a } from 'y';\n",
			""},
		{"an element", "typescriptreact", "import { Foo, div } from 'x';\nconst a = <Foo><div/></Foo>;\n",
			"const a = <Foo><div/></Foo>;\n", "Foo"},
		{"a type", "typescript", "import type { T } from 'x';\nlet a: T<number>;\n", "let a: T<number>;\n", "T"},
		{"a type's parameter", "typescript",
			"import { K, R } from 'x';\ntype A<Q> = { [K in keyof Q]: Q[K] };\ntype B = C extends (infer R)[] ? R : 1;\n",
			"type A<Q> = { [K in keyof Q]: Q[K] };\ntype B = C extends (infer R)[] ? R : 1;\n", ""},
		{"what a class is called", "typescript",
			"import { N, C } from 'x';\nenum E { A, B = A }\nnamespace N.M {}\nclass C { c: C; e = E; n = N; }\n",
			"enum E { A, B = A }\nnamespace N.M {}\nclass C { c: C; e = E; n = N; }\n", ""},
		{"a caught error", "javascript", "try { f(); } catch (e) { g(e); }\n", "try { f(); } catch { g(e); }\n", "e"},
		{"damage", "javascript", "import { a } from 'x';\na();\n", "import { from 'x';\na();\n", ""},
	} {
		var got []string
		for _, id := range Lost(text.File("a", c.lang, c.before), text.File("a", c.lang, c.after)) {
			got = append(got, id.Name)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: lost %q, want %q", c.name, got, c.want)
		}
	}
}
