package rules

import "testing"

func TestUnusedExpectError(t *testing.T) {
	const msg = "Unused '@ts-expect-error' directive."
	runCases(t, "typescript", []ruleCase{
		{name: "own line", signal: "tsc/TS2578", message: msg, in: "f();\n  «// @ts-expect-error: why»\n  g();\n", want: "f();\n  g();\n"},
		{name: "block", signal: "tsc/2578", message: msg, in: "«/* @ts-expect-error */»\ng();\n", want: "g();\n"},
		{name: "behind code", signal: "tsc/2578", message: msg, in: "f(  «// @ts-expect-error»\n  a);\n", want: "f(\n  a);\n"},
		{name: "before code", signal: "tsc/2578", message: msg, in: "«/* @ts-expect-error */» g();\n", why: "ends its line"},
		{name: "several lines", signal: "tsc/2578", message: msg, in: "/*\n «@ts-expect-error»\n*/\ng();\n", why: "ends its line"},
		{name: "two comments", signal: "tsc/2578", message: msg, in: "«/* @ts-expect-error */» /* b */\ng();\n", why: "ends its line"},
	})
	runCases(t, "typescriptreact", []ruleCase{
		{name: "between elements", signal: "tsc/2578", message: msg, in: "const a = <b>\n  {«/* @ts-expect-error */»}\n</b>;\n", why: "ends its line"},
	})
}
