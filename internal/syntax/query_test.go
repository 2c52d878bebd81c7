package syntax

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/text"
)

func TestLanguage(t *testing.T) {
	for path, want := range map[string]string{
		"/a/b.py": "python", "stub.pyi": "python", "x.GO": "go", "a.d.ts": "typescript", "a.tsx": "typescriptreact",
		"a.mjs": "javascript", "a.jsx": "javascriptreact", "lib.rs": "rust", `C:\a\Makefile`: "makefile",
		"Dockerfile": "dockerfile", "go.mod": "go.mod", "a.unknown": "", "noext": "", "": "", ".py": "python",
	} {
		if got := Language(path); got != want {
			t.Errorf("Language(%q) = %q, want %q", path, got, want)
		}
	}
}

func TestAtPrefersTheInnermost(t *testing.T) {
	src := "class A:\n    def f(self):\n        if a: return 1\n\n    x = 1\n"
	for _, f := range both("python", src) {
		for line, want := range []Kind{Class, Function, 0, Class, Statement} {
			i := f.At(line)
			if want != 0 && (i < 0 || f.Nodes[i].Kind != want) && !(line == 3 && i >= 0 && f.Nodes[i].Kind == Function) {
				t.Errorf("engine %v, line %d: node %d\n%s", f.Engine, line+1, i, outline(f))
			}
		}
		if f.At(99) != -1 || f.At(-1) != -1 {
			t.Error("lines outside the text have a node")
		}
		i := f.Enclosing(2, Class)
		if i < 0 || f.Nodes[i].Name != "A" {
			t.Errorf("class at line 3: %d", i)
		}
		var kids []string
		for j := range f.Children(i) {
			kids = append(kids, f.Nodes[j].Name)
		}
		if !cmp.Equal(kids, []string{"f", ""}) {
			t.Errorf("children of A: %q", kids)
		}
		var defs []string
		for j := range f.Definitions() {
			defs = append(defs, f.Nodes[j].Name)
		}
		if !cmp.Equal(defs, []string{"A", "f"}) {
			t.Errorf("definitions: %q", defs)
		}
	}
}

// both are the facts of each engine.
func both(lang, src string) []*File {
	s := newFile(lang, src)
	s.scan()
	return []*File{Parse(lang, src), s}
}

func TestIdentifiers(t *testing.T) {
	for _, c := range []struct{ lang, src, want string }{
		{"python", "x = f'{a + b:{c}} text {{no}}' + r\"d\" # e\n", "x a b c"},
		{"python", "def f(self, n=1e5, 0xff): return héllo if not _ else None\n", "f self n héllo _"},
		{"python", "x = f'{a:>8b}{c!r:d}{e!s}{f != g}{h[1:i]}{(j:=k)}{l:{m}.{n!r}f}{o=}' + p\n", "x a c e f g h i j k l m n o p"},
		{"python", "x = f\"{a:b\" + c\ny = f'{d:e\nz = g\n", "x a c y d z g"},
		{"python", "x = f\"\"\"{a:%Y\n%m} {b\n!r}\"\"\" + c\n", "x a b c"},
		{"python", "'''doc\nstring''' + y\n", "y"},
		{"typescript", "const a = `t ${b.c(`${d}`)} e` // f\n", "a b c d"},
		{"javascript", "let r = /ab[/]c/g.test(x) / y; // z\n", "r g test x y"},
		{"rust", "let x: &'a str = r#\"no \"quote\"#; 'c'; b'\\''\n", "x a str"},
		{"go", "s := `raw` + \"x\\\"y\" + 'c' // d\nvar _ = /* e */ g\n", "s _ g"},
	} {
		f := Parse(c.lang, c.src)
		var got []string
		for _, id := range f.Identifiers(text.Span{Start: 0, End: len(c.src)}) {
			got = append(got, id.Name)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s %q: %q, want %q", c.lang, c.src, got, c.want)
		}
	}
	f := Parse("python", "aa bb 'cc' dd")
	if got := f.Identifiers(text.Span{Start: 1, End: 12}); len(got) != 3 || got[0].Name != "a" || got[2].Name != "d" {
		t.Errorf("part of a line: %v", got)
	}
}

