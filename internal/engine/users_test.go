package engine

import (
	"slices"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
)

// TestUsersOfAFile: who may see a change of a file.
func TestUsersOfAFile(t *testing.T) {
	k := newUsage()
	for path, body := range map[string]string{
		"src/shop/cart.py":  "x = 1\n",
		"src/shop/api.py":   "from .cart import x\n",
		"src/shop/far.py":   "import shop.cart as c\n",
		"src/shop/pack.py":  "from shop import cart\n",
		"src/shop/other.py": "from .scart import x\nimport cartoon\n",
		"src/shop/shown.py": "\"\"\"\n>>> from shop.cart import x\n\"\"\"\n",
		"go.mod":            "module example.org/m // x\n",
		"a/a.go":            "package a\n",
		"a/more.go":         "package a\n",
		"b/b.go":            "package b\n\nimport (\n\tq \"example.org/m/a\"\n)\n\nfunc f() {}\n",
		"c/c.go":            "package c\n\nimport \"example.org/m/ab\"\n\nvar s = \"example.org/m/a\"\n",
		"crate/src/lib.rs":  "", "crate/src/in/x.rs": "", "crate/tests/t.rs": "", "cratered/src/lib.rs": "",
	} {
		k.add(path, body)
	}
	sorted := func(list []string) []string { return slices.Sorted(slices.Values(list)) }
	for _, tt := range []struct {
		got, want []string
	}{
		{sorted(k.importers("src/shop/cart.py")), []string{"src/shop/api.py", "src/shop/far.py", "src/shop/pack.py"}},
		{slices.Compact(slices.Sorted(k.users("", "src/shop/cart.py", "x"))),
			[]string{"src/shop/api.py", "src/shop/shown.py"}},
		{sorted(k.goUsers("a/a.go", true)), []string{"a/a.go", "a/more.go"}},
		{sorted(k.goUsers("a/a.go", false)), []string{"a/a.go", "a/more.go", "b/b.go"}},
		{k.inCrate("crate/src/lib.rs"), []string{"crate/src/in/x.rs", "crate/src/lib.rs", "crate/tests/t.rs"}},
	} {
		if !slices.Equal(tt.got, tt.want) {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
	f := func(s string) text.Snapshot { return text.File("/m/a.go", "go", "package a\n\n"+s) }
	if before := f("func F() int {\n\treturn 1\n}\n"); !insideFunctions(before, f("func F() int {\n\tx := 2\n\treturn x\n}\n")) ||
		insideFunctions(before, f("func F() string {\n\treturn 1\n}\n")) || insideFunctions(before, f("var X = 1\n\nfunc F() int {\n\treturn 1\n}\n")) {
		t.Error("what can be seen from outside is not told apart")
	}
}
