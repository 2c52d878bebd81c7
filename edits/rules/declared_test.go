package rules

import (
	"strings"
	"testing"
)

func TestDeclaredOtherwise(t *testing.T) {
	gathers := func(says, declared, result, more string) string {
		return "def sizes_of(files: dict[str, bytes]) -> " + result + ":\n    \"\"\"" + says + "\"\"\"\n    sizes: " + declared + " = {}\n    for name, file in files.items():\n        «sizes»[name] = len(file)\n    return sizes\n" + more
	}
	plain := strings.NewReplacer("«", "", "»", "")
	const value = `Incompatible types in assignment (expression has type "int", target has type "str")`
	const numbers, texts = "dict[str, int]", "dict[str, str]"
	is := func(name, message, in, want, why string) ruleCase {
		c := ruleCase{name: name, signal: "mypy/assignment", message: message, in: in, why: why}
		if strings.HasPrefix(message, "Incompatible return") {
			c.signal = "mypy/return-value"
		}
		if want != "" {
			c.want = plain.Replace(want)
		}
		return c
	}
	const taken = "\n\ndef total(sizes: dict[str, int]) -> int:\n    return sum(sizes.values())\n"
	const back = `Incompatible return value type (got "float", expected "int")`
	mean := func(says, result, more string) string {
		return "def mean(days: list[int]) -> " + result + ":\n    \"\"\"" + says + "\"\"\"\n    «return» sum(days) / len(days)\n" + more
	}
	runCases(t, "python", []ruleCase{
		is("said", value, gathers("Size of each file, as a number.", texts, texts, ""), gathers("Size of each file, as a number.", numbers, numbers, ""), ""),
		is("taken elsewhere", value, gathers("Of each file.", texts, texts, taken), gathers("Of each file.", numbers, numbers, taken), ""),
		is("not given back", value, strings.Replace(gathers("Size of each file.", texts, "int", ""), "return sizes", "return 1", 1), strings.Replace(gathers("Size of each file.", numbers, "int", ""), "return sizes", "return 1", 1), ""),
		is("given back as another", value, gathers("Size of each file.", texts, "dict[str, str] | None", ""), "", "as another type"),
		is("nothing is said", value, gathers("Of each file.", texts, texts, ""), "", "nothing says"),
		is("a text is said", value, gathers("Size of each file, as a text.", texts, texts, ""), "", "nothing says"),
		is("declared twice", value, strings.Replace(gathers("Size of each file.", texts, texts, ""), "    for", "    sizes: dict[str, str] = {}\n    for", 1), "", "more than once"),
		is("other keys", value, gathers("Size of each file.", "dict[str, list[str]]", texts, ""), "", "of another type"),
		is("no plain type", strings.Replace(value, `"int"`, `"Path"`, 1), gathers("Size of each file.", texts, texts, ""), "", "nothing says"),
		is("a sum", `Incompatible types in assignment (expression has type "float", variable has type "int")`, "def f(a: list[float]) -> int:\n    \"\"\"The mean.\"\"\"\n    t: int = 0\n    for x in a:\n        «t» = t + x / 2\n    return t\n",
			"def f(a: list[float]) -> float:\n    \"\"\"The mean.\"\"\"\n    t: float = 0\n    for x in a:\n        t = t + x / 2\n    return t\n", ""),
		is("a fraction", back, mean("Mean of the days.", "int", ""), mean("Mean of the days.", "float", ""), ""),
		is("a fraction that others reckon with", back, mean("Mean of the days.", "int", "\n\ndef above(days: list[int]) -> int:\n    return max(days) - mean(days)\n\n\ndef whole(days: list[int]) -> int:\n    return round(mean(days))\n"),
			mean("Mean of the days.", "float", "\n\ndef above(days: list[int]) -> float:\n    return max(days) - mean(days)\n\n\ndef whole(days: list[int]) -> int:\n    return round(mean(days))\n"), ""),
		is("of two values", `Incompatible return value type (got "tuple[str, float]", expected "tuple[str, int]")`,
			"def parse(line: str) -> tuple[str, int]:\n    \"\"\"Split \"bread 2.75\".\"\"\"\n    «return» line, float(line)\n\n\ndef first(lines: list[str]) -> tuple[str, int]:\n    return max(parse(line) for line in lines)\n",
			"def parse(line: str) -> tuple[str, float]:\n    \"\"\"Split \"bread 2.75\".\"\"\"\n    return line, float(line)\n\n\ndef first(lines: list[str]) -> tuple[str, float]:\n    return max(parse(line) for line in lines)\n", ""),
		is("a whole mean", back, mean("Mean of the days, rounded.", "int", ""), "", "nothing says"),
		is("of no kind", back, mean("Of the days.", "int", ""), "", "nothing says"),
		is("another annotation", back, mean("Mean of the days.", "Number", ""), "", "not annotated so"),
		is("what it held", `Incompatible return value type (got "dict[str, int]", expected "dict[str, str]")`, "def f(text: str) -> dict[str, str]:\n    \"\"\"Number of letters of each word.\"\"\"\n    n: dict[str, int] = {}\n    «return» n\n",
			"def f(text: str) -> dict[str, int]:\n    \"\"\"Number of letters of each word.\"\"\"\n    n: dict[str, int] = {}\n    return n\n", ""),
		is("two differ", `Incompatible return value type (got "dict[int, int]", expected "dict[str, str]")`, "def f(text: str) -> dict[str, str]:\n    \"\"\"Number of letters of each word.\"\"\"\n    «return» n\n", "", "nothing says"),
		is("another container", `Incompatible return value type (got "list[int]", expected "set[int]")`, "def f(text: str) -> set[int]:\n    \"\"\"Number of letters of each word.\"\"\"\n    «return» n\n", "", "nothing says"),
	})
}

