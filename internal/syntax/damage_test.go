package syntax

import (
	"strings"
	"testing"
)

func TestDamageIsScanned(t *testing.T) {
	if Parse("python", "x = 1\n").Engine == Scan {
		t.Skip("built without cgo: there is no damage to see")
	}
	for name, c := range map[string]struct {
		lang, src string
		line      int // 0-based, where a function is asked for
		want      string
	}{
		"method behind an open bracket":   {"python", "import os\n\nclass A:\n    def f(self):\n        x = foo(1,\n        return x\n\n    def g(self):\n        y = 2\n", 8, "g"},
		"function behind an open bracket": {"python", "def f():\n    x = [\n    return x\n\ndef g():\n    pass\n", 5, "g"},
		"three open brackets":             {"python", "def f():\n    x = [({\n    return x\n\ndef g():\n    y = {{\n\ndef h():\n    pass\n", 8, "h"},
		"missing brace":                   {"go", "package a\n\nfunc G() {\n\tif x {\n\t\ty()\n\t\n}\n\nfunc H() {\n\tz()\n}\n", 9, "H"},
		"open call in a method":           {"typescript", "class A {\n  f() {\n    const x = foo(1,\n    return x;\n  }\n  g() {\n    y();\n  }\n}\n", 6, "g"},
		"open call in Rust":               {"rust", "fn f() {\n    let x = foo(1,\n    x\n}\n\nfn g() {\n    y();\n}\n", 6, "g"},
	} {
		f := Parse(c.lang, c.src)
		check(t, f)
		if len(f.Damage) == 0 {
			t.Errorf("%s: no damage seen", name)
		}
		i := f.Enclosing(c.line, Function)
		if i < 0 || f.Nodes[i].Name != c.want {
			t.Errorf("%s: line %d is in %d, want %s\n%s", name, c.line+1, i, c.want, outline(f))
		}
	}
}

func TestDamageElsewhereKeepsTheTree(t *testing.T) {
	f := Parse("python", "x = (\n\ndef f():\n    y = 1; z = 2\n")
	if f.Engine == Scan {
		t.Skip("built without cgo")
	}
	clean := Parse("python", "def f():\n    y = 1; z = 2\n\nx = 1 +\n")
	if len(clean.Damage) == 0 {
		t.Fatal("no damage")
	}
	// Two statements on one line are seen by the tree alone.
	if n := strings.Count(outline(clean), "statement 2-2"); n != 2 {
		t.Errorf("%d statements in line 2:\n%s", n, outline(clean))
	}
	if len(Parse("python", "def f():\n    y = 1; z = 2\n").Damage) != 0 {
		t.Error("damage in a sound text")
	}
}

func TestMissingIsDamage(t *testing.T) {
	f := Parse("go", "package a\n\nfunc f() {\n\tx(1\n}\n")
	if f.Engine == Scan {
		t.Skip("built without cgo")
	}
	var kinds []string
	for _, d := range f.Damage {
		kinds = append(kinds, d.Kind+" in "+d.Enclosing)
	}
	if got := strings.Join(kinds, ", "); !strings.Contains(got, "MISSING ) in argument_list") {
		t.Errorf("damage: %s", got)
	}
}
