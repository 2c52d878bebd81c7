package rules

import (
	"strings"
	"testing"
)

func TestRangeOfLength(t *testing.T) {
	const said = `"int" has no attribute "__iter__"; maybe "__int__"? (not iterable)`
	runCases(t, "python", []ruleCase{
		{name: "loop", signal: "mypy/attr-defined", message: said, in: "for i in «len(words)»:\n    f(i)\n", want: "for i in range(len(words)):\n    f(i)\n"},
		{name: "comprehension", signal: "pyright/reportGeneralTypeIssues", message: `"int" is not iterable`, in: "x = [i for i in «len(words)» if i]\n", want: "x = [i for i in range(len(words)) if i]\n"},
		{name: "a number", signal: "mypy/attr-defined", message: said, in: "for i in «n»:\n    f(i)\n", why: "not a length"},
		{name: "more", signal: "mypy/attr-defined", message: said, in: "for i in «len(words) - 1»:\n    f(i)\n", why: "more than a length"},
		{name: "another len", signal: "mypy/attr-defined", message: said, in: "def len(x): ...\n\n\nfor i in «len(words)»:\n    f(i)\n", why: "not a length"},
	})
}

func TestCallValue(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "gone through", signal: "mypy/attr-defined", message: `"Callable[[bool], list[str]]" has no attribute "__iter__" (not iterable)`, in: "x = [y for y in «text.splitlines» if y]\n", want: "x = [y for y in text.splitlines() if y]\n"},
		{name: "gone through, pyright", signal: "pyright/reportGeneralTypeIssues", message: `"(keepends: bool = False) -> list[str]" is not iterable`, in: "for y in «text.splitlines»:\n    f(y)\n", want: "for y in text.splitlines():\n    f(y)\n"},
		{name: "a member", signal: "mypy/attr-defined", message: `"Callable[[], str]" has no attribute "lower"`, in: "x = «text.strip.lower»()\n", want: "x = text.strip().lower()\n"},
		{name: "indexed", signal: "mypy/index", message: `Value of type "Callable[[], list[str]]" is not indexable`, in: "x = «text.split»[0]\n", want: "x = text.split()[0]\n"},
		{name: "another", signal: "mypy/attr-defined", message: `"str" has no attribute "lowercase"`, in: "x = «text.lowercase»\n", why: "not about a function"},
		{name: "of no name", signal: "mypy/attr-defined", message: `"Callable[[], str]" has no attribute "lower"`, in: "x = «f()».lower\n", why: "no member"},
	})
}

func TestEmptyValue(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "argument", signal: "mypy/arg-type", message: `Argument 2 to "setdefault" of "dict" has incompatible type "list[Never]"; expected "set[str]"`, in: "d.setdefault(a, «[]»).add(b)\n", want: "d.setdefault(a, set()).add(b)\n"},
		{name: "assigned", signal: "mypy/assignment", message: `Incompatible types in assignment (expression has type "dict[Never, Never]", variable has type "list[str]")`, in: "a: list[str] = «{}»\n", want: "a: list[str] = []\n"},
		{name: "returned", signal: "mypy/return-value", message: `Incompatible return value type (got "list[Never]", expected "dict[str, int]")`, in: "def f() -> dict[str, int]:\n    return «[]»\n", want: "def f() -> dict[str, int]:\n    return {}\n"},
		{name: "with something in it", signal: "mypy/assignment", message: `Incompatible types in assignment (expression has type "list[int]", variable has type "set[int]")`, in: "a: set[int] = «[1]»\n", why: "not about an empty"},
		{name: "elsewhere", signal: "mypy/arg-type", message: `Argument 1 to "f" has incompatible type "list[Never]"; expected "set[str]"`, in: "f(«x»)\n", why: "no empty container"},
	})
}

