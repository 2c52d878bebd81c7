package layout_test

import (
	"slices"
	"testing"

	"github.com/fettle-dev/fettle/edits/rules"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
	"github.com/fettle-dev/fettle/internal/text"
)

// The markers stand where flake8 says the finding is.
func TestLayout(t *testing.T) {
	table.Run(t, "python", []ruletest.Case{
		{Name: "behind a bracket", Signal: "flake8/E201", In: "f(«» a)\n", Want: "f(a)\n"},
		{Name: "before a bracket", Signal: "flake8/E202", In: "f(a«» )\n", Want: "f(a)\n"},
		{Name: "before a comma", Signal: "flake8/E203", In: "f(a«»  , b)\n", Want: "f(a, b)\n"},
		{Name: "before a call", Signal: "flake8/E211", In: "f«» (a)\n", Want: "f(a)\n"},
		{Name: "before an operator", Signal: "flake8/E221", In: "a«»   = 1\n", Want: "a = 1\n"},
		{Name: "behind an operator", Signal: "flake8/E222", In: "a =«»  1\n", Want: "a = 1\n"},
		{Name: "behind a keyword", Signal: "flake8/E271", In: "from a import«»   b\n", Want: "from a import b\n"},
		{Name: "keyword argument", Signal: "flake8/E251", In: "f(a«» = 1)\n", Want: "f(a= 1)\n"},
		{Name: "over a line", Signal: "flake8/E251", In: "f(a=«»\n  1)\n", Why: "no blanks"},
		{Name: "before a backslash", Signal: "flake8/E222", In: "a =«»  \\\n  1\n", Why: "not between two words"},
		{Name: "operator", Signal: "flake8/E225", In: "a«»=1\n", Want: "a = 1\n"},
		{Name: "operator with one blank", Signal: "flake8/E225", In: "a =«»-1\n", Want: "a = -1\n"},
		{Name: "operator behind a bracket", Signal: "flake8/E225", In: "a[1]«»=-1\n", Want: "a[1] = -1\n"},
		{Name: "keyword operator", Signal: "flake8/E225", In: "x = 1«»in(a)\n", Want: "x = 1 in (a)\n"},
		{Name: "modulo", Signal: "flake8/E228", In: "x = 'a'«»%b\n", Want: "x = 'a' % b\n"},
		{Name: "annotated parameter", Signal: "flake8/E252", In: "def f(a: int«»=1): pass\n",
			Want: "def f(a: int = 1): pass\n"},
		{Name: "no operator", Signal: "flake8/E225", In: "a = «»1\n", Why: "no operator"},
		{Name: "comma", Signal: "flake8/E231", In: "f(a«»,b)\n", Want: "f(a, b)\n"},
		{Name: "comma, as others say it", Signal: "flake8/E231", In: "f(a,«»b)\n", Want: "f(a, b)\n"},
		{Name: "colon", Signal: "flake8/E231", In: "x = {a«»:b}\n", Want: "x = {a: b}\n"},
		{Name: "in a string", Signal: "flake8/E231", In: "x = 'a«»,b'\n", Why: "in a string"},
		{Name: "in a field", Signal: "flake8/E231", In: "x = f'{a«»,b}'\n", Want: "x = f'{a, b}'\n"},
		{Name: "in a format", Signal: "flake8/E231", In: "x = f'{a«»:b}'\n", Why: "as it should be"},
		{Name: "at the brace of a field", Signal: "flake8/E202", In: "x = f'{a« »}'\n", Want: "x = f'{a}'\n"},
		{Name: "behind a word", Signal: "flake8/E275", In: "assert«»(a)\n", Want: "assert (a)\n"},
		{Name: "comment behind code", Signal: "flake8/E261", In: "a = 1«» # b\n", Want: "a = 1  # b\n"},
		{Name: "comment at code", Signal: "flake8/E261", In: "a = 1«»# b\n", Want: "a = 1  # b\n"},
		{Name: "comment without a blank", Signal: "flake8/E262", In: "a = 1  «»#b\n", Want: "a = 1  # b\n"},
		{Name: "comment with two", Signal: "flake8/E262", In: "a = 1  «»#  b\n", Want: "a = 1  # b\n"},
		{Name: "block comment", Signal: "flake8/E265", In: "«»#b\n", Want: "# b\n"},
		{Name: "hashes", Signal: "flake8/E266", In: "«»### b\n", Want: "# b\n"},
		{Name: "shebang further down", Signal: "flake8/E265", In: "a = 1\n«»#!b\n", Why: "no comment with words"},
		{Name: "method", Signal: "flake8/E301", In: "class A:\n    a = 1\n    # on b\n    «»def b(self): pass\n",
			Want: "class A:\n    a = 1\n\n    # on b\n    def b(self): pass\n"},
		{Name: "nested", Signal: "flake8/E306", In: "def f():\n    a = 1\n    «»def b(): pass\n",
			Want: "def f():\n    a = 1\n\n    def b(): pass\n"},
		{Name: "function", Signal: "flake8/E302", In: "a = 1\n\n# on f\n# more\n«»def f(): pass\n",
			Want: "a = 1\n\n\n# on f\n# more\ndef f(): pass\n"},
		{Name: "function below another's comment", Signal: "flake8/E302",
			In:   "class A:\n    a = 1\n    # end\n«»def f(): pass\n",
			Want: "class A:\n    a = 1\n    # end\n\n\ndef f(): pass\n"},
		{Name: "function far down", Signal: "flake8/E302", In: "a = 1\n\n\n\n\n«»def f(): pass\n",
			Want: "a = 1\n\n\ndef f(): pass\n"},
		{Name: "behind a function", Signal: "flake8/E305", In: "def f(): pass\n«»a = 1\n",
			Want: "def f(): pass\n\n\na = 1\n"},
		{Name: "decorator", Signal: "flake8/E304", In: "@a\n\n«»def f(): pass\n", Want: "@a\ndef f(): pass\n"},
		{Name: "behind a backslash", Signal: "flake8/E303", In: "a = 1, \\\n\n\n\n«»b = 2\n", Why: "goes on to a blank line"},
		{Name: "too many", Signal: "flake8/E303", In: "a = 1\n\n\n\n\n«»b = 1\n", Want: "a = 1\n\n\nb = 1\n"},
		{Name: "too many further in", Signal: "flake8/E303", In: "if a:\n    a = 1\n\n\n    «»# b\n    b = 1\n",
			Want: "if a:\n    a = 1\n\n    # b\n    b = 1\n"},
		{Name: "first line", Signal: "flake8/E303", In: "\n\n\n«»b = 1\n", Why: "nothing stands above"},
		{Name: "visual", Signal: "flake8/E128", In: "f(a,\n «»b)\n", Want: "f(a,\n  b)\n"},
		{Name: "visual, moved", Signal: "flake8/E128", In: "foo(a,\n  «»g(b,\n    c), [\n    d,\n  ],\n  e)\n",
			Want: "foo(a,\n    g(b,\n      c), [\n      d,\n    ],\n    e)\n"},
		{Name: "visual, too far", Signal: "flake8/E127", In: "foo(a,\n         «»b)\n", Want: "foo(a,\n    b)\n"},
		{Name: "visual, tabs", Signal: "flake8/E128", In: "foo(a,\n\t«»b)\n", Why: "other characters"},
		{Name: "visual, a string", Signal: "flake8/E128", In: "foo(a,\n  «»g('''b\n  c''', d,\n   e))\n",
			Want: "foo(a,\n    g('''b\n  c''', d,\n     e))\n"},
		{Name: "hanging", Signal: "flake8/E128", In: "foo(\n  «»b)\n", Why: "nothing stands behind"},
		{Name: "backslash", Signal: "flake8/E502", In: "f(a, «»\\\n  b)\n", Want: "f(a,\n  b)\n"},
		{Name: "backslash that joins", Signal: "flake8/E502", In: "a = 1 + «»\\\n  b\n", Why: "no backslash inside brackets"},
		{Name: "end of a line", Signal: "flake8/W291", In: "a = 1«»  \t\nb = 2\n", Want: "a = 1\nb = 2\n"},
		{Name: "end of a comment", Signal: "pylint/trailing-whitespace", In: "«»a = 1  # b \nb = 2\n",
			Want: "a = 1  # b\nb = 2\n"},
		{Name: "blank line", Signal: "flake8/W293", In: "a = 1\n«»    \nb = 2\n", Want: "a = 1\n\nb = 2\n"},
		{Name: "end of a line in a string", Signal: "flake8/W291", In: "a = '''b«»  \n'''\n", Why: "belong to a string"},
		{Name: "blank line in a string", Signal: "flake8/W293", In: "a = '''b\n«»  \n'''\n", Why: "belong to a string"},
		{Name: "end of the text", Signal: "flake8/W391", In: "a = 1\n«»\n  \n", Want: "a = 1\n"},
		{Name: "no end", Signal: "pylint/C0304", In: "a = 1\nb = 1«»", Want: "a = 1\nb = 1\n"},
	})
}

