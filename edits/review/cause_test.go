package review

import (
	"slices"
	"testing"
)

// TestGone: what a module had at its top level and has no more, where it says what it has.
func TestGone(t *testing.T) {
	const before = "LIMIT = 1\n\n\ndef f():\n    def inner():\n        pass\n\n\nclass C:\n    def m(self):\n        pass\n"
	for name, c := range map[string]struct {
		lang, before, after string
		want                []string
	}{
		"a function":           {"python", before, "LIMIT = 1\n\n\nclass C:\n    pass\n", []string{"f"}},
		"imported instead":     {"python", before, "from b import LIMIT, f, C\n", nil},
		"a star may bring it":  {"python", before, "from b import *\n", nil},
		"names by asking":      {"python", before, "def __getattr__(name):\n    return 1\n", nil},
		"an exported function": {"typescript", "export function f() {}\nexport const a = 1;\n", "export const a = 1;\n", []string{"f"}},
		"another value of a property": {"javascript",
			"module.exports = {\n  f: function () {\n  },\n  g: function () {\n  },\n};\n",
			"function one() {}\nmodule.exports = {\n  f: one,\n};\n", []string{"g"}},
		"a property of exports": {"javascript",
			"exports.f = f;\nfunction f() {}\n", "exports.f = one;\nfunction one() {}\n", nil},
		"exported by its name": {"javascript",
			"export function f() {}\n", "function one() {}\nexport { one as f };\n", nil},
		"exported under another": {"javascript",
			"exports.f = f;\nfunction f() {}\n", "exports.one = one;\nfunction one() {}\n", []string{"f"}},
		"the compiler says so": {"go", "package a\n\nfunc F() {}\n", "package a\n", nil},
	} {
		ending := map[string]string{"python": "py", "typescript": "ts", "javascript": "js", "go": "go"}[c.lang]
		f := file("a."+ending, c.before, c.after, nil, nil)
		f.Before.Lang, f.After.Lang = c.lang, c.lang
		if got := f.Gone(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
