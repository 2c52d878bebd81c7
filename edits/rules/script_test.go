package rules

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/syntax"
)

func TestUnusedScriptImport(t *testing.T) {
	const eslint = "'x' is defined but never used."
	const tsc = "'x' is declared but its value is never read."
	runCases(t, "typescript", []ruleCase{
		{name: "whole", signal: "eslint/no-unused-vars", message: eslint, in: "import «x» from 'm'; // m\nf();\n", want: "f();\n"},
		{name: "default beside names", signal: "tsc/TS6133", message: tsc, in: "import «x», { a, b } from \"m\";\na(b);\n", want: "import { a, b } from \"m\";\na(b);\n"},
		{name: "default beside namespace", signal: "tsc/6133", message: tsc, in: "import «x», * as n from 'm'\nn\n", want: "import * as n from 'm'\nn\n"},
		{name: "namespace beside default", signal: "typescript/6133", message: tsc, in: "import d, «* as x» from 'm'\nd\n", want: "import d from 'm'\nd\n"},
		{name: "first name", signal: "eslint/@typescript-eslint/no-unused-vars", message: eslint, in: "import { «x», a } from 'm';\na;\n", want: "import { a } from 'm';\na;\n"},
		{name: "last name", signal: "eslint/@typescript-eslint/no-unused-vars", message: eslint, in: "import { a, «x» } from 'm';\na;\n", want: "import { a } from 'm';\na;\n"},
		{name: "trailing comma", signal: "eslint/no-unused-vars", message: eslint, in: "import { a, «x», } from 'm';\na;\n", want: "import { a, } from 'm';\na;\n"},
		{name: "renamed type", signal: "tsc/TS6133", message: tsc, in: "import d, { type «y as x» } from 'm';\nd;\n", want: "import d from 'm';\nd;\n"},
		{name: "own line", signal: "tsc/TS6133", message: tsc, in: "import {\n  a, // 🎉\n  «x», // x\n  b,\n} from 'm';\na(b);\n", want: "import {\n  a, // 🎉\n  b,\n} from 'm';\na(b);\n"},
		{name: "own line, a name in a string", signal: "tsc/TS6133", message: tsc, in: "import {\n  a,\n  «\"b://c/*\" as x», // x\n} from 'm';\na;\n", want: "import {\n  a,\n} from 'm';\na;\n"},
		{name: "all", signal: "tsc/TS6192", message: "All imports in import declaration are unused.", in: "«import { x, y } from 'm';»\nf();\n", want: "f();\n"},
		{name: "in a string and as a member", signal: "eslint/no-unused-vars", message: eslint, in: "import «x» from 'm';\na.x('x'); // x\n", want: "a.x('x'); // x\n"},
		{name: "shares its line", signal: "eslint/no-unused-vars", message: eslint, in: "import «x» from 'm'; f();\n", want: "f();\n"},
		{name: "used as a type", signal: "eslint/no-unused-vars", message: eslint, in: "import «x» from 'm';\nlet a: x;\n", why: "elsewhere"},
		{name: "used in another scope", signal: "tsc/6133", message: tsc, in: "import { «x», a } from 'm';\nfunction f(x) { return { x: a }; }\n", want: "import { a } from 'm';\nfunction f(x) { return { x: a }; }\n"},
		{name: "key of an object", signal: "eslint/no-unused-vars", message: eslint, in: "import «x» from 'm';\nf({ x: 1 });\n", want: "f({ x: 1 });\n"},
		{name: "behind a question mark", signal: "eslint/no-unused-vars", message: eslint, in: "import «x» from 'm';\na ? x : 1;\n", why: "elsewhere"},
		{name: "assignment", signal: "tsc/6133", message: tsc, in: "«import x = require('m')»;\nf();\n", want: "f();\n"},
		{name: "alias", signal: "tsc/6133", message: tsc, in: "import * as n from 'm';\n«import x = n.T»;\nn;\n", want: "import * as n from 'm';\nn;\n"},
		{name: "byte order mark", signal: "tsc/6133", message: tsc, in: "\ufeffimport «x» from 'm';\nf();\n", want: "\ufefff();\n"},
		{name: "directive above", signal: "eslint/no-unused-vars", message: eslint, in: "f();\n// eslint-disable-next-line a/b\nimport «x» from 'm';\ng();\n", want: "f();\ng();\n"},
		{name: "comment above", signal: "eslint/no-unused-vars", message: eslint, in: "// eslint is on\nimport «x» from 'm';\ng();\n", want: "// eslint is on\ng();\n"},
		{name: "behind code", signal: "tsc/6133", message: tsc, in: "f(); import «x» from 'm';\ng();\n", want: "f();\ng();\n"},
		{name: "comment among names", signal: "eslint/no-unused-vars", message: eslint, in: "import { a, /* x */ «x» } from 'm';\na;\n", why: "comment"},
		{name: "variable", signal: "eslint/no-unused-vars", message: eslint, in: "const «x» = 1;\n", why: "no import"},
		{name: "side effect", signal: "eslint/no-unused-vars", message: eslint, in: "import «'x'»;\n", why: "binds no name"},
	})
	if syntax.Parse("typescript", "f(;\n").Engine == syntax.TreeSitter { // the scan sees no damage
		runCases(t, "typescript", []ruleCase{
			{name: "broken", signal: "eslint/no-unused-vars", message: eslint, in: "import «x» from 'm';\nf(;\n", why: "syntax error"},
		})
	}
	runCases(t, "typescriptreact", []ruleCase{
		{name: "the braces of one name", signal: "biome/lint/correctness/noUnusedImports", message: "This import is unused.", in: "import «{ a }» from './b';\nf();\n", want: "f();\n"},
		{name: "the braces of several", signal: "biome/lint/correctness/noUnusedImports", message: "This import is unused.", in: "import «{ a, b }» from './b';\nf(b);\n", why: "does not say which"},
		{name: "react", signal: "eslint/no-unused-vars", message: "'React' is defined but never used.", in: "import «React» from 'react';\nconst a = <b />;\n", why: "JSX"},
	})
}
