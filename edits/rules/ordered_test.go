package rules

import "testing"

func TestSortedResult(t *testing.T) {
	const said = `Incompatible return value type (got "set[str]", expected "list[str]")`
	in := func(doc, value string) string {
		return "def f(xs):\n    \"\"\"" + doc + "\"\"\"\n    return " + value + "\n"
	}
	of := func(name, doc string) ruleCase {
		return ruleCase{name: name, signal: "mypy/return-value", message: said, in: in(doc, "«found»"), want: in(doc, "sorted(found)")}
	}
	declines := func(name, doc, value, why string) ruleCase {
		return ruleCase{name: name, signal: "mypy/return-value", message: said, in: in(doc, "«"+value+"»"), why: why}
	}
	runCases(t, "python", []ruleCase{
		of("of the alphabet", "All stations, each once, in order of the alphabet."),
		of("sorted", "The words, sorted."),
		of("rising", "The numbers in rising order."),
		of("the smallest first", "The numbers, smallest first."),
		{name: "keys", signal: "mypy/return-value", message: `Incompatible return value type (got "dict_keys[str, int]", expected "list[str]")`, in: in("Their names, sorted.", "«d.keys()»"), want: in("Their names, sorted.", "sorted(d.keys())")},
		{name: "pyright", signal: "pyright/reportReturnType", message: `Type "set[str]" is not assignable to return type "list[str]"`, in: in("Sorted words.", "«{x for x in xs}»"), want: in("Sorted words.", "sorted({x for x in xs})")},
		declines("falling", "The numbers, sorted in descending order.", "found", "not plain"),
		declines("by something", "The words sorted by their length.", "found", "not plain"),
		declines("without case", "The words, sorted, ignoring case.", "found", "not plain"),
		declines("as they come", "Each once, in the order of their first occurrence.", "found", "not plain"),
		declines("nothing is said", "All stations, each once.", "found", "more than one way"),
		declines("in no order", "All stations, sorted in no particular order.", "found", "not plain"),
		declines("one of two", "The words, sorted.", "a if b else c", "no single value"),
		{name: "lazily", signal: "mypy/return-value", message: `Incompatible return value type (got "filter[str]", expected "list[str]")`, in: in("The words, sorted.", "«filter(None, xs)»"), why: "speaks of an order"},
	})
}
