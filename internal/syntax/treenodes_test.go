//go:build cgo

package syntax

import "testing"

func TestTreeOf(t *testing.T) {
	tree, ok := TreeOf("python", "def f(x, y=1):\n    return x < y\n")
	if !ok {
		t.Fatal("no tree")
	}
	kinds := map[string]string{}
	for i, n := range tree.Nodes {
		if n.Parent >= i || n.Next <= i || n.Parent >= 0 && tree.Nodes[n.Parent].Next < n.Next {
			t.Errorf("node %d: %+v", i, n)
		}
		kinds[n.Kind] = tree.Text(i)
	}
	if kinds["comparison_operator"] != "x < y" || kinds["integer"] != "1" || kinds["<"] != "<" {
		t.Errorf("%q", kinds)
	}
	def := tree.Children(0)[0]
	if name := tree.Child(def, "name"); name < 0 || tree.Text(name) != "f" || tree.Up(name, "module") != 0 {
		t.Errorf("name %d", name)
	}
	if got := len(tree.Children(tree.Child(def, "parameters"))); got != 5 { // ( x , y=1 )
		t.Errorf("%d children", got)
	}
	if _, ok := TreeOf("cobol", "x"); ok {
		t.Error("a tree without a grammar")
	}
	broken, _ := TreeOf("go", "package p\nfunc f( {\n")
	some := false
	for _, n := range broken.Nodes {
		some = some || n.Error
	}
	if !some {
		t.Error("damage is not told")
	}
}