// FuzzLayout: whatever the place, the words of the program stay.
func FuzzLayout(f *testing.F) {
	codes := []string{"E201", "E221", "E225", "E231", "E251", "E261", "E265", "E275", "E301", "E302", "E303", "E304",
		"E128", "E502", "W291", "W391", "W292"}
	src := "import os\n\n\n\ndef f(a=1, *b):  # c\n\tx=[a,  b [0],\n\t  '''s \n\n''' % a, \\\n\tb]\n" +
		"\treturn not x or-1\n" +
		"#!d  \n\n"
	for code := range codes {
		f.Add(src, uint(code), uint(code*7))
	}
	f.Fuzz(func(t *testing.T, src string, code, at uint) {
		before, err := pytree.Parse(src)
		if err != nil {
			return
		}
		s := text.File("/w/f.py", "python", src)
		p := rules.Problem{Snapshot: s}
		p.Diagnostic.Tool, p.Diagnostic.Code = "flake8", codes[code%uint(len(codes))]
		p.Diagnostic.Span = text.Span{Start: int(at % uint(len(src)+1)), End: int(at % uint(len(src)+1))}
		for _, r := range rules.For(p.Diagnostic) {
			edits, err := r.Fix(p)
			if err != nil {
				continue
			}
			next, err := s.Apply(edits)
			must.OK(t, err)
			after, err := pytree.Parse(next.Text())
			if err != nil || !slices.Equal(programOf(before), programOf(after)) {
				t.Fatalf("%s at %d of %q gives %q, %v", p.Diagnostic.Code, p.Diagnostic.Span.Start, src, next.Text(), err)
			}
		}
	})
}

// programOf are the words of a program, without comments and the ends of lines.
func programOf(t *pytree.Tree) []string {
	var out []string
	for _, tok := range t.Tokens {
		switch tok.Kind {
		case pytree.Comment:
		case pytree.Newline:
			out = append(out, "\n")
		default:
			out = append(out, tok.Text)
		}
	}
	return out
}
