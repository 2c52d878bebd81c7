package rules

import "testing"

func TestCallWithFormat(t *testing.T) {
	in := func(body string) string {
		return "package a\n\nimport \"fmt\"\n\nfunc f(n int, s string) {\n\t" + body + "\n}\n"
	}
	call := func(name, of, body, want, why string) ruleCase {
		c := ruleCase{name: name, signal: "go vet/printf", message: of + " call has possible Printf formatting directive %d", in: in(body), why: why}
		if why == "" {
			c.want = in(want)
		}
		return c
	}
	wrong := func(name, head, body, wantHead, want, why string) ruleCase {
		with := func(head, body string) string {
			return "package a\n\n" + head + "\n\nfunc f(n int) error {\n\t" + body + "\n}\n"
		}
		c := ruleCase{name: name, signal: "go/WrongArgCount", message: "too many arguments in call to errors.New\n\thave (string, int)\n\twant (string)", in: with(head, body), why: why}
		if why == "" {
			c.want = with(wantHead, want)
		}
		return c
	}
	runCases(t, "go", []ruleCase{
		call("a line", "fmt.Println", "«fmt.Println(\"%d items\", n)»", "fmt.Printf(\"%d items\\n\", n)", ""),
		call("two values", "fmt.Println", "«fmt.Println(\"%5.1f of %s, 100%%\", n, s)»", "fmt.Printf(\"%5.1f of %s, 100%%\\n\", n, s)", ""),
		call("no line", "fmt.Print", "«fmt.Print(\"%d\", n)»", "fmt.Printf(\"%d\", n)", ""),
		call("a text", "fmt.Sprint", "g(«fmt.Sprint(\"%d\", n)»)", "g(fmt.Sprintf(\"%d\", n))", ""),
		call("a text with a line", "fmt.Sprintln", "g(«fmt.Sprintln(\"%d\", n)»)", "g(fmt.Sprintf(\"%d\\n\", n))", ""),
		call("to a file", "fmt.Fprintln", "«fmt.Fprintln(w, \"%d\", n)»", "fmt.Fprintf(w, \"%d\\n\", n)", ""),
		call("a log", "log.Println", "«log.Println(\"%d\", n)»", "log.Printf(\"%d\", n)", ""),
		call("the end", "log.Fatalln", "«log.Fatalln(`%d`, n)»", "log.Fatalf(`%d`, n)", ""),
		call("a test", "(*testing.common).Error", "«t.Error(\"got %d\", n)»", "t.Errorf(\"got %d\", n)", ""),
		call("a text between backticks", "fmt.Println", "«fmt.Println(`%d`, n)»", "", "no line ends"),
		call("fewer values", "fmt.Println", "«fmt.Println(\"%d of %d\", n)»", "", "as many values"),
		call("more values", "fmt.Println", "«fmt.Println(\"%d of\", n, s)»", "", "as many values"),
		call("a sign that is none", "fmt.Println", "«fmt.Println(\"%d is 5%\", n)»", "", "as many values"),
		call("a value for the width", "fmt.Println", "«fmt.Println(\"%*d\", n)»", "", "no format is written"),
		call("many", "fmt.Println", "«fmt.Println(\"%d\", n...)»", "", "no format is written"),
		call("not written", "fmt.Println", "«fmt.Println(s, n)»", "", "no format is written"),
		call("another function", "a.Show", "«a.Show(\"%d\", n)»", "", "no function like Show"),
		call("elsewhere", "fmt.Print", "«fmt.Println(\"%d\", n)»", "", "no such call"),
		wrong("an error", "import (\n\t\"errors\"\n\t\"os\"\n)", "return errors.New(\"no %d\", «n»)", "import (\n\t\"fmt\"\n\t\"os\"\n)", "return fmt.Errorf(\"no %d\", n)", ""),
		wrong("the only import", "import \"errors\"", "return errors.New(\"no %d\", «n»)", "import \"fmt\"", "return fmt.Errorf(\"no %d\", n)", ""),
		wrong("with fmt", "import (\n\t\"errors\"\n\t\"fmt\"\n)", "return errors.New(\"no %d\", «n»)", "import (\n\t\"fmt\"\n)", "return fmt.Errorf(\"no %d\", n)", ""),
		wrong("and other errors", "import \"errors\"", "g(errors.New(\"a\"))\n\treturn errors.New(\"no %d\", «n»)", "import \"errors\"\nimport \"fmt\"", "g(errors.New(\"a\"))\n\treturn fmt.Errorf(\"no %d\", n)", ""),
		wrong("no format", "import \"errors\"", "return errors.New(\"no\", «n»)", "", "", "as many values"),
		wrong("fmt is something else", "import \"errors\"", "fmt := 1\n\treturn errors.New(\"no %d\", «n»)", "", "", "means something else"),
	})
}
