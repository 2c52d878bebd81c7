package golang_test

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
)

func TestGoChecks(t *testing.T) {
	const gone = `"io/ioutil" has been deprecated since Go 1.19: As of Go 1.16, the same functionality is now provided by ` +
		`package [io]`
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
	list := []ruletest.Case{
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
