package rules

import "testing"

func TestNotImplemented(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "bare", signal: "ruff/F901", in: "def f():\n    raise «NotImplemented»\n", want: "def f():\n    raise NotImplementedError\n"},
		{name: "called", signal: "ruff/F901", in: "raise «NotImplemented('x')»  # NotImplemented\n", want: "raise NotImplementedError('x')  # NotImplemented\n"},
		{name: "pyflakes words", signal: "pyflakes/", message: "'raise NotImplemented' should be 'raise NotImplementedError'", in: "«raise NotImplemented»\n", want: "raise NotImplementedError\n"},
		{name: "something else", signal: "ruff/F901", in: "raise «ValueError»\n", why: "no raise of NotImplemented"},
		{name: "shadowed", signal: "ruff/F901", in: "NotImplementedError = 3\nraise «NotImplemented»\n", why: "something else"},
	})
}
