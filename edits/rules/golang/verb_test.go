package golang_test

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestFormatVerb(t *testing.T) {
	vet := func(name, said, in, want, why string) ruletest.Case {
		return ruletest.Case{Name: name, Signal: "go vet/printf", Message: said,
			In: "package a\n\nfunc f() {\n\t" + in + "\n}\n", Want: wrapped(want), Why: why}
	}
	table.Run(t, "go", []ruletest.Case{
		vet("a fraction", "fmt.Printf format %d has arg n * price of wrong type float64",
			"fmt.Printf(\"%s %d %d\\n\", s, n, «n*price»)", "fmt.Printf(\"%s %d %v\\n\", s, n, n*price)", ""),
		vet("a text", "fmt.Sprintf format %05d has arg name of wrong type string", "x := fmt.Sprintf(\"%05d%%\", «name»)",
			"x := fmt.Sprintf(\"%5s%%\", name)", ""),
		vet("a number", "fmt.Fprintf format %.2f has arg n of wrong type int", "fmt.Fprintf(w, \"%.2f\", «n»)",
			"fmt.Fprintf(w, \"%d\", n)", ""),
		vet("a text, where others are quoted", "fmt.Errorf format %d has arg name of wrong type string",
			"a := fmt.Errorf(\"%q\", b)\n\tx := fmt.Errorf(\"%d\", «name»)",
			"a := fmt.Errorf(\"%q\", b)\n\tx := fmt.Errorf(\"%q\", name)", ""),
		vet("a quotient", "fmt.Sprintf format %.1f has arg grams / 1000 of wrong type int",
			"x := fmt.Sprintf(\"%.1f kg\", «grams/1000»)", "", "lost"),
		{Name: "by its place", Signal: "staticcheck/SA5009", Message: "Printf format %d has arg #2 of wrong type bool",
			In: "package a\n\nfunc f() {\n\tfmt.Printf(\"%d %d\", «n», ok)\n}\n", Want: wrapped("fmt.Printf(\"%d %t\", n, ok)")},
		vet("another type", "fmt.Printf format %d has arg p of wrong type a.Point", "fmt.Printf(\"%d\", «p»)", "",
			"no verb of its own"),
		vet("numbered", "fmt.Printf format %[1]d has arg s of wrong type string", "fmt.Printf(\"%[1]d\", «s»)", "",
			"no such verb"),
		vet("another message", "fmt.Printf call needs 1 arg but has 2 args", "fmt.Printf(\"%d\", «n», n)", "",
			"not about the verb"),
	})
}

// Of two arguments that have each the type of the other's verb it is the order that is
// wrong.
func TestCrossedArguments(t *testing.T) {
	in := func(body string) string {
		return "package a\n\nfunc f(name string, n int, price float64, m int, all ...int) {\n\t" + body + "\n}\n"
	}
	crossed := func(name, said, was, want string) ruletest.Case {
		c := ruletest.Case{Name: name, Signal: "go vet/printf", Message: "fmt.Printf format " + said, In: in(was)}
		if want == "" {
			c.Why = "in each other's place"
		} else {
			c.Want = in(want)
		}
		return c
	}
	table.Run(t, "go", []ruletest.Case{
		crossed("a text and a number", "%d has arg name of wrong type string", `fmt.Printf("«%d» of %s\n", name, n)`, ""),
		crossed("by their places", "%d has arg #1 of wrong type string", `fmt.Printf("«%d» of %q\n", name, n)`, ""),
		crossed("a fraction", "%s has arg price of wrong type float64",
			`fmt.Printf("«%s» costs %.2f in 100%%\n", price, name)`, ""),
		crossed("of several", "%s has arg n of wrong type int", `fmt.Fprintf(w, "%d: «%s» %d\n", m, n, name)`, ""),
		crossed("both of one type", "%s has arg n of wrong type int", `fmt.Printf("«%s» %s\n", n, m)`,
			`fmt.Printf("%d %s\n", n, m)`),
		crossed("the other one is right", "%d has arg name of wrong type string", `fmt.Printf("«%d» of %d\n", name, n)`,
			`fmt.Printf("%s of %d\n", name, n)`),
		crossed("the other one is shown as it is", "%d has arg name of wrong type string",
			`fmt.Printf("«%d» of %v\n", name, n)`, `fmt.Printf("%s of %v\n", name, n)`),
		crossed("one of two", "%d has arg name of wrong type string", `fmt.Printf("«%d» %s %s\n", name, n, m)`, ""),
		crossed("of an unknown type", "%d has arg name of wrong type string", `fmt.Printf("«%d» %s\n", name, x)`,
			`fmt.Printf("%s %s\n", name, x)`),
		crossed("many", "%d has arg name of wrong type string", `fmt.Printf("«%d» %s\n", name, all)`,
			`fmt.Printf("%s %s\n", name, all)`),
	})
}

func wrapped(body string) string {
	if body == "" {
		return ""
	}
	return "package a\n\nfunc f() {\n\t" + body + "\n}\n"
}
