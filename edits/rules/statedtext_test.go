package rules

import (
	"testing"

	"github.com/fettle-dev/fettle/edits/rules/stated"
)

func TestStatedText(t *testing.T) {
	fn := func(s string) string { return "package p\n\nfunc f() {\n" + s + "}\n" }
	runCases(t, "go", []ruleCase{
		{name: "a body left out", signal: "staticcheck/S1006", message: "should use for {} instead of for true {}", in: fn("\t«for» true {\n\t\tg()\n\t}\n"), want: fn("\tfor {\n\t\tg()\n\t}\n")},
		{name: "by golangci-lint", signal: "golangci-lint/staticcheck", message: "S1012: should use time.Since instead of time.Now().Sub", in: fn("\treturn g(«time.Now().Sub(x)»)\n"), want: fn("\treturn g(time.Since(x))\n")},
		{name: "a part left out", signal: "staticcheck/S1028", message: "should use a(...) instead of b(..., nil)", in: fn("\t«b»(x, nil)\n"), why: "leaves out a part"},
		{name: "other code", signal: "staticcheck/S1006", message: "should use for {} instead of for true {}", in: fn("\t«for» 1 == 1 {\n\t}\n"), why: "does not name code"},
		{name: "not a simplification", signal: "staticcheck/SA9", message: "should use a.B() instead of a.C()", in: fn("\t«a».C()\n"), want: fn("\ta.B()\n")},
		{name: "revive", signal: "revive/increment-decrement", message: "should replace x += 1 with x++", in: fn("\t«x» += 1\n"), want: fn("\tx++\n")},
		{name: "gocritic", signal: "gocritic/assignOp", message: "assignOp: replace `x = x + y` with `x += y`", in: fn("\t«x» = x + y\n"), want: fn("\tx += y\n")},
		{name: "a literal", signal: "usestdlibvars/x", message: "\"GET\" can be replaced by http.MethodGet", in: fn("\tg(GET, «\"GET\"»)\n"), want: fn("\tg(GET, http.MethodGet)\n")},
		{name: "simplify", signal: "gocritic/underef", message: "underef: could simplify (*p).x to p.x", in: fn("\t_ = «(*p).x»\n"), want: fn("\t_ = p.x\n")},
	})
	runCases(t, "javascript", []ruleCase{
		{name: "signs", signal: "eslint/eqeqeq", message: "Expected '===' and instead saw '=='.", in: "if (a «==» b) {}\n", want: "if (a === b) {}\n"},
		{name: "signs of another", signal: "eslint/eqeqeq", message: "Expected '===' and instead saw '=='.", in: "«if» (a === b) {}\n", why: "does not name code"},
		{name: "twice", signal: "x/y", message: "Use `b` instead of `a`.", in: "«f»(a, a)\n", why: "does not name code"},
		{name: "in a text", signal: "x/y", message: "Use `b` instead of `a`.", in: "«f»('a b')\n", why: "does not name code"},
		{name: "a part of a name", signal: "x/y", message: "Use `b` instead of `a`.", in: "«f»(ab)\n", why: "does not name code"},
	})
	runCases(t, "python", []ruleCase{
		{name: "a call", signal: "ruff/PLR1722", message: "Use `sys.exit()` instead of `quit`", in: "import sys\n«quit»(1)\n", want: "import sys\nsys.exit(1)\n"},
		{name: "arguments of its own", signal: "x/y", message: "Use `f(2)` instead of `g`", in: "«g»(1)\n", why: "would be called"},
		{name: "meant", signal: "mypy/valid-type", message: `Perhaps you meant "typing.Any" instead of "any"?`, in: "def f(x: «any»): ...\n", want: "def f(x: typing.Any): ...\n"},
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
