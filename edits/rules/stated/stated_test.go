package stated_test

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestStated(t *testing.T) {
	const head = "package p\n\nfunc f(n int, b *bytes.Buffer) {\n"
	make0 := func(s string) string { return head + "\tx := " + s + "\n\t_ = x\n}\n" }
	table.Run(t, "go", []ruletest.Case{
		{Name: "make", Signal: "staticcheck/S1019", Message: "should use make([]int, n) instead",
			In: make0("make([]int, n, «n»)"), Want: make0("make([]int, n)")},
		{Name: "make over lines", Signal: "golangci-lint/staticcheck",
			Message: "S1019: should use make(map[string]int) instead", In: make0("g(make(map[string]int, «0»))"),
			Want: make0("g(make(map[string]int))")},
		{Name: "instead of", Signal: "staticcheck/S1030", Message: "should use b.String() instead of string(b.Bytes())",
			In: make0("«string(b.Bytes())»"), Want: make0("b.String()")},
		{Name: "another call", Signal: "staticcheck/S1019", Message: "should use make([]int, n) instead",
			In: make0("make([]int, m, «n»)"), Why: "cannot be told"},
		{Name: "two of them", Signal: "staticcheck/S1019", Message: "should use h(1) instead", In: make0("h(1, h(1, «n»))"),
			Why: "cannot be told"},
		{Name: "a comment", Signal: "staticcheck/S1019", Message: "should use make([]int, n) instead",
			In: make0("make([]int, n, /* all */ «n»)"), Why: "comment"},
		{Name: "words", Signal: "staticcheck/S1001", Message: "should use copy() instead of a loop (really)",
			In: make0("make([]int, n, «n»)"), Why: "cannot be told"},
	})
}
