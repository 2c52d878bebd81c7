package fixer

import (
	"context"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/internal/text"
)

func TestWithoutRemarks(t *testing.T) {
	const goDoc = "package a\n\n// Sum adds.\nfunc Sum(l []int) int {\n\tn := 0 // so far\n\tfor _, x := range l {\n\t\tn += y\n\t}\n}\n"
	const pyDoc = "def f(x):\n    \"\"\"Adds.\n\n    one\n    \"\"\"\n    return y  # the sum\n"
	for name, c := range map[string]struct{ lang, doc, old, with, want string }{
		"behind a changed line":    {"go", goDoc, "n += y", "n += x // Assuming x is meant", "n += x"},
		"behind a new line":        {"go", goDoc, "\t}\n}", "\t}\n\treturn n // Add this return statement\n}", "\t}\n\treturn n\n}"},
		"a line of its own":        {"go", goDoc, "\t\tn += y", "\t\t// Changed y to x\n\t\tn += x", "\t\tn += x"},
		"what the code does stays": {"go", goDoc, "\t\tn += y", "\t\t// The sum cannot overflow here.\n\t\tn += x", ""},
		"the document's own":       {"go", goDoc, "n := 0 // so far", "n := 1 // so far", ""},
		"one word":                 {"go", goDoc, "n += y", "n += x // cents", ""},
		"for a tool":               {"go", goDoc, "n += y", "n += x //nolint:gosec // it is small", ""},
		"nothing but a remark":     {"go", goDoc, "n += y", "n += y // Fixed the name", ""},
		"in a string":              {"go", goDoc, "n += y", `n += len("// Fixed the name")`, ""},
		"Python":                   {"python", pyDoc, "return y  # the sum", "return x  # Fixed the name of this", "return x"},
		"for a tool of Python":     {"python", pyDoc, "return y  # the sum", "return x  # type: ignore[no-any-return]", ""},
		"in a docstring":           {"python", pyDoc, "    one", "    two # of these things", ""},
	} {
		before := text.New(c.doc)
		before.Lang = c.lang
		after := strings.Replace(c.doc, c.old, c.with, 1)
		want := after
		if c.want != "" {
			want = strings.Replace(c.doc, c.old, c.want, 1)
		}
		if after == c.doc {
			t.Fatalf("%s: nothing changes", name)
		}
		if got := withoutRemarks(before, after); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
		crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
		before = text.New(crlf(c.doc))
		before.Lang = c.lang
		if got := withoutRemarks(before, crlf(after)); got != crlf(want) {
			t.Errorf("%s, CRLF: got\n%q", name, got)
		}
	}
}

// What a small model tells its user about a fix is not written into the code. What
// somebody asks for in words is.
func TestRemarksOfAModel(t *testing.T) {
	answer := says("```python\n    def area(self):\n        r = 2\n        x = 1  # Set to one instead\n        return x\n```")
	e, _ := engine(t, 1, answer, answer)
	e.Model.Local, e.Model.Shape = true, prompt.ShapeRewrite
	f, err := e.Fix(context.Background(), problem(shapes), nil)
	if err != nil || f.Text() != fixed(shapes, "1") {
		t.Errorf("%v\n%s", err, f.Text())
	}
	p := problem(shapes)
	p.Instruction = "say why"
	if f, err = e.Fix(context.Background(), p, nil); err != nil || !strings.Contains(f.Text(), "# Set to one instead") {
		t.Errorf("%v\n%s", err, f.Text())
	}
}
