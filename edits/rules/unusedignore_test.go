package rules

import "testing"

func TestUnusedIgnore(t *testing.T) {
	const all = `Unused "type: ignore" comment`
	const one = `Unused "type: ignore[b]" comment`
	runCases(t, "python", []ruleCase{
		{name: "plain", signal: "mypy/unused-ignore", message: all, in: "«x = 1  # type: ignore»\ny\n", want: "x = 1\ny\n"},
		{name: "with codes", signal: "mypy/unused-ignore", message: `Unused "type: ignore[a, b]" comment`, in: "«x» = '🎉'  # type: ignore[a, b]\n", want: "x = '🎉'\n"},
		{name: "one of the codes", signal: "mypy/unused-ignore", message: one, in: "«x» = 1  # type: ignore[a,b, c]\n", want: "x = 1  # type: ignore[a, c]\n"},
		{name: "another tool behind", signal: "mypy/unused-ignore", message: one, in: "«x» = 1  # type: ignore[b]  # noqa: E501\n", want: "x = 1  # noqa: E501\n"},
		{name: "another tool before", signal: "mypy/unused-ignore", message: one, in: "«x» = 1  # noqa  # type: ignore[b]\n", want: "x = 1  # noqa\n"},
		{name: "line of its own", signal: "mypy/unused-ignore", message: all, in: "\ufeff«# type: ignore»\nx = 1\n", want: "\ufeffx = 1\n"},
		{name: "pyright", signal: "pyright/reportUnnecessaryTypeIgnoreComment", message: `Unnecessary "# pyright: ignore" rule: "b"`, in: "x = 1  # pyright: ignore[a, «b»]\n", want: "x = 1  # pyright: ignore[a]\n"},
		{name: "pyright, whole", signal: "pyright/reportUnnecessaryTypeIgnoreComment", message: `Unnecessary "# type: ignore" comment`, in: "x = 1  # «type: ignore»\n", want: "x = 1\n"},
		{name: "pyright's own", signal: "pyright/reportUnnecessaryTypeIgnoreComment", message: `Unnecessary "# type: ignore" comment`, in: "x = 1  # «pyright: ignore»  # noqa\n", want: "x = 1  # noqa\n"},
		{name: "of the other checker", signal: "mypy/unused-ignore", message: all, in: "«x» = 1  # pyright: ignore\n", why: "no such directive"},
		{name: "code of the other checker", signal: "mypy/unused-ignore", message: all, in: "«x» = 1  # type: ignore[reportFoo]\n", why: "another type checker"},
		{name: "code of mypy", signal: "pyright/reportUnnecessaryTypeIgnoreComment", message: `Unnecessary "# type: ignore" comment`, in: "x = 1  # «type: ignore»[misc]\n", why: "another type checker"},
		{name: "explained", signal: "mypy/unused-ignore", message: all, in: "«x» = 1  # type: ignore  # a bug of mypy\n", why: "explained"},
		{name: "in a string", signal: "mypy/unused-ignore", message: all, in: "«x» = '# type: ignore'\n", why: "no comment"},
		{name: "narrower", signal: "mypy/unused-ignore", message: all + `, use narrower [a] instead of [b] code`, in: "«x» = 1  # type: ignore[b]\n", why: "names no directive"},
	})
}
