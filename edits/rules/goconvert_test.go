package rules

import "testing"

func TestConvertNumber(t *testing.T) {
	mixed := func(name, said, in, want, why string) ruleCase {
		return ruleCase{name: name, signal: "go/MismatchedTypes", message: "invalid operation: " + said, in: "package a\n\nfunc f() {\n\t" + in + "\n}\n", want: wrapped(want), why: why}
	}
	wanted := func(name, said, in, want, why string) ruleCase {
		return ruleCase{name: name, signal: "go/IncompatibleAssign", message: "cannot use " + said, in: "package a\n\nfunc f() {\n\t" + in + "\n}\n", want: wrapped(want), why: why}
	}
	runCases(t, "go", []ruleCase{
		mixed("the right one", "total / n (mismatched types float64 and int)", "_ = «total / n»", "_ = total / float64(n)", ""),
		mixed("the left one", "len(a) * rate (mismatched types int and float64)", "_ = x + «len(a)*rate»", "_ = x + float64(len(a))*rate", ""),
		mixed("brackets", "(a + b) / t (mismatched types int and float64)", "_ = «(a + b) / t»", "_ = float64(a + b) / t", ""),
		mixed("the inner one", "a * k (mismatched types int and int64)", "_ = «a*k» + a", "_ = int64(a)*k + a", ""),
		mixed("a quotient", "a / b * t (mismatched types int and float64)", "_ = «a / b * t»", "_ = float64(a) / float64(b) * t", ""),
		mixed("a quotient in a sum", "t + (a/b + 1) (mismatched types float64 and int)", "_ = «t + (a/b + 1)»", "", "a quotient of whole numbers"),
		mixed("a byte", "b - n (mismatched types byte and int)", "_ = «b - n»", "_ = int(b) - n", ""),
		mixed("signs", "u + n (mismatched types uint and int)", "_ = «u + n»", "", "neither uint nor int"),
		mixed("a small machine", "u + n (mismatched types uint32 and int)", "_ = «u + n»", "", "neither uint32 nor int"),
		mixed("units of time", "n * time.Second (mismatched types int and time.Duration)", "_ = «n * time.Second»", "_ = time.Duration(n) * time.Second", ""),
		mixed("a span of time", "n * d (mismatched types int and time.Duration)", "_ = «n * d»", "_ = time.Duration(n) * d", ""),
		mixed("a part of a span", "d / n (mismatched types time.Duration and int)", "_ = «d / n»", "_ = d / time.Duration(n)", ""),
		mixed("how often a span", "n / d (mismatched types int and time.Duration)", "_ = «n / d»", "", "no span of time"),
		mixed("a sum of a span", "d + n (mismatched types time.Duration and int)", "_ = «d + n»", "", "no span of time"),
		mixed("a fraction of units", "x * time.Second (mismatched types float64 and time.Duration)", "_ = «x * time.Second»", "_ = time.Duration(x * float64(time.Second))", ""),
		mixed("a fraction of a span", "d * x (mismatched types time.Duration and float32)", "_ = «d * x» / 2", "_ = time.Duration(float64(d) * float64(x)) / 2", ""),
		mixed("another type", "d * k (mismatched types time.Duration and Count)", "_ = «d * k»", "", "no type of numbers"),
		mixed("elsewhere", "a / b (mismatched types float64 and int)", "_ = «c / d»", "", "no such operation"),
		wanted("an argument", "n (variable of type int) as float64 value in argument to g", "g(1, «n»)", "g(1, float64(n))", ""),
		wanted("a field", "u.n (variable of type int32) as int64 value in assignment", "x = «u.n»", "x = int64(u.n)", ""),
		wanted("a call", "len(a) (value of type int) as int64 value in return statement", "return «len(a)»", "return int64(len(a))", ""),
		wanted("a quotient", "(a + b) / 2 (value of type int) as float64 value in return statement", "return «(a + b) / 2»", "return float64(a + b) / 2", ""),
		wanted("a quotient of two", "a / len(b) (value of type int) as float64 value in argument to g", "g(«a / len(b)»)", "g(float64(a) / float64(len(b)))", ""),
		wanted("a quotient in brackets", "(1 / n) (value of type int) as float64 value in assignment", "x = «(1 / n)»", "x = (1 / float64(n))", ""),
		wanted("a sum with a quotient", "a/2 + b (value of type int) as float64 value in assignment", "x = «a/2 + b»", "", "a quotient of whole numbers"),
		wanted("a quotient of a quotient", "a/2/3 (value of type int) as float64 value in assignment", "x = «a/2/3»", "", "a quotient of whole numbers"),
		wanted("a wider quotient", "a / b (value of type int32) as int64 value in assignment", "x = «a / b»", "x = int64(a / b)", ""),
		wanted("less room", "k (variable of type int64) as int value in argument to g", "g(«k»)", "", "does not hold all values"),
		wanted("a text", "s (variable of type string) as int value in argument to g", "g(«s»)", "", "does not hold all values"),
		wanted("a fraction", "x (variable of type float64) as int value in argument to g", "g(«x»)", "", "does not hold all values"),
	})
}

