package golang_test

import (
	"go/format"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestUnusedGoImport(t *testing.T) {
	image := ruletest.Project{Lang: "go", Modules: map[string][]string{
		"x/png": {"package png\n\nimport \"x/image\"\n\nfunc init() {\n\timage.RegisterFormat(\"png\")\n}\n"},
		"x/env": {"package env\n\nimport \"os\"\n\nvar x string\n\nfunc init() {\n\tx = os.Getenv(\"x\")\n}\n"}}}
	registers := func(path, beside string) string {
		return "package a\n\nimport (\n\t\"" + beside + "\"\n\t«\"" + path + "\"»\n)\n"
	}
	table.Run(t, "go", []ruletest.Case{
		{Name: "registers with what is used", Project: image, Signal: "go/", Message: `"x/png" imported and not used`,
			In: registers("x/png", "x/image"), Why: "registers itself with x/image"},
		{Name: "registers with what is not", Project: image, Signal: "go/", Message: `"x/png" imported and not used`,
			In: registers("x/png", "x/font"), Want: "package a\n\nimport (\n\t\"x/font\"\n)\n"},
		{Name: "registers with nobody", Project: image, Signal: "go/", Message: `"x/env" imported and not used`,
			In: registers("x/env", "os"), Want: "package a\n\nimport (\n\t\"os\"\n)\n"},
		{Name: "group", Signal: "go/", Message: `"os" imported and not used`,
			In:   "package a\n\nimport (\n\t\"fmt\"\n\t«\"os\"» // why\n)\n\nvar _ = fmt.Sprint\n",
			Want: "package a\n\nimport (\n\t\"fmt\"\n)\n\nvar _ = fmt.Sprint\n"},
		{Name: "named", Signal: "gopls/UnusedImport", Message: `"os" imported as x and not used`,
			In: "package a\n\nimport (\n\t«x» \"os\"\n\t\"fmt\"\n)\n", Want: "package a\n\nimport (\n\t\"fmt\"\n)\n"},
		{Name: "single", Signal: "go/UnusedImport", Message: `"os" imported and not used`,
			In: "package a\n\nimport «\"os\"»\n\nvar x = 1\n", Want: "package a\n\nvar x = 1\n"},
		{Name: "one line group", Signal: "go/UnusedImport", Message: `"os" imported and not used`,
			In: "package a\n\nimport (\"fmt\"; «\"os\"»)\n", Want: "package a\n\nimport (\"fmt\")\n"},
		{Name: "blank", Signal: "go/UnusedImport", Message: `"os" imported and not used`,
			In: "package a\n\nimport _ «\"os\"»\n", Why: "not for its name"},
		{Name: "no import", Signal: "go/UnusedImport", Message: `"os" imported and not used`,
			In: "package a\n\n«var x» = \"os\"\n", Why: "no import"},
		{Name: "broken", Signal: "go/UnusedImport", Message: `"os" imported and not used`,
			In: "package a\n\nimport «\"os\"»\n\nfunc (\n", Why: "syntax error"},
	})
}

func TestUnusedGoVariable(t *testing.T) {
	f := func(body string) string { return "package a\n\nfunc f() {\n" + body + "}\n" }
	const msg = "declared and not used: x"
	table.Run(t, "go", []ruletest.Case{
		{Name: "call", Signal: "go/UnusedVar", Message: msg, In: f("\t«x» := g()\n"), Want: f("\t_ = g()\n")},
		{Name: "one of two", Signal: "go/", Message: "x declared and not used", In: f("\t«x», err := g() // x\n\th(err)\n"),
			Want: f("\t_, err := g() // x\n\th(err)\n")},
		{Name: "hides one that is read later", Signal: "go/", Message: "x declared and not used",
			In:   f("\tx := 1\n\tif s {\n\t\t«x», err := g() // x\n\t\th(err)\n\t}\n\th(x)\n"),
			Want: f("\tx := 1\n\tif s {\n\t\tvar err error\n\t\tx, err = g() // x\n\t\th(err)\n\t}\n\th(x)\n")},
		{Name: "hides one, beside one that is there", Signal: "go/", Message: "x declared and not used",
			In:   f("\tx, err := g()\n\tif s {\n\t\t«x», err := g()\n\t\th(err)\n\t}\n\th(x, err)\n"),
			Want: f("\tx, err := g()\n\tif s {\n\t\tx, err = g()\n\t\th(err)\n\t}\n\th(x, err)\n")},
		{Name: "hides one, beside a blank", Signal: "go/", Message: "x declared and not used",
			In:   f("\tx := 1\n\tif s {\n\t\t«x», _ := g()\n\t}\n\th(x)\n"),
			Want: f("\tx := 1\n\tif s {\n\t\tx, _ = g()\n\t}\n\th(x)\n")},
		{Name: "hides one, beside what is new", Signal: "go/", Message: "x declared and not used",
			In: f("\tx := 1\n\tif s {\n\t\t«x», y := g()\n\t\th(y)\n\t}\n\th(x)\n"), Why: "is new"},
		{Name: "hides one that is only set later", Signal: "go/", Message: "x declared and not used",
			In:   f("\tx := 1\n\th(x)\n\tif s {\n\t\t«x», err := g()\n\t\th(err)\n\t}\n\tx = 2\n"),
			Want: f("\tx := 1\n\th(x)\n\tif s {\n\t\t_, err := g()\n\t\th(err)\n\t}\n\tx = 2\n")},
		{Name: "both blank", Signal: "go/UnusedVar", Message: msg, In: f("\t_, «x» := g()\n"), Want: f("\t_, _ = g()\n")},
		{Name: "var without value", Signal: "go/UnusedVar", Message: msg, In: f("\tvar «x» int // c\n\th()\n"),
			Want: f("\th()\n")},
		{Name: "var with value", Signal: "go/UnusedVar", Message: msg, In: f("\tvar «x» = g()\n"),
			Want: f("\tvar _ = g()\n")},
		{Name: "range value", Signal: "go/UnusedVar", Message: msg, In: f("\tfor i, «x» := range s {\n\t\th(i)\n\t}\n"),
			Want: f("\tfor i := range s {\n\t\th(i)\n\t}\n")},
		{Name: "range key", Signal: "go/UnusedVar", Message: msg, In: f("\tfor «x», v := range s {\n\t\th(v)\n\t}\n"),
			Want: f("\tfor _, v := range s {\n\t\th(v)\n\t}\n")},
		{Name: "range both", Signal: "go/UnusedVar", Message: msg, In: f("\tfor _, «x» := range s {\n\t}\n"),
			Want: f("\tfor range s {\n\t}\n")},
		{Name: "type switch", Signal: "go/UnusedVar", Message: msg, In: f("\tswitch «x» := y.(type) {\n\t}\n"),
			Want: f("\tswitch y.(type) {\n\t}\n")},
		{Name: "declared before", Signal: "go/UnusedVar", Message: msg, In: f("\terr := h()\n\t«x», err := g()\n\th(err)\n"),
			Want: f("\terr := h()\n\t_, err = g()\n\th(err)\n")},
		{Name: "declared before, another is new", Signal: "go/UnusedVar", Message: msg,
			In:   f("\terr := h()\n\t«x», y, err := g()\n\th(y, err)\n"),
			Want: f("\terr := h()\n\t_, y, err := g()\n\th(y, err)\n")},
		{Name: "assigned later", Signal: "go/UnusedVar", Message: msg, In: f("\t«x» := 1\n\tx = 2\n"), Why: "elsewhere"},
		{Name: "counted later", Signal: "go/UnusedVar", Message: msg, In: f("\t«x» := 1\n\tx++\n"), Why: "elsewhere"},
		{Name: "assigned in a closure", Signal: "go/UnusedVar", Message: msg, In: f("\t«x» := 1\n\tfunc() { x = 2 }()\n"),
			Why: "elsewhere"},
		{Name: "redeclared inside", Signal: "go/UnusedVar", Message: msg,
			In: f("\t«x» := 1\n\tif h() {\n\t\tx := 2\n\t\th(x)\n\t}\n"), Want: f("\tif h() {\n\t\tx := 2\n\t\th(x)\n\t}\n")},
		{Name: "field of that name", Signal: "go/UnusedVar", Message: msg, In: f("\t«x» := 1\n\ty.x = 2\n"),
			Want: f("\ty.x = 2\n")},
		{Name: "literal over lines", Signal: "gopls/unusedvariable", Message: msg,
			In: f("\t«x» := []int{ // c\n\t\t1,\n\t}\n\th()\n"), Want: f("\th()\n")},
		{Name: "receive", Signal: "go/UnusedVar", Message: msg, In: f("\t«x» := []int{<-c}\n"),
			Want: f("\t_ = []int{<-c}\n")},
		{Name: "shares its line", Signal: "go/UnusedVar", Message: msg, In: f("\t«x» := 1; h()\n"),
			Want: f("\t_ = 1; h()\n")},
		{Name: "header", Signal: "go/UnusedVar", Message: msg, In: f("\tif «x» := 1; h() {\n\t}\n"),
			Want: f("\tif _ = 1; h() {\n\t}\n")},
		{Name: "one of two names", Signal: "go/UnusedVar", Message: msg, In: f("\tvar «x», y bool\n\th(y)\n"),
			Want: f("\tvar y bool\n\th(y)\n")},
		{Name: "hides a parameter", Signal: "go/UnusedVar", Message: msg,
			In:   "package a\n\nfunc f(x, y int) int {\n\tif x < y {\n\t\t«x» := y\n\t}\n\treturn x\n}\n",
			Want: "package a\n\nfunc f(x, y int) int {\n\tif x < y {\n\t\tx = y\n\t}\n\treturn x\n}\n"},
		{Name: "hides a variable", Signal: "go/UnusedVar", Message: msg,
			In:   f("\tx := 0\n\tfor range s {\n\t\t«x» := g()\n\t}\n\th(x)\n"),
			Want: f("\tx := 0\n\tfor range s {\n\t\tx = g()\n\t}\n\th(x)\n")},
		{Name: "hides one of the package", Signal: "go/UnusedVar", Message: msg,
			In: f("\t«x» := g()\n") + "\nvar x int\n", Why: "a variable of the package"},
		{Name: "hides nothing yet", Signal: "go/UnusedVar", Message: msg,
			In:   f("\tfor range s {\n\t\t«x» := g()\n\t}\n\tx := 0\n\th(x)\n"),
			Want: f("\tfor range s {\n\t\t_ = g()\n\t}\n\tx := 0\n\th(x)\n")},
		{Name: "computed and not read", Signal: "go/UnusedVar", Message: msg,
			In: f("\t«x» := strings.TrimSpace(s)\n\th(s)\n"), Why: "meant to be read"},
		{Name: "one of a group", Signal: "go/UnusedVar", Message: msg,
			In: f("\tvar (\n\t\ty int\n\t\t«x» bool\n\t)\n\th(y)\n"), Want: f("\tvar (\n\t\ty int\n\t)\n\th(y)\n")},
	})
}

// n, _ := strconv.Atoi(s) compiles, and nobody learns that s is no number.
func TestUnreadGoError(t *testing.T) {
	of := func(doc, results, body string) string {
		return "package a\n\n" + doc + "func f(s string) " + results + " {\n" + body + "}\n"
	}
	const msg = "declared and not used: err"
	unread := "\tn, «err» := strconv.Atoi(s) // n\n\treturn n, nil\n"
	table.Run(t, "go", []ruletest.Case{
		{Name: "beside a value", Signal: "go/UnusedVar", Message: msg, In: of("", "(int, error)", unread),
			Why: "is an error"},
		{Name: "no error is given", Signal: "go/UnusedVar", Message: msg,
			In: of("", "int", "\tn, «err» := strconv.Atoi(s)\n\treturn n\n"), Why: "is an error"},
		{Name: "of a literal", Signal: "go/UnusedVar", Message: msg,
			In: of("", "error", "\th(func() { _, «err» := g(s) })\n\treturn nil\n"), Why: "is an error"},
	})
}

func TestAssignExisting(t *testing.T) {
	const msg = "no new variables on left side of :="
	table.Run(t, "go", []ruletest.Case{
		{Name: "one", Signal: "go/", Message: msg, In: "package a\n\nfunc f(z int) {\n\tz «:=» 1 // :=\n}\n",
			Want: "package a\n\nfunc f(z int) {\n\tz = 1 // :=\n}\n"},
		{Name: "two, at the name", Signal: "gopls/NoNewVar", Message: msg,
			In:   "package a\n\nfunc f(y, z int) {\n\t«y», z := g()\n}\n",
			Want: "package a\n\nfunc f(y, z int) {\n\ty, z = g()\n}\n"},
		{Name: "none", Signal: "go/NoNewVar", Message: msg, In: "package a\n\nfunc f(y, z int) {\n\t«y» = g()\n}\n",
			Why: "no declaration"},
	})
}

// TestGoParses formats the results of the tables above again: a result that
// does not parse cannot be formatted.
func TestGoParses(t *testing.T) {
	for _, src := range []string{
		"package a\n\nfunc f() {\n\t«x» := g()\n}\n",
		"package a\n\nfunc f() {\n\tfor _, «x» := range s {\n\t}\n}\n",
	} {
		got, err := table.Apply(t,
			ruletest.Case{Signal: "go/UnusedVar", Message: "declared and not used: x", In: src}.Problem(t, "go"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := format.Source([]byte(got)); err != nil {
			t.Errorf("%v\n%s", err, got)
		}
	}
}
