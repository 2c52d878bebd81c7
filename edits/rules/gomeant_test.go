package rules

import "testing"

func TestDigits(t *testing.T) {
	in := func(doc, name, body string) string {
		return "package a\n\nimport \"strconv\"\n\n// " + name + " " + doc + ".\nfunc " + name + "(page int) string {\n\t" + body + "\n}\n"
	}
	digits := func(name, typed, doc, of, body, want, why string) ruleCase {
		c := ruleCase{name: name, signal: "go vet/stringintconv", message: "conversion from " + typed + " to string yields a string of one rune, not a string of digits", in: in(doc, of, body), why: why}
		if why == "" {
			c.want = in(doc, of, want)
		}
		return c
	}
	runCases(t, "go", []ruleCase{
		digits("a number", "int", "is its label", "Label", `return "page " + «string(page)»`, `return "page " + strconv.Itoa(page)`, ""),
		digits("worked out", "int", "is its label", "Label", `return «string(page + 1)»`, `return strconv.Itoa(page + 1)`, ""),
		digits("a long one", "int64", "is its label", "Label", `return «string(s.page)»`, `return strconv.FormatInt(s.page, 10)`, ""),
		digits("of its own", "Page (int)", "is its label", "Label", `return «string(page)»`, `return strconv.Itoa(page)`, ""),
		digits("described as a character", "int", "is the letter of a page", "Label", `return «string(page)»`, "", "a character"),
		digits("named so", "int", "is its label", "PageChar", `return «string(page)»`, "", "a character"),
		digits("a variable named so", "int", "is its label", "Label", `return «string(pageCode)»`, "", "a character"),
		digits("one letter", "int", "is its label", "Label", `return «string(r)»`, "", "a character"),
		digits("from a character on", "int", "is its label", "Label", `return «string('a' + page)»`, "", "a character"),
		digits("elsewhere", "int", "is its label", "Label", `return «text(page)»`, "", "no conversion"),
		digits("strconv is something else", "int", "is its label", "Label", "strconv := 1\n\treturn «string(page)»", "", "means something else"),
		{name: "out of a function", signal: "go vet/stringintconv", message: "conversion from int to string yields a string of one rune, not a string of digits", in: "package a\n\nvar x = «string(n)»\n", why: "a character"},
	})
}

func TestOtherSide(t *testing.T) {
	in := func(recv, body string) string {
		return "package a\n\ntype Box struct{ width, height int }\n\nfunc " + recv + " {\n\t" + body + "\n}\n"
	}
	itself := func(name, said, recv, body, want, why string) ruleCase {
		c := ruleCase{name: name, signal: "go vet/assign", message: "self-assignment of " + said, in: in(recv, body), why: why}
		if why == "" {
			c.want = in(recv, want)
		}
		return c
	}
	const resize = "(b *Box) Resize(width, height int)"
	runCases(t, "go", []ruleCase{
		itself("the field", "height", resize, "b.width = width\n\t«height» = height", "b.width = width\n\tb.height = height", ""),
		itself("by staticcheck", "height to height", resize, "«height = height»", "b.height = height", ""),
		itself("the parameter", "b.width", resize, "«b.width» = b.width\n\tb.height = height", "b.width = width\n\tb.height = height", ""),
		itself("of something else", "x.width", "New(width int) *Box", "x := &Box{}\n\t«x.width» = x.width\n\treturn x", "x := &Box{}\n\tx.width = width\n\treturn x", ""),
		itself("a parameter that is read", "b.width", resize, "«b.width» = b.width\n\tb.height = width + height", "", "no parameter and field"),
		itself("no parameter", "b.width", "(b *Box) Grow(n int)", "«b.width» = b.width", "", "no parameter and field"),
		itself("no field", "depth", "(b *Box) Grow(depth int)", "«depth» = depth", "", "no parameter and field"),
		itself("a copy", "width", "(b Box) Grow(width int)", "«width» = width", "", "nobody would see"),
		itself("no method", "width", "grow(width int)", "«width» = width", "", "no parameter and field"),
		itself("a variable", "width", "(b *Box) Grow(n int)", "width := n\n\t«width» = width", "", "no parameter and field"),
		itself("of an unknown type", "width", "(b *Other) Grow(width int)", "«width» = width", "", "no parameter and field"),
		itself("in a function inside", "width", resize, "g(func() {\n\t\t«width» = width\n\t})", "", "a function of its own"),
		itself("two at once", "width", resize, "«width», height = width, height", "", "no such assignment"),
	})
}
