package doubt

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestBroken: what a line is changed to is wrong for the use of its name in another one.
func TestBroken(t *testing.T) {
	needsParser(t)
	for _, c := range []struct{ name, lang, old, new, rest, want string }{
		{"a method", "javascript", "const k = { make: function (n) {} };", "const k = { make(n) {} };", "new k.make(3);\n",
			"line 2 makes objects with make"},
		{"an arrow function", "javascript", "const P = function () {};", "const P = () => {};", "P.prototype.x = 1;\n",
			"line 2 makes objects with P"},
		{"asked for its kind", "javascript", "const P = function () {};", "const P = () => {};", "x instanceof P;\n",
			"with P"},
		{"called", "javascript", "const f = function () {};", "const f = () => {};", "f(); new fs();\n", ""},
		{"renamed", "javascript", "const P = function () {};", "const P = function P() {};", "new P();\n", ""},
		{"an element's", "javascriptreact", "import { h } from 'preact';", "", "/** @jsx h */\n",
			"made with h, as the comment @jsx h"},
		{"no element's", "javascriptreact", "import { html } from 'preact';", "", "/** @jsx h */\n", ""},
		{"a prototype", "javascript", "x = { __proto__: __proto__ };", "x = { __proto__ };", "", "sets the prototype"},
		{"one on its line", "javascript", "x = {\n  '__proto__': p,\n};", "x = {\n  ['__proto__']: p,\n};", "",
			"sets the prototype"},
		{"another property", "javascript", "x = { __proto__: p, a: a };", "x = { __proto__: p, a };", "", ""},
		{"another language", "python", "P = function()", "P = f()", "new P\n", ""},
	} {
		src := c.old + "\n" + c.rest
		got := change(text.File("a.js", c.lang, src), diff.Minimal(src, c.new+"\n"+c.rest)).Broken()
		if !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestDoubtful: an import is left to the compiler alone where no decorator may be told of it, and a function loses its
// word where no other file may make objects with it.
func TestDoubtful(t *testing.T) {
	needsParser(t)
	for _, c := range []struct {
		old, new, rest string
		want           bool
	}{
		{"import { A } from './a';", "import type { A } from './a';", "@Injectable()\nclass B {}\n", true},
		{"import { A, b } from './a';", "import { type A, b } from './a';", "class B {\n  @Input() a: A;\n}\n", true},
		{"import { A } from './a';", "import type { A } from './a';", "class B {}\n", false},
		{"import { A, b } from './a';", "import { A } from './a';", "@Injectable()\nclass B {}\n", false},
		{"const Box = function () {};", "const Box = () => {};", "export { Box };\n", true},
		{"const Box = function () {};", "const Box = () => {};", "Box();\n", false},
		{"const box = function () {};", "const box = () => {};", "export { box };\n", false},
	} {
		src := c.old + "\n" + c.rest
		if got := change(text.File("a.ts", "typescript", src),
			diff.Minimal(src, c.new+"\n"+c.rest)).May(); (got != "") != c.want {
			t.Errorf("%s: %q", c.new, got)
		}
	}
}

// change is what edits of a text are to the package.
func change(s text.Snapshot, edits []text.Edit) Change {
	return Change{Snapshot: s, File: syntax.Parse(s.Lang, s.Text()), Edits: edits}
}
