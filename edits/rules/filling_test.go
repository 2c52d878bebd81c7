package rules

import "testing"

func TestFillDefault(t *testing.T) {
	const said = `Item "None" of "list[str] | None" has no attribute "append"`
	in := func(begin, fill, more string) string {
		return "def f(ws):\n    \"\"\"Words by their length.\"\"\"\n    d" + begin + "\n    for w in ws:\n        " + fill + "\n" + more + "    return d\n"
	}
	of := func(name, begin, fill, want, more string) ruleCase {
		return ruleCase{name: name, signal: "mypy/union-attr", message: said, in: in(begin, "«"+fill+"»", more), want: in(begin, want, more)}
	}
	declines := func(name, begin, fill, more, why string) ruleCase {
		return ruleCase{name: name, signal: "mypy/union-attr", message: said, in: in(begin, "«"+fill+"»", more), why: why}
	}
	const get, want = "d.get(len(w)).append(w)", "d.setdefault(len(w), []).append(w)"
	runCases(t, "python", []ruleCase{
		of("a list", ": dict[int, list[str]] = {}", get, want, ""),
		of("made by its name", " = dict()", get, want, ""),
		of("looked at", " = {}", get, want, "    for k in sorted(d):\n        print(k, d[k], d.items(), len(d))\n"),
		{name: "a set", signal: "pyright/reportOptionalMemberAccess", message: `"add" is not a known attribute of "None"`, in: in(" = {}", "«d.get(w[0], ).add(w)»", ""), why: "more is done"},
		{name: "of sets", signal: "pyright/reportOptionalMemberAccess", message: `"add" is not a known attribute of "None"`, in: in(" = {}", "«d.get(w[0]).add(w)»", ""), want: in(" = {}", "d.setdefault(w[0], set()).add(w)", "")},
		{name: "another method", signal: "mypy/union-attr", message: `Item "None" of "list[str] | None" has no attribute "sort"`, in: in(" = {}", "«d.get(1).sort()»", ""), why: "nothing is put"},
		{name: "a text", signal: "mypy/union-attr", message: `Item "None" of "str | None" has no attribute "upper"`, in: in(" = {}", "«d.get(1).upper()»", ""), why: "not about what is put"},
		declines("with a default", " = {}", "d.get(len(w), None).append(w)", "", "more is done"),
		declines("more behind it", " = {}", "d.get(len(w)).append(w).x()", "", "more is done"),
		declines("filled before", ` = {1: ["a"]}`, get, "", "may hold"),
		declines("filled elsewhere", " = {}", get, "    d[0] = []\n", "may hold"),
		declines("handed over", " = {}", get, "    fill(d)\n", "may hold"),
		declines("begun elsewhere", " = {}", get, "    d.setdefault(0, [])\n", "may hold"),
		declines("begun twice", " = {}", get, "    d = {}\n", "may hold"),
		{name: "a parameter", signal: "mypy/union-attr", message: said, in: "def f(d, w):\n    «d.get(w).append(w)»\n", why: "may hold"},
		{name: "known keys", signal: "mypy/union-attr", message: said, in: "def f(ws):\n    \"\"\"Words of known length.\"\"\"\n    d = {}\n    for w in ws:\n        «d.get(len(w)).append(w)»\n", why: "left out"},
		{name: "of a module", signal: "mypy/union-attr", message: said, in: "d = {}\n«d.get(1).append(2)»\n", why: "not about what is put"},
	})
}
