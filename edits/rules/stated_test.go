package rules

import "testing"

func TestStated(t *testing.T) {
	const head = "package p\n\nfunc f(n int, b *bytes.Buffer) {\n"
	make0 := func(s string) string { return head + "\tx := " + s + "\n\t_ = x\n}\n" }
	runCases(t, "go", []ruleCase{
		{name: "make", signal: "staticcheck/S1019", message: "should use make([]int, n) instead", in: make0("make([]int, n, «n»)"), want: make0("make([]int, n)")},
		{name: "make over lines", signal: "golangci-lint/staticcheck", message: "S1019: should use make(map[string]int) instead", in: make0("g(make(map[string]int, «0»))"), want: make0("g(make(map[string]int))")},
		{name: "instead of", signal: "staticcheck/S1030", message: "should use b.String() instead of string(b.Bytes())", in: make0("«string(b.Bytes())»"), want: make0("b.String()")},
		{name: "another call", signal: "staticcheck/S1019", message: "should use make([]int, n) instead", in: make0("make([]int, m, «n»)"), why: "cannot be told"},
		{name: "two of them", signal: "staticcheck/S1019", message: "should use h(1) instead", in: make0("h(1, h(1, «n»))"), why: "cannot be told"},
		{name: "a comment", signal: "staticcheck/S1019", message: "should use make([]int, n) instead", in: make0("make([]int, n, /* all */ «n»)"), why: "comment"},
		{name: "words", signal: "staticcheck/S1001", message: "should use copy() instead of a loop (really)", in: make0("make([]int, n, «n»)"), why: "cannot be told"},
	})
}