func TestSaidArgument(t *testing.T) {
	const head = "def convert(amount: float, digits: int, *, scale: float, name: str) -> float:\n    return amount\n\n\n"
	is := func(name, lacks, says, call, want, why string) ruleCase {
		of := func(call string) string {
			return head + "def prices(a: float) -> float:\n    \"\"\"" + says + "\"\"\"\n    return " + call + "\n"
		}
		c := ruleCase{name: name, signal: "mypy/call-arg", message: `Missing positional argument "` + lacks + `" in call to "convert"`, in: of("«convert»" + call), why: why}
		if want != "" {
			c.want = of("convert" + want)
		}
		return c
	}
	runCases(t, "python", []ruleCase{
		is("in its place", "digits", "Rounded to 2 digits.", "(a)", "(a, 2)", ""),
		is("behind the name", "digits", "With digits of 2.", "(a)", "(a, 2)", ""),
		is("by its name", "digits", "Rounded to 2 digits.", "(amount=a)", "(amount=a, digits=2)", ""),
		is("behind the star", "scale", "With a scale of 1.5.", "(a, 2)", "(a, 2, scale=1.5)", ""),
		is("alone", "amount", "With the amount 3.", "()", "(3)", ""),
		is("two numbers", "digits", "Rounded to 2 digits, 3 digits at most.", "(a)", "", "does not name"),
		is("no number", "digits", "Rounded to some digits.", "(a)", "", "does not name"),
		is("part of one", "digits", "Rounded to 1.2 digits.", "(a)", "", "no"),
		is("a text", "name", "With the name 2.", "(a)", "", "not said to be a number"),
		is("handed on", "digits", "Rounded to 2 digits.", "(*a)", "", "hands on"),
		is("a method", "digits", "Rounded to 2 digits.", ".of(a)", "", "does not define"),
	})
}

