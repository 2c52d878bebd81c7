package rules

import "testing"

func TestUnusedCatch(t *testing.T) {
	const msg = "'e' is defined but never used."
	runCases(t, "javascript", []ruleCase{
		{name: "plain", signal: "eslint/no-unused-vars", message: msg, in: "try { f(); } catch («e») {\n  g();\n}\n", want: "try { f(); } catch {\n  g();\n}\n"},
		{name: "tight", signal: "eslint/@typescript-eslint/no-unused-vars", message: msg, in: "try{f()}catch(«e»){}\n", want: "try{f()}catch{}\n"},
		{name: "eval", signal: "eslint/no-unused-vars", message: msg, in: "try { f(); } catch («e») { eval('e'); }\n", why: "code in a text"},
		{name: "destructured", signal: "eslint/no-unused-vars", message: msg, in: "try { f(); } catch ({ «e» }) {}\n", why: "no name of a caught error"},
		{name: "comment", signal: "eslint/no-unused-vars", message: msg, in: "try { f(); } catch («e» /* why */) {}\n", why: "more than a name"},
		{name: "method of that name", signal: "eslint/no-unused-vars", message: msg, in: "p.mycatch(«e»);\n", why: "no name of a caught error"},
		{name: "method of a promise", signal: "eslint/no-unused-vars", message: msg, in: "p.catch(«e»);\n", why: "no name of a caught error"},
		{name: "parameter", signal: "eslint/no-unused-vars", message: msg, in: "function f(«e») {}\n", why: "no name of a caught error"},
	})
	runCases(t, "typescript", []ruleCase{
		{name: "typed", signal: "eslint/no-unused-vars", message: msg, in: "try { f(); } catch («e»: unknown) {}\n", want: "try { f(); } catch {}\n"},
	})
}
