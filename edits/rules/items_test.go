package rules

import "testing"

func TestDictItems(t *testing.T) {
	const said = `Unpacking a string is disallowed`
	of := func(name, in, want string) ruleCase {
		return ruleCase{name: name, signal: "mypy/str-unpack", message: said, in: in, want: want}
	}
	declines := func(name, in, why string) ruleCase {
		return ruleCase{name: name, signal: "mypy/str-unpack", message: said, in: in, why: why}
	}
	runCases(t, "python", []ruleCase{
		of("a loop", "def f(d: dict[str, int]):\n    for k, v in «d»:\n        print(k, v)\n", "def f(d: dict[str, int]):\n    for k, v in d.items():\n        print(k, v)\n"),
		of("in brackets", "def f(d: typing.Mapping[str, int] = {}):\n    for (k, v) in «d»:\n        print(k, v)\n", "def f(d: typing.Mapping[str, int] = {}):\n    for (k, v) in d.items():\n        print(k, v)\n"),
		of("a comprehension", "def f(x):\n    d = {'a': x}\n    return [k + v for k, v in «d» if k]\n", "def f(x):\n    d = {'a': x}\n    return [k + v for k, v in d.items() if k]\n"),
		{name: "of numbers", signal: "mypy/misc", message: `"int" object is not iterable`, in: "def f(d: dict[int, int]):\n    for k, v in «d»:\n        print(k, v)\n", want: "def f(d: dict[int, int]):\n    for k, v in d.items():\n        print(k, v)\n"},
		declines("a list", "def f(d: list[str]):\n    for k, v in «d»:\n        print(k, v)\n", "nothing says that d is a dict"),
		declines("nobody knows", "def f(d):\n    for k, v in «d»:\n        print(k, v)\n", "nothing says that d is a dict"),
		declines("given another value", "def f(d: dict[str, int]):\n    d = d.keys()\n    for k, v in «d»:\n        print(k, v)\n", "nothing says that d is a dict"),
		declines("a set", "def f():\n    d = {'a', 'b'}\n    for k, v in «d»:\n        print(k, v)\n", "nothing says that d is a dict"),
		declines("of dicts", "def f(d: list[dict[str, int]]):\n    for k, v in «d»:\n        print(k, v)\n", "nothing says that d is a dict"),
		declines("keys", "def f(d: dict[str, int]):\n    for k, v in «d.keys()»:\n        print(k, v)\n", "no name is gone through"),
		declines("two loops", "def f(d: dict[str, int]):\n    return [k + x for k, v in «d» for x, y in d]\n", "more than one loop"),
		declines("no loop", "def f(d: dict[str, int]):\n    a, b = «'ab'»\n", "no name is gone through"),
	})
}
