package engine

import (
	"path/filepath"
	"testing"
)

// TestReading: which other file reads what a program says of itself.
func TestReading(t *testing.T) {
	root := t.TempDir()
	writeFiles(t, root, map[string]string{
		"own.py":        "f.__doc__\n",
		"a.py":          "g.__doc__ + '.'\nf.__doc__\n",
		"pass.py":       "w.__doc__ = h.__doc__\n",
		"order.py":      "for n in steps.__all__:\n    pass\nzip(self.__slots__, x)\n",
		"member.py":     "if n in m.__all__: pass\n__all__ += m.__all__\n",
		"test_all.py":   "for n in k.__slots__: pass\n",
		"apart.py":      "from typing import get_args\n",
		"parts.py":      "t.__args__ if getattr(t, '__origin__', 0) else ()\n",
		"kinds.js":      "module.exports = {}\n",
		"hints.py":      "import own\nget_type_hints(own.f)\n",
		"main.js":       "const w = new kinds.Widget(3)\n",
		"tree.py":       "import xml\nxml.dom.minidom.parse(x)\n",
		"sax.py":        "import xml.sax\nxml.sax.parse(x)\n",
		"own.json.py":   "json.decoder.f()\n",
		"tsconfig.json": `{"compilerOptions": {"verbatimModuleSyntax": true}} // as they are`,
		"b/dotted.pyi":  "typing.get_origin(x)\n",
	})
	e := &Engine{}
	for _, c := range []struct{ from, what, want string }{
		{"own.py", "f.__doc__", "a.py"}, {"own.py", "g.__doc__", "a.py"}, {"a.py", "g.__doc__", ""}, {"own.py", "h", ""},
		{"own.py", "__doc__", "a.py"},
		{"own.py", "__all__", "order.py"}, {"order.py", "__all__", ""}, {"own.py", "__slots__", "order.py"},
		{"own.py", "get_args", "apart.py"},
		{"own.py", "__args__", "parts.py"}, {"own.py", "__origin__", "parts.py"}, {"apart.py", "get_args", ""},
		{"own.py", "get_origin", "b/dotted.pyi"},
		{"kinds.js", "new Widget", "main.js"}, {"main.js", "new Widget", ""}, {"kinds.js", "new kinds", ""},
	} {
		if got := e.Reading(root, filepath.Join(root, c.from), c.what); got != c.want {
			t.Errorf("%s of %s is read by %q, want %q", c.what, c.from, got, c.want)
		}
	}
	for file, want := range map[string]string{"own.py": "hints.py", "a.py": ""} {
		if got := e.Evaluates(root, filepath.Join(root, file)); got != want {
			t.Errorf("the annotations of %s are evaluated by %q, want %q", file, got, want)
		}
	}
	for file, want := range map[string]string{"own.py": "hints.py", "hints.py": ""} {
		if got := e.Imported(root, filepath.Join(root, file)); got != want {
			t.Errorf("%s is imported by %q, want %q", file, got, want)
		}
	}
	for module, want := range map[string]string{"xml.dom.minidom": "tree.py", "xml.sax": "", "json.decoder": ""} {
		if got := e.Chained(root, filepath.Join(root, "own.py"), module); got != want {
			t.Errorf("%s is used by %q, want %q", module, got, want)
		}
	}
	if got := e.Reading(root, filepath.Join(root, "a.ts"), "verbatimModuleSyntax"); got != "tsconfig.json" {
		t.Errorf("imports are kept by %q", got)
	}
	if got := e.Reading("", "/own.py", "f.__doc__"); got != "" {
		t.Errorf("without a root: %q", got)
	}
}
