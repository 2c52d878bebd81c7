package rules

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

func TestFormatVerb(t *testing.T) {
	vet := func(name, said, in, want, why string) ruleCase {
		return ruleCase{name: name, signal: "go vet/printf", message: said, in: "package a\n\nfunc f() {\n\t" + in + "\n}\n", want: wrapped(want), why: why}
	}
	runCases(t, "go", []ruleCase{
		vet("a fraction", "fmt.Printf format %d has arg n * price of wrong type float64", "fmt.Printf(\"%s %d %d\\n\", s, n, «n*price»)", "fmt.Printf(\"%s %d %v\\n\", s, n, n*price)", ""),
		vet("a text", "fmt.Sprintf format %05d has arg name of wrong type string", "x := fmt.Sprintf(\"%05d%%\", «name»)", "x := fmt.Sprintf(\"%5s%%\", name)", ""),
		vet("a number", "fmt.Fprintf format %.2f has arg n of wrong type int", "fmt.Fprintf(w, \"%.2f\", «n»)", "fmt.Fprintf(w, \"%d\", n)", ""),
		vet("a text, where others are quoted", "fmt.Errorf format %d has arg name of wrong type string", "a := fmt.Errorf(\"%q\", b)\n\tx := fmt.Errorf(\"%d\", «name»)", "a := fmt.Errorf(\"%q\", b)\n\tx := fmt.Errorf(\"%q\", name)", ""),
		vet("a quotient", "fmt.Sprintf format %.1f has arg grams / 1000 of wrong type int", "x := fmt.Sprintf(\"%.1f kg\", «grams/1000»)", "", "lost"),
		{name: "by its place", signal: "staticcheck/SA5009", message: "Printf format %d has arg #2 of wrong type bool", in: "package a\n\nfunc f() {\n\tfmt.Printf(\"%d %d\", «n», ok)\n}\n", want: wrapped("fmt.Printf(\"%d %t\", n, ok)")},
		vet("another type", "fmt.Printf format %d has arg p of wrong type a.Point", "fmt.Printf(\"%d\", «p»)", "", "no verb of its own"),
		vet("numbered", "fmt.Printf format %[1]d has arg s of wrong type string", "fmt.Printf(\"%[1]d\", «s»)", "", "no such verb"),
		vet("another message", "fmt.Printf call needs 1 arg but has 2 args", "fmt.Printf(\"%d\", «n», n)", "", "not about the verb"),
	})
}

// Of two arguments that have each the type of the other's verb it is the order that is
// wrong.
func TestCrossedArguments(t *testing.T) {
	for _, c := range []struct{ name, was, want, first, second string }{
		{"a text and a number", `fmt.Printf("%d of %s\n", name, n)`, `fmt.Printf("%d of %s\n", n, name)`, "%d has arg name of wrong type string", "%s has arg n of wrong type int"},
		{"by their places", `fmt.Printf("%d of %q\n", name, n)`, `fmt.Printf("%d of %q\n", n, name)`, "%d has arg #1 of wrong type string", "%q has arg #2 of wrong type int"},
		{"a fraction", `fmt.Printf("%s costs %.2f\n", x.price, name)`, `fmt.Printf("%s costs %.2f\n", name, x.price)`, "%s has arg x.price of wrong type float64", "%.2f has arg name of wrong type string"},
		{"both of one type", `fmt.Printf("%s %s\n", m, n)`, `fmt.Printf("%d %s\n", m, n)`, "%s has arg m of wrong type int", "%s has arg n of wrong type int"},
		{"of another call", `fmt.Printf("%d\n", name)`, `fmt.Printf("%s\n", name)`, "%d has arg name of wrong type string", "%s has arg n of wrong type int"},
	} {
		t.Run(c.name, func(t *testing.T) {
			before, after := "package a\n\nfunc f() {\n\t", "\n}\n"
			p := problemOf(t, ruleCase{name: c.name, signal: "go vet/printf", message: "fmt.Printf format " + c.first, in: before + "«" + c.was + "»" + after}, "go")
			other := p.Diagnostic
			other.Message, other.Span = "fmt.Printf format "+c.second, text.Span{Start: p.Diagnostic.Span.Start + 4, End: p.Diagnostic.Span.End}
			p.Others = []signal.Diagnostic{p.Diagnostic, other}
			got, err := applyRule(t, p)
			if err != nil || got != before+c.want+after {
				t.Errorf("got %q, %v; want %q", got, err, c.want)
			}
		})
	}
}
