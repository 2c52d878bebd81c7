package names

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

// TestNeighbour: the only name in scope that is a slip away is written.
func TestNeighbour(t *testing.T) {
	of := func(name, in, want, why string) ruletest.Case {
		return ruletest.Case{Name: name, Message: "Undefined name `receivd`", In: in, Want: want, Why: why}
	}
	ruletest.Run(t, "python", Neighbour, []ruletest.Case{
		of("of the module", "received = 1\nprint(«receivd»)\n", "received = 1\nprint(received)\n", ""),
		of("a parameter", "def f(received):\n    return «receivd»\n", "def f(received):\n    return received\n", ""),
		of("of a function around",
			"def f():\n    received = 1\n    def g():\n        return «receivd»\n    return g\n",
			"def f():\n    received = 1\n    def g():\n        return received\n    return g\n", ""),
		of("an import", "from m import received\nx = «receivd»()\n", "from m import received\nx = received()\n", ""),
		of("of a loop", "for received in []:\n    print(«receivd»)\n",
			"for received in []:\n    print(received)\n", ""),
		of("of a handler", "def f():\n    try:\n        g()\n    except E as received:\n        print(«receivd»)\n",
			"def f():\n    try:\n        g()\n    except E as received:\n        print(received)\n", ""),
		of("of a comprehension", "x = [«receivd» for received in y]\n", "x = [received for received in y]\n", ""),
		of("only behind dots", "print(a.received)\nprint(«receivd»)\n", "", "no name in scope"),
		of("of another function", "def f(received):\n    return 1\n\n\ndef g():\n    return «receivd»\n", "",
			"no name in scope"),
		of("a member", "class A:\n    received = 1\n\n    def g(self):\n        return «receivd»\n", "", "no name in scope"),
		of("two", "received = 1\nreceive = 1\nprint(«receivd»)\n", "", "as near"),
		of("one of several", "receivds = 1\nprint(«receivd»)\n", "", "no name in scope"),
		{Name: "a builtin", Message: "Undefined name `pritn`", In: "«pritn»(1)\n", Want: "print(1)\n"},
		{Name: "a module", Message: "Undefined name `contextvars`",
			In: "_CONTEXT_VARS = 1\nx = «contextvars».ContextVar()\n", Why: "import of contextvars"},
		{Name: "what others import", Message: "Undefined name `receivd`", In: "received = 1\nprint(«receivd»)\n",
			Project: ruletest.Project{HomesOf: map[string][]rule.Home{"receivd": {{Module: "m", Name: "receivd"}}}},
			Why:     "import of receivd"},
		{Name: "a short builtin", Message: "Undefined name `call`", In: "«call»()\n", Why: "no name in scope"},
		{Name: "short", Message: "Undefined name `ab`", In: "abc = 1\nprint(«ab»)\n", Why: "three letters"},
		{Name: "a letter left out", Message: "Undefined name `slf`",
			In: "def f(self):\n    return «slf».x\n", Want: "def f(self):\n    return self.x\n"},
		{Name: "as short", Message: "Undefined name `abd`", In: "abc = 1\nprint(«abd»)\n", Why: "no name in scope"},
		of("bound elsewhere", "received = 1\ndef f():\n    receivd = 2\nprint(«receivd»)\n", "", "defines receivd somewhere"),
	})
	const condition = "package a\n\nfunc f(list []int) {\n\tif count := len(list); 1 > "
	const method = "package a\n\nfunc (counter *Counter) add(amount int) int {\n\treturn counter.n + «%s»\n}\n"
	in := func(s string) string { return strings.Replace(method, "«%s»", s, 1) }
	ruletest.Run(t, "go", Neighbour, []ruletest.Case{
		{Name: "a parameter", Message: "undefined: cuonter",
			In:   "package a\n\nfunc f(counter int) int {\n\treturn «cuonter»\n}\n",
			Want: "package a\n\nfunc f(counter int) int {\n\treturn counter\n}\n"},
		{Name: "of a method", Message: "undefined: amuont", In: in("«amuont»"), Want: in("amount")},
		{Name: "the receiver", Message: "undefined: cuonter", In: in("«cuonter».m"), Want: in("counter.m")},
		{Name: "of another file", Message: "undefined: newCuonter", Project: ruletest.Project{Lang: "go",
			Packaged: []string{"package a\n\nfunc newCounter() int { return 1 }\n"}}, In: in("«newCuonter»()"),
			Want: in("newCounter()")},
		{Name: "of a condition", Message: "undefined: cuont", In: condition + "«cuont» {\n\t}\n}\n",
			Want: condition + "count {\n\t}\n}\n"},
		{Name: "predeclared", Message: "undefined: appned", In: in("«appned»(nil)"), Want: in("append(nil)")},
	})
	ruletest.Run(t, "javascript", Neighbour, []ruletest.Case{
		{Name: "ESLint", Message: "'cuonter' is not defined.",
			In:   "export function f(counter) {\n  return «cuonter»;\n}\n",
			Want: "export function f(counter) {\n  return counter;\n}\n"},
		{Name: "of a pattern", Message: "'cuonter' is not defined.",
			In:   "export function f(o) {\n  const { a: counter } = o;\n  return «cuonter»;\n}\n",
			Want: "export function f(o) {\n  const { a: counter } = o;\n  return counter;\n}\n"},
	})
}
