package rules

import "testing"

func TestGeneratorReturn(t *testing.T) {
	const sync = `The return type of a generator function should be "Generator" or one of its supertypes`
	const async = `The return type of an async generator function should be "AsyncGenerator" or one of its supertypes`
	of := func(name, message, in, want, why string) ruleCase {
		return ruleCase{name: name, signal: "mypy/misc", message: message, in: in, want: want, why: why}
	}
	runCases(t, "python", []ruleCase{
		of("a list", sync, "«def f(n: int) -> list[str]:»\n    yield 'a'\n", "from collections.abc import Iterator\n\ndef f(n: int) -> Iterator[str]:\n    yield 'a'\n", ""),
		of("an element", sync, "from typing import Any\n\n\n«def f() -> tuple[int, Any]:»\n    yield 1, 2\n", "from typing import Any, Iterator\n\n\ndef f() -> Iterator[tuple[int, Any]]:\n    yield 1, 2\n", ""),
		of("async", async, "from collections.abc import AsyncIterator as It\n\n\nasync «def f() -> int:»\n    yield 1\n", "from collections.abc import AsyncIterator as It\n\n\nasync def f() -> It[int]:\n    yield 1\n", ""),
		of("qualified", sync, "import typing as t\n\n\n«def f() -> t.List[int]:»\n    yield 1\n", "import typing as t\n\n\ndef f() -> t.Iterator[t.List[int]]:\n    yield 1\n", ""),
		of("nothing", sync, "«def f() -> None:»\n    yield 1\n", "", "no annotated generator"),
		of("bound", sync, "class Iterator: ...\n\n\n«def f() -> int:»\n    yield 1\n", "", "given a meaning"),
		of("another message", "Cannot infer type", "«def f() -> int:»\n    yield 1\n", "", "not about a generator"),
	})
}
