package rules

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestEagerConversion(t *testing.T) {
	const msg = "Unnecessary `str()` conversion when formatting with `%s`"
	table.Run(t, "python", []ruletest.Case{
		{Name: "plain", Signal: "ruff/RUF065", Message: msg, In: "logging.info('%s', «str(x)»)\n",
			Want: "logging.info('%s', x)\n"},
		{Name: "expression", Signal: "ruff/RUF065", Message: msg,
			In:   "log.info('%s %s', a, «str( x[1] or f(y, z=1) )», exc_info=True)\n",
			Want: "log.info('%s %s', a, x[1] or f(y, z=1), exc_info=True)\n"},
		{Name: "other format", Signal: "ruff/RUF065",
			Message: "Unnecessary `repr()` conversion when formatting with `%s`. Use `%r` instead of `%s`",
			In:      "logging.info('%s', «repr(x)»)\n", Why: "call of str"},
		{Name: "own str", Signal: "ruff/RUF065", Message: msg, In: "logging.info('%s', «x.str(y)»)\n", Why: "call of str"},
		{Name: "decoded", Signal: "ruff/RUF065", Message: msg, In: "logging.info('%s', «str(x, 'utf-8')»)\n",
			Why: "one value"},
		{Name: "object", Signal: "ruff/RUF065", Message: msg, In: "logging.info('%s', «str(object=x)»)\n", Why: "one value"},
		{Name: "stars", Signal: "ruff/RUF065", Message: msg, In: "logging.info('%s', «str(*x)»)\n", Why: "one value"},
		{Name: "generator", Signal: "ruff/RUF065", Message: msg, In: "logging.info('%s', «str(i for i in x)»)\n",
			Why: "parentheses"},
		{Name: "inner generator", Signal: "ruff/RUF065", Message: msg, In: "logging.info('%s', «str([i for i in x])»)\n",
			Want: "logging.info('%s', [i for i in x])\n"},
		{Name: "comment", Signal: "ruff/RUF065", Message: msg, In: "logging.info('%s', «str(  # why\n    x)»)\n",
			Why: "one value"},
	})
}
