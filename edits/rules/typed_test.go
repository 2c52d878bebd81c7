package rules

import (
	"strings"
	"testing"
)

func TestOtherMember(t *testing.T) {
	const class = "class Account:\n    def __init__(self) -> None:\n        self.balance = 0\n\n\n"
	const said = `"Account" has no attribute "ballance"; maybe "balance"?`
	runCases(t, "python", []ruleCase{
		{name: "of the file", signal: "mypy/attr-defined", message: said, in: class + "def f(a: Account) -> int:\n    return «a.ballance» + 1\n", want: class + "def f(a: Account) -> int:\n    return a.balance + 1\n"},
		{name: "of another file", signal: "mypy/attr-defined", message: said, in: "def f(a: Account) -> int:\n    return «a.ballance» + 1\n", why: "no class of this file"},
		{name: "made as it runs", signal: "mypy/attr-defined", message: said, in: class + "    def __getattr__(self, name): ...\n\n\ndef f(a: Account) -> int:\n    return «a.ballance»\n", why: "as it runs"},
		{name: "two words", signal: "mypy/attr-defined", message: `"Account" has no attribute "balances"; maybe "balance"?`, in: class + "def f(a: Account) -> int:\n    return «a.balances»\n", why: "two words"},
		{name: "of a text, in an f-string", signal: "mypy/attr-defined", message: `"str" has no attribute "uper"; maybe "upper"?`, in: "def f(a: str) -> str:\n    return f'{«a».uper()}'\n", want: "def f(a: str) -> str:\n    return f'{a.upper()}'\n"},
		{name: "of a list", signal: "mypy/attr-defined", message: `"list[int]" has no attribute "apend"; maybe "append"?`, in: "def f(a: list[int]) -> None:\n    «a».apend(1)\n", want: "def f(a: list[int]) -> None:\n    a.append(1)\n"},
		{name: "a name", signal: "mypy/name-defined", message: `Name "shoot" is not defined; did you mean "shout"?`, in: "def shout() -> None: ...\n\nprint(f'{1} {«shoot»()}')\n", want: "def shout() -> None: ...\n\nprint(f'{1} {shout()}')\n"},
		{name: "a constant", signal: "mypy/name-defined", message: `Name "LIMTI" is not defined; did you mean "LIMIT"?`, in: "LIMIT = 1\nprint(«LIMTI»)\n", want: "LIMIT = 1\nprint(LIMIT)\n"},
		{name: "a name of two words", signal: "mypy/name-defined", message: `Name "values" is not defined; did you mean "value"?`, in: "value = 1\nprint(«values»)\n", why: "two words"},
		{name: "a name of another place", signal: "mypy/name-defined", message: `Name "pritn" is not defined; did you mean "print"?`, in: "«pritn»(1)\n", why: "does not define"},
		{name: "two of them", signal: "mypy/attr-defined", message: `Module has no attribute "exist"; maybe "exists" or "lexists"?`, in: "import os.path\n\nprint(«os.path.exist»(''))\n", why: "no other member"},
		{name: "of a set", signal: "mypy/attr-defined", message: `"set[str]" has no attribute "append"`, in: "def f(a: set[str], b: str) -> None:\n    «a.append»(b)\n", want: "def f(a: set[str], b: str) -> None:\n    a.add(b)\n"},
		{name: "of a text, pyright", signal: "pyright/reportAttributeAccessIssue", message: `Cannot access attribute "trim" for class "str"\nAttribute "trim" is unknown`, in: "def f(a: str) -> str:\n    return a.«trim»()\n", want: "def f(a: str) -> str:\n    return a.strip()\n"},
	})
}

