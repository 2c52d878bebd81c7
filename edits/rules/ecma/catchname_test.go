package ecma_test

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestUnusedCatch(t *testing.T) {
	const msg = "'e' is defined but never used."
	table.Run(t, "javascript", []ruletest.Case{
		{Name: "plain", Signal: "eslint/no-unused-vars", Message: msg, In: "try { f(); } catch («e») {\n  g();\n}\n",
			Want: "try { f(); } catch {\n  g();\n}\n"},
		{Name: "tight", Signal: "eslint/@typescript-eslint/no-unused-vars", Message: msg, In: "try{f()}catch(«e»){}\n",
			Want: "try{f()}catch{}\n"},
		{Name: "eval", Signal: "eslint/no-unused-vars", Message: msg, In: "try { f(); } catch («e») { eval('e'); }\n",
			Why: "code in a text"},
		{Name: "destructured", Signal: "eslint/no-unused-vars", Message: msg, In: "try { f(); } catch ({ «e» }) {}\n",
			Why: "no name of a caught error"},
		{Name: "comment", Signal: "eslint/no-unused-vars", Message: msg, In: "try { f(); } catch («e» /* why */) {}\n",
			Why: "more than a name"},
		{Name: "method of that name", Signal: "eslint/no-unused-vars", Message: msg, In: "p.mycatch(«e»);\n",
			Why: "no name of a caught error"},
		{Name: "method of a promise", Signal: "eslint/no-unused-vars", Message: msg, In: "p.catch(«e»);\n",
			Why: "no name of a caught error"},
		{Name: "parameter", Signal: "eslint/no-unused-vars", Message: msg, In: "function f(«e») {}\n",
			Why: "no name of a caught error"},
	})
	table.Run(t, "typescript", []ruletest.Case{
		{Name: "typed", Signal: "eslint/no-unused-vars", Message: msg, In: "try { f(); } catch («e»: unknown) {}\n",
			Want: "try { f(); } catch {}\n"},
	})
}
