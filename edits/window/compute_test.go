package window

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

const python = `"""A module."""
from __future__ import annotations

import os
from typing import (
    Dict,
    List,
)

LIMIT = 3


@register
class Shape(Base):
    """A shape."""

    kind: str = "x"
    other = 1

    def __init__(self, sides: int = None):
        self.sides = sides
        self.cache = {}

    @property
    def area(
        self,
    ) -> float:
        total = 0.0
        try:
            for i in range(self.sides):
                total += compute(
                    i,
                    LIMIT,
                )
        except ValueError:
            return None
        after = total
        return after


def compute(i: int, limit: int) -> float:
    def inner():
        return i

    return inner()


class Empty:
    pass
`

// at is a diagnostic on the first line that holds the mark.
func at(t *testing.T, s text.Snapshot, mark, message string) signal.Diagnostic {
	t.Helper()
	i := strings.Index(s.Text(), mark)
	if i < 0 {
		t.Fatalf("no %q in the text", mark)
	}
	return signal.Diagnostic{Tool: "mypy", Message: message, Span: text.Span{Start: i, End: i + len(mark)}}
}

// show prints a set as "PRIMARY 3-5, IMPORTS 1 (imports 1)".
func show(s Set) string {
	var out []string
	lines := func(l text.Lines) string {
		switch l.Len() {
		case 0:
			return fmt.Sprintf("before %d", l.Start+1)
		case 1:
			return fmt.Sprint(l.End)
		}
		return fmt.Sprintf("%d-%d", l.Start+1, l.End)
	}
	for _, r := range s.Runs {
		t := r.Name() + " " + lines(r.Lines)
		for _, l := range r.ImportOnly {
			if l != r.Lines {
				t += " (imports " + lines(l) + ")"
			} else {
				t += " (imports)"
			}
		}
		out = append(out, t)
	}
	return strings.Join(out, ", ")
}

func TestComputeForms(t *testing.T) {
	s := text.File("/p/a.py", "python", python)
	f := syntax.Parse("python", python)
	for _, c := range []struct{ mark, message, window, want string }{
		// lines(n): the whole statement at least, and never out of the definition.
		{"total += compute", "", "lines(0)", "PRIMARY 29-34"},
		{"LIMIT,", "", "lines(2)", "PRIMARY 31-35"},
		{"after = total", "", "lines(30)", "PRIMARY 24-38"},
		{"LIMIT = 3", "", "lines(5)", "PRIMARY 5-12"},
		{"other = 1", "", "lines(9)", "PRIMARY 13-19"},
		// stmt and its margin.
		{"i,", "", "stmt", "PRIMARY 31-34"},
		{"def area", "", "stmt", "PRIMARY 24-27"},
		{"@property", "", "stmt", "PRIMARY 24-27"},
		{"after = total", "", "stmt~1", "PRIMARY 36-38"},
		{"from typing", "", "stmt~1", "PRIMARY 4-9"},
		// compound: a whole statement, of a clause the one it belongs to.
		{"for i in", "", "compound", "PRIMARY 30-34"},
		{"except ValueError", "", "compound", "PRIMARY 29-36"},
		{"after = total", "", "compound", "PRIMARY 37"},
		{"class Empty", "", "compound~1", "PRIMARY 47-49"},
		// definitions, with decorators.
		{"after = total", "", "function", "PRIMARY 24-38"},
		{"return i\n", "", "function", "PRIMARY 42-43"},
		{"after = total", "", "class", "PRIMARY 13-38"},
		{"LIMIT = 3", "", "function", "PRIMARY 3-12"},
		// try: only from inside.
		{"i,", "", "try", "PRIMARY 29-36"},
		{"after = total", "", "try", "PRIMARY 37"},
		// import runs.
		{"import os", "", "imprun", "PRIMARY 2-9"},
		{"file", "", "file", "PRIMARY 1-49"},
		// additions.
		{"after = total", "", "stmt +S", "SIGNATURE 24-27, PRIMARY 37"},
		{"return i\n", "", "stmt +S", "PRIMARY 41-43"},
		{"after = total", "", "stmt +I", "IMPORTS 2-8 (imports), PRIMARY 37"},
		{"after = total", "", "stmt +N", "NAMES 28, NAMES2 31-34, PRIMARY 37"},
		{"pass", "`compute` is odd", "stmt +N", "NAMES 41, PRIMARY 49"},
		{"pass", "name 'Shape.kind' is odd", "stmt +N", "NAMES 17, PRIMARY 49"},
		{"after = total", "", "stmt +C", "CLASS 13-15, CLASS2 17, CLASS3 20, PRIMARY 37"},
		{"after = total", "", "stmt +C(self)", "PRIMARY 37"},
		{"self.sides = sides", "", "stmt +C(self)", "CLASS 13-15, CLASS2 17, PRIMARY 20-21"},
		// touching runs merge, and permission stays with the lines.
		{"LIMIT = 3", "", "stmt~1 +I", "PRIMARY 2-11 (imports 2-8)"},
		{"import os", "", "stmt +I", "PRIMARY 2-8 (imports 2-3) (imports 5-8)"},
	} {
		w, err := signal.ParseWindow(c.window)
		if err != nil {
			t.Fatal(err)
		}
		mark := c.mark
		if mark == "file" {
			mark = "pass"
		}
		d := at(t, s, mark, c.message)
		got := show(Compute(s, f, d, signal.Requirement{Window: w}))
		if got != c.want {
			t.Errorf("%s at %q %s:\n got %s\nwant %s", c.window, c.mark, c.message, got, c.want)
		}
	}
}

