package rules

import (
	"github.com/fettle-dev/fettle/edits/rules/ecma"
	"github.com/fettle-dev/fettle/edits/rules/rule"
)

// forScript returns the rules for JavaScript and TypeScript.
func forScript() []Rule {
	return []Rule{
		{Name: "unused-script-import", Class: rule.Changes, Why: "an import may have effects",
			Signals: []string{"tsc/6133", "tsc/6192", "tsc/6196", "eslint/no-unused-vars",
				"eslint/@typescript-eslint/no-unused-vars",
				"eslint/unused-imports/no-unused-imports", "biome/lint/correctness/noUnusedImports"},
			Lang: "javascript", Title: naming("Remove the unused import"), Fix: ecma.UnusedImport},
		{Name: "unused-catch", Class: rule.Preserves, Why: "a name that nothing reads, not by its spelling either",
			Signals: []string{"eslint/no-unused-vars", "eslint/@typescript-eslint/no-unused-vars"},
			Lang:    "javascript", Title: naming("Catch without a name"), Fix: ecma.UnusedCatch},
		{Name: "unused-expect-error", Class: rule.Preserves, Why: "only a comment goes",
			Signals: []string{"tsc/2578"},
			Lang:    "javascript", Title: titled("Remove the unused directive"), Fix: ecma.UnusedExpectError},
	}
}
