package rules

import "testing"

func TestJoinNumbers(t *testing.T) {
	const said = `Argument 1 to "join" of "str" has incompatible type "list[int]"; expected "Iterable[str]"`
	in := func(doc, value string) string {
		return "def f(ns):\n    \"\"\"" + doc + "\"\"\"\n    return " + value + "\n"
	}
	runCases(t, "python", []ruleCase{
		{name: "a name", signal: "mypy/arg-type", message: said, in: in("As text.", `", ".join(«ns»)`), want: in("As text.", `", ".join(map(str, ns))`)},
		{name: "a call", signal: "mypy/arg-type", message: said, in: in("As text.", `"".join(«sorted(ns, key=g)»)`), want: in("As text.", `"".join(map(str, sorted(ns, key=g)))`)},
		{name: "in an f-string", signal: "mypy/arg-type", message: said, in: in("As text.", `f"{', '.join(«ns»)}"`), want: in("As text.", `f"{', '.join(map(str, ns))}"`)},
		{name: "a range", signal: "mypy/arg-type", message: `Argument 1 to "join" of "str" has incompatible type "range"; expected "Iterable[str]"`, in: in("As text.", `", ".join(«range(4)»)`), want: in("As text.", `", ".join(map(str, range(4)))`)},
		{name: "fractions", signal: "mypy/arg-type", message: `Argument 1 to "join" of "str" has incompatible type "list[float]"; expected "Iterable[str]"`, in: in("As text.", `", ".join(«ns»)`), why: "not about numbers"},
		{name: "in a form", signal: "mypy/arg-type", message: said, in: in("With two digits, like 07.", `", ".join(«ns»)`), why: "form of the numbers"},
		{name: "made there", signal: "mypy/arg-type", message: said, in: in("As text.", `", ".join(«n for n in ns»)`), why: "made there"},
		{name: "elsewhere", signal: "mypy/arg-type", message: said, in: in("As text.", `g(«ns»)`), why: "nothing is joined"},
	})
}
