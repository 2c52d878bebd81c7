package rules

import (
	"strings"
	"testing"
)

func TestConvertElements(t *testing.T) {
	const types = "type Tag string\n\ntype Unit struct{}\n\nfunc (u *Unit) String() string { return \"\" }\n\ntype Level string\n\nfunc (l Level) String() string { return \"\" }\n\n" +
		"type Units []Unit\n\ntype Shape interface{ Area() int }\n"
	in := func(imports, body string) string {
		return "package a\n\n" + imports + "\n" + types + "\nfunc f(list []int) string {\n\t" + body + "\n}\n"
	}
	const strs, conv = "import \"strings\"\n", "import \"strings\"\nimport \"strconv\"\n"
	slice := func(name, of, as, want, imports string) ruleCase {
		return ruleCase{name: name, signal: "go/IncompatibleAssign", message: "cannot use list (variable of type " + of + ") as []" + as + " value in argument to g",
			in: in(strs, "return g(«list», 1)"), want: in(imports, want+"\n\treturn g("+want[:indexOf(want, " ")]+", 1)")}
	}
	loop := func(name, typed, element string) string {
		return name + " := make([]" + typed + ", len(list))\n\tfor i, n := range list {\n\t\t" + name + "[i] = " + element + "\n\t}"
	}
	declined := func(name, of, as, why string) ruleCase {
		c := slice(name, of, as, "x y", "")
		c.want, c.why = "", why
		return c
	}
	at := func(name, said, body, want, why string) ruleCase {
		c := ruleCase{name: name, signal: "go/IncompatibleAssign", message: "cannot use " + said, in: in(strs, body), why: why}
		if why == "" {
			c.want = in(conv, want)
		}
		return c
	}
	texts := loop("texts", "string", "strconv.Itoa(n)")
	runCases(t, "go", []ruleCase{
		slice("numbers", "[]int", "string", texts, conv),
		slice("long numbers", "[]int64", "string", loop("texts", "string", "strconv.FormatInt(n, 10)"), conv),
		slice("unsigned numbers", "[]uint64", "string", loop("texts", "string", "strconv.FormatUint(n, 10)"), conv),
		slice("small numbers", "[]int16", "string", loop("texts", "string", "strconv.FormatInt(int64(n), 10)"), conv),
		slice("small unsigned numbers", "[]uint32", "string", loop("texts", "string", "strconv.FormatUint(uint64(n), 10)"), conv),
		slice("truths", "[]bool", "string", loop("texts", "string", "strconv.FormatBool(n)"), conv),
		slice("errors", "[]error", "string", loop("texts", "string", "n.Error()"), strs),
		slice("spans of time", "[]time.Duration", "string", loop("texts", "string", "n.String()"), strs),
		slice("bytes", "[][]byte", "string", loop("texts", "string", "string(n)"), strs),
		slice("texts of their own", "[]Tag", "string", loop("texts", "string", "string(n)"), strs),
		slice("with a text", "[]Unit", "string", loop("texts", "string", "n.String()"), strs),
		slice("pointers with a text", "[]*Unit", "string", loop("texts", "string", "n.String()"), strs),
		slice("a slice with a name", "Units", "string", loop("texts", "string", "n.String()"), strs),
		slice("as anything", "[]string", "any", loop("values", "any", "n"), strs),
		slice("as anything by its old name", "[]string", "interface{}", loop("values", "interface{}", "n"), strs),
		slice("as an interface", "[]Unit", "Shape", loop("values", "Shape", "n"), strs),
		slice("as errors", "[]*Failure", "error", loop("values", "error", "n"), strs),
		slice("as fractions", "[]int", "float64", loop("values", "float64", "float64(n)"), strs),
		declined("fractions", "[]float64", "string", "more than one way"),
		declined("characters", "[]rune", "string", "more than one way"),
		declined("a byte each", "[]byte", "string", "more than one way"),
		declined("a text with another one", "[]Level", "string", "more than one way"),
		declined("pointers to texts", "[]*Tag", "string", "more than one way"),
		declined("of another package", "[]x.T", "string", "more than one way"),
		declined("as another type", "[]int", "Tag", "more than one way"),
		declined("as smaller numbers", "[]int", "int8", "more than one way"),
		declined("an unknown slice", "List", "string", "what List holds"),
		at("a field", "s.list (variable of type []int) as []string value in return statement", "return «s.list»", "texts := make([]string, len(s.list))\n\tfor i, n := range s.list {\n\t\ttexts[i] = strconv.Itoa(n)\n\t}\n\treturn texts", ""),
		at("called like the element", "n (variable of type []int) as []string value in argument to g", "return g(«n»)", "texts := make([]string, len(n))\n\tfor i, element := range n {\n\t\ttexts[i] = strconv.Itoa(element)\n\t}\n\treturn g(texts)", ""),
		at("a name that is taken", "list (variable of type []int) as []string value in argument to g", "texts := 1\n\treturn g(texts, «list»)", "texts := 1\n\t"+loop("words", "string", "strconv.Itoa(n)")+"\n\treturn g(texts, words)", ""),
		at("all names are taken", "list (variable of type []int) as []string value in argument to g", "return g(texts, words, parts, «list»)", "", "no free name"),
		at("in a case", "list (variable of type []int) as []string value in argument to g", "switch {\n\tcase a:\n\t\treturn g(«list»)\n\t}", "switch {\n\tcase a:\n\t\t"+replaced(texts, "\n", "\n\t")+"\n\t\treturn g(texts)\n\t}", ""),
		at("in a function inside", "list (variable of type []int) as []string value in argument to g", "h(func() {\n\t\tx := g(«list»)\n\t})", "h(func() {\n\t\t"+replaced(texts, "\n", "\n\t")+"\n\t\tx := g(texts)\n\t})", ""),
		at("printed", "list (variable of type []int) as []string value in argument to fmt.Println", "fmt.Println(«list»...)", texts+"\n\tfmt.Println(texts...)", ""),
		at("appended", "list (variable of type []int) as []string value in argument to append", "all = append(all, «list»...)", texts+"\n\tall = append(all, texts...)", ""),
		at("sorted", "list (variable of type []int) as []string value in argument to sort.Strings", "sort.Strings(«list»)", "", "to change what it is given"),
		at("sorted with a result", "list (variable of type []int) as []string value in argument to slices.Compact", "x = slices.Compact(«list»)", "", "to change what it is given"),
		at("for what is done with it", "list (variable of type []int) as []string value in argument to shuffle", "shuffle(«list»)", "", "to change what it is given"),
		at("in the head of a branch", "list (variable of type []int) as []string value in argument to g", "if g(«list») {\n\t}", "", "the head of a statement"),
		at("in the head of a loop", "list (variable of type []int) as []string value in argument to g", "for range g(«list») {\n\t}", "", "the head of a statement"),
		at("before a branch", "list (variable of type []int) as []string value in argument to g", "if x := g(«list»); x {\n\t}", "", "the head of a statement"),
		at("on one line", "list (variable of type []int) as []string value in argument to g", "x := 1; y := g(«list»)", "", "shares its line"),
		at("elsewhere", "list (variable of type []int) as []string value in argument to g", "return g(«other»)", "", "no such variable"),
		at("strconv is something else", "list (variable of type []int) as []string value in argument to g", "strconv := 1\n\treturn g(«list»)", "", "means something else"),
	})
}

// indexOf is the index of a text in another one, or the length of that.
func indexOf(s, sub string) int {
	if i := strings.Index(s, sub); i >= 0 {
		return i
	}
	return len(s)
}
