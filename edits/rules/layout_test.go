package rules

import (
	"slices"
	"testing"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/text"
)

// The markers stand where flake8 says the finding is.
func TestLayout(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "behind a bracket", signal: "flake8/E201", in: "f(«» a)\n", want: "f(a)\n"},
		{name: "before a bracket", signal: "flake8/E202", in: "f(a«» )\n", want: "f(a)\n"},
		{name: "before a comma", signal: "flake8/E203", in: "f(a«»  , b)\n", want: "f(a, b)\n"},
		{name: "before a call", signal: "flake8/E211", in: "f«» (a)\n", want: "f(a)\n"},
		{name: "before an operator", signal: "flake8/E221", in: "a«»   = 1\n", want: "a = 1\n"},
		{name: "behind an operator", signal: "flake8/E222", in: "a =«»  1\n", want: "a = 1\n"},
		{name: "behind a keyword", signal: "flake8/E271", in: "from a import«»   b\n", want: "from a import b\n"},
		{name: "keyword argument", signal: "flake8/E251", in: "f(a«» = 1)\n", want: "f(a= 1)\n"},
		{name: "over a line", signal: "flake8/E251", in: "f(a=«»\n  1)\n", why: "no blanks"},
		{name: "before a backslash", signal: "flake8/E222", in: "a =«»  \\\n  1\n", why: "not between two words"},
		{name: "operator", signal: "flake8/E225", in: "a«»=1\n", want: "a = 1\n"},
		{name: "operator with one blank", signal: "flake8/E225", in: "a =«»-1\n", want: "a = -1\n"},
		{name: "operator behind a bracket", signal: "flake8/E225", in: "a[1]«»=-1\n", want: "a[1] = -1\n"},
		{name: "keyword operator", signal: "flake8/E225", in: "x = 1«»in(a)\n", want: "x = 1 in (a)\n"},
		{name: "modulo", signal: "flake8/E228", in: "x = 'a'«»%b\n", want: "x = 'a' % b\n"},
		{name: "annotated parameter", signal: "flake8/E252", in: "def f(a: int«»=1): pass\n", want: "def f(a: int = 1): pass\n"},
		{name: "no operator", signal: "flake8/E225", in: "a = «»1\n", why: "no operator"},
		{name: "comma", signal: "flake8/E231", in: "f(a«»,b)\n", want: "f(a, b)\n"},
		{name: "comma, as others say it", signal: "flake8/E231", in: "f(a,«»b)\n", want: "f(a, b)\n"},
		{name: "colon", signal: "flake8/E231", in: "x = {a«»:b}\n", want: "x = {a: b}\n"},
		{name: "in a string", signal: "flake8/E231", in: "x = 'a«»,b'\n", why: "in a string"},
		{name: "in a field", signal: "flake8/E231", in: "x = f'{a«»,b}'\n", want: "x = f'{a, b}'\n"},
		{name: "in a format", signal: "flake8/E231", in: "x = f'{a«»:b}'\n", why: "as it should be"},
		{name: "at the brace of a field", signal: "flake8/E202", in: "x = f'{a« »}'\n", want: "x = f'{a}'\n"},
		{name: "behind a word", signal: "flake8/E275", in: "assert«»(a)\n", want: "assert (a)\n"},
		{name: "comment behind code", signal: "flake8/E261", in: "a = 1«» # b\n", want: "a = 1  # b\n"},
		{name: "comment at code", signal: "flake8/E261", in: "a = 1«»# b\n", want: "a = 1  # b\n"},
		{name: "comment without a blank", signal: "flake8/E262", in: "a = 1  «»#b\n", want: "a = 1  # b\n"},
		{name: "comment with two", signal: "flake8/E262", in: "a = 1  «»#  b\n", want: "a = 1  # b\n"},
		{name: "block comment", signal: "flake8/E265", in: "«»#b\n", want: "# b\n"},
		{name: "hashes", signal: "flake8/E266", in: "«»### b\n", want: "# b\n"},
		{name: "shebang further down", signal: "flake8/E265", in: "a = 1\n«»#!b\n", why: "no comment with words"},
		{name: "method", signal: "flake8/E301", in: "class A:\n    a = 1\n    # on b\n    «»def b(self): pass\n", want: "class A:\n    a = 1\n\n    # on b\n    def b(self): pass\n"},
		{name: "nested", signal: "flake8/E306", in: "def f():\n    a = 1\n    «»def b(): pass\n", want: "def f():\n    a = 1\n\n    def b(): pass\n"},
		{name: "function", signal: "flake8/E302", in: "a = 1\n\n# on f\n# more\n«»def f(): pass\n", want: "a = 1\n\n\n# on f\n# more\ndef f(): pass\n"},
		{name: "function below another's comment", signal: "flake8/E302", in: "class A:\n    a = 1\n    # end\n«»def f(): pass\n", want: "class A:\n    a = 1\n    # end\n\n\ndef f(): pass\n"},
		{name: "function far down", signal: "flake8/E302", in: "a = 1\n\n\n\n\n«»def f(): pass\n", want: "a = 1\n\n\ndef f(): pass\n"},
		{name: "behind a function", signal: "flake8/E305", in: "def f(): pass\n«»a = 1\n", want: "def f(): pass\n\n\na = 1\n"},
		{name: "decorator", signal: "flake8/E304", in: "@a\n\n«»def f(): pass\n", want: "@a\ndef f(): pass\n"},
		{name: "behind a backslash", signal: "flake8/E303", in: "a = 1, \\\n\n\n\n«»b = 2\n", why: "goes on to a blank line"},
		{name: "too many", signal: "flake8/E303", in: "a = 1\n\n\n\n\n«»b = 1\n", want: "a = 1\n\n\nb = 1\n"},
		{name: "too many further in", signal: "flake8/E303", in: "if a:\n    a = 1\n\n\n    «»# b\n    b = 1\n", want: "if a:\n    a = 1\n\n    # b\n    b = 1\n"},
		{name: "first line", signal: "flake8/E303", in: "\n\n\n«»b = 1\n", why: "nothing stands above"},
		{name: "visual", signal: "flake8/E128", in: "f(a,\n «»b)\n", want: "f(a,\n  b)\n"},
		{name: "visual, moved", signal: "flake8/E128", in: "foo(a,\n  «»g(b,\n    c), [\n    d,\n  ],\n  e)\n", want: "foo(a,\n    g(b,\n      c), [\n      d,\n    ],\n    e)\n"},
		{name: "visual, too far", signal: "flake8/E127", in: "foo(a,\n         «»b)\n", want: "foo(a,\n    b)\n"},
		{name: "visual, tabs", signal: "flake8/E128", in: "foo(a,\n\t«»b)\n", why: "other characters"},
		{name: "visual, a string", signal: "flake8/E128", in: "foo(a,\n  «»g('''b\n  c''', d,\n   e))\n", want: "foo(a,\n    g('''b\n  c''', d,\n     e))\n"},
		{name: "hanging", signal: "flake8/E128", in: "foo(\n  «»b)\n", why: "nothing stands behind"},
		{name: "backslash", signal: "flake8/E502", in: "f(a, «»\\\n  b)\n", want: "f(a,\n  b)\n"},
		{name: "backslash that joins", signal: "flake8/E502", in: "a = 1 + «»\\\n  b\n", why: "no backslash inside brackets"},
		{name: "end of a line", signal: "flake8/W291", in: "a = 1«»  \t\nb = 2\n", want: "a = 1\nb = 2\n"},
		{name: "end of a comment", signal: "pylint/trailing-whitespace", in: "«»a = 1  # b \nb = 2\n", want: "a = 1  # b\nb = 2\n"},
		{name: "blank line", signal: "flake8/W293", in: "a = 1\n«»    \nb = 2\n", want: "a = 1\n\nb = 2\n"},
		{name: "end of a line in a string", signal: "flake8/W291", in: "a = '''b«»  \n'''\n", why: "belong to a string"},
		{name: "blank line in a string", signal: "flake8/W293", in: "a = '''b\n«»  \n'''\n", why: "belong to a string"},
		{name: "end of the text", signal: "flake8/W391", in: "a = 1\n«»\n  \n", want: "a = 1\n"},
		{name: "no end", signal: "pylint/C0304", in: "a = 1\nb = 1«»", want: "a = 1\nb = 1\n"},
	})
}

