package ecma_test

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestUnusedScriptImport(t *testing.T) {
	const eslint = "'x' is defined but never used."
	const tsc = "'x' is declared but its value is never read."
	table.Run(t, "typescript", []ruletest.Case{
		{Name: "whole", Signal: "eslint/no-unused-vars", Message: eslint, In: "import «x» from 'm'; // m\nf();\n",
			Want: "f();\n"},
		{Name: "default beside names", Signal: "tsc/TS6133", Message: tsc, In: "import «x», { a, b } from \"m\";\na(b);\n",
			Want: "import { a, b } from \"m\";\na(b);\n"},
		{Name: "default beside namespace", Signal: "tsc/6133", Message: tsc, In: "import «x», * as n from 'm'\nn\n",
			Want: "import * as n from 'm'\nn\n"},
		{Name: "namespace beside default", Signal: "typescript/6133", Message: tsc, In: "import d, «* as x» from 'm'\nd\n",
			Want: "import d from 'm'\nd\n"},
		{Name: "first name", Signal: "eslint/@typescript-eslint/no-unused-vars", Message: eslint,
			In: "import { «x», a } from 'm';\na;\n", Want: "import { a } from 'm';\na;\n"},
		{Name: "last name", Signal: "eslint/@typescript-eslint/no-unused-vars", Message: eslint,
			In: "import { a, «x» } from 'm';\na;\n", Want: "import { a } from 'm';\na;\n"},
		{Name: "trailing comma", Signal: "eslint/no-unused-vars", Message: eslint, In: "import { a, «x», } from 'm';\na;\n",
			Want: "import { a, } from 'm';\na;\n"},
		{Name: "renamed type", Signal: "tsc/TS6133", Message: tsc, In: "import d, { type «y as x» } from 'm';\nd;\n",
			Want: "import d from 'm';\nd;\n"},
		{Name: "own line", Signal: "tsc/TS6133", Message: tsc,
			In:   "import {\n  a, // 🎉\n  «x», // x\n  b,\n} from 'm';\na(b);\n",
			Want: "import {\n  a, // 🎉\n  b,\n} from 'm';\na(b);\n"},
		{Name: "own line, a name in a string", Signal: "tsc/TS6133", Message: tsc,
			In: "import {\n  a,\n  «\"b://c/*\" as x», // x\n} from 'm';\na;\n", Want: "import {\n  a,\n} from 'm';\na;\n"},
		{Name: "all", Signal: "tsc/TS6192", Message: "All imports in import declaration are unused.",
			In: "«import { x, y } from 'm';»\nf();\n", Want: "f();\n"},
		{Name: "in a string and as a member", Signal: "eslint/no-unused-vars", Message: eslint,
			In: "import «x» from 'm';\na.x('x'); // x\n", Want: "a.x('x'); // x\n"},
		{Name: "shares its line", Signal: "eslint/no-unused-vars", Message: eslint, In: "import «x» from 'm'; f();\n",
			Want: "f();\n"},
		{Name: "used as a type", Signal: "eslint/no-unused-vars", Message: eslint, In: "import «x» from 'm';\nlet a: x;\n",
			Why: "elsewhere"},
		{Name: "used in another scope", Signal: "tsc/6133", Message: tsc,
			In:   "import { «x», a } from 'm';\nfunction f(x) { return { x: a }; }\n",
			Want: "import { a } from 'm';\nfunction f(x) { return { x: a }; }\n"},
		{Name: "key of an object", Signal: "eslint/no-unused-vars", Message: eslint,
			In: "import «x» from 'm';\nf({ x: 1 });\n", Want: "f({ x: 1 });\n"},
		{Name: "behind a question mark", Signal: "eslint/no-unused-vars", Message: eslint,
			In: "import «x» from 'm';\na ? x : 1;\n", Why: "elsewhere"},
		{Name: "assignment", Signal: "tsc/6133", Message: tsc, In: "«import x = require('m')»;\nf();\n", Want: "f();\n"},
		{Name: "alias", Signal: "tsc/6133", Message: tsc, In: "import * as n from 'm';\n«import x = n.T»;\nn;\n",
			Want: "import * as n from 'm';\nn;\n"},
		{Name: "byte order mark", Signal: "tsc/6133", Message: tsc, In: "\ufeffimport «x» from 'm';\nf();\n",
			Want: "\ufefff();\n"},
		{Name: "directive above", Signal: "eslint/no-unused-vars", Message: eslint,
			In: "f();\n// eslint-disable-next-line a/b\nimport «x» from 'm';\ng();\n", Want: "f();\ng();\n"},
		{Name: "comment above", Signal: "eslint/no-unused-vars", Message: eslint,
			In: "// eslint is on\nimport «x» from 'm';\ng();\n", Want: "// eslint is on\ng();\n"},
		{Name: "behind code", Signal: "tsc/6133", Message: tsc, In: "f(); import «x» from 'm';\ng();\n",
			Want: "f();\ng();\n"},
		{Name: "comment among names", Signal: "eslint/no-unused-vars", Message: eslint,
			In: "import { a, /* x */ «x» } from 'm';\na;\n", Why: "comment"},
		{Name: "variable", Signal: "eslint/no-unused-vars", Message: eslint, In: "const «x» = 1;\n", Why: "no import"},
		{Name: "side effect", Signal: "eslint/no-unused-vars", Message: eslint, In: "import «'x'»;\n", Why: "binds no name"},
	})
	if syntax.Parse("typescript", "f(;\n").Engine == syntax.TreeSitter { // the scan sees no damage
		table.Run(t, "typescript", []ruletest.Case{
			{Name: "broken", Signal: "eslint/no-unused-vars", Message: eslint, In: "import «x» from 'm';\nf(;\n",
				Why: "syntax error"},
		})
	}
	table.Run(t, "typescriptreact", []ruletest.Case{
		{Name: "the braces of one name", Signal: "biome/lint/correctness/noUnusedImports", Message: "This import is unused.",
			In: "import «{ a }» from './b';\nf();\n", Want: "f();\n"},
		{Name: "the braces of several", Signal: "biome/lint/correctness/noUnusedImports", Message: "This import is unused.",
			In: "import «{ a, b }» from './b';\nf(b);\n", Why: "does not say which"},
		{Name: "react", Signal: "eslint/no-unused-vars", Message: "'React' is defined but never used.",
			In: "import «React» from 'react';\nconst a = <b />;\n", Why: "JSX"},
	})
}