func TestRelated(t *testing.T) {
	s := text.File("/p/a.py", "python", python)
	f := syntax.Parse("python", python)
	d := at(t, s, "pass", "")
	d.Related = []signal.Related{
		{Lines: text.Lines{Start: 30, End: 31}},
		{Path: "/p/a.py", Lines: text.Lines{Start: 9, End: 10}},
		{Path: "/p/b.py", Lines: text.Lines{Start: 0, End: 1}},
		{Lines: text.Lines{Start: 900, End: 901}},
	}
	got := show(Compute(s, f, d, signal.Requirement{Window: signal.Window{Shape: signal.ShapeStmt, Related: true}}))
	if want := "RELATED 10, RELATED2 31-34, PRIMARY 49"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestImportPlaces(t *testing.T) {
	long := "import a\n" + strings.Repeat("import b\n", 30) + "from typing import Any\n" + strings.Repeat("import c\n", 5) + "\nx: Any = 1\n"
	for name, c := range map[string]struct {
		lang, src, mark string
		needs           []signal.Need
		want            string
	}{
		"nothing before":     {"python", "x = 1\n", "x", nil, "PRIMARY 1"},
		"docstring":          {"python", "#!/usr/bin/python\n# coding: utf-8\n\"\"\"Doc.\"\"\"\n\ny = 2\nx = 1\n", "x =", nil, "IMPORTS 4 (imports), PRIMARY 6"},
		"licence":            {"python", "# Copyright.\n# All rights.\n\ny = 2\nx = 1\n", "x =", nil, "IMPORTS 3 (imports), PRIMARY 5"},
		"future":             {"python", "from __future__ import annotations\ny = 2\nx = 1\n", "x =", nil, "IMPORTS 1 (imports), PRIMARY 3"},
		"conditional":        {"python", "import a\ntry:\n    import b\nexcept ImportError:\n    b = None\n\ny = 2\nx = 1\n", "x =", nil, "IMPORTS 1-5 (imports), PRIMARY 8"},
		"go":                 {"go", "package a\n\nimport (\n\t\"fmt\"\n)\n\nvar y = 1\n\nvar x = 1\n", "x =", nil, "IMPORTS 3-5 (imports), PRIMARY 9"},
		"go without":         {"go", "package a\n\nvar y = 1\n\nvar x = 1\n", "x =", nil, "IMPORTS 2 (imports), PRIMARY 5"},
		"require":            {"javascript", "\"use strict\";\nconst a = require(\"a\");\nimport b from \"b\";\n\nlet y;\n\nx = 1;\n", "x =", nil, "IMPORTS 2-3 (imports), PRIMARY 7"},
		"rust":               {"rust", "//! Doc.\n\nuse a::b;\nuse c;\n\nfn y() {}\n\nconst X: u8 = 1;\n", "const X", nil, "IMPORTS 3-4 (imports), PRIMARY 8"},
		"only a second run":  {"python", "y = 2\nimport b\nz = 3\nw = 4\nx = 1\n", "x =", nil, "IMPORTS before 1 (imports), IMPORTS2 before 3 (imports), PRIMARY 5"},
		"long block":         {"python", long, "x:", nil, "IMPORTS 30-34 (imports), IMPORTS2 before 38 (imports), PRIMARY 39"},
		"second run":         {"python", "import a\ny = 2\nimport b\nz = 3\nw = 4\nx = 1\nimport c\n", "x =", nil, "IMPORTS 1 (imports), IMPORTS2 before 4 (imports), PRIMARY 6"},
		"comment on top":     {"python", "# about y\ny = 2\nz = 3\nx = 1\n", "x =", nil, "IMPORTS 1 (imports), PRIMARY 4"},
		"long block, lookup": {"python", long, "x:", []signal.Need{signal.NeedLookup}, "IMPORTS 1-37 (imports), PRIMARY 39"},
	} {
		s := text.File("/p/a", c.lang, c.src)
		f := syntax.Parse(c.lang, c.src)
		w := signal.Window{Shape: signal.ShapeStmt, Imports: true}
		got := show(Compute(s, f, at(t, s, c.mark, ""), signal.Requirement{Window: w, Needs: c.needs}))
		if got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}

func TestPermitsByLine(t *testing.T) {
	src := "import a\nx = 1\n"
	s := text.File("/p/a.py", "python", src)
	set := Compute(s, syntax.Parse("python", src), at(t, s, "x", ""), signal.Requirement{Window: signal.Window{Shape: signal.ShapeStmt, Imports: true}})
	if len(set.Runs) != 1 {
		t.Fatal(show(set))
	}
	if got := []bool{set.Runs[0].Permits(0), set.Runs[0].Permits(1)}; !cmp.Equal(got, []bool{false, true}) {
		t.Errorf("permits %v in %s", got, show(set))
	}
}

func TestLanguages(t *testing.T) {
	const block = "package a\n\nfunc F() {\n\ta()\n\tb()\n\tif c {\n\t\td()\n\t\te()\n\t\tg()\n\t\th()\n\t}\n\tz()\n}\n"
	for _, c := range []struct{ lang, src, mark, window, want string }{
		{"go", "package a\n\n// F does.\nfunc F(\n\ta int,\n) {\n\tx := g(\n\t\t1,\n\t)\n\tuse(x)\n}\n", "1,", "stmt", "PRIMARY 7-9"},
		{"go", "package a\n\n// F does.\nfunc F(\n\ta int,\n) {\n\tx := g(\n\t\t1,\n\t)\n\tuse(x)\n}\n", "use", "function", "PRIMARY 3-11"},
		{"go", "package a\n\nfunc F() {\n\tif a {\n\t\tb()\n\t} else {\n\t\tc()\n\t}\n}\n", "if a", "compound", "PRIMARY 4-8"},
		{"typescript", "class A {\n  @d\n  m(): void {\n    f(() => {\n      g();\n    });\n  }\n}\n", "g()", "stmt", "PRIMARY 5"},
		{"typescript", "class A {\n  @d\n  m(): void {\n    f(() => {\n      g();\n    });\n  }\n}\n", "g()", "function", "PRIMARY 2-7"},
		{"rust", "#[derive(D)]\nstruct S {\n    a: u8,\n}\n\nfn f() {\n    let x = match y {\n        1 => {\n            g();\n        }\n        _ => {}\n    };\n}\n", "g()", "stmt", "PRIMARY 9"},
		{"rust", "enum E {\n    A,\n}\n\nfn g() {}\n\nimpl Default for E {\n    fn default() -> Self { E::A }\n}\n", "impl", "compound +N", "NAMES 1-3, PRIMARY 7-9"},
		{"rust", "struct S;\n\nimpl S {\n    fn new() -> S {\n        S\n    }\n}\n\nstruct T;\n", "fn new", "class~2", "PRIMARY 1-9"},
		{"rust", "fn f() {\n    let x = match y {\n        1 => {\n            g();\n        }\n        _ => {}\n    };\n}\n", "match", "compound", "PRIMARY 2-7"},
		// A block next to the place is not cut between its braces.
		{"go", block, "b()", "lines(2)", "PRIMARY 3-5"},
		{"go", block, "b()", "lines(4)", "PRIMARY 3-11"},
		{"go", block, "z()", "lines(2)", "PRIMARY 12-13"},
		{"go", block, "z()", "lines(4)", "PRIMARY 6-13"},
		{"go", block, "e()", "lines(2)", "PRIMARY 6-10"},
		{"javascript", strings.ReplaceAll(block, "if c", "if (c)"), "b()", "stmt~2", "PRIMARY 3-5"},
		{"rust", "fn f() {\n    a();\n    match b {\n        1 => {\n            c();\n        }\n        _ => {}\n    }\n    d();\n}\n", "d()", "lines(2)", "PRIMARY 9-10"},
		{"rust", "fn f() {\n    a();\n    match b {\n        1 => {\n            c();\n        }\n        _ => {}\n    }\n    d();\n}\n", "a()", "lines(6)", "PRIMARY 1-8"},
		{"python", "def f():\n    a()\n    b()\n    if c:\n        d()\n        e()\n        g()\n", "b()", "lines(2)", "PRIMARY 1-5"},
		{"python", "def f(\n    a,\n    b,\n):\n\n    \"\"\"D.\"\"\"\n    x\n", "D.", "stmt~2", "PRIMARY 5-7"},
		{"c", "int f(int a)\n{\n    g(a,\n      b);\n    return a;\n}\n", "b)", "stmt", "PRIMARY 3-4"},
		{"c", "int f(int a)\n{\n    g(a,\n      b);\n    return a;\n}\n", "b)", "function", "PRIMARY 1-6"},
	} {
		s := text.File("/p/a", c.lang, c.src)
		w, _ := signal.ParseWindow(c.window)
		got := show(Compute(s, syntax.Parse(c.lang, c.src), at(t, s, c.mark, ""), signal.Requirement{Window: w}))
		if got != c.want {
			t.Errorf("%s %s at %q: got %s, want %s", c.lang, c.window, c.mark, got, c.want)
		}
	}
}

func TestWithoutCutsRuns(t *testing.T) {
	set := Set{Runs: []Run{{Role: Primary, Index: 1, Lines: text.Lines{Start: 2, End: 9},
		ImportOnly: []text.Lines{{Start: 2, End: 4}}}}}
	got := set.Without(text.Lines{Start: 5, End: 6})
	if len(got.Runs) != 2 || got.Runs[0].Lines != (text.Lines{Start: 2, End: 5}) ||
		got.Runs[1].Lines != (text.Lines{Start: 6, End: 9}) || got.Runs[1].Name() != "PRIMARY2" ||
		len(got.Runs[0].ImportOnly) != 1 || got.Runs[0].Permits(3) || !got.Runs[1].Permits(6) {
		t.Errorf("%+v", got)
	}
}
