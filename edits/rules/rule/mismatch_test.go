package rule_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/rules"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Two arguments that have each the type of the other are changed round, where both are
// given by their places in one call.
func TestSwapArguments(t *testing.T) {
	const second, third = `Argument 2 to "Visit" has incompatible type "datetime"; expected "Kind"`, `Argument 3 to ` +
		`"Visit" has incompatible type "Kind"; expected "datetime"`
	const pyright = `Argument of type "datetime" cannot be assigned to parameter "kind" of type "Kind" in function ` +
		`"__init__"`
	const golang, length = `cannot use at (variable of struct type time.Time) as string value in argument to ` +
		`New`, `cannot ` +
		`use "x" (untyped string constant) as time.Time value in argument to New`
	for name, c := range map[string]struct {
		lang, signal, message, in string
		other, said               string
		want, why                 string
	}{
		"mypy": {"python", "mypy/arg-type", second, "v = Visit(who, «start», kind.of(x))\n", "kind.of(x)", third,
			"v = Visit(who, kind.of(x), start)\n", ""},
		"pyright": {"python", "pyright/reportArgumentType", pyright, "v = Visit(«start», who, kind)\n", "kind",
			strings.NewReplacer("datetime", "Kind", "Kind", "datetime").Replace(pyright), "v = Visit(kind, who, start)\n", ""},
		"a method": {"python", "mypy/arg-type", second,
			"def f(self):\n    return self.visit(\n        «start», kind,\n    )\n", "kind", third,
			"def f(self):\n    return self.visit(\n        kind, start,\n    )\n", ""},
		"another type": {"python", "mypy/arg-type", second, "v = Visit(who, «start», kind)\n", "kind",
			strings.Replace(third, "datetime", "date", 1), "", "no other argument has its type"},
		"of another call": {"python", "mypy/arg-type", second, "v = Visit(who, «start», find(kind))\n", "kind", third, "",
			"not arguments of the same call"},
		"given by name": {"python", "mypy/arg-type", second, "v = Visit(who, «start», kind=kind_of(1))\n", "kind_of",
			third, "", "by their places"},
		"beside a comment": {"python", "mypy/arg-type", second, "v = Visit(who, «start»,  # then\n    kind)\n", "kind",
			third, "", "by their places"},
		"Go": {"go", "go/IncompatibleAssign", golang, "package a\n\nvar v = New(«at», 1, \"x\")\n", `"x"`, length,
			"package a\n\nvar v = New(\"x\", 1, at)\n", ""},
		"Go, two calls": {"go", "go/IncompatibleAssign", golang, "package a\n\nvar v = New(«at», f(\"x\"))\n", `"x"`, length,
			"", "not arguments of the same call"},
	} {
		t.Run(name, func(t *testing.T) {
			p := ruletest.Case{Signal: c.signal, Message: c.message, In: c.in}.Problem(t, c.lang)
			at := strings.LastIndex(p.Snapshot.Text(), c.other)
			p.Others = []signal.Diagnostic{{Tool: p.Diagnostic.Tool, Code: p.Diagnostic.Code, Message: c.said,
				Span: text.Span{Start: at, End: at + len(c.other)}}}
			got, err := ruletest.Table(rules.For).Apply(t, p)
			if c.want == "" {
				var d rule.Declined
				if !errors.As(err, &d) || !strings.Contains(err.Error(), c.why) {
					t.Fatalf("got %q, %v; want it declined because %q", got, err, c.why)
				}
				return
			}
			if err != nil || got != c.want {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}
