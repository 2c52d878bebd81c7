package rules

import "testing"

func TestKeepChanged(t *testing.T) {
	const said = `Incompatible types in assignment (expression has type "None", variable has type "list[str]")`
	const given = `Incompatible return value type (got "None", expected "list[int]")`
	runCases(t, "python", []ruleCase{
		{name: "assigned", signal: "mypy/assignment", message: said, in: "names = list(d)\nnames = «names.sort(key=len)»\n", want: "names = list(d)\nnames.sort(key=len)\n"},
		{name: "a member", signal: "mypy/assignment", message: said, in: "def f(self, x):\n    self.items = «self.items.append(x)»  # c\n", want: "def f(self, x):\n    self.items.append(x)  # c\n"},
		{name: "returned", signal: "mypy/return-value", message: given, in: "def f(l):\n    return «l.reverse()»\n", want: "def f(l):\n    l.reverse()\n    return l\n"},
		{name: "pyright", signal: "pyright/reportReturnType", message: `Type "None" is not assignable to return type "list[int]"`, in: "def f(self):\n    «return self.l.sort()»\n", want: "def f(self):\n    self.l.sort()\n    return self.l\n"},
		{name: "what stays", signal: "mypy/return-value", message: given, in: "def f(l):\n    \"\"\"In order; the given list stays as it is.\"\"\"\n    return «l.sort(key=str.lower)»\n", want: "def f(l):\n    \"\"\"In order; the given list stays as it is.\"\"\"\n    return sorted(l, key=str.lower)\n"},
		{name: "what stays, assigned", signal: "mypy/assignment", message: said, in: "def f(l):\n    \"\"\"A sorted copy.\"\"\"\n    l = «l.sort()»\n    return l\n", want: "def f(l):\n    \"\"\"A sorted copy.\"\"\"\n    l = sorted(l)\n    return l\n"},
		{name: "a list of its own", signal: "mypy/return-value", message: given, in: "def f(xs):\n    \"\"\"A new list.\"\"\"\n    l = list(xs)\n    return «l.sort()»\n", want: "def f(xs):\n    \"\"\"A new list.\"\"\"\n    l = list(xs)\n    l.sort()\n    return l\n"},
		{name: "what stays, turned round", signal: "mypy/return-value", message: given, in: "def f(l):\n    \"\"\"The list is not changed.\"\"\"\n    return «l.reverse()»\n", why: "stays as it is"},
		{name: "another name", signal: "mypy/func-returns-value", message: `"sort" of "list" does not return a value (it only ever returns None)`, in: "a = «b.sort()»\n", why: "not what is assigned"},
		{name: "of a new list", signal: "mypy/return-value", message: given, in: "def f(l):\n    return «list(l).sort()»\n", why: "no method that changes"},
		{name: "one line", signal: "mypy/return-value", message: given, in: "def f(l): return «l.sort()»\n", why: "not what is assigned"},
		{name: "another function", signal: "mypy/assignment", message: said, in: "names = «names.show()»\n", why: "no method that changes"},
		{name: "another type", signal: "mypy/assignment", message: `Incompatible types in assignment (expression has type "int", variable has type "str")`, in: "a = «a.sort()»\n", why: "not about a result"},
	})
}
