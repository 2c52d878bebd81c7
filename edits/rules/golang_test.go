package rules

import (
	"go/format"
	"testing"
)

func TestUnusedGoImport(t *testing.T) {
	runCases(t, "go", []ruleCase{
		{name: "group", signal: "go/", message: `"os" imported and not used`, in: "package a\n\nimport (\n\t\"fmt\"\n\t«\"os\"» // why\n)\n\nvar _ = fmt.Sprint\n", want: "package a\n\nimport (\n\t\"fmt\"\n)\n\nvar _ = fmt.Sprint\n"},
		{name: "named", signal: "gopls/UnusedImport", message: `"os" imported as x and not used`, in: "package a\n\nimport (\n\t«x» \"os\"\n\t\"fmt\"\n)\n", want: "package a\n\nimport (\n\t\"fmt\"\n)\n"},
		{name: "single", signal: "go/UnusedImport", message: `"os" imported and not used`, in: "package a\n\nimport «\"os\"»\n\nvar x = 1\n", want: "package a\n\nvar x = 1\n"},
		{name: "one line group", signal: "go/UnusedImport", message: `"os" imported and not used`, in: "package a\n\nimport (\"fmt\"; «\"os\"»)\n", want: "package a\n\nimport (\"fmt\")\n"},
		{name: "blank", signal: "go/UnusedImport", message: `"os" imported and not used`, in: "package a\n\nimport _ «\"os\"»\n", why: "not for its name"},
		{name: "no import", signal: "go/UnusedImport", message: `"os" imported and not used`, in: "package a\n\n«var x» = \"os\"\n", why: "no import"},
		{name: "broken", signal: "go/UnusedImport", message: `"os" imported and not used`, in: "package a\n\nimport «\"os\"»\n\nfunc (\n", why: "syntax error"},
	})
}

