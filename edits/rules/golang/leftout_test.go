package golang_test

import (
	"testing"

	"github.com/fettle-dev/fettle/edits/rules/golang"
	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

// TestDeclare: a variable that its own block declares already is assigned to by ":=" as well, and what the head of a
// statement declares is read in it.
func TestDeclare(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"declared in the block", "_, err := g(1)\n\t«total», err = g(2)\n\treturn total, err",
			"_, err := g(1)\n\ttotal, err := g(2)\n\treturn total, err"},
		{"of a head", "if «total» = g(1); total > 0 {\n\t\treturn 1\n\t}\n\treturn 0",
			"if total := g(1); total > 0 {\n\t\treturn 1\n\t}\n\treturn 0"},
		{"in a clause", "switch n {\n\tcase 1:\n\t\tother := 1\n\t\t«total», other = n, 2\n\t\treturn total + other\n\t}",
			"switch n {\n\tcase 1:\n\t\tother := 1\n\t\ttotal, other := n, 2\n\t\treturn total + other\n\t}"},
	} {
		within := func(body string) string { return "package a\n\nfunc f(n int) (int, error) {\n\t" + body + "\n}\n" }
		ruletest.Run(t, "go", golang.In(golang.Declare), []ruletest.Case{{Name: c.name, Message: "undefined: total",
			In: within(c.in), Want: within(c.want)}})
	}
}
