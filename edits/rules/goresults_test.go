package rules

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/providers/signal"
)

func replaced(s, old, now string) string { return strings.ReplaceAll(s, old, now) }

func TestOtherCount(t *testing.T) {
	in := func(doc, body string) string {
		return "package a\n\n// f " + doc + ".\nfunc f(name string) string {\n\t" + body + "\n}\n"
	}
	const two, one, three = "assignment mismatch: 2 variables but NAME returns 1 value", "assignment mismatch: 1 variable but NAME returns 2 values", "assignment mismatch: 2 variables but NAME returns 3 values"
	count := func(name, said, callee, doc, body, want, why string) ruleCase {
		c := ruleCase{name: name, signal: "go/AssignmentMismatch", message: replaced(said, "NAME", callee), in: in(doc, body), why: why}
		if why == "" {
			c.want = in(doc, want)
		}
		return c
	}
	const asks = "\n\tif !ok {\n\t\treturn name\n\t}\n\treturn v"
	runCases(t, "go", []ruleCase{
		count("whether it is set", two, "os.Getenv", "is it", "«v, ok» := os.Getenv(name)"+asks, "v, ok := os.LookupEnv(name)"+asks, ""),
		count("as gopls says it", two, "os.Getenv(name)", "is it", "v, ok := «os.Getenv»(name)"+asks, "v, ok := os.LookupEnv(name)"+asks, ""),
		count("in the head of a branch", two, "os.Getenv", "is it", "if «v, ok» := os.Getenv(name); ok {\n\t\treturn v\n\t}\n\treturn name", "if v, ok := os.LookupEnv(name); ok {\n\t\treturn v\n\t}\n\treturn name", ""),
		count("with another question", two, "strings.TrimPrefix", "is it", "«v, ok» := strings.TrimPrefix(name, \"a\")\n\tif name != \"\" && (ok) {\n\t\treturn v\n\t}\n\treturn name", "v, ok := strings.CutPrefix(name, \"a\")\n\tif name != \"\" && (ok) {\n\t\treturn v\n\t}\n\treturn name", ""),
		count("an error", two, "os.Getenv", "is it", "«v, err» := os.Getenv(name)\n\tif err != nil {\n\t\treturn name\n\t}\n\treturn v", "", "does not say"),
		count("never asked", two, "os.Getenv", "is it", "«v, ok» := os.Getenv(name)\n\tuse(ok)\n\treturn v", "", "does not say"),
		count("another function", two, "os.Hostname", "is it", "«v, ok» := os.Hostname(name)"+asks, "", "does not say"),
		count("only the value", one, "os.LookupEnv", "is it", "«v» := os.LookupEnv(name)\n\treturn v", "v := os.Getenv(name)\n\treturn v", ""),
		count("an empty value is one", one, "os.LookupEnv", "is it, also if it is empty", "«v» := os.LookupEnv(name)\n\treturn v", "", "is not asked"),
		count("without what is cut off", one, "strings.CutSuffix", "is it, also if it is empty", "«v» := strings.CutSuffix(name, \"a\")\n\treturn v", "v := strings.TrimSuffix(name, \"a\")\n\treturn v", ""),
		count("an error that nobody takes", one, "strconv.Atoi", "is it", "«v» := strconv.Atoi(name)\n\treturn v", "", "does not say"),
		count("two parts", three, "strings.Cut", "gives both parts", "«k, v» := strings.Cut(name, \"=\")\n\treturn k + v", "k, v, _ := strings.Cut(name, \"=\")\n\treturn k + v", ""),
		count("two parts, or one", three, "strings.Cut", "gives both parts, or nothing without a sign", "«k, v» := strings.Cut(name, \"=\")\n\treturn k + v", "", "does not say"),
		count("three results of another function", three, "cut", "gives both parts", "«k, v» := cut(name, \"=\")\n\treturn k + v", "", "does not say"),
		count("elsewhere", two, "os.Getenv", "is it", "«v, ok» := strings.Cut(name)"+asks, "", "no such assignment"),
		count("more of them", two, "os.Getenv", "is it", "«v, w, ok» := os.Getenv(name)"+asks, "", "no such assignment"),
	})
}

