package rules

import "testing"

func TestConvertText(t *testing.T) {
	const head, imported = "package a\n\nimport \"strings\"\n\n", "package a\n\nimport \"strings\"\n"
	in := func(body string) string { return head + "func f() {\n\t" + body + "\n}\n" }
	with := func(path, body string) string {
		return imported + "import \"" + path + "\"\n\nfunc f() {\n\t" + body + "\n}\n"
	}
	mixed := func(name, said, was, want string) ruleCase {
		return ruleCase{name: name, signal: "go/MismatchedTypes", message: "invalid operation: " + said, in: in(was), want: want}
	}
	used := func(name, said, was, want string) ruleCase {
		return ruleCase{name: name, signal: "go/IncompatibleAssign", message: "cannot use " + said, in: in(was), want: want}
	}
	declined := func(c ruleCase, why string) ruleCase { c.want, c.why = "", why; return c }
	runCases(t, "go", []ruleCase{
		mixed("a number behind a text", `name + " [" + n (mismatched types string and int)`, `_ = «name + " [" + n» + "]"`, with("strconv", `_ = name + " [" + strconv.Itoa(n) + "]"`)),
		mixed("a character", `"a" + r (mismatched types untyped string and rune)`, `_ = «"a" + r»`, in(`_ = "a" + string(r)`)),
		mixed("before a text", `b + s (mismatched types byte and string)`, `_ = «b + s»`, in(`_ = string(b) + s`)),
		mixed("compared with a conversion", `rs[i] != string(rs[j]) (mismatched types rune and string)`, `if «rs[i] != string(rs[j])» {}`, in(`if rs[i] != rs[j] {}`)),
		mixed("compared with a literal", `s[0] == "é" (mismatched types rune and untyped string)`, `if «s[0] == "é"» {}`, in(`if s[0] == 'é' {}`)),
		declined(mixed("no byte", `s[0] == "é" (mismatched types byte and untyped string)`, `if «s[0] == "é"» {}`, ""), "more than one way"),
		declined(mixed("compared with a number", `s == n (mismatched types string and int)`, `if «s == n» {}`, ""), "more than one way"),
		used("an index", "r (variable of type rune) as string value in map index", "_ = m[«r»]", in("_ = m[string(r)]")),
		used("bytes", "s[1:] (value of type []byte) as string value in argument to g", "g(«s[1:]»)", in("g(string(s[1:]))")),
		used("a text", "strings.ToLower(s) (value of type string) as []byte value in argument to g", "g(«strings.ToLower(s)»)", in("g([]byte(strings.ToLower(s)))")),
		used("a number", "n (variable of type int) as string value in argument to g", "g(«n»)", with("strconv", "g(strconv.Itoa(n))")),
		used("an array", "sum (variable of type [32]byte) as []byte value in argument to g", "g(«sum»)", in("g(sum[:])")),
		used("an error", `"x: " + s (value of type string) as error value in return statement: string does not implement error (missing method Error)`, `return «"x: " + s»`, with("errors", `return errors.New("x: " + s)`)),
		used("a literal for an error", `"x" (untyped string constant) as error value in return statement: string does not implement error (missing method Error)`, `return «"x"»`, with("errors", `return errors.New("x")`)),
		declined(used("an array that is no variable", "h() (value of type [32]byte) as []byte value in argument to g", "g(«h()»)", ""), "no such value"),
		declined(used("a fraction", "x (variable of type float64) as string value in argument to g", "g(«x»)", ""), "more than one way"),
		declined(used("elsewhere", "x (variable of type rune) as string value in argument to g", "g(«y»)", ""), "no such value"),
	})
}

func TestStatedName(t *testing.T) {
	in := func(body string) string { return "package a\n\nfunc f() {\n\t" + body + "\n}\n" }
	runCases(t, "go", []ruleCase{
		{name: "of a package", signal: "go/UndeclaredName", message: "undefined: strings.trimSpace (but have TrimSpace)", in: in(`_ = «strings.trimSpace»(s)`), want: in(`_ = strings.TrimSpace(s)`)},
		{name: "a method", signal: "go/MissingFieldOrMethod", message: "t.run undefined (type T has no field or method run, but does have method Run)", in: in(`t.«run»()`), want: in(`t.Run()`)},
		{name: "a field", signal: "go/MissingFieldOrMethod", message: "t.value undefined (type T has no field or method value, but does have field Value)", in: in(`_ = «t.value» + value`), want: in(`_ = t.Value + value`)},
		{name: "in a literal", signal: "go/MissingLitField", message: "unknown field value in struct literal of type T, but does have Value", in: in(`_ = T{«value»: value}`), want: in(`_ = T{Value: value}`)},
		{name: "nothing stated", signal: "go/MissingFieldOrMethod", message: "t.run undefined (type T has no field or method run)", in: in(`t.«run»()`), why: "names no other name"},
		{name: "elsewhere", signal: "go/MissingFieldOrMethod", message: "t.run undefined (type T has no field or method run, but does have method Run)", in: in(`t.«walk»()`), why: "no run at"},
	})
}

func TestAddressOfLiteral(t *testing.T) {
	in := func(body string) string { return "package a\n\nfunc f() io.Reader {\n\t" + body + "\n}\n" }
	runCases(t, "go", []ruleCase{
		{name: "with fields", signal: "go/IncompatibleAssign", message: "cannot use R{…} (value of struct type R) as io.Reader value in return statement: R does not implement io.Reader (method Read has pointer receiver)",
			in: in("return «R»{r: r}"), want: in("return &R{r: r}")},
		{name: "empty", signal: "go/IncompatibleAssign", message: "cannot use R{} (value of struct type R) as io.Reader value in return statement: R does not implement io.Reader (method Read has pointer receiver)",
			in: in("return «R»{}"), want: in("return &R{}")},
	})
}
