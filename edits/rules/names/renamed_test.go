package names

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

// TestRenamed: what the last commit calls so is written as it is called today, wherever the finding points.
func TestRenamed(t *testing.T) {
	now := func(names ...string) ruletest.Project {
		return ruletest.Project{Became: map[string][]string{"total": names}}
	}
	one := now("amount_due")
	ruletest.Run(t, "python", Renamed, []ruletest.Case{
		{Name: "a name", Message: "Undefined name `total`", Project: one, In: "print(«total»(1))\n",
			Want: "print(amount_due(1))\n"},
		{Name: "a member", Message: `"Cart" has no attribute "total"`, Project: one,
			In: "total = «cart.total»(Cart.x)\n", Want: "total = cart.amount_due(Cart.x)\n"},
		{Name: "an import", Message: `Module "cart" has no attribute "total"`, Project: one,
			In:   "«from cart import total»\n\nx.total = total(total=1)\n",
			Want: "from cart import amount_due\n\nx.total = amount_due(total=1)\n"},
		{Name: "an import of a module in a package", Message: `Module "shop.cart" has no attribute "total"`, Project: one,
			In:   "«from shop.cart import Cart, total»\ntotal(Cart)\n",
			Want: "from shop.cart import Cart, amount_due\namount_due(Cart)\n"},
		{Name: "an import under another name", Message: `Module "cart" has no attribute "total"`, Project: one,
			In: "«from cart import total as sum_of»\nsum_of()\n", Want: "from cart import amount_due as sum_of\nsum_of()\n"},
		{Name: "a parameter", Message: `Unexpected keyword argument "total" for "f"`, Project: one,
			In: "«f(a, total=1)»\n", Want: "f(a, amount_due=1)\n"},
		{Name: "an import that is bound again", Message: `Module "cart" has no attribute "total"`, Project: one,
			In: "«from cart import total»\n\ndef f(total):\n    return total\n", Why: "more than one meaning"},
		{Name: "two names", Message: "Undefined name `total`", Project: now("a", "b"), In: "print(«total»(1))\n",
			Why: "became a and b"},
		{Name: "not renamed", Message: "Undefined name `total`", In: "print(«total»(1))\n", Why: "not renamed"},
	})
	ruletest.Run(t, "go", Renamed, []ruletest.Case{
		{Name: "a function", Message: "undefined: total", Project: one,
			In: "package a\n\nvar x = «total»(1)\n", Want: "package a\n\nvar x = amount_due(1)\n"},
		{Name: "of a package", Message: "undefined: cart.total", Project: one,
			In: "package a\n\nvar x = «cart.total»(1)\n", Want: "package a\n\nvar x = cart.amount_due(1)\n"},
		{Name: "a method", Message: "c.total undefined (type Cart has no field or method total)", Project: one,
			In: "package a\n\nvar x = «c».total(1)\n", Want: "package a\n\nvar x = c.amount_due(1)\n"},
	})
	ruletest.Run(t, "typescript", Renamed, []ruletest.Case{
		{Name: "an import", Message: `Module '"./cart"' has no exported member 'total'.`, Project: one,
			In:   "import { «total» } from './cart';\n\nconst x = total(1);\n",
			Want: "import { amount_due } from './cart';\n\nconst x = amount_due(1);\n"},
	})
}
