package rules

import "testing"

func TestPassToSuper(t *testing.T) {
	const said = `Missing positional argument "a" in call to "__init__" of "A"`
	base := func(takes string) string { return "class A:\n    def __init__(self, " + takes + ") -> None: ...\n\n\n" }
	own := func(takes, call string) string {
		return "class B(A):\n    def __init__(self, " + takes + "):\n        «super().__init__(" + call + ")»\n"
	}
	plain := func(takes, call string) string {
		return "class B(A):\n    def __init__(self, " + takes + "):\n        super().__init__(" + call + ")\n"
	}
	of := func(name, in, want string) ruleCase {
		return ruleCase{name: name, signal: "mypy/call-arg", message: said, in: in, want: want}
	}
	declines := func(name, in, why string) ruleCase {
		return ruleCase{name: name, signal: "mypy/call-arg", message: said, in: in, why: why}
	}
	runCases(t, "python", []ruleCase{
		of("one", base("a: int")+own("b: str, a: int", ""), base("a: int")+plain("b: str, a: int", "a")),
		of("with what has a default", base("a: int, b: int = 0")+own("a: int, c: str, b: int = 0", ""), base("a: int, b: int = 0")+plain("a: int, c: str, b: int = 0", "a, b")),
		of("without what is not there", base("a: int, b: int = 0, c: int = 0")+own("a: int, c: int", ""), base("a: int, b: int = 0, c: int = 0")+plain("a: int, c: int", "a, c=c")),
		of("by name only", base("a: int, *, c: int")+own("a: int, c: int", ""), base("a: int, *, c: int")+plain("a: int, c: int", "a, c=c")),
		of("the first is given", base("a: int, b: int")+own("b: int", "1"), base("a: int, b: int")+plain("b: int", "1, b")),
		of("the second is given", base("a: int, b: int")+own("a: int", "b=1"), base("a: int, b: int")+plain("a: int", "b=1, a=a")),
		of("without types", base("a")+own("a", ""), base("a")+plain("a", "a")),
		of("of the one above", base("a: int")+"class C(A):\n    pass\n\n\nclass B(C):\n    def __init__(self, a: int):\n        «super().__init__()»\n", base("a: int")+"class C(A):\n    pass\n\n\nclass B(C):\n    def __init__(self, a: int):\n        super().__init__(a)\n"),
		{name: "pyright", signal: "pyright/reportCallIssue", message: `Argument missing for parameter "a"`, in: base("a: int") + own("a: int", ""), want: base("a: int") + plain("a: int", "a")},
		declines("nothing of that name", base("a: int")+own("b: int", ""), "nothing of the same name and type"),
		declines("another type", base("a: int")+own("a: str", ""), "nothing of the same name and type"),
		declines("one of two", base("a: int, b: int")+own("a: int", ""), "nothing of the same name and type"),
		declines("unpacked", base("a: int")+own("a: int", "*more"), "unpacked"),
		declines("any", base("*a: int")+own("a: int", ""), "any arguments"),
		declines("two bases", base("a: int")+"class B(A, C):\n    def __init__(self, a: int):\n        «super().__init__()»\n", "more than one base"),
		declines("of another file", own("a: int", ""), "not in this file"),
		declines("a comment", base("a: int, b: int")+"class B(A):\n    def __init__(self, b: int):\n        «super().__init__(\n            1  # one\n        )»\n", "unusual form"),
		declines("another call", base("a: int")+"class B(A):\n    def __init__(self, a: int):\n        «A()»\n", "no call of the base"),
		declines("another method", base("a: int")+"class B(A):\n    def f(self, a: int):\n        «super().__init__()»\n", "not about the initialiser"),
	})
}