func TestCallOperand(t *testing.T) {
	const items = `List comprehension has incompatible type List[Callable[[], str]]; expected List[str]`
	in := func(expr string) string { return "def f(a: Box, b: Box) -> bool:\n    return " + expr + "\n" }
	runCases(t, "python", []ruleCase{
		{name: "both", signal: "mypy/operator", message: `Unsupported left operand type for > ("Callable[[], float]")`, in: in("«a.area > b.area»"), want: in("a.area() > b.area()")},
		{name: "the left one", signal: "mypy/operator", message: `Unsupported left operand type for > ("Callable[[], float]")`, in: in("«a.area > 3»"), want: in("a.area() > 3")},
		{name: "the right one", signal: "mypy/operator", message: `Unsupported operand types for - ("float" and "Callable[[], float]")`, in: in("«time() - start» > 3"), want: in("time() - start() > 3")},
		{name: "with arguments", signal: "mypy/operator", message: `Unsupported left operand type for > ("Callable[[int], float]")`, in: in("«a.area > 3»"), why: "not about a function"},
		{name: "elsewhere", signal: "mypy/operator", message: `Unsupported left operand type for < ("Callable[[], float]")`, in: in("«a.area > 3»"), why: "no such operation"},
		{name: "items", signal: "mypy/misc", message: items, in: in("[«w[0].upper» for w in a]"), want: in("[w[0].upper() for w in a]")},
		{name: "items of a call", signal: "mypy/misc", message: items, in: in("[«f(w).upper» for w in a]"), want: in("[f(w).upper() for w in a]")},
		{name: "items of functions", signal: "mypy/misc", message: items, in: in("[«f» for w in a]"), why: "no method"},
		{name: "items of more", signal: "mypy/misc", message: items, in: in("[«w.upper» or w for w in a]"), why: "no method"},
		{name: "items of another type", signal: "mypy/misc", message: strings.Replace(items, "expected List[str]", "expected List[int]", 1), in: in("[«w.upper» for w in a]"), why: "not about a function"},
	})
}

func TestNoCall(t *testing.T) {
	in := func(expr string) string { return "def f(a: Box) -> float:\n    return " + expr + "\n" }
	runCases(t, "python", []ruleCase{
		{name: "a property", signal: "mypy/operator", message: `"float" not callable`, in: in("1 + «a.area»() * 2"), want: in("1 + a.area * 2")},
		{name: "with an argument", signal: "mypy/operator", message: `"float" not callable`, in: in("«a.area»(1)"), why: "without arguments"},
		{name: "a variable", signal: "mypy/operator", message: `"float" not callable`, in: in("«a»()"), why: "no member"},
		{name: "a class", signal: "mypy/operator", message: `"Box" not callable`, in: in("«a.box»()"), why: "not about a value"},
	})
}

func TestOtherResult(t *testing.T) {
	in := func(expr string) string { return "def f(a):\n    return " + expr + "\n" }
	of := func(name, got, expected, was, want string) ruleCase {
		c := ruleCase{name: name, signal: "mypy/return-value", message: `Incompatible return value type (got "` + got + `", expected "` + expected + `")`, in: in("«" + was + "»")}
		if want == "" {
			c.why = "more than one way"
		} else {
			c.want = in(want)
		}
		return c
	}
	runCases(t, "python", []ruleCase{
		of("a filter", "filter[int]", "list[int]", "filter(even, a)", "list(filter(even, a))"),
		of("keys", "dict_keys[str, int]", "list[str]", "a.keys()", "list(a.keys())"),
		of("a tuple of any length", "map[int]", "tuple[int, ...]", "map(int, a)", "tuple(map(int, a))"),
		of("a match", "Match[str] | None", "bool", "re.match('a', a)", "re.match('a', a) is not None"),
		of("one match or another", "Match[str] | None", "bool", "re.match('a', a) or re.match('b', a)", ""),
		of("a written list", "list[float]", "tuple[float, float]", "[low, high]", "(low, high)"),
		of("a list of one", "list[float]", "tuple[float]", "[low]", "(low,)"),
		of("a list of a list", "list[float]", "tuple[float, float]", "[x for x in a]", ""),
		of("a set", "set[int]", "list[int]", "set(a)", ""),
		of("what may have no end", "Generator[int, None, None]", "list[int]", "ticks(a)", ""),
		of("another type", "str", "int", "a", ""),
		{name: "assigned", signal: "mypy/assignment", message: `Incompatible types in assignment (expression has type "filter[int]", variable has type "list[int]")`,
			in: "b: list[int] = «filter(even, a)»\n", want: "b: list[int] = list(filter(even, a))\n"},
	})
}