func TestFractionFirst(t *testing.T) {
	const said = `Incompatible types in assignment (expression has type "float", variable has type "int")`
	in := func(head, first string) string {
		return "def f(xs)" + head + ":\n    " + first + "\n    for x in xs:\n        «t += x / 2»\n    return round(t, 2)\n"
	}
	runCases(t, "python", []ruleCase{
		{name: "summed", signal: "mypy/assignment", message: said, in: in(" -> float", "t = 0  # of all"), want: strings.NewReplacer("«", "", "»", "").Replace(in(" -> float", "t = 0.0  # of all"))},
		{name: "assigned", signal: "mypy/assignment", message: said, in: "def f(x) -> float:\n    t = 1\n    t = «t / x»\n    t = 2\n    return t\n", want: "def f(x) -> float:\n    t = 1.0\n    t = t / x\n    t = 2\n    return t\n"},
		{name: "nothing is said", signal: "mypy/assignment", message: said, in: in("", "t = 0"), why: "nothing says"},
		{name: "another result", signal: "mypy/assignment", message: said, in: in(" -> int", "t = 0"), why: "nothing says"},
		{name: "not returned", signal: "mypy/assignment", message: said, in: "def f(x) -> float:\n    t = 1\n    t = «t / x»\n    print(t)\n    return 1.5\n", why: "nothing says"},
		{name: "a type is written", signal: "mypy/assignment", message: said, in: in(" -> float", "t: int = 0"), why: "does not begin"},
		{name: "counted", signal: "mypy/assignment", message: said, in: in(" -> float", "t = len(xs)"), why: "does not begin"},
		{name: "a parameter", signal: "mypy/assignment", message: said, in: "def f(t: int) -> float:\n    «t += 1 / 2»\n    return t\n", why: "does not begin"},
		{name: "of another function", signal: "mypy/assignment", message: said, in: "def g():\n    t = 0\n\n\ndef f(x) -> float:\n    t = x\n    «t += 1 / 2»\n    return t\n", why: "does not begin"},
		{name: "outside", signal: "mypy/assignment", message: said, in: "t = 0\n«t += 1 / 2»\n", why: "not about a number"},
	})
}

func TestPathSuffix(t *testing.T) {
	const said = `Unsupported left operand type for + ("Path")`
	in := func(expr string) string { return "def f(path):\n    return " + expr + "\n" }
	runCases(t, "python", []ruleCase{
		{name: "behind the name", signal: "mypy/operator", message: said, in: in(`«path + ".bak"»`), want: in(`path.with_name(path.name + ".bak")`)},
		{name: "below", signal: "pyright/reportOperatorIssue", message: `Operator "+" not supported for types "Path" and "Literal['/a']"`, in: in("open(«self.path + '/a'»)"), want: in("open(self.path / 'a')")},
		{name: "a word", signal: "mypy/operator", message: said, in: in(`«path + "data"»`), why: "may belong"},
		{name: "a name", signal: "mypy/operator", message: said, in: in("«path + ending»"), why: "no plain text"},
		{name: "more behind it", signal: "mypy/operator", message: said, in: in(`«path + ".bak"» + x`), why: "no plain text"},
		{name: "formatted", signal: "mypy/operator", message: said, in: in(`«path + f".{n}"»`), why: "no plain text"},
	})
}

func TestCountItems(t *testing.T) {
	const said = `Argument 1 to "len" has incompatible type "Generator[str, None, None]"; expected "Sized"`
	runCases(t, "python", []ruleCase{
		{name: "a name", signal: "mypy/arg-type", message: said, in: "def f(ws):\n    long = (w for w in ws if w)\n    return len(«long»)\n", want: "def f(ws):\n    long = (w for w in ws if w)\n    return sum(1 for _ in long)\n"},
		{name: "a call", signal: "mypy/arg-type", message: `Argument 1 to "len" has incompatible type "filter[str]"; expected "Sized"`, in: "n = len(«filter(None, ws)») + 1\n", want: "n = sum(1 for _ in filter(None, ws)) + 1\n"},
		{name: "gone through again", signal: "mypy/arg-type", message: said, in: "def f(long):\n    n = len(«long»)\n    return n, list(long)\n", why: "used elsewhere"},
		{name: "another type", signal: "mypy/arg-type", message: `Argument 1 to "len" has incompatible type "int"; expected "Sized"`, in: "len(«n»)\n", why: "not about the length"},
	})
}
