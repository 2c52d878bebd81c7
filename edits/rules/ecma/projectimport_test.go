package ecma

import (
	"testing"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

// TestProjectImport: a name that the project exports once is imported, in the style of the imports that are there.
func TestProjectImport(t *testing.T) {
	p := ruletest.Project{HomesOf: map[string][]rule.Home{
		"total": {{Module: "./cart", Name: "total"}}, "view": {{Module: "./a", Name: "view"}, {Module: "./b", Name: "view"}},
	}}
	of := func(name, in, want, why string) ruletest.Case {
		return ruletest.Case{Name: name, Message: "Cannot find name 'total'.", Project: p, In: in, Want: want, Why: why}
	}
	ruletest.Run(t, "typescript", ProjectImport, []ruletest.Case{
		of("the first import", "const x = «total»(1);\n", "import { total } from './cart';\n\nconst x = total(1);\n", ""),
		of("in the style of others", "import a from \"a\"\n\nconst x = «total»(1)\n",
			"import a from \"a\"\nimport { total } from \"./cart\"\n\nconst x = total(1)\n", ""),
		of("of modules with endings", "import { a } from './a.js';\n\nconst x = «total»(1);\n",
			"import { a } from './a.js';\nimport { total } from './cart.js';\n\nconst x = total(1);\n", ""),
		of("beside another name", "import { item } from './cart';\n\nconst x = «total»(1);\n",
			"import { item, total } from './cart';\n\nconst x = total(1);\n", ""),
		of("bound elsewhere", "function f(total: number) {}\nconst x = «total»(1);\n", "", "a meaning elsewhere"),
		of("by require", "const a = require('a');\nconst x = «total»(1);\n", "", "by require"),
		{Name: "two", Message: "Cannot find name 'view'.", Project: p, In: "const x = «view»(1);\n", Why: "./a or ./b"},
		{Name: "none", Message: "Cannot find name 'no'.", Project: p, In: "const x = «no»(1);\n", Why: "no other file"},
	})
}
