package golang

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestDeclare: a name that is declared nowhere is declared by the assignment to it.
func TestDeclare(t *testing.T) {
	in := func(s string) string { return "package a\n\nfunc f() (err error) {\n" + s + "\treturn nil\n}\n" }
	ruletest.Run(t, "go", In(Declare), []ruletest.Case{
		{Name: "one", Message: "undefined: x", In: in("\t«x» = g()\n\tuse(x)\n"), Want: in("\tx := g()\n\tuse(x)\n")},
		{Name: "with one of its block", Message: "undefined: x", In: in("\terr := g()\n\t«x», err = h()\n"),
			Want: in("\terr := g()\n\tx, err := h()\n")},
		{Name: "one would be hidden", Message: "undefined: x", In: in("\tif true {\n\t\t«x», err = h()\n\t\tuse(x)\n\t}\n"),
			Why: "would be hidden"},
		{Name: "a member beside it", Message: "undefined: x", In: in("\t«x», a.b = h()\n"), Why: "cannot be declared"},
		{Name: "in a header", Message: "undefined: x", In: in("\tif «x» = g(); x > 0 {\n\t}\n"),
			Why: "no statement of a block"},
		{Name: "read", Message: "undefined: x", In: in("\tuse(«x»)\n"), Why: "nothing is assigned"},
	})
	c := ruletest.Case{Message: "undefined: x", In: in("\tif true {\n\t\t«x» = g()\n\t}\n\tuse(x)\n")}
	p := c.Problem(t, "go")
	at := len(in("\tif true {\n\t\tx = g()\n\t}\n\tuse(")) - len("\treturn nil\n}\n")
	p.Others = []signal.Diagnostic{{Message: "undefined: x", Span: text.Span{Start: at, End: at + 1}}}
	if edits, err := In(Declare)(p); err == nil {
		t.Errorf("used behind its block, too: %v", edits)
	}
}

// TestCall: a function whose result is wanted is called.
func TestCall(t *testing.T) {
	const said = "cannot use s.name (value of type func() string) as string value in return statement"
	ruletest.Run(t, "go", In(Call), []ruletest.Case{
		{Name: "a method", Message: said, In: "package a\n\nfunc f(s T) string { return «s».name }\n",
			Want: "package a\n\nfunc f(s T) string { return s.name() }\n"},
		{Name: "of another result", Message: "cannot use name (value of type func() int) as string value in return statement",
			In: "package a\n\nfunc f() string { return «name» }\n", Why: "not about a function"},
	})
}

// TestReturn: the value that a function ends with is returned.
func TestReturn(t *testing.T) {
	ruletest.Run(t, "go", In(Return), []ruletest.Case{
		{Name: "a sum", Message: "missing return", In: "package a\n\nfunc f(a, b int) int {\n\tg()\n\ta + b\n«}»\n",
			Want: "package a\n\nfunc f(a, b int) int {\n\tg()\n\treturn a + b\n}\n"},
		{Name: "a call alone", Message: "missing return", In: "package a\n\nfunc f(a int) int {\n\tg(a)\n«}»\n",
			Want: "package a\n\nfunc f(a int) int {\n\treturn g(a)\n}\n"},
		{Name: "a call behind others", Message: "missing return",
			In: "package a\n\nfunc f(a int) int {\n\th()\n\tg(a)\n«}»\n", Why: "for what it does"},
		{Name: "a branch", Message: "missing return",
			In: "package a\n\nfunc f(a int) int {\n\tif a > 0 {\n\t\treturn 1\n\t}\n«}»\n", Why: "does not end with a value"},
		{Name: "two results", Message: "missing return", In: "package a\n\nfunc f(a int) (int, error) {\n\ta + 1\n«}»\n",
			Why: "does not end with a value"},
	})
}