func TestAddressOf(t *testing.T) {
	const fits = " as io.Writer value in argument to w: strings.Builder does not implement io.Writer (method Write has pointer receiver)"
	in := func(body string) string { return "package a\n\nfunc f(list []strings.Builder) {\n\t" + body + "\n}\n" }
	runCases(t, "go", []ruleCase{
		{name: "a variable", signal: "go/IncompatibleAssign", message: "cannot use b (variable of struct type strings.Builder)" + fits, in: in("w(«b», 1)"), want: in("w(&b, 1)")},
		{name: "a field", signal: "go/InvalidIfaceAssign", message: "cannot use x.out (variable of type strings.Builder)" + fits, in: in("w(«x.out»)"), want: in("w(&x.out)")},
		{name: "an element", signal: "go/IncompatibleAssign", message: "cannot use list[0] (variable of struct type strings.Builder)" + fits, in: in("w(«list[0]»)"), want: in("w(&list[0])")},
		{name: "a copy", signal: "go/IncompatibleAssign", message: "cannot use b (variable of struct type strings.Builder)" + fits,
			in: in("for _, b := range list {\n\t\tw(«b»)\n\t}"), why: "a copy that the loop makes"},
		{name: "elsewhere", signal: "go/IncompatibleAssign", message: "cannot use c (variable of struct type strings.Builder)" + fits, in: in("w(«b»)"), why: "no variable"},
	})
}

func TestFillPointer(t *testing.T) {
	const vet, check = "call of Unmarshal passes non-pointer as second argument", "json.Unmarshal expects to unmarshal into a pointer, but the provided value is not a pointer"
	in := func(body string) string { return "package a\n\nfunc f(data []byte, list []T) {\n\t" + body + "\n}\n" }
	runCases(t, "go", []ruleCase{
		{name: "a variable", signal: "go vet/unmarshal", message: vet, in: in("g(json.Unmarshal«(»data, v))"), want: in("g(json.Unmarshal(data, &v))")},
		{name: "at the argument", signal: "staticcheck/SA1014", message: check, in: in("json.Unmarshal(data, «v.t»)"), want: in("json.Unmarshal(data, &v.t)")},
		{name: "through another tool", signal: "golangci-lint/govet:unmarshal", message: vet, in: in("json.Unmarshal«(»data, list[0])"), want: in("json.Unmarshal(data, &list[0])")},
		{name: "a copy", signal: "go vet/unmarshal", message: vet, in: in("for _, v := range list {\n\t\tjson.Unmarshal«(»data, v)\n\t}"), why: "a copy that the loop makes"},
		{name: "no variable", signal: "go vet/unmarshal", message: vet, in: in("json.Unmarshal«(»data, T{})"), why: "no variable"},
		{name: "one argument", signal: "go vet/unmarshal", message: vet, in: in("json.Unmarshal«(»v)"), why: "no argument"},
	})
}

func wrapped(body string) string {
	if body == "" {
		return ""
	}
	return "package a\n\nfunc f() {\n\t" + body + "\n}\n"
}

func TestElementField(t *testing.T) {
	field := func(name, said, in, want, why string) ruleCase {
		return ruleCase{name: name, signal: "go/UnaddressableFieldAssign", message: "cannot assign to struct field " + said + " in map", in: "package a\n\nfunc f() {\n\t" + in + "\n}\n", want: wrapped(want), why: why}
	}
	runCases(t, "go", []ruleCase{
		field("counted", "table[g[0]].wins", "«table[g[0]].wins»++", "element := table[g[0]]\n\telement.wins++\n\ttable[g[0]] = element", ""),
		field("assigned", "m[k].n", "«m[k].n» += m[j].n", "element := m[k]\n\telement.n += m[j].n\n\tm[k] = element", ""),
		field("a name that is taken", "m[element].n", "«m[element].n» = 1", "item := m[element]\n\titem.n = 1\n\tm[element] = item", ""),
		field("a copy that is there already", "m[k].n", "v := m[k]\n\tv.at = 2\n\t«m[k].n»++", "v := m[k]\n\tv.at = 2\n\tv.n++\n\tm[k] = v", ""),
		field("a copy of another one", "m[k].n", "v := m[j]\n\t«m[k].n» = v.n", "v := m[j]\n\telement := m[k]\n\telement.n = v.n\n\tm[k] = element", ""),
		field("a key that is worked out", "m[next()].n", "«m[next()].n» = 1", "", "by a call"),
		field("a field of a field", "m[k].at.n", "«m[k].at.n» = 1", "", "not one of the element"),
		field("several at once", "m[k].n", "«m[k].n», x = 1, 2", "", "that field alone"),
		field("in a head", "m[k].n", "if «m[k].n» = 1; x {\n\t}", "", "that field alone"),
	})
}
