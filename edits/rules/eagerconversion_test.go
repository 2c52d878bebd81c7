package rules

import "testing"

func TestEagerConversion(t *testing.T) {
	const msg = "Unnecessary `str()` conversion when formatting with `%s`"
	runCases(t, "python", []ruleCase{
		{name: "plain", signal: "ruff/RUF065", message: msg, in: "logging.info('%s', «str(x)»)\n", want: "logging.info('%s', x)\n"},
		{name: "expression", signal: "ruff/RUF065", message: msg, in: "log.info('%s %s', a, «str( x[1] or f(y, z=1) )», exc_info=True)\n", want: "log.info('%s %s', a, x[1] or f(y, z=1), exc_info=True)\n"},
		{name: "other format", signal: "ruff/RUF065", message: "Unnecessary `repr()` conversion when formatting with `%s`. Use `%r` instead of `%s`", in: "logging.info('%s', «repr(x)»)\n", why: "call of str"},
		{name: "own str", signal: "ruff/RUF065", message: msg, in: "logging.info('%s', «x.str(y)»)\n", why: "call of str"},
		{name: "decoded", signal: "ruff/RUF065", message: msg, in: "logging.info('%s', «str(x, 'utf-8')»)\n", why: "one value"},
		{name: "object", signal: "ruff/RUF065", message: msg, in: "logging.info('%s', «str(object=x)»)\n", why: "one value"},
		{name: "stars", signal: "ruff/RUF065", message: msg, in: "logging.info('%s', «str(*x)»)\n", why: "one value"},
		{name: "generator", signal: "ruff/RUF065", message: msg, in: "logging.info('%s', «str(i for i in x)»)\n", why: "parentheses"},
		{name: "inner generator", signal: "ruff/RUF065", message: msg, in: "logging.info('%s', «str([i for i in x])»)\n", want: "logging.info('%s', [i for i in x])\n"},
		{name: "comment", signal: "ruff/RUF065", message: msg, in: "logging.info('%s', «str(  # why\n    x)»)\n", why: "one value"},
	})
}
