package rules

import "testing"

func TestKeepItems(t *testing.T) {
	const said = `Argument 1 to "len" has incompatible type "Iterator[str]"; expected "Sized"`
	const gen = "def some(xs):\n    for x in xs:\n        yield x\n\n\n"
	of := func(name, in, want string) ruleCase {
		return ruleCase{name: name, signal: "mypy/arg-type", message: said, in: in, want: want}
	}
	declines := func(name, in, why string) ruleCase {
		return ruleCase{name: name, signal: "mypy/arg-type", message: said, in: in, why: why}
	}
	runCases(t, "python", []ruleCase{
		of("of a function", gen+"def f(xs):\n    a = some(xs)\n    n = len(«a»)\n    return f'{n}: {\", \".join(a)}'\n", gen+"def f(xs):\n    a = list(some(xs))\n    n = len(a)\n    return f'{n}: {\", \".join(a)}'\n"),
		of("written out", "def f(xs):\n    a = (x for x in xs)\n    if not a:\n        return 0\n    return sum(a) / len(«a»)\n", "def f(xs):\n    a = [x for x in xs]\n    if not a:\n        return 0\n    return sum(a) / len(a)\n"),
		of("in an f-string", "def f(xs):\n    a = map(str, xs)\n    print(*a)\n    return f'{len(«a»)}'\n", "def f(xs):\n    a = list(map(str, xs))\n    print(*a)\n    return f'{len(a)}'\n"),
		of("of a method", "class C:\n    def some(self):\n        yield 1\n\n    def f(self):\n        a = self.some()\n        return len(«a»), list(a)\n", "class C:\n    def some(self):\n        yield 1\n\n    def f(self):\n        a = list(self.some())\n        return len(a), list(a)\n"),
		of("of a module", "a = filter(None, xs)\nprint(len(«a»), *a)\n", "a = list(filter(None, xs))\nprint(len(a), *a)\n"),
		{name: "pyright", signal: "pyright/reportArgumentType", message: `Argument of type "filter[int]" cannot be assigned to parameter "obj" of type "Sized" in function "len"`,
			in: "def f(xs):\n    a = filter(None, xs)\n    return len(«a»), sum(a)\n", want: "def f(xs):\n    a = list(filter(None, xs))\n    return len(a), sum(a)\n"},
		declines("a parameter", "def f(a):\n    return len(«a»), list(a)\n", "more than one value"),
		declines("two values", "def f(xs):\n    a = map(str, xs)\n    if xs:\n        a = filter(None, xs)\n    return len(«a»), list(a)\n", "more than one value"),
		declines("taken one by one", "def f(xs):\n    a = map(str, xs)\n    return next(a), len(«a»)\n", "one by one"),
		declines("closed", "def f(xs):\n    a = (x for x in xs)\n    n = len(«a»)\n    a.close()\n    return n\n", "one by one"),
		declines("handed on", "def f(xs):\n    a = map(str, xs)\n    n = len(«a»)\n    yield from a\n", "one by one"),
		declines("annotated", "def f(xs):\n    a: Iterator[str] = map(str, xs)\n    return len(«a»), list(a)\n", "given more than one value"),
		declines("two names", "def f(xs):\n    a = b = map(str, xs)\n    return len(«a»), list(a)\n", "nothing gives a"),
		declines("of nobody knows where", "def f(xs):\n    a = other.some(xs)\n    return len(«a»), list(a)\n", "never ends"),
		declines("endless", "def f():\n    a = map(str, itertools.count())\n    return len(«a»), list(a)\n", "never ends"),
		declines("endless by a name", "def f():\n    n = count(1)\n    a = (x for x in n if x)\n    return len(«a»), list(a)\n", "never ends"),
		declines("endless by a function", "def some():\n    while True:\n        yield 1\n\n\ndef more():\n    return some()\n\n\ndef f():\n    a = filter(None, more())\n    return len(«a»), list(a)\n", "never ends"),
		declines("a comment", "def f(xs):\n    a = map(str,  # as text\n        xs)\n    return len(«a»), list(a)\n", "comment"),
		{name: "another type", signal: "mypy/arg-type", message: `Argument 1 to "len" has incompatible type "int"; expected "Sized"`, in: "def f(xs):\n    a = map(str, xs)\n    return len(«a»), list(a)\n", why: "not about the length"},
		declines("another len", "def len(x): ...\n\n\ndef f(xs):\n    a = map(str, xs)\n    return len(«a»), list(a)\n", "no length of a name"),
		declines("another list", "def f(xs, list):\n    a = map(str, xs)\n    return len(«a»), *a\n", "no length of a name"),
		declines("two names, the other first", "def f(xs):\n    b = a = map(str, xs)\n    return len(«a»), list(a)\n", "more than one value"),
		declines("in a function of its own", "def f(xs):\n    a = map(str, xs)\n    def g():\n        a = map(str, xs)\n        return list(a)\n    return len(«a»), list(a)\n", "more than one value"),
		declines("no name", "def f(xs):\n    return len(«xs.some»)\n", "no length of a name"),
	})
}
