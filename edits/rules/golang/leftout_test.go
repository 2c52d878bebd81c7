package golang

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

// TestReturn: the value that a function ends with is returned.
func TestReturn(t *testing.T) {
	ruletest.Run(t, "go", In(Return), []ruletest.Case{
		{Name: "a sum", Message: "missing return", In: "package a\n\nfunc f(a, b int) int {\n\tg()\n\ta + b\n«}»\n",
			Want: "package a\n\nfunc f(a, b int) int {\n\tg()\n\treturn a + b\n}\n"},
		{Name: "a call alone", Message: "missing return", In: "package a\n\nfunc f(a int) int {\n\tg(a)\n«}»\n",
			Want: "package a\n\nfunc f(a int) int {\n\treturn g(a)\n}\n"},
		{Name: "a call behind others", Message: "missing return",
			In: "package a\n\nfunc f(a int) int {\n\th()\n\tg(a)\n«}»\n", Why: "for what it does"},
		{Name: "a branch", Message: "missing return",
			In: "package a\n\nfunc f(a int) int {\n\tif a > 0 {\n\t\treturn 1\n\t}\n«}»\n", Why: "does not end with a value"},
		{Name: "two results", Message: "missing return", In: "package a\n\nfunc f(a int) (int, error) {\n\ta + 1\n«}»\n",
			Why: "does not end with a value"},
	})
}