// FuzzLayout: whatever the place, the words of the program stay.
func FuzzLayout(f *testing.F) {
	codes := []string{"E201", "E221", "E225", "E231", "E251", "E261", "E265", "E275", "E301", "E302", "E303", "E304", "E128", "E502", "W291", "W391", "W292"}
	src := "import os\n\n\n\ndef f(a=1, *b):  # c\n\tx=[a,  b [0],\n\t  '''s \n\n''' % a, \\\n\tb]\n\treturn not x or-1\n#!d  \n\n"
	for code := range codes {
		f.Add(src, uint(code), uint(code*7))
	}
	f.Fuzz(func(t *testing.T, src string, code, at uint) {
		before, err := pytree.Parse(src)
		if err != nil {
			return
		}
		s := text.File("/w/f.py", "python", src)
		p := Problem{Snapshot: s}
		p.Diagnostic.Tool, p.Diagnostic.Code = "flake8", codes[code%uint(len(codes))]
		p.Diagnostic.Span = text.Span{Start: int(at % uint(len(src)+1)), End: int(at % uint(len(src)+1))}
		for _, r := range For(p.Diagnostic) {
			edits, err := r.Fix(p)
			if err != nil {
				continue
			}
			next, err := s.Apply(edits)
			if err != nil {
				t.Fatal(err)
			}
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
