package rules

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestUnusedIgnore(t *testing.T) {
	const all = `Unused "type: ignore" comment`
	const one = `Unused "type: ignore[b]" comment`
	table.Run(t, "python", []ruletest.Case{
		{Name: "plain", Signal: "mypy/unused-ignore", Message: all, In: "«x = 1  # type: ignore»\ny\n", Want: "x = 1\ny\n"},
		{Name: "with codes", Signal: "mypy/unused-ignore", Message: `Unused "type: ignore[a, b]" comment`,
			In: "«x» = '🎉'  # type: ignore[a, b]\n", Want: "x = '🎉'\n"},
		{Name: "one of the codes", Signal: "mypy/unused-ignore", Message: one, In: "«x» = 1  # type: ignore[a,b, c]\n",
			Want: "x = 1  # type: ignore[a, c]\n"},
		{Name: "another tool behind", Signal: "mypy/unused-ignore", Message: one,
			In: "«x» = 1  # type: ignore[b]  # noqa: E501\n", Want: "x = 1  # noqa: E501\n"},
		{Name: "another tool before", Signal: "mypy/unused-ignore", Message: one, In: "«x» = 1  # noqa  # type: ignore[b]\n",
			Want: "x = 1  # noqa\n"},
		{Name: "line of its own", Signal: "mypy/unused-ignore", Message: all, In: "\ufeff«# type: ignore»\nx = 1\n",
			Want: "\ufeffx = 1\n"},
		{Name: "pyright", Signal: "pyright/reportUnnecessaryTypeIgnoreComment",
			Message: `Unnecessary "# pyright: ignore" rule: "b"`, In: "x = 1  # pyright: ignore[a, «b»]\n",
			Want: "x = 1  # pyright: ignore[a]\n"},
		{Name: "pyright, whole", Signal: "pyright/reportUnnecessaryTypeIgnoreComment",
			Message: `Unnecessary "# type: ignore" comment`, In: "x = 1  # «type: ignore»\n", Want: "x = 1\n"},
		{Name: "pyright's own", Signal: "pyright/reportUnnecessaryTypeIgnoreComment",
			Message: `Unnecessary "# type: ignore" comment`, In: "x = 1  # «pyright: ignore»  # noqa\n",
			Want: "x = 1  # noqa\n"},
		{Name: "of the other checker", Signal: "mypy/unused-ignore", Message: all, In: "«x» = 1  # pyright: ignore\n",
			Why: "no such directive"},
		{Name: "code of the other checker", Signal: "mypy/unused-ignore", Message: all,
			In: "«x» = 1  # type: ignore[reportFoo]\n", Why: "another type checker"},
		{Name: "code of mypy", Signal: "pyright/reportUnnecessaryTypeIgnoreComment",
			Message: `Unnecessary "# type: ignore" comment`, In: "x = 1  # «type: ignore»[misc]\n", Why: "another type checker"},
		{Name: "explained", Signal: "mypy/unused-ignore", Message: all, In: "«x» = 1  # type: ignore  # a bug of mypy\n",
			Why: "explained"},
		{Name: "in a string", Signal: "mypy/unused-ignore", Message: all, In: "«x» = '# type: ignore'\n", Why: "no comment"},
		{Name: "narrower", Signal: "mypy/unused-ignore", Message: all + `, use narrower [a] instead of [b] code`,
			In: "«x» = 1  # type: ignore[b]\n", Why: "names no directive"},
	})
}
