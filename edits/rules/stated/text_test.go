package stated_test

import (
	"testing"

	"github.com/fettle-dev/fettle/edits/rules/stated"
	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestStatedText(t *testing.T) {
	fn := func(s string) string { return "package p\n\nfunc f() {\n" + s + "}\n" }
	table.Run(t, "go", []ruletest.Case{
		{Name: "a body left out", Signal: "staticcheck/S1006", Message: "should use for {} instead of for true {}",
			In: fn("\t«for» true {\n\t\tg()\n\t}\n"), Want: fn("\tfor {\n\t\tg()\n\t}\n")},
		{Name: "by golangci-lint", Signal: "golangci-lint/staticcheck",
			Message: "S1012: should use time.Since instead of time.Now().Sub", In: fn("\treturn g(«time.Now().Sub(x)»)\n"),
			Want: fn("\treturn g(time.Since(x))\n")},
		{Name: "a part left out", Signal: "staticcheck/S1028", Message: "should use a(...) instead of b(..., nil)",
			In: fn("\t«b»(x, nil)\n"), Why: "leaves out a part"},
		{Name: "other code", Signal: "staticcheck/S1006", Message: "should use for {} instead of for true {}",
			In: fn("\t«for» 1 == 1 {\n\t}\n"), Why: "does not name code"},
		{Name: "not a simplification", Signal: "staticcheck/SA9", Message: "should use a.B() instead of a.C()",
			In: fn("\t«a».C()\n"), Want: fn("\ta.B()\n")},
		{Name: "revive", Signal: "revive/increment-decrement", Message: "should replace x += 1 with x++",
			In: fn("\t«x» += 1\n"), Want: fn("\tx++\n")},
		{Name: "gocritic", Signal: "gocritic/assignOp", Message: "assignOp: replace `x = x + y` with `x += y`",
			In: fn("\t«x» = x + y\n"), Want: fn("\tx += y\n")},
		{Name: "a literal", Signal: "usestdlibvars/x", Message: "\"GET\" can be replaced by http.MethodGet",
			In: fn("\tg(GET, «\"GET\"»)\n"), Want: fn("\tg(GET, http.MethodGet)\n")},
		{Name: "simplify", Signal: "gocritic/underef", Message: "underef: could simplify (*p).x to p.x",
			In: fn("\t_ = «(*p).x»\n"), Want: fn("\t_ = p.x\n")},
	})
	table.Run(t, "javascript", []ruletest.Case{
		{Name: "signs", Signal: "eslint/eqeqeq", Message: "Expected '===' and instead saw '=='.", In: "if (a «==» b) {}\n",
			Want: "if (a === b) {}\n"},
		{Name: "signs of another", Signal: "eslint/eqeqeq", Message: "Expected '===' and instead saw '=='.",
			In: "«if» (a === b) {}\n", Why: "does not name code"},
		{Name: "twice", Signal: "x/y", Message: "Use `b` instead of `a`.", In: "«f»(a, a)\n", Why: "does not name code"},
		{Name: "in a text", Signal: "x/y", Message: "Use `b` instead of `a`.", In: "«f»('a b')\n", Why: "does not name code"},
		{Name: "a part of a name", Signal: "x/y", Message: "Use `b` instead of `a`.", In: "«f»(ab)\n",
			Why: "does not name code"},
	})
	table.Run(t, "python", []ruletest.Case{
		{Name: "a call", Signal: "ruff/PLR1722", Message: "Use `sys.exit()` instead of `quit`",
			In: "import sys\n«quit»(1)\n", Want: "import sys\nsys.exit(1)\n"},
		{Name: "arguments of its own", Signal: "x/y", Message: "Use `f(2)` instead of `g`", In: "«g»(1)\n",
			Why: "would be called"},
		{Name: "meant", Signal: "mypy/valid-type", Message: `Perhaps you meant "typing.Any" instead of "any"?`,
			In: "def f(x: «any»): ...\n", Want: "def f(x: typing.Any): ...\n"},
	})
}

// Messages of other forms are not the rule's.
func TestStates(t *testing.T) {
	for message, want := range map[string]bool{
		"Use f-string instead of `format` call":                                 false,
		"Use `elif` instead of `else` then `if`, to reduce indentation":         false,
		"`os` imported but unused":                                              false,
		"Use `key in dict` instead of `key in dict.keys()`":                     true,
		"should replace x += 1 with x++":                                        true,
		"Expected '===' and instead saw '=='.":                                  true,
		"should use a simple channel send instead of select with a single case": false,
		"should replace loop with out = append(out, a...)":                      false,
		"Use `X | Y` for type annotations":                                      false,
		"Within an `except` clause, raise exceptions with `raise ... from e`":   false,
	} {
		if stated.States(message) != want {
			t.Errorf("%q: want %v", message, want)
		}
	}
}
