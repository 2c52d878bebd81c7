package rules

import (
	"strings"
	"testing"
)

func TestRangeValue(t *testing.T) {
	in := func(body string) string {
		return "package a\n\ntype Names []string\n\nfunc f(words []string, prices [4]float64, by map[string]int, all Names, n int, users []*User) {\n\t" + body + "\n}\n"
	}
	loop := func(name, sig, said, over, does, why string) ruleCase {
		key, x, _ := strings.Cut(over, " := ")
		c := ruleCase{name: name, signal: "go/" + sig, message: said, in: in("for " + over + " {\n\t\t" + does + "\n\t}"), why: why}
		if why == "" {
			c.want = in("for _, " + key + " := " + x + " {\n\t\t" + replaced(replaced(does, "«", ""), "»", "") + "\n\t}")
		}
		return c
	}
	const assign, mixed, member = "IncompatibleAssign", "MismatchedTypes", "MissingFieldOrMethod"
	same := func(c ruleCase, want string) ruleCase { c.want, c.why = want, ""; return c }
	runCases(t, "go", []ruleCase{
		loop("texts", assign, "cannot use w (variable of type int) as string value in argument to g", "w := range words", "g(«w»)", ""),
		loop("fractions", mixed, "invalid operation: total += p (mismatched types float64 and int)", "p := range prices", "«total» += p", ""),
		loop("fractions first", mixed, "invalid operation: p * x (mismatched types int and float64)", "p := range prices", "y = «p * x»", ""),
		loop("of a map", mixed, "invalid operation: total += c (mismatched types int and string)", "c := range by", "«total» += c", ""),
		loop("of a named slice", assign, "cannot use w (variable of type int) as string value in argument to append", "w := range all", "out = append(out, «w»)", ""),
		loop("with members", member, "u.Name undefined (type int has no field or method Name)", "u := range users", "g(u.«Name»)", ""),
		{name: "of a literal", signal: "go/" + assign, message: "cannot use w (variable of type int) as string value in argument to g", in: in("list := []string{\"a\"}\n\tfor w := range list {\n\t\tg(«w»)\n\t}"), want: in("list := []string{\"a\"}\n\tfor _, w := range list {\n\t\tg(w)\n\t}")},
		{name: "of what is made", signal: "go/" + assign, message: "cannot use w (variable of type int) as string value in argument to g", in: in("list := make([]string, 2)\n\tfor w := range list {\n\t\tg(«w»)\n\t}"), want: in("list := make([]string, 2)\n\tfor _, w := range list {\n\t\tg(w)\n\t}")},
		{name: "of a variable", signal: "go/" + assign, message: "cannot use w (variable of type int) as string value in argument to g", in: in("var list []string\n\tfor w := range list {\n\t\tg(«w»)\n\t}"), want: in("var list []string\n\tfor _, w := range list {\n\t\tg(w)\n\t}")},
		{name: "of one of two", signal: "go/" + assign, message: "cannot use w (variable of type int) as string value in argument to g", in: in("if words := load(); true {\n\t\tfor w := range words {\n\t\t\tg(«w»)\n\t\t}\n\t}"), why: "which may be the wrong one"},
		{name: "of one of two that are known", signal: "go/" + assign, message: "cannot use w (variable of type int) as string value in argument to g", in: in("if words := make([]string, 2); true {\n\t\tfor w := range words {\n\t\t\tg(«w»)\n\t\t}\n\t}"), why: "which may be the wrong one"},
		loop("of another type", assign, "cannot use w (variable of type int) as bool value in argument to g", "w := range words", "g(«w»)", "not known"),
		loop("unknown", assign, "cannot use w (variable of type int) as string value in argument to g", "w := range load()", "g(«w»)", "which may be the wrong one"),
		loop("an unknown number", mixed, "invalid operation: x * p (mismatched types float64 and int)", "p := range load()", "y = «x * p»", "which may be the wrong one"),
		same(loop("an index, too", assign, "cannot use i (variable of type int) as string value in argument to g", "i := range words", "g(«i», words[i])", "-"),
			replaced(in("for i := range words {\n\t\tg(strconv.Itoa(i), words[i])\n\t}"), "package a\n", "package a\n\nimport \"strconv\"\n")),
		same(loop("where slices begin, too", mixed, "invalid operation: x * i (mismatched types float64 and int)", "i := range prices", "y = «x * i» + len(prices[i:])", "-"),
			in("for i := range prices {\n\t\ty = x * float64(i) + len(prices[i:])\n\t}")),
		same(loop("numbers", mixed, "invalid operation: x * i (mismatched types float64 and int)", "i := range n", "y = «x * i»", "-"),
			in("for i := range n {\n\t\ty = x * float64(i)\n\t}")),
		same(loop("written numbers", mixed, "invalid operation: x * i (mismatched types float64 and int)", "i := range 10", "y = «x * i»", "-"),
			in("for i := range 10 {\n\t\ty = x * float64(i)\n\t}")),
		same(loop("beside another loop", assign, "cannot use n (variable of type int) as string value in argument to g", "w := range words", "g(«n»)", "-"),
			replaced(in("for w := range words {\n\t\tg(strconv.Itoa(n))\n\t}"), "package a\n", "package a\n\nimport \"strconv\"\n")),
	})
}
