package rules

import "testing"

func TestNeighbourName(t *testing.T) {
	const undefined = "Undefined name `receivd`"
	of := func(name, in, want, why string) ruleCase {
		return ruleCase{name: name, signal: "ruff/F821", message: undefined, in: in, want: want, why: why}
	}
	runCases(t, "python", []ruleCase{
		of("of the module", "received = 1\nprint(«receivd»)\n", "received = 1\nprint(received)\n", ""),
		of("a parameter", "def f(received):\n    return «receivd»\n", "def f(received):\n    return received\n", ""),
		of("of a function around", "def f():\n    received = 1\n    def g():\n        return «receivd»\n    return g\n", "def f():\n    received = 1\n    def g():\n        return received\n    return g\n", ""),
		of("an import", "from m import received\nx = «receivd»()\n", "from m import received\nx = received()\n", ""),
		of("of another function", "def f(received):\n    return 1\n\n\ndef g():\n    return «receivd»\n", "", "no single import"),
		of("a member", "class A:\n    received = 1\n\n    def g(self):\n        return «receivd»\n", "", "no single import"),
		of("two", "received = 1\nreceive = 1\nprint(«receivd»)\n", "", "as near"),
		of("one of several", "receivds = 1\nprint(«receivd»)\n", "", "no single import"),
		{name: "short", signal: "ruff/F821", message: "Undefined name `ab`", in: "abc = 1\nprint(«ab»)\n", why: "no single import"},
		of("bound elsewhere", "received = 1\ndef f():\n    receivd = 2\nprint(«receivd»)\n", "", "defines receivd somewhere"),
	})
	runCases(t, "go", []ruleCase{
		{name: "Go", signal: "go/UndeclaredName", message: "undefined: cuonter", in: "package a\n\nfunc f(counter int) int {\n\treturn «cuonter»\n}\n", want: "package a\n\nfunc f(counter int) int {\n\treturn counter\n}\n"},
	})
	runCases(t, "javascript", []ruleCase{
		{name: "ESLint", signal: "eslint/no-undef", message: "'cuonter' is not defined.", in: "export function f(counter) {\n  return «cuonter»;\n}\n", want: "export function f(counter) {\n  return counter;\n}\n"},
	})
}
