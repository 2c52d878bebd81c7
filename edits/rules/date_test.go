package rules

import "testing"

func TestDateArithmetic(t *testing.T) {
	const left = "The left-hand side of an arithmetic operation must be of type 'any', 'number', 'bigint' or an enum type."
	in := func(expr string) string {
		return "function days(from: Date, to: Date, n: number, last?: Date | null) {\n  const now = new Date();\n  return " + expr + ";\n}\n"
	}
	runCases(t, "typescript", []ruleCase{
		{name: "a parameter", signal: "tsc/2362", message: left, in: in("«to» - n"), want: in("to.getTime() - n")},
		{name: "a variable", signal: "tsc/2363", message: left, in: in("n * («now»)"), want: in("n * (now.getTime())")},
		{name: "made there", signal: "tsc/2362", message: left, in: in("«new Date()» - n"), want: in("new Date().getTime() - n")},
		{name: "perhaps none", signal: "tsc/2362", message: left, in: in("«last» - n"), why: "not only a date"},
		{name: "a number", signal: "tsc/2362", message: left, in: in("«n» - 1"), why: "not only a date"},
		{name: "a member", signal: "tsc/2362", message: left, in: in("a.«to» - 1"), why: "no name"},
		{name: "of a member", signal: "tsc/2362", message: left, in: in("«to.x» - 1"), why: "no name"},
		{name: "unknown", signal: "tsc/2362", message: left, in: in("«other» - 1"), why: "not declared"},
		{name: "of a call", signal: "tsc/2362", message: left, in: in("«new Date(f())» - 1"), why: "more than a name"},
	})
}
