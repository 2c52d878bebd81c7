package imports

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/pyload"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestHidden: an import is left to type checkers where nobody is known to evaluate annotations with its name.
func TestHidden(t *testing.T) {
	const hints = "import typing\n\n\ndef load(cls):\n    return typing.get_type_hints(cls)\n"
	for _, c := range []struct{ name, body, own, installed, importer, want string }{
		{"nobody", "def f(x: Item): ...\n", "", "", "", ""},
		{"the file", "def f(x: Item): ...\n\n\nget_annotations(f, eval_str=True)\n", "", "", "", "the file evaluates"},
		{"who imports it", "def f(x: Item): ...\n", "", "", "main.py", "main.py evaluates"},
		{"a module of the project", "from own import load\n\n\nclass A:\n    x: Item\n", hints, "", "", "own evaluates"},
		{"a decorator", "from web import app\n\n\n@app.get('/')\ndef f(x: Item): ...\n", "", hints, "", "web evaluates"},
		{"a base", "from web import Model\n\n\nclass A(Model):\n    x: Item\n", "", hints, "", "web evaluates"},
		{"another function's decorator", "from web import app\n\n\n@app.get('/')\ndef g(): ...\n\n\n" +
			"def f(x: Item): ...\n", "", hints, "", ""},
		{"a class that derives from none", "import web\n\n\nclass A:\n    x: Item\n", "", hints, "", ""},
	} {
		before := "from m import Item\n" + c.body
		after := "from typing import TYPE_CHECKING\n" + c.body + "\nif TYPE_CHECKING:\n    from m import Item\n"
		ch := Change{Before: text.File("/w/a.py", "python", before), Edits: diff.Minimal(before, after),
			Evaluates: func() string { return c.importer },
			Program: pyload.New(func(module string) (pyload.File, bool) {
				src, ok := map[string]string{"m": "class Item: ...\n", "own": c.own, "web": c.installed}[module]
				return pyload.File{Path: module + ".py", Text: src, Own: module != "web"}, ok
			})}
		if got := ch.Hidden(); (got == "") != (c.want == "") || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	const gone = "from m import Item\nget_type_hints(f)\n"
	ch := Change{Before: text.File("/w/a.py", "python", gone),
		Edits: diff.Minimal(gone, "get_type_hints(f)  # TYPE_CHECKING\n")}
	if got := ch.Hidden(); got != "" {
		t.Errorf("an import that is gone: %q", got)
	}
}