func TestKeepAppended(t *testing.T) {
	in := func(body string) string {
		return "package a\n\nfunc f(s *S, out []string, w string) {\n\t" + body + "\n}\n"
	}
	appended := func(name, said, body, want, why string) ruleCase {
		c := ruleCase{name: name, signal: "go/UnusedExpr", message: said + " (value of type []string) is not used", in: in(body), why: why}
		if why == "" {
			c.want = in(want)
		}
		return c
	}
	runCases(t, "go", []ruleCase{
		appended("a variable", "append(out, w)", "«append(out, w)»", "out = append(out, w)", ""),
		appended("a field", "append(s.list, w, w)", "«append(s.list, w, w)»", "s.list = append(s.list, w, w)", ""),
		appended("of a map", "append(m[w], w)", "for range out {\n\t\t«append(m[w], w)»\n\t}", "for range out {\n\t\tm[w] = append(m[w], w)\n\t}", ""),
		appended("a key that is worked out", "append(m[next()], w)", "«append(m[next()], w)»", "", "no variable"),
		appended("a literal", "append([]string{}, w)", "«append([]string{}, w)»", "", "no variable"),
		appended("another function", "sorted(out)", "«sorted(out)»", "", "not about what append gives"),
	})
}

func TestTakeError(t *testing.T) {
	in := func(doc, results, body string) string {
		return "package a\n\n// f " + doc + ".\nfunc f(s string) " + results + "{\n\t" + body + "\n}\n"
	}
	take := func(name, doc, results, body, want, why string) ruleCase {
		c := ruleCase{name: name, signal: "go/AssignmentMismatch", message: "assignment mismatch: 1 variable but strconv.Atoi returns 2 values", in: in(doc, results, body), why: why}
		if why == "" {
			c.want = in(doc, results, want)
		}
		return c
	}
	const is, both = "reads it", "(int, error) "
	runCases(t, "go", []ruleCase{
		take("returned", is, both, "n := «strconv.Atoi»(s)\n\treturn n, nil", "n, err := strconv.Atoi(s)\n\tif err != nil {\n\t\treturn 0, err\n\t}\n\treturn n, nil", ""),
		take("with a comment", is, "error ", "n := «strconv.Atoi»(s) // read\n\treturn g(n)", "n, err := strconv.Atoi(s) // read\n\tif err != nil {\n\t\treturn err\n\t}\n\treturn g(n)", ""),
		take("as the others", is, both, "if err := g(); err != nil {\n\t\treturn 0, err\n\t}\n\tn := «strconv.Atoi»(s)\n\treturn n, nil", "if err := g(); err != nil {\n\t\treturn 0, err\n\t}\n\tn, err := strconv.Atoi(s)\n\tif err != nil {\n\t\treturn 0, err\n\t}\n\treturn n, nil", ""),
		take("not as the others", is, both, "if err := g(); err != nil {\n\t\treturn 0, fmt.Errorf(\"g: %w\", err)\n\t}\n\tn := «strconv.Atoi»(s)\n\treturn n, nil", "", "does not say"),
		take("no error is given", is, "int ", "n := «strconv.Atoi»(s)\n\treturn n", "", "does not say"),
		take("nothing is given", is, "", "n := «strconv.Atoi»(s)\n\tg(n)", "", "does not say"),
		take("it goes on", "reads it, and skips what is none", both, "n := «strconv.Atoi»(s)\n\treturn n, nil", "", "does not say"),
		take("it gives something, too", "reads it, up to the first error", both, "n := «strconv.Atoi»(s)\n\treturn n, nil", "", "does not say"),
		take("assigned", is, both, "n := 1\n\tn = «strconv.Atoi»(s)\n\treturn n, nil", "", "does not say"),
		take("in a head", is, both, "if n := «strconv.Atoi»(s); n > 1 {\n\t\treturn n, nil\n\t}\n\treturn 0, nil", "", "does not say"),
		take("of a function inside", is, both, "g(func() int {\n\t\tn := «strconv.Atoi»(s)\n\t\treturn n\n\t})\n\treturn 0, nil", "", "does not say"),
		take("a field", is, both, "s.n = «strconv.Atoi»(s)\n\treturn s.n, nil", "", "does not say"),
	})
}

// Where fmt is imported and unused, the broken line may have worded its error.
func TestErrorThatMayBeWorded(t *testing.T) {
	for _, c := range []struct{ signal, message, stmt string }{
		{"go/AssignmentMismatch", "assignment mismatch: 1 variable but strconv.Atoi returns 2 values", "n := «strconv.Atoi»(s)"},
		{"go/UnusedVar", "declared and not used: err", "n, «err» := strconv.Atoi(s)"},
	} {
		p := problemOf(t, ruleCase{signal: c.signal, message: c.message, in: "package x\n\nimport (\n\t\"fmt\"\n\t\"strconv\"\n)\n\nfunc f(s string) (int, error) {\n\t" + c.stmt + "\n\treturn n, nil\n}\n"}, "go")
		if got, err := applyRule(t, p); err != nil || !strings.Contains(got, "return 0, err") {
			t.Errorf("%s: %v\n%s", c.signal, err, got)
		}
		p.Others = []signal.Diagnostic{{Message: `"fmt" imported and not used`}}
		if got, err := applyRule(t, p); err == nil {
			t.Errorf("%s: %s", c.signal, got)
		}
	}
}
