package golang

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

// TestProjectImport: a package that the project has once is imported among those of its kind.
func TestProjectImport(t *testing.T) {
	of := func(homes ...rule.Home) ruletest.Project {
		return ruletest.Project{HomesOf: map[string][]rule.Home{"cart": homes}}
	}
	one := of(rule.Home{Module: "example.org/shop/cart"})
	const use = "\n\nfunc f() { «cart».New() }\n"
	plain := strings.NewReplacer("«", "", "»", "").Replace(use)
	ruletest.Run(t, "go", In(ProjectImport), []ruletest.Case{
		{Name: "alone", Message: "undefined: cart", Project: one,
			In: "package a" + use, Want: "package a\n\nimport \"example.org/shop/cart\"" + plain},
		{Name: "behind the standard library", Message: "undefined: cart", Project: one,
			In:   "package a\n\nimport (\n\t\"os\"\n)" + use,
			Want: "package a\n\nimport (\n\t\"os\"\n\n\t\"example.org/shop/cart\"\n)" + plain},
		{Name: "sorted", Message: "undefined: cart", Project: one,
			In: "package a\n\nimport (\n\t\"os\"\n\n\t\"example.org/shop/a\"\n\t\"example.org/shop/z\"\n)" + use,
			Want: "package a\n\nimport (\n\t\"os\"\n\n\t\"example.org/shop/a\"\n\t\"example.org/shop/cart\"\n" +
				"\t\"example.org/shop/z\"\n)" + plain},
		{Name: "under another name", Message: "undefined: cart", Project: of(rule.Home{Module: "example.org/go-cart"}),
			In: "package a" + use, Want: "package a\n\nimport cart \"example.org/go-cart\"" + plain},
		{Name: "two", Message: "undefined: cart", Project: of(rule.Home{Module: "a/cart"}, rule.Home{Module: "b/cart"}),
			In: "package a" + use, Why: "a/cart or b/cart"},
		{Name: "none", Message: "undefined: cart", In: "package a" + use, Why: "no other file"},
		{Name: "no package", Message: "undefined: cart", Project: one, In: "package a\n\nvar x = «cart».total\n",
			Why: "not used as a package"},
	})
}

// TestExport: the only exported name of a package that is a slip away is written.
func TestExport(t *testing.T) {
	p := ruletest.Project{Lang: "go", Modules: map[string][]string{
		"strings": {"package strings\n\nfunc Replace() {}\n\nfunc Repeat() {}\n",
			"package strings\n\ntype Builder struct{}\n\nconst replacf = 1\n"},
	}}
	of := func(name, written, want, why string) ruletest.Case {
		const src = "package a\n\nimport \"strings\"\n\nvar x = NAME()\n"
		c := ruletest.Case{Name: name, Message: "undefined: " + written, Project: p, Why: why,
			In: strings.Replace(src, "NAME", "«"+written+"»", 1)}
		if want != "" {
			c.Want = strings.Replace(src, "NAME", want, 1)
		}
		return c
	}
	ruletest.Run(t, "go", In(Export), []ruletest.Case{
		of("a slip", "strings.Repace", "strings.Replace", ""), of("a type", "strings.Bilder", "strings.Builder", ""),
		of("another case", "strings.repeat", "strings.Repeat", ""), of("not exported", "strings.replacg", "", "slip away"),
		of("another word", "strings.Substitute", "", "slip away"), of("a short one", "strings.Re", "", "short names"),
		of("another package", "bytes.Repace", "", "nothing is read of a package"),
	})
	p.Modules["strings"] = append(p.Modules["strings"], "package strings\n\nfunc Replaces() {}\n")
	ruletest.Run(t, "go", In(Export), []ruletest.Case{of("two", "strings.Replacs", "", "are as near")})
}

const carts = "package a\n\ntype Cart struct {\n\tItems []int\n\tBase\n}\n\n" +
	"func (c *Cart) Total(rate int) int { return 0 }\n\n"

// TestMember: the only member of the type that is a slip away is written, wherever the type is declared.
func TestMember(t *testing.T) {
	const missing = " undefined (type %s has no field or method "
	say := func(what, of string) string {
		return what + strings.Replace(missing, "%s", of, 1) + what[strings.LastIndexByte(what, '.')+1:] + ")"
	}
	far := ruletest.Project{Lang: "go", Packaged: []string{carts},
		Modules: map[string][]string{"x/shop": {carts + "func (c Cart) totap() {}\n"}}}
	ruletest.Run(t, "go", In(Member), []ruletest.Case{
		{Name: "a method", Message: say("c.Totl", "*Cart"), In: carts + "func f(c *Cart) { «c».Totl(1) }\n",
			Want: carts + "func f(c *Cart) { c.Total(1) }\n"},
		{Name: "a field", Message: say("c.Itmes", "Cart"), In: carts + "func f(c Cart) { «c».Itmes[0]++ }\n",
			Want: carts + "func f(c Cart) { c.Items[0]++ }\n"},
		{Name: "one of several", Message: say("c.Item", "Cart"), In: carts + "func f(c Cart) { «c».Item[0]++ }\n",
			Want: carts + "func f(c Cart) { c.Items[0]++ }\n"},
		{Name: "of a literal", Message: "unknown field Itens in struct literal of type Cart",
			In: carts + "var x = Cart{«Itens»: nil}\n", Want: carts + "var x = Cart{Items: nil}\n"},
		{Name: "of another file", Project: far, Message: say("c.Totl", "Cart"),
			In: "package a\n\nvar x = «c».Totl(1)\n", Want: "package a\n\nvar x = c.Total(1)\n"},
		{Name: "of another package", Project: far, Message: say("c.Totl", "shop.Cart"),
			In:   "package b\n\nimport \"x/shop\"\n\nvar x = «c».Totl(1)\n",
			Want: "package b\n\nimport \"x/shop\"\n\nvar x = c.Total(1)\n"},
		{Name: "another word", Message: say("c.Sum", "Cart"), In: carts + "func f(c Cart) { «c».Sum() }\n", Why: "slip away"},
		{Name: "of no named type", Message: "c.x undefined (type struct{} has no field or method x)",
			In: carts + "var x = «c».x\n", Why: "named type"},
	})
}