func TestUnusedGoVariable(t *testing.T) {
	f := func(body string) string { return "package a\n\nfunc f() {\n" + body + "}\n" }
	const msg = "declared and not used: x"
	runCases(t, "go", []ruleCase{
		{name: "call", signal: "go/UnusedVar", message: msg, in: f("\t«x» := g()\n"), want: f("\t_ = g()\n")},
		{name: "one of two", signal: "go/", message: "x declared and not used", in: f("\t«x», err := g() // x\n\th(err)\n"), want: f("\t_, err := g() // x\n\th(err)\n")},
		{name: "hides one that is read later", signal: "go/", message: "x declared and not used", in: f("\tx := 1\n\tif s {\n\t\t«x», err := g() // x\n\t\th(err)\n\t}\n\th(x)\n"),
			want: f("\tx := 1\n\tif s {\n\t\tvar err error\n\t\tx, err = g() // x\n\t\th(err)\n\t}\n\th(x)\n")},
		{name: "hides one, beside one that is there", signal: "go/", message: "x declared and not used", in: f("\tx, err := g()\n\tif s {\n\t\t«x», err := g()\n\t\th(err)\n\t}\n\th(x, err)\n"),
			want: f("\tx, err := g()\n\tif s {\n\t\tx, err = g()\n\t\th(err)\n\t}\n\th(x, err)\n")},
		{name: "hides one, beside a blank", signal: "go/", message: "x declared and not used", in: f("\tx := 1\n\tif s {\n\t\t«x», _ := g()\n\t}\n\th(x)\n"),
			want: f("\tx := 1\n\tif s {\n\t\tx, _ = g()\n\t}\n\th(x)\n")},
		{name: "hides one, beside what is new", signal: "go/", message: "x declared and not used", in: f("\tx := 1\n\tif s {\n\t\t«x», y := g()\n\t\th(y)\n\t}\n\th(x)\n"), why: "is new"},
		{name: "hides one that is only set later", signal: "go/", message: "x declared and not used", in: f("\tx := 1\n\th(x)\n\tif s {\n\t\t«x», err := g()\n\t\th(err)\n\t}\n\tx = 2\n"),
			want: f("\tx := 1\n\th(x)\n\tif s {\n\t\t_, err := g()\n\t\th(err)\n\t}\n\tx = 2\n")},
		{name: "both blank", signal: "go/UnusedVar", message: msg, in: f("\t_, «x» := g()\n"), want: f("\t_, _ = g()\n")},
		{name: "var without value", signal: "go/UnusedVar", message: msg, in: f("\tvar «x» int // c\n\th()\n"), want: f("\th()\n")},
		{name: "var with value", signal: "go/UnusedVar", message: msg, in: f("\tvar «x» = g()\n"), want: f("\tvar _ = g()\n")},
		{name: "range value", signal: "go/UnusedVar", message: msg, in: f("\tfor i, «x» := range s {\n\t\th(i)\n\t}\n"), want: f("\tfor i := range s {\n\t\th(i)\n\t}\n")},
		{name: "range key", signal: "go/UnusedVar", message: msg, in: f("\tfor «x», v := range s {\n\t\th(v)\n\t}\n"), want: f("\tfor _, v := range s {\n\t\th(v)\n\t}\n")},
		{name: "range both", signal: "go/UnusedVar", message: msg, in: f("\tfor _, «x» := range s {\n\t}\n"), want: f("\tfor range s {\n\t}\n")},
		{name: "type switch", signal: "go/UnusedVar", message: msg, in: f("\tswitch «x» := y.(type) {\n\t}\n"), want: f("\tswitch y.(type) {\n\t}\n")},
		{name: "declared before", signal: "go/UnusedVar", message: msg, in: f("\terr := h()\n\t«x», err := g()\n\th(err)\n"), why: "declared before"},
		{name: "assigned later", signal: "go/UnusedVar", message: msg, in: f("\t«x» := 1\n\tx = 2\n"), why: "elsewhere"},
		{name: "counted later", signal: "go/UnusedVar", message: msg, in: f("\t«x» := 1\n\tx++\n"), why: "elsewhere"},
		{name: "assigned in a closure", signal: "go/UnusedVar", message: msg, in: f("\t«x» := 1\n\tfunc() { x = 2 }()\n"), why: "elsewhere"},
		{name: "redeclared inside", signal: "go/UnusedVar", message: msg, in: f("\t«x» := 1\n\tif h() {\n\t\tx := 2\n\t\th(x)\n\t}\n"), want: f("\tif h() {\n\t\tx := 2\n\t\th(x)\n\t}\n")},
		{name: "field of that name", signal: "go/UnusedVar", message: msg, in: f("\t«x» := 1\n\ty.x = 2\n"), want: f("\ty.x = 2\n")},
		{name: "literal over lines", signal: "gopls/unusedvariable", message: msg, in: f("\t«x» := []int{ // c\n\t\t1,\n\t}\n\th()\n"), want: f("\th()\n")},
		{name: "receive", signal: "go/UnusedVar", message: msg, in: f("\t«x» := []int{<-c}\n"), want: f("\t_ = []int{<-c}\n")},
		{name: "shares its line", signal: "go/UnusedVar", message: msg, in: f("\t«x» := 1; h()\n"), want: f("\t_ = 1; h()\n")},
		{name: "header", signal: "go/UnusedVar", message: msg, in: f("\tif «x» := 1; h() {\n\t}\n"), want: f("\tif _ = 1; h() {\n\t}\n")},
		{name: "one of two names", signal: "go/UnusedVar", message: msg, in: f("\tvar «x», y bool\n\th(y)\n"), want: f("\tvar y bool\n\th(y)\n")},
		{name: "hides a parameter", signal: "go/UnusedVar", message: msg, in: "package a\n\nfunc f(x, y int) int {\n\tif x < y {\n\t\t«x» := y\n\t}\n\treturn x\n}\n", want: "package a\n\nfunc f(x, y int) int {\n\tif x < y {\n\t\tx = y\n\t}\n\treturn x\n}\n"},
		{name: "hides a variable", signal: "go/UnusedVar", message: msg, in: f("\tx := 0\n\tfor range s {\n\t\t«x» := g()\n\t}\n\th(x)\n"), want: f("\tx := 0\n\tfor range s {\n\t\tx = g()\n\t}\n\th(x)\n")},
		{name: "hides nothing yet", signal: "go/UnusedVar", message: msg, in: f("\tfor range s {\n\t\t«x» := g()\n\t}\n\tx := 0\n\th(x)\n"), want: f("\tfor range s {\n\t\t_ = g()\n\t}\n\tx := 0\n\th(x)\n")},
		{name: "computed and not read", signal: "go/UnusedVar", message: msg, in: f("\t«x» := strings.TrimSpace(s)\n\th(s)\n"), why: "meant to be read"},
		{name: "one of a group", signal: "go/UnusedVar", message: msg, in: f("\tvar (\n\t\ty int\n\t\t«x» bool\n\t)\n\th(y)\n"), want: f("\tvar (\n\t\ty int\n\t)\n\th(y)\n")},
	})
}

