package fixer

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

func TestUnhandled(t *testing.T) {
	const head = "type Unit = \"second\" | \"minute\" | \"hour\";\n\n"
	const some = "function seconds(unit: Unit): number {\n  switch (unit) {\n    case \"second\":\n      return 1;\n    case \"minute\":\n      return 60;\n  }\n}\n"
	for _, c := range []struct{ name, src, message, want string }{
		{"one", head + some, "Function lacks ending return statement and return type does not include 'undefined'.", `nothing is returned for "hour"`},
		{"another complaint", head + some, "Type 'number' is not assignable to type 'string'.", ""},
		{"none", head + strings.Replace(some, "  }\n}", "    case \"hour\":\n      return 3600;\n  }\n}", 1), "Function lacks ending return statement", ""},
		{"outside of functions", head, "Function lacks ending return statement", ""},
	} {
		s := text.File("x.ts", "typescript", c.src)
		at := strings.LastIndex(c.src, "unit: Unit")
		got := ""
		for _, r := range unhandled(s, syntax.Parse("typescript", c.src), signal.Diagnostic{Message: c.message, Span: text.Span{Start: max(at, 0), End: max(at, 0) + 4}}) {
			got += r.Message
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestToldOfOverride(t *testing.T) {
	s := text.File("a.py", "python", "class B(A):\n    def show(self) -> str:\n        return ''\n")
	d := signal.Diagnostic{Code: "override", Related: []signal.Related{
		{Message: "Superclass:\n    def show(self, digits: int) -> str\nSubclass:\n    def show(self) -> str"}, {Path: "/b.py", Message: "defined here"}}}
	got := toldOf(s, syntax.Parse("python", s.Text()), d)
	if len(got) != 2 || got[0].Message != "it has to be def show(self, digits: int) -> str" || got[1] != d.Related[1] || strings.HasPrefix(d.Related[0].Message, "it has") {
		t.Errorf("%+v", got)
	}
}