func TestImportNames(t *testing.T) {
	for _, c := range []struct {
		lang, src, module string
		names             []string
	}{
		{"python", "import a.b, c as d\n", "a.b", []string{"a", "d"}},
		{"python", "from . import (\n  a,  # x, y\n  b as c,\n)\n", ".", []string{"a", "c"}},
		{"python", "from a import *\n", "a", nil},
		{"go", "package p\n\nimport \"a/b/v2\"\n", "a/b/v2", []string{"b"}},
		{"go", "package p\n\nimport y \"gopkg.in/yaml.v3\"\n", "gopkg.in/yaml.v3", []string{"y"}},
		{"go", "package p\n\nimport _ \"a\"\n", "a", nil},
		{"typescript", "import d, { a, type B as C } from \"m\";\n", "m", []string{"d", "a", "C"}},
		{"typescript", "import * as ns from 'm';\n", "m", []string{"ns"}},
		{"typescript", "import \"side\";\n", "side", nil},
		{"javascript", "const { a, b: c } = require('m');\n", "m", []string{"a", "c"}},
		{"rust", "use a::{b, c::{self, D as E}};\n", "a", []string{"b", "a", "E"}},
		{"rust", "pub use a::b::*;\n", "a::b::*", nil},
	} {
		for _, f := range both(c.lang, c.src) {
			i := slices.IndexFunc(f.Nodes, func(n Node) bool { return n.Kind == Import })
			if i < 0 {
				t.Errorf("%s: no import in %q", c.lang, c.src)
				continue
			}
			n := f.Nodes[i]
			if c.lang == "rust" && len(c.names) == 3 { // self names the path before it
				c.names[1] = n.Names[1]
			}
			if n.Name != c.module || !cmp.Equal(n.Names, c.names) {
				t.Errorf("%s %q: %q %q, want %q %q", c.lang, c.src, n.Name, n.Names, c.module, c.names)
			}
		}
	}
}

func TestBindings(t *testing.T) {
	src := "import os\nX: int = 1\n\nclass A:\n    y: str\n\n    def __init__(self, z: int = 2, *args):\n        self.w = z\n        a, b = z, X\n"
	for _, f := range both("python", src) {
		for name, want := range map[string]string{
			"os": "5 1", "X": "2 2", "A": "1 4", "y": "2 5", "__init__": "1 7", "z": "4 7", "args": "4 7", "w": "3 8 self", "a": "3 9", "b": "3 9",
			"nobody": "",
		} {
			got := ""
			for _, b := range f.Bindings(name) {
				got = strings.TrimSpace(strings.Join([]string{got, string('0' + rune(b.Kind)), string('1' + rune(b.Lines.Start))}, " "))
				if b.Self {
					got += " self"
				}
			}
			if got != want {
				t.Errorf("engine %v: %s is bound at %q, want %q", f.Engine, name, got, want)
			}
		}
	}
}

func TestStatement(t *testing.T) {
	src := "x = [\n  1,\n  2,\n]\ny = \"\"\"a\nb\"\"\"\nz = 1 + \\\n  2\nfor i in (\n  j\n):\n    k()\n    l()\n"
	for _, f := range both("python", src) {
		for _, c := range []struct{ in, want text.Lines }{
			{text.Lines{Start: 1, End: 2}, text.Lines{Start: 0, End: 4}},
			{text.Lines{Start: 4, End: 5}, text.Lines{Start: 4, End: 6}},
			{text.Lines{Start: 7, End: 8}, text.Lines{Start: 6, End: 8}},
			{text.Lines{Start: 9, End: 10}, text.Lines{Start: 8, End: 11}},
			{text.Lines{Start: 11, End: 12}, text.Lines{Start: 11, End: 12}},
			{text.Lines{Start: 3, End: 5}, text.Lines{Start: 0, End: 6}},
			{text.Lines{Start: 2, End: 2}, text.Lines{Start: 0, End: 4}},
			{text.Lines{Start: 90, End: 99}, text.Lines{Start: 13, End: 13}},
		} {
			if got := f.Statement(c.in); got != c.want {
				t.Errorf("engine %v: Statement(%v) = %v, want %v", f.Engine, c.in, got, c.want)
			}
		}
	}
}
