package golang_test

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestGoChecks(t *testing.T) {
	const gone = `"io/ioutil" has been deprecated since Go 1.19: As of Go 1.16, the same functionality is now provided by ` +
		`package [io]`
	jump := func(name, in, want, why string) ruletest.Case {
		return ruletest.Case{Name: name, Signal: "staticcheck/S1023", Message: "redundant return statement", In: in,
			Want: want, Why: why}
	}
	call := func(name, message, in, want, why string) ruletest.Case {
		head := "package a\n\nfunc f() {\n\t"
		if want != "" {
			want = head + want + "\n}\n"
		}
		return ruletest.Case{Name: name, Signal: "staticcheck/S1032", Message: message, In: head + in + "\n}\n", Want: want,
			Why: why}
	}
	file := func(name, in, want, why string) ruletest.Case {
		return ruletest.Case{Name: name, Signal: "staticcheck/SA1019", Message: gone, In: in, Want: want, Why: why}
	}
	text := func(name, in, want, why string) ruletest.Case {
		c := call(name, "error strings should not be capitalized", in, want, why)
		c.Signal = "staticcheck/ST1005"
		return c
	}
	sorts := "should use sort.Ints(...) instead of sort.Sort(sort.IntSlice(...))"
	list := []ruletest.Case{
		jump("a return", "package a\n\nfunc f() {\n\tg()\n\t«return»\n}\n", "package a\n\nfunc f() {\n\tg()\n}\n", ""),
		jump("a break", "package a\n\nfunc f() {\n\tswitch {\n\tcase x:\n\t\tg()\n\t\t«break»\n\t}\n}\n",
			"package a\n\nfunc f() {\n\tswitch {\n\tcase x:\n\t\tg()\n\t}\n}\n", ""),
		jump("beside something else", "package a\n\nfunc f() { g(); «return» }\n", "", "more stands on its line"),
		jump("with a comment", "package a\n\nfunc f() {\n\t«return» // why\n}\n", "", "more stands on its line"),
		jump("with a value", "package a\n\nfunc f() int {\n\t«return» 1\n}\n", "", "gives a value"),
		call("one call for two", sorts, "«sort.Sort(sort.IntSlice(a[1:]))»", "sort.Ints(a[1:])", ""),
		call("several arguments", "S1028: should use fmt.Errorf(...) instead of errors.New(fmt.Sprintf(...))",
			"g(«errors.New(fmt.Sprintf(\"%d %s\", n, s))»)", "g(fmt.Errorf(\"%d %s\", n, s))", ""),
		call("other calls", sorts, "«sort.Sort(sort.StringSlice(a))»", "", "cannot be told"),
		call("a comment in it", sorts, "«sort.Sort(/* up */ sort.IntSlice(a))»", "", "comment"),
		text("a small letter", "g(«errors.New(\"Not found\")»)", "g(errors.New(\"not found\"))", ""),
		text("formatted", "g(«fmt.Errorf(`Über %d`, 1)»)", "g(fmt.Errorf(`über %d`, 1))", ""),
		text("a short form", "g(«errors.New(\"HTTP failed\")»)", "", "may be a name"),
		text("a name of the file", "Open(«errors.New(\"Open failed\")»)", "", "may be a name"),
		text("no literal", "g(«errors.New(s)»)", "", "no text of an error"),
		file("one package", "package a\n\nimport (\n\t\"fmt\"\n\t«\"io/ioutil\"»\n)\n\nvar x = ioutil.Discard\n",
			"package a\n\nimport (\n\t\"fmt\"\n\t\"io\"\n)\n\nvar x = io.Discard\n", ""),
		file("two, one of them there",
			"package a\n\nimport (\n\t«\"io/ioutil\"»\n\t\"os\"\n)\n\nvar x, _ = ioutil.ReadAll(os.Stdin)\n"+
				"var y, _ = ioutil.TempDir(``, ``)\n",
			"package a\n\nimport (\n\t\"io\"\n\t\"os\"\n)\n\nvar x, _ = io.ReadAll(os.Stdin)\n"+
				"var y, _ = os.MkdirTemp(``, ``)\n", ""),
		file("other values", "package a\n\nimport «\"io/ioutil\"»\n\nvar x, _ = ioutil.ReadDir(`.`)\n", "",
			"what ioutil.ReadDir does"),
		file("its name is taken", "package a\n\nimport «\"io/ioutil\"»\n\nfunc f(os string) { ioutil.ReadFile(os) }\n", "",
			"os means something else"),
		file("another name", "package a\n\nimport old «\"io/ioutil\"»\n\nvar x = old.Discard\n", "", "under its own name"),
	}
	table.Run(t, "go", list)
}
