package golang

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

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
