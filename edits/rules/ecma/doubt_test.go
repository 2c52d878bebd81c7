package ecma_test

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/rules/ecma"
	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestDoubt holds what ESLint 9 suggests to remove: the text between the
// markers.
func TestDoubt(t *testing.T) {
	for _, c := range []struct{ name, lang, in, why string }{
		{"x", "javascript", "«const x = f();»\n", "does more"},
		{"x", "javascript", "«const x = new X;»\n", "does more"},
		{"x", "javascript", "«const x = i++;»\n", "does more"},
		{"x", "javascript", "«const x = f`a`;»\n", "does more"},
		{"x", "javascript", "«const x = await a;»\n", "does more"},
		{"x", "javascript", "const { «x = f(),» a } = b;\n", "does more"},
		{"x", "javascript", "«class x { static { f(); } }»\n", "does more"},
		{"x", "javascript", "«class x extends f() {}»\n", "does more"},
		{"x", "javascript", "const { «x,» ...rest } = a; f(rest);\n", "the rest"},
		{"x", "javascript", "function f(«x,» a) { return a; }\n", "places"},
		{"x", "javascript", "const f = («x,» { a }) => a;\n", "places"},
		{"x", "javascript", "try { f(); } catch (x) { «var x = 1;» f(x); }\n", "another variable"},
		{"X", "javascriptreact", "«import { X } from 'm';»\nconst a = <X />;\n", "element"},
		{"X", "javascript", "import { a, «X» } from 'm';\nconst b = <a><X.Y></X.Y></a>;\n", "element"},
		{"React", "javascriptreact", "«import React from 'react';»\nconst a = <b />;\n", "JSX"},
		{"x", "javascript", "«import { x } from 'm';»\nf();\n", ""},
		{"x", "javascript", "«const x = 1;»\nif (a < x.b) {}\n", ""},
		{"x", "javascript", "«const x = a.b;»\n", ""},
		{"x", "javascript", "«const x = () => f();»\n", ""},
		{"x", "javascript", "«function x() { f(); }»\n", ""},
		{"x", "javascript", "«class x extends a { m() { f(); } }»\n", ""},
		{"x", "javascript", "const { «x,» a } = b;\n", ""},
		{"x", "javascript", "function f(a«, x») { return a; }\n", ""},
		{"x", "javascript", "const [«x», a] = b;\n", ""},
	} {
		p := ruletest.Case{Signal: "eslint/no-unused-vars", Message: "'" + c.name + "' is defined but never used.",
			In: c.in}.Problem(t, c.lang)
		got := ecma.Doubt(p, &signal.ToolFix{Edits: []text.Edit{{Span: p.Diagnostic.Span}}})
		if !strings.Contains(got, c.why) || (got == "") != (c.why == "") {
			t.Errorf("%q: got %q, want %q", c.in, got, c.why)
		}
		p.Diagnostic.Code = "prefer-const"
		if got := ecma.Doubt(p, &signal.ToolFix{Edits: []text.Edit{{Span: p.Diagnostic.Span}}}); got != "" {
			t.Errorf("%q: %q against a fix of another rule", c.in, got)
		}
	}
}

// TestStrictNull: no fix makes a comparison with null strict, of whichever tool and rule: undefined is equal to null by
// == alone.
func TestStrictNull(t *testing.T) {
	for _, c := range []struct {
		in, new string
		want    bool
	}{
		{"if (a «==» null) f();\n", "===", true},
		{"if (a =«=» null) f();\n", "==", true},
		{"if (a ==«» null) f();\n", "=", true},
		{"if (a !=«» null) f();\n", "=", true},
		{"if (null «!=» a) f();\n", "!==", true},
		{"if (null=«=»a) f();\n", "==", true},
		{"if (a «==» nullable) f();\n", "===", false},
		{"if (a.null «==» b) f();\n", "===", false},
		{"if (a «==» undefined) f();\n", "===", false},
		{"if (a «===» null) f();\n", "==", false},
		{"x = «a» // null\n", "b", false},
	} {
		for _, signalOf := range []string{"biome/lint/suspicious/noDoubleEquals", "eslint/eqeqeq", "oxlint/eqeqeq"} {
			p := ruletest.Case{Signal: signalOf, Message: "Use ===.", In: c.in}.Problem(t, "javascript")
			if got := ecma.Doubt(p,
				&signal.ToolFix{Edits: []text.Edit{{Span: p.Diagnostic.Span, New: c.new}}}); (got != "") != c.want {
				t.Errorf("%s in %q: got %q", signalOf, c.in, got)
			}
		}
	}
}
