package rules

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestLazyLogging(t *testing.T) {
	of := func(name, in, want, why string) ruletest.Case {
		line := func(s string) string {
			if s == "" {
				return ""
			}
			return "def f(a, b):\n    " + s + "\n"
		}
		return ruletest.Case{Name: name, Signal: "pylint/W1203", In: line(in), Want: line(want), Why: why}
	}
	table.Run(t, "python", []ruletest.Case{
		{Name: "ruff, at the text", Signal: "ruff/G002", In: "log.info(«'a %s'» % b)\n", Want: "log.info('a %s', b)\n"},
		{Name: "ruff, at the f-string", Signal: "ruff/G004", In: "log.info(«f'a {b}'»)\n", Want: "log.info('a %s', b)\n"},
		of("a tuple", `«log.error»("%s of 5%% %d" % (a.x, len(b)))`, `log.error("%s of 5%% %d", a.x, len(b))`, ""),
		of("a tuple of one", `«log.error»("%s" % (a,), exc_info=True)`, `log.error("%s", a, exc_info=True)`, ""),
		of("brackets", `«log.error»("%s" % (a + b))`, `log.error("%s", (a + b))`, ""),
		of("two literals", `«log.error»("%s" " and" % a)`, `log.error("%s" " and", a)`, ""),
		of("a sum", `«log.error»("%s" % a + b)`, "", "no text with values"),
		of("a mapping", `«log.error»("%(x)s" % a)`, "", "names its values"),
		of("a tuple by name", `«log.error»("%s %s" % a)`, "", "2 places for 1"),
		of("values already", `«log.error»("%s %%s" % a, b)`, "", "values for its message already"),
		of("all given", `«log.error»("%s" % a, *b)`, "", "values for its message already"),
		of("fields", `«logging.log»(logging.INFO, rf"100% {{x}} {a!r}{b['k']} ", stack_info=True)`,
			`logging.log(logging.INFO, r"100%% {x} %r%s ", a, b['k'], stack_info=True)`, ""),
		of("how it is written", `«log.info»(f"{a:>5}")`, "", "how its value is written"),
		of("with its name", `«log.info»(f"{a=}")`, "", "more than a value"),
		of("several values", `«log.info»(f"{a, b}")`, "", "more than a value"),
		of("a choice", `«log.info»(f"{a if b else (1, 2)}")`, `log.info("%s", a if b else (1, 2))`, ""),
		of("literals side by side", `«log.info»(f"{a} 5%" " of 6%, " f'{{{b}')`,
			`log.info("%s 5%%" " of 6%%, " '{%s', a, b)`, ""),
		of("no values", `«log.info»("a" 'b')`, "", "no values"),
		of("no logger", `«print»(f"{a}")`, "", "no call of a logger"),
	})
}