func TestPutAllIn(t *testing.T) {
	is := func(name, message, says, in, want, why string) ruleCase {
		of := func(s string) string {
			return "def f(ps):\n    \"\"\"" + says + "\"\"\"\n    tags: list[str] = []\n    for p in ps:\n        " + s + "\n    return tags\n"
		}
		c := ruleCase{name: name, signal: "mypy/arg-type", message: message, in: of(in), why: why}
		if want != "" {
			c.want = of(want)
		}
		return c
	}
	const said = `Argument 1 to "append" of "list" has incompatible type "list[str]"; expected "str"`
	runCases(t, "python", []ruleCase{
		is("a list", said, "All tags.", "tags.append(«p.tags»)", "tags.extend(p.tags)", ""),
		is("a set", `Argument 1 to "add" of "set" has incompatible type "tuple[str, ...]"; expected "str"`, "All tags.", "tags.add(«p»)", "tags.update(p)", ""),
		is("a generator", `Argument 1 to "append" of "list" has incompatible type "Generator[str, None, None]"; expected "str"`, "All tags.", "tags.append(«x» for x in p)", "tags.extend(x for x in p)", ""),
		is("split", said, "All tags, separated by commas.", "tags.append(«[t for t in p]»)", "tags.extend([t for t in p])", ""),
		is("of another type", `Argument 1 to "append" of "list" has incompatible type "list[int]"; expected "str"`, "All tags.", "tags.append(«p»)", "", "not about a container"),
		is("one text", said, "The tags of each, joined by commas.", "tags.append(«p.tags»)", "", "one text"),
		is("another call", said, "All tags.", "tags.append(str(«p»))", "", "nothing is put in"),
	})
}

func TestLackingArgument(t *testing.T) {
	const said = "fmt.Sprintf format %s reads arg #2, but call has 1 arg"
	const size = "func Size(n int) string { return \"\" }\n\n"
	is := func(name, message, in, want, why string) ruleCase {
		c := ruleCase{name: name, signal: "go vet/printf", message: message, in: "package x\n\n" + in, why: why}
		if want != "" {
			c.want = "package x\n\n" + want
		}
		return c
	}
	runCases(t, "go", []ruleCase{
		is("as it is", said, "func F(name, kind string) string {\n\treturn fmt.Sprintf(\"«%s»: %s\", name)\n}\n", "func F(name, kind string) string {\n\treturn fmt.Sprintf(\"%s: %s\", name, kind)\n}\n", ""),
		is("by the file's own function", said, size+"func F(name string, n int) string {\n\treturn fmt.Sprintf(\"«%s»: %s\", name)\n}\n", size+"func F(name string, n int) string {\n\treturn fmt.Sprintf(\"%s: %s\", name, Size(n))\n}\n", ""),
		is("a number", "fmt.Sprintf format %d reads arg #2, but call has 1 arg", "func F(name string, n int) string {\n\treturn fmt.Sprintf(\"«%s»: %d\", name)\n}\n", "func F(name string, n int) string {\n\treturn fmt.Sprintf(\"%s: %d\", name, n)\n}\n", ""),
		is("of another type", said, "func F(name string, n int) string {\n\treturn fmt.Sprintf(\"«%s»: %s\", name)\n}\n", "", "no value for"),
		is("two functions", said, size+"func Digits(n int) string { return \"\" }\n\nfunc F(name string, n int) string {\n\treturn fmt.Sprintf(\"«%s»: %s\", name)\n}\n", "", "no value for"),
		is("two are not read", said, "func F(name, a, b string) string {\n\treturn fmt.Sprintf(\"«%s»: %s\", name)\n}\n", "", "not plain"),
		is("all are read", said, "func F(name string) string {\n\treturn fmt.Sprintf(\"«%s»: %s\", name)\n}\n", "", "not plain"),
		is("two are missing", said, "func F(name, a string) string {\n\treturn fmt.Sprintf(\"«%s»: %s %s\", name)\n}\n", "", "more than the last"),
	})
}
