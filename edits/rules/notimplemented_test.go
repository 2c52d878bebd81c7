package rules

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestNotImplemented(t *testing.T) {
	table.Run(t, "python", []ruletest.Case{
		{Name: "bare", Signal: "ruff/F901", In: "def f():\n    raise «NotImplemented»\n",
			Want: "def f():\n    raise NotImplementedError\n"},
		{Name: "called", Signal: "ruff/F901", In: "raise «NotImplemented('x')»  # NotImplemented\n",
			Want: "raise NotImplementedError('x')  # NotImplemented\n"},
		{Name: "pyflakes words", Signal: "pyflakes/",
			Message: "'raise NotImplemented' should be 'raise NotImplementedError'", In: "«raise NotImplemented»\n",
			Want: "raise NotImplementedError\n"},
		{Name: "something else", Signal: "ruff/F901", In: "raise «ValueError»\n", Why: "no raise of NotImplemented"},
		{Name: "shadowed", Signal: "ruff/F901", In: "NotImplementedError = 3\nraise «NotImplemented»\n",
			Why: "something else"},
	})
}
