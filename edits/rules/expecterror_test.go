package rules

import "testing"

func TestUnusedExpectError(t *testing.T) {
	const msg = "Unused '@ts-expect-error' directive."
	runCases(t, "typescript", []ruleCase{
		{name: "own line", signal: "tsc/TS2578", message: msg, in: "f();\n  «// @ts-expect-error: why»\n  g();\n", want: "f();\n  g();\n"},
		{name: "block", signal: "tsc/2578", message: msg, in: "«/* @ts-expect-error */»\ng();\n", want: "g();\n"},
		{name: "behind code", signal: "tsc/2578", message: msg, in: "f(  «// @ts-expect-error»\n  a);\n", want: "f(\n  a);\n"},
		{name: "before code", signal: "tsc/2578", message: msg, in: "  «/* @ts-expect-error */» g();\nh();\n", want: "  g();\nh();\n"},
		{name: "behind a byte order mark", signal: "tsc/2578", message: msg, in: "\ufeff«// @ts-expect-error 🎉»\ng();\n", want: "\ufeffg();\n"},
		{name: "several lines", signal: "tsc/2578", message: msg, in: "/*\n «@ts-expect-error»\n*/\ng();\n", why: "no directive"},
		{name: "last of several lines", signal: "tsc/2578", message: msg, in: "«/* a\n @ts-expect-error */»\ng();\n", why: "several lines"},
		{name: "two comments", signal: "tsc/2578", message: msg, in: "«/* @ts-expect-error */» /* b */\ng();\n", want: "/* b */\ng();\n"},
		{name: "alone in a block", signal: "tsc/2578", message: msg, in: "if (a) {«/* @ts-expect-error */»}\n", why: "fills its braces"},
	})
	runCases(t, "typescriptreact", []ruleCase{
		{name: "between elements", signal: "tsc/2578", message: msg, in: "const a = <b>\n  {«/* @ts-expect-error */»}\n</b>;\n", want: "const a = <b>\n</b>;\n"},
		{name: "behind an arrow", signal: "tsc/2578", message: msg, in: "f(() =>\n  {«/* @ts-expect-error */»}\n<b/>);\n", why: "fills its braces"},
	})
}
