package rules

import "testing"

func TestKeywordArgument(t *testing.T) {
	const def = "def connect(host, *, port=80, secure=False): ...\n\n\n"
	const class = "class P:\n    def __init__(self, x, *, y=0): ...\n\n    def go(self, a, /, *, fast): ...\n\n    @staticmethod\n    def make(a, *, b): ...\n\n\n"
	const many = `Too many positional arguments for "connect"`
	runCases(t, "python", []ruleCase{
		{name: "of the same name", signal: "mypy/call-arg", message: many, in: def + "x = «connect(host, port)»\n", want: def + "x = connect(host, port=port)\n"},
		{name: "the last word of it", signal: "mypy/call-arg", message: many, in: def + "x = «connect(host, self.port, secure)»\n", want: def + "x = connect(host, port=self.port, secure=secure)\n"},
		{name: "pyright", signal: "pyright/reportCallIssue", message: "Expected 1 positional argument", in: def + "x = f(1, connect(host, «port»))\n", want: def + "x = f(1, connect(host, port=port))\n"},
		{name: "initialiser", signal: "mypy/call-arg", message: many, in: class + "p = «P(1, y)»\n", want: class + "p = P(1, y=y)\n"},
		{name: "method", signal: "mypy/call-arg", message: many, in: class + "«p.go(1, fast)»\n", want: class + "p.go(1, fast=fast)\n"},
		{name: "static method", signal: "mypy/call-arg", message: many, in: class + "«P.make(1, b)»\n", want: class + "P.make(1, b=b)\n"},
		{name: "another name", signal: "mypy/call-arg", message: many, in: def + "«connect(host, number)»\n", why: "called as the argument"},
		{name: "a value", signal: "mypy/call-arg", message: many, in: def + "«connect(host, 8080)»\n", why: "called as the argument"},
		{name: "given already", signal: "mypy/call-arg", message: many, in: def + "«connect(host, port, port=1)»\n", why: "called as the argument"},
		{name: "unpacked", signal: "mypy/call-arg", message: many, in: def + "«connect(*hosts, port)»\n", why: "unpacked"},
		{name: "elsewhere", signal: "mypy/call-arg", message: many, in: "from a import connect\n«connect(host, port)»\n", why: "not defined in this file"},
		{name: "twice", signal: "mypy/call-arg", message: many, in: def + def + "«connect(host, port)»\n", why: "more than once"},
		{name: "decorated", signal: "mypy/call-arg", message: many, in: "@click.command()\n" + def + "«connect(host, port)»\n", why: "decorated"},
		{name: "any", signal: "mypy/call-arg", message: many, in: "def connect(host, *rest, port): ...\n\n\n«connect(host, port)»\n", why: "any arguments"},
		{name: "missing", signal: "mypy/call-arg", message: `Missing positional argument "port" in call to "connect"`, in: def + "«connect(host)»\n", why: "not about"},
	})
}

func TestKeywordName(t *testing.T) {
	const def = "def connect(host, *, port=80, ports=(), secure=False): ...\n\n\n"
	said := func(name string) string { return `Unexpected keyword argument "` + name + `" for "connect"` }
	runCases(t, "python", []ruleCase{
		{name: "a slip", signal: "mypy/call-arg", message: said("secrue") + `; did you mean "secure"?`, in: def + "«connect(host, secrue=True)»\n", want: def + "connect(host, secure=True)\n"},
		{name: "pyright", signal: "pyright/reportCallIssue", message: `No parameter named "hst"`, in: def + "connect(«hst»=1)\n", want: def + "connect(host=1)\n"},
		{name: "two that are spelled like it", signal: "mypy/call-arg", message: said("porz"), in: def + "«connect(host, porz=1)»\n", want: def + "connect(host, port=1)\n"},
		{name: "two of them", signal: "mypy/call-arg", message: said("portx"), in: def + "«connect(host, portx=1)»\n", why: "more than one"},
		{name: "another word", signal: "mypy/call-arg", message: said("timeout"), in: def + "«connect(host, timeout=1)»\n", why: "no parameter is spelled"},
		{name: "a letter", signal: "mypy/call-arg", message: said("z"), in: "def f(*, y): ...\n\n\n«f(z=1)»\n", why: "no parameter is spelled"},
		{name: "given already", signal: "mypy/call-arg", message: said("secrue"), in: def + "«connect(host, secure=False, secrue=True)»\n", why: "no parameter is spelled"},
	})
}
