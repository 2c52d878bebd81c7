package rules

import (
	"github.com/fettle-dev/fettle/edits/rules/ecma"
	"github.com/fettle-dev/fettle/edits/rules/rule"
)

// forScript returns the rules for JavaScript and TypeScript.
func forScript() []Rule {
	return []Rule{
		{Name: "unused-catch", Class: rule.Preserves, Why: "a name that nothing reads, not by its spelling either",
			Signals: []string{"eslint/no-unused-vars", "eslint/@typescript-eslint/no-unused-vars"},
			Lang:    "javascript", Title: naming("Catch without a name"), Fix: ecma.UnusedCatch},
		{Name: "unused-expect-error", Class: rule.Preserves, Why: "only a comment goes",
			Signals: []string{"tsc/2578"},
			Lang:    "javascript", Title: titled("Remove the unused directive"), Fix: ecma.UnusedExpectError},
	}
}
