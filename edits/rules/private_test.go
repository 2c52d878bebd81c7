package rules

import "testing"

func TestPublicMember(t *testing.T) {
	const said = "Property 'value' is private and only accessible within class 'Counter'."
	class := func(members string) string {
		return "class Counter {\n  private value = 0;\n" + members + "}\n\n"
	}
	const getter = "\n  get current(): number {\n    return this.value;\n  }\n"
	const method = "\n  public count() { return this.value; }\n"
	runCases(t, "typescript", []ruleCase{
		{name: "getter", signal: "tsc/2341", message: said, in: class(getter) + "f(c.«value»);\n", want: class(getter) + "f(c.current);\n"},
		{name: "method", signal: "tsc/2341", message: said, in: class(method) + "if (c.«value» == 1) {}\n", want: class(method) + "if (c.count() == 1) {}\n"},
		{name: "both", signal: "tsc/2341", message: said, in: class(getter+method) + "f(c.«value»);\n", why: "more than one"},
		{name: "set", signal: "tsc/2341", message: said, in: class(getter) + "c.«value» = 1;\n", why: "not only read"},
		{name: "counted", signal: "tsc/2341", message: said, in: class(getter) + "c.«value»++;\n", why: "not only read"},
		{name: "added to", signal: "tsc/2341", message: said, in: class(getter) + "c.«value» += 1;\n", why: "not only read"},
		{name: "added", signal: "tsc/2341", message: said, in: class(getter) + "f(c.«value» + 1);\n", want: class(getter) + "f(c.current + 1);\n"},
		{name: "private too", signal: "tsc/2341", message: said, in: class("  private get current() { return this.value; }\n") + "f(c.«value»);\n", why: "more than one"},
		{name: "another value", signal: "tsc/2341", message: said, in: class("  get current() { return this.value + 1; }\n") + "f(c.«value»);\n", why: "no public member"},
		{name: "of another file", signal: "tsc/2341", message: said, in: "f(c.«value»);\n", why: "not a class of this file"},
	})
}