// n, _ := strconv.Atoi(s) compiles, and nobody learns that s is no number.
func TestUnreadGoError(t *testing.T) {
	of := func(doc, results, body string) string {
		return "package a\n\n" + doc + "func f(s string) " + results + " {\n" + body + "}\n"
	}
	const msg = "declared and not used: err"
	unread := "\tn, «err» := strconv.Atoi(s) // n\n\treturn n, nil\n"
	runCases(t, "go", []ruleCase{
		{name: "beside a value", signal: "go/UnusedVar", message: msg, in: of("", "(int, error)", unread), why: "is an error"},
		{name: "no error is given", signal: "go/UnusedVar", message: msg, in: of("", "int", "\tn, «err» := strconv.Atoi(s)\n\treturn n\n"), why: "is an error"},
		{name: "of a literal", signal: "go/UnusedVar", message: msg, in: of("", "error", "\th(func() { _, «err» := g(s) })\n\treturn nil\n"), why: "is an error"},
	})
}

func TestAssignExisting(t *testing.T) {
	const msg = "no new variables on left side of :="
	runCases(t, "go", []ruleCase{
		{name: "one", signal: "go/", message: msg, in: "package a\n\nfunc f(z int) {\n\tz «:=» 1 // :=\n}\n", want: "package a\n\nfunc f(z int) {\n\tz = 1 // :=\n}\n"},
		{name: "two, at the name", signal: "gopls/NoNewVar", message: msg, in: "package a\n\nfunc f(y, z int) {\n\t«y», z := g()\n}\n", want: "package a\n\nfunc f(y, z int) {\n\ty, z = g()\n}\n"},
		{name: "none", signal: "go/NoNewVar", message: msg, in: "package a\n\nfunc f(y, z int) {\n\t«y» = g()\n}\n", why: "no declaration"},
	})
}

func TestErrorsIs(t *testing.T) {
	const msg = "comparing with == will fail on wrapped errors. Use errors.Is to check for a specific error"
	runCases(t, "go", []ruleCase{
		{name: "equal", signal: "golangci-lint/errorlint", message: msg, in: "package a\n\nimport (\n\t\"io\"\n)\n\nfunc f(err error) bool { return «err == io.EOF» }\n", want: "package a\n\nimport (\n\t\"errors\"\n\t\"io\"\n)\n\nfunc f(err error) bool { return errors.Is(err, io.EOF) }\n"},
		{name: "not equal, imported", signal: "golangci-lint/errorlint", message: msg, in: "package a\n\nimport \"errors\"\n\nfunc f(err error) bool { return a && «err != ErrX» || b }\n", want: "package a\n\nimport \"errors\"\n\nfunc f(err error) bool { return a && !errors.Is(err, ErrX) || b }\n"},
		{name: "turned", signal: "golangci-lint/errorlint", message: msg, in: "package a\n\nimport \"io\"\n\nfunc f(err error) bool { return «io.EOF == err» }\n", want: "package a\n\nimport \"io\"\nimport \"errors\"\n\nfunc f(err error) bool { return errors.Is(err, io.EOF) }\n"},
		{name: "no imports", signal: "golangci-lint/errorlint", message: msg, in: "package a\n\nfunc f(err error) bool { return «err == ErrX» }\n", want: "package a\n\nimport \"errors\"\n\nfunc f(err error) bool { return errors.Is(err, ErrX) }\n"},
		{name: "last in the group", signal: "golangci-lint/errorlint", message: msg, in: "package a\n\nimport (\n\t\"bytes\"\n\n\t\"x.org/y\"\n)\n\nfunc f(err error) bool { return «err == y.Err» }\n", want: "package a\n\nimport (\n\t\"bytes\"\n\t\"errors\"\n\n\t\"x.org/y\"\n)\n\nfunc f(err error) bool { return errors.Is(err, y.Err) }\n"},
		{name: "nil", signal: "golangci-lint/errorlint", message: msg, in: "package a\n\nfunc f(err error) bool { return «err == nil» }\n", why: "no comparison"},
		{name: "shadowed", signal: "golangci-lint/errorlint", message: msg, in: "package a\n\nfunc f(err error, errors []error) bool { return «err == ErrX» }\n", why: "something else"},
		{name: "switch", signal: "golangci-lint/errorlint", message: msg, in: "package a\n\nfunc f(err error) {\n\t«switch err» {\n\tcase ErrX:\n\t}\n}\n", why: "no comparison"},
	})
}

// TestGoParses formats the results of the tables above again: a result that
// does not parse cannot be formatted.
func TestGoParses(t *testing.T) {
	for _, src := range []string{
		"package a\n\nfunc f() {\n\t«x» := g()\n}\n",
		"package a\n\nfunc f() {\n\tfor _, «x» := range s {\n\t}\n}\n",
	} {
		got, err := applyRule(t, problemOf(t, ruleCase{signal: "go/UnusedVar", message: "declared and not used: x", in: src}, "go"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := format.Source([]byte(got)); err != nil {
			t.Errorf("%v\n%s", err, got)
		}
	}
}
