package rules

import "testing"

func TestCountFromZero(t *testing.T) {
	const said = "Object is possibly 'undefined'."
	runCases(t, "typescript", []ruleCase{
		{name: "by one", signal: "tsc/2532", message: said, in: "counts.set(word, «counts.get(word)» + 1);\n", want: "counts.set(word, (counts.get(word) ?? 0) + 1);\n"},
		{name: "by a number", signal: "tsc/2532", message: said, in: "  this.sums.set(row.key, «this.sums.get(row.key)» + row.value);\n", want: "  this.sums.set(row.key, (this.sums.get(row.key) ?? 0) + row.value);\n"},
		{name: "another key", signal: "tsc/2532", message: said, in: "counts.set(word, «counts.get(other)» + 1);\n", why: "another key"},
		{name: "another map", signal: "tsc/2532", message: said, in: "counts.set(word, «before.get(word)» + 1);\n", why: "another map"},
		{name: "something else", signal: "tsc/2532", message: said, in: "f(«counts.get(word)» + 1);\n", why: "not about"},
	})
}
