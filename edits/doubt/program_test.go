package doubt

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestProgram: what other lines of a file do with what an edit changes, which is small enough to be written down whole:
// "@was~now@" is the edit.
func TestProgram(t *testing.T) {
	const union = "Use `X | None` for type annotations"
	const unsorted = "`P.__slots__` is not sorted"
	for _, c := range []struct {
		name, lang, src, message string
		others                   others
		broken, may              string
	}{
		{name: "an exception that is handled", lang: "python",
			src:    "try:\n    x = @list(g)[0]~next(iter(g))@\nexcept IndexError:\n    x = 0\n",
			broken: "nothing would raise any more what line 3 handles: except IndexError"},
		{name: "one of several that are handled", lang: "python",
			src: "try:\n    x = @'/'.join([a, b])~f'{a}/{b}'@\nexcept OSError:\n    x = 0\n" +
				"except (ValueError, TypeError):\n    y = 0\n",
			broken: "line 5"},
		{name: "one that another line raises as well", lang: "python",
			src: "try:\n    x = @list(g)[0]~next(iter(g))@\n    y = d[x]\nexcept KeyError:\n    x = 0\n"},
		{name: "one that is raised as before", lang: "python",
			src: "try:\n    x = @list(g)[0]~[*g][0]@\nexcept IndexError:\n    x = 0\n"},
		{name: "another one", lang: "python",
			src: "try:\n    x = @list(g)[0]~next(iter(g))@\nexcept OSError:\n    x = 0\n"},
		{name: "behind the statement", lang: "python",
			src: "try:\n    x = d[0]\nexcept IndexError:\n    x = @list(g)[0]~next(iter(g))@\n"},
		{name: "the caller's list", lang: "python", src: "def f(x):\n    @x = x[::-1]~x.reverse()@\n    return x\n",
			broken: "the caller of the function has x"},
		{name: "a list with another name", lang: "python", src: "x = [1]\ny = x\n@x = x[::-1]~x.reverse()@\n",
			broken: "line 2 has another name for x"},
		{name: "an attribute", lang: "python", src: "def f(self):\n    x = self.list\n    @x = x + [1]~x += [1]@\n",
			broken: "line 2 has another name for x"},
		{name: "a list of the function", lang: "python",
			src: "def f():\n    x = [1]\n    @x = x[::-1]~x.reverse()@\n    return x\n\n\ndef g(x):\n    y = x\n"},
		{name: "a new object as before", lang: "python", src: "def f(x):\n    @x = x[::-1]~x = list(reversed(x))@\n"},
		{name: "a method of its own", lang: "python",
			src: "class A(TestCase):\n    def assertEqual(self, a, b): ...\n\n    def test(self):\n" +
				"        @self.assertEqual(1, 2)~assert 1 == 2@\n", broken: "the file defines assertEqual itself"},
		{name: "a method of the base", lang: "python",
			src: "class A(TestCase):\n    def test(self):\n        @self.assertEqual(1, 2)~assert 1 == 2@\n"},
		{name: "its own method as before", lang: "python",
			src: "class A:\n    def f(self): ...\n\n    def g(self):\n" +
				"        return @self.f() == None~self.f() is None@\n"},
		{name: "names by their places", lang: "python", message: unsorted,
			src: "class P:\n    __slots__ = @'y', 'x'~'x', 'y'@\n" +
				"    def f(self, *v): return zip(self.__slots__, v)\n",
			broken: "zip(self.__slots__", may: "in its order"},
		{name: "names one by one", lang: "python", message: unsorted,
			src: "class P:\n    __slots__ = @'y', 'x'~'x', 'y'@\n" +
				"    def f(self): return [n for n in self.__slots__]\n",
			may: "in its order"},
		{name: "annotations that become texts", lang: "python",
			src: "@import re~from __future__ import annotations\nimport re@\n\n\nclass A:\n" +
				"    x: int\n\n\nA.__annotations__['x']('1')\n",
			broken: "__annotations__"},
		{name: "an annotation that becomes a union", lang: "python",
			src:    "def f(x: @int~int | None@ = None): ...\n\n\nsignature(f).parameters['x'].annotation('1')\n",
			broken: ".annotation"},
		{name: "annotations that nobody reads", lang: "python",
			src: "@import re~from __future__ import annotations\nimport re@\n\n\ndef f(x: int): ...\n"},
		{name: "a union taken apart", lang: "python", message: union,
			src:    "def f(x: @Optional[int]~int | None@): ...\n\n\nget_origin(h) is Union\n",
			broken: "get_origin", may: "get_origin"},
		{name: "a union taken apart by both names", lang: "python", message: union,
			src: "def f(x: @Optional[int]~int | None@): ...\n\n\nget_origin(h) in (Union, UnionType)\n" +
				"", may: "get_origin"},
		{name: "a list that others change", lang: "python",
			src: "for h in @list(hooks)~hooks@:\n    h()\n\n\ndef once(h):\n    hooks.remove(h)\n",
			may: "line 6 changes hooks"},
		{name: "an attribute that others change", lang: "python",
			src: "class A:\n    def f(self):\n        for h in @self.hooks[:]~self.hooks@:\n            h()\n\n" +
				"    def once(self):\n        self.hooks[0] = None\n", may: "line 7 changes self.hooks"},
		{name: "a list that the function has", lang: "python",
			src: "def f():\n    x = []\n    x.append(1)\n    for h in @list(x)~x@:\n        h()\n\n\n" +
				"def g(x):\n    x.append(1)\n"},
		{name: "one that a function in it changes", lang: "python",
			src: "def f():\n    x = []\n    def g():\n        x.append(1)\n    for h in @list(x)~x@:\n        h()\n",
			may: "line 4 changes x"},
		{name: "another one's name", lang: "python",
			src: "for h in @list(hooks)~hooks@:\n    h()\n\n\ndef f():\n    hooks = []\n    hooks.remove(1)\n"},
		{name: "a script's list", lang: "javascript",
			src: "for (const h of @[...hooks]~hooks@) h();\nfunction once(h) {\n  hooks.splice(0, 1);\n}\n",
			may: "line 3 changes hooks"},
		{name: "a path of bytes", lang: "python",
			src: "if n.endswith(b'.txt'):\n    x = @open(n).read()~Path(n).read_text()@\n",
			may: "Path accepts only text"},
		{name: "a path in the file", lang: "python", src: "x = b''\ny = @open('a').read()~Path('a').read_text()@\n"},
		{name: "a path of text", lang: "python", src: "y = @open(n).read()~Path(n).read_text()@\n"},
		{name: "an argument that a test sees", lang: "python", src: "f = @open(p, 'r')~open(p)@\n",
			others: others{"builtins.open"}, may: "other.py may see with what open is called"},
		{name: "an import for what it loads", lang: "typescript",
			src:    "@import { A }~import type { A }@ from './a';\nlet a: A;\n",
			others: others{"verbatimModuleSyntax"}, may: "a type import does not load './a'"},
		{name: "one of what is loaded besides", lang: "typescript", others: others{"verbatimModuleSyntax"},
			src: "@import { A }~import type { A }@ from './a';\nimport { b } from './a';\n"},
		{name: "one that the compiler leaves out", lang: "typescript",
			src: "@import { A }~import type { A }@ from './a';\nlet a: A;\n"},
		{name: "what may be no text", lang: "javascript", src: "const f = (x) => @/^a/.test(x)~x.startsWith('a')@;\n",
			may: "x may be no text"},
		{name: "what is a text", lang: "typescript",
			src: "const f = (x: string) => @/^a/.test(x)~x.startsWith('a')@;\n"},
		{name: "what becomes a text", lang: "javascript",
			src: "const f = (x) => @/^a/.test(String(x))~String(x).startsWith('a')@;\n"},
		{name: "a docstring that a test compares", lang: "python",
			src:    "def f():\n    \"\"\"@its~Its@ words.\"\"\"\n\n\nassert 'its words' in f.__doc__\n",
			broken: "line 5 has the words", may: "reads docstrings"},
		{name: "one that is shown", lang: "python",
			src: "def f():\n    \"\"\"@its~Its@ words.\"\"\"\n\n\nprint(f.__doc__)\n", may: "reads docstrings"},
		{name: "one that nobody reads", lang: "python",
			src: "def f():\n    \"\"\"@its~Its@ words.\"\"\"\n\n\nprint('its words')\n"},
		{name: "a line that goes on", lang: "javascript", src: "const a = f()\n@Object.assign({}, b)~({ ...b})@\n",
			broken: "would go on with the statement above"},
		{name: "one that does not, for a semicolon", lang: "javascript",
			src: "const a = f();\n@Object.assign({}, b)~({ ...b})@\n"},
		{name: "one that does not, for a block", lang: "javascript",
			src: "if (a) {\n}\n@Object.assign({}, b)~({ ...b})@\n"},
		{name: "one that went on before", lang: "javascript", src: "const a = f\n  @(b)~(c)@\n"},
	} {
		if !parses && strings.HasSuffix(c.lang, "script") {
			continue // see TestWithoutParser
		}
		before, rest, _ := strings.Cut(c.src, "@")
		edit, rest, _ := strings.Cut(rest, "@")
		old, now, _ := strings.Cut(edit, "~")
		s := text.File("/w/own", c.lang, before+old+rest)
		ch := change(s, []text.Edit{{Span: text.Span{Start: len(before), End: len(before) + len(old)}, New: now}})
		ch.Finding, ch.Project = signal.Diagnostic{Message: c.message}, c.others
		for _, edits := range [][]text.Edit{ch.Edits, diff.Minimal(s.Text(), before+now+rest)} {
			ch.Edits = edits
			for _, x := range []struct{ said, want string }{{ch.Broken(), c.broken}, {ch.May(), c.may}} {
				if (x.said == "") != (x.want == "") || !strings.Contains(x.said, x.want) {
					t.Errorf("%s: %q, want %q", c.name, x.said, x.want)
				}
			}
		}
	}
}
