package ecma_test

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestUnusedExpectError(t *testing.T) {
	const msg = "Unused '@ts-expect-error' directive."
	table.Run(t, "typescript", []ruletest.Case{
		{Name: "own line", Signal: "tsc/TS2578", Message: msg, In: "f();\n  «// @ts-expect-error: why»\n  g();\n",
			Want: "f();\n  g();\n"},
		{Name: "block", Signal: "tsc/2578", Message: msg, In: "«/* @ts-expect-error */»\ng();\n", Want: "g();\n"},
		{Name: "behind code", Signal: "tsc/2578", Message: msg, In: "f(  «// @ts-expect-error»\n  a);\n",
			Want: "f(\n  a);\n"},
		{Name: "before code", Signal: "tsc/2578", Message: msg, In: "  «/* @ts-expect-error */» g();\nh();\n",
			Want: "  g();\nh();\n"},
		{Name: "behind a byte order mark", Signal: "tsc/2578", Message: msg, In: "\ufeff«// @ts-expect-error 🎉»\ng();\n",
			Want: "\ufeffg();\n"},
		{Name: "several lines", Signal: "tsc/2578", Message: msg, In: "/*\n «@ts-expect-error»\n*/\ng();\n",
			Why: "no directive"},
		{Name: "last of several lines", Signal: "tsc/2578", Message: msg, In: "«/* a\n @ts-expect-error */»\ng();\n",
			Why: "several lines"},
		{Name: "two comments", Signal: "tsc/2578", Message: msg, In: "«/* @ts-expect-error */» /* b */\ng();\n",
			Want: "/* b */\ng();\n"},
		{Name: "alone in a block", Signal: "tsc/2578", Message: msg, In: "if (a) {«/* @ts-expect-error */»}\n",
			Why: "fills its braces"},
	})
	table.Run(t, "typescriptreact", []ruletest.Case{
		{Name: "between elements", Signal: "tsc/2578", Message: msg,
			In: "const a = <b>\n  {«/* @ts-expect-error */»}\n</b>;\n", Want: "const a = <b>\n</b>;\n"},
		{Name: "behind an arrow", Signal: "tsc/2578", Message: msg, In: "f(() =>\n  {«/* @ts-expect-error */»}\n<b/>);\n",
			Why: "fills its braces"},
	})
}
