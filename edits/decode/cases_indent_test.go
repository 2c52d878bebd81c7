package decode

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits"

	"github.com/fettle-dev/fettle/edits/window"
)

const nested = `class A:
    def f(self, r):
        if r == None:
            return 1
        return 2

    def g(self):
        pass
`

func inner(first, last int) []window.Run { return []window.Run{run(window.Primary, first, last)} }

// Cases about indentation, tabs and multi-line strings.
func TestCasesOfIndentation(t *testing.T) {
	fixed := "class A:\n    def f(self, r):\n        if r is None:\n            return 1\n        return 2\n\n    def g(self):\n        pass\n"
	tabs := "def f(r):\n\tif r == None:\n\t\treturn 1\n\treturn 2\n"
	tabsFixed := "def f(r):\n\tif r is None:\n\t\treturn 1\n\treturn 2\n"
	doc := "def f():\n    x = \"\"\"\nat zero\n      deep\n\"\"\"\n    return None == x\n"
	call := "def f():\n    value = call(a,\n                 b)\n    return value\n    # end\n"
	runCases(t, []adversarialCase{
		{name: "tabs file, spaces in a rewrite", src: tabs, runs: inner(2, 4), answer: edit("window", "PRIMARY", "if r is None:", "    return 1", "return 2"), want: tabsFixed},
		{name: "tabs file, spaces, absolute", src: tabs, runs: inner(2, 4), answer: edit("window", "PRIMARY", "    if r is None:", "        return 1", "    return 2"), want: tabsFixed},
		{name: "tabs file, one op", src: tabs, runs: inner(2, 4), answer: edit("replace", "@L2 @L3", "if r is None:", "    return 1"), want: tabsFixed},
		{name: "Go, spaces", lang: "go", src: "package p\n\nfunc f() int {\n\tif a {\n\t\treturn 1\n\t}\n\treturn 2\n}\n", runs: inner(4, 7), answer: edit("window", "PRIMARY", "if b {", "    return 1", "}", "return 2"), want: "package p\n\nfunc f() int {\n\tif b {\n\t\treturn 1\n\t}\n\treturn 2\n}\n"},
		{name: "spaces file, tabs with a constant step", src: nested, runs: inner(3, 5), answer: edit("window", "PRIMARY", "if r is None:", "\treturn 1", "return 2"), want: fixed},
		{name: "spaces file, tabs and blanks", src: nested, runs: inner(3, 5), answer: edit("window", "PRIMARY", "if r is None:", "\t  pass", "\treturn 1", "return 2"), reject: edits.RejectParse},
		{name: "spaces file, tabs, one statement deep inside", src: nested, runs: inner(5, 5), answer: edit("window", "PRIMARY", "\t\tif r:", "\t\t\treturn 3"), at: 5, want: "class A:\n    def f(self, r):\n        if r == None:\n            return 1\n        if r:\n            return 3\n\n    def g(self):\n        pass\n"},
		{name: "mixed indent in the run", src: "if a:\n\tif b:\n\t    c = 1\n\t    d = 2\n", runs: inner(3, 4), answer: edit("window", "PRIMARY", "c = 1", "d = 3"), want: "if a:\n\tif b:\n\t    c = 1\n\t    d = 3\n"},
		{name: "dedented as sent", src: nested, runs: inner(3, 5), answer: edit("window", "PRIMARY", "if r is None:", "    return 1", "return 2"), want: fixed},
		{name: "dedented op", src: nested, runs: inner(3, 5), answer: edit("replace", "@L3", "if r is None:"), want: fixed},
		{name: "op in the body", src: nested, runs: inner(2, 5), answer: edit("replace", "@L4", "        return 7"), want: "class A:\n    def f(self, r):\n        if r == None:\n            return 7\n        return 2\n\n    def g(self):\n        pass\n"},
		{name: "full indent", src: nested, runs: inner(3, 5), answer: edit("window", "PRIMARY", "        if r is None:", "            return 1", "        return 2"), want: fixed},
		{name: "full indent, op", src: nested, runs: inner(3, 5), answer: edit("replace", "@L3", "        if r is None:"), want: fixed},
		{name: "full indent, insert", src: nested, runs: inner(3, 5), answer: edit("insert_before", "@L3", "        r = r or None"), want: "class A:\n    def f(self, r):\n        r = r or None\n        if r == None:\n            return 1\n        return 2\n\n    def g(self):\n        pass\n"},
		{name: "off by two", src: nested, runs: inner(3, 5), answer: edit("window", "PRIMARY", "  if r is None:", "      return 1", "  return 2"), want: fixed},
		{name: "first line kept, off by two", src: nested, runs: inner(3, 5), answer: edit("window", "PRIMARY", "  if r == None:", "      return 3", "  return 2"), want: "class A:\n    def f(self, r):\n        if r == None:\n            return 3\n        return 2\n\n    def g(self):\n        pass\n"},
		{name: "two offsets", src: "a = 1\nb = 2\nc = [\n    1,\n    2,\n]\nd = 4\n", answer: edit("window", "PRIMARY", "a = 1", "b = 5", "c = [", "    1,", "    2,", "]", "  d = 4"), reject: edits.RejectParse},
		{name: "two offsets in brackets", lang: "javascript", src: "f(\n  one,\n  two,\n  three,\n  four,\n);\n", runs: inner(2, 5), answer: edit("window", "PRIMARY", "one,", "two,", "   three,", "   four,", "five,"), reject: edits.RejectParse},
		{name: "string with text at column 0, as shown", src: doc, runs: inner(2, 6), answer: edit("window", "PRIMARY", "    x = \"\"\"", "at zero", "      deep", "\"\"\"", "    return x is None"), want: "def f():\n    x = \"\"\"\nat zero\n      deep\n\"\"\"\n    return x is None\n"},
		{name: "string with text at column 0, code dedented", src: doc, runs: inner(2, 6), answer: edit("window", "PRIMARY", "x = \"\"\"", "at zero", "      deep", "\"\"\"", "return x is None", "# None == x"), want: "def f():\n    x = \"\"\"\nat zero\n      deep\n\"\"\"\n    return x is None\n    # None == x\n"},
		{name: "new line in a string, as shown", src: "def f():\n    x = '''\n    a\n    '''\n    return x\n", runs: inner(2, 5), answer: edit("window", "PRIMARY", "x = '''", "a", "b", "'''", "return x"), want: "def f():\n    x = '''\n    a\n    b\n    '''\n    return x\n"},
		{name: "a quote in a regular expression", lang: "typescript", src: "function f(s: string) {\n  if (/`/.test(s)) {\n    g(s == 1);\n  }\n  return s;\n}\n", runs: inner(2, 5), at: 3, answer: edit("window", "PRIMARY", "    if (/`/.test(s)) {", "      g(s === 1);", "      h();", "    }", "    return s;"), want: "function f(s: string) {\n  if (/`/.test(s)) {\n    g(s === 1);\n    h();\n  }\n  return s;\n}\n"},
		{name: "a string that a backslash goes on with", src: "def f():\n    x = 'a\\\nb'\n    return None == x\n", runs: inner(2, 4), at: 4, answer: edit("window", "PRIMARY", "x = 'a\\", "b'", "return x is None", "# None == x"), want: "def f():\n    x = 'a\\\nb'\n    return x is None\n    # None == x\n"},
		{name: "hanging indent", src: call, runs: inner(2, 4), answer: edit("window", "PRIMARY", "value = call(a,", "             c)", "return value"), want: "def f():\n    value = call(a,\n                 c)\n    return value\n    # end\n"},
		{name: "wrapped in a new if", src: nested, runs: inner(3, 5), answer: edit("window", "PRIMARY", "if self:", "    if r == None:", "        return 1", "    return 2"), want: "class A:\n    def f(self, r):\n        if self:\n            if r == None:\n                return 1\n            return 2\n\n    def g(self):\n        pass\n"},
		{name: "a removed else outdents", src: "def f(a):\n    if a:\n        return 1\n    else:\n        b = 2\n        return b\n", runs: inner(2, 6), answer: edit("window", "PRIMARY", "if a:", "    return 1", "b = 2", "return b"), want: "def f(a):\n    if a:\n        return 1\n    b = 2\n    return b\n"},
		{name: "first line stripped, rest absolute", src: nested, runs: inner(3, 5), script: &edits.Script{Status: edits.StatusFix, Shape: edits.ShapeJSON, Ops: []edits.Op{{Kind: edits.Rewrite, From: "PRIMARY", Lines: []string{"if r is None:", "            return 1", "        return 2"}}}}, want: fixed},
		{name: "first context line missing", at: 5, src: nested, runs: inner(3, 5), answer: edit("window", "PRIMARY", "    return 1", "return 3"), want: "class A:\n    def f(self, r):\n        if r == None:\n            return 1\n        return 3\n\n    def g(self):\n        pass\n"},
		{name: "line above the run echoed", at: 3, src: nested, runs: inner(3, 5), answer: edit("window", "PRIMARY", "def f(self, r):", "    if r == None:", "        return 1", "    return 4"), want: "class A:\n    def f(self, r):\n        if r == None:\n            return 1\n        return 4\n\n    def g(self):\n        pass\n"},
		{name: "lines below the run echoed", at: 3, src: nested, runs: inner(3, 5), answer: edit("window", "PRIMARY", "if r is None:", "    return 1", "return 2", "", "def g(self):"), want: fixed},
		{name: "run ends in a blank line, line below it echoed", at: 5, src: nested, runs: inner(3, 6), answer: edit("window", "PRIMARY", "if r is None:", "    return 1", "return 2", "", "def g(self):"), want: fixed},
		{name: "run ends in a blank line, as what is below it does", at: 1, src: strings.Repeat("b = g(2)\n# note\n\n", 3), runs: inner(1, 6), answer: edit("window", "PRIMARY", "b = g(3)", "# note", "", "b = g(2)", "# note", ""), want: "b = g(3)\n# note\n\n" + strings.Repeat("b = g(2)\n# note\n\n", 2)},
		{name: "run begins with a blank line, as what is above it does", at: 8, src: strings.Repeat("\n# note\nb = g(2)\n", 3), runs: inner(4, 9), answer: edit("window", "PRIMARY", "", "# note", "b = g(2)", "", "# note", "b = g(3)"), want: strings.Repeat("\n# note\nb = g(2)\n", 2) + "\n# note\nb = g(3)\n"},
		{name: "first line missing, last one gone with its block", lang: "go", at: 5,
			src:  "package p\n\nfunc f(m map[string]int) {\n\tif m == nil {\n\t\tif true {\n\t\t\tm = g()\n\t\t}\n\t}\n}\n",
			runs: inner(4, 7), answer: edit("window", "PRIMARY", "\tm = g()"), reject: edits.RejectParse},
		{name: "edge line kept, or the changed one beside it", at: 2, src: "min(1, 2, 3)\nmin(1, min(2, 3))\nmin(4, 5)\n",
			answer: edit("window", "PRIMARY", "min(1, 2, 3)", "min(4, 5)"), want: "min(1, 2, 3)\nmin(4, 5)\n"},
		{name: "edge line and the one beside it bind the same name", at: 2,
			src:    "v = get(d, 'a', 0)\nv = get(d, 'b', fallback)\nw = 1\n",
			answer: edit("window", "PRIMARY", "v = get(d, 'b')", "w = 1"),
			want:   "v = get(d, 'a', 0)\nv = get(d, 'b')\nw = 1\n"},
		{name: "comment at the edge is missing, its words are elsewhere", at: 2,
			src:    "# sorted, on one line\nfrom b import (\n    x,\n)\n# sorted, on one line, too\nfrom a import y\n",
			runs:   inner(1, 6),
			answer: edit("window", "PRIMARY", "# sorted, on one line, too", "from a import y", "from b import x"),
			want:   "# sorted, on one line, too\nfrom a import y\nfrom b import x\n"},
		{name: "each line changed in its place", at: 1, src: "f(&a)\nf(&a)\nf(&b)\n", answer: edit("window", "PRIMARY", "f(a)", "f(a)", "f(b)"), want: "f(a)\nf(a)\nf(b)\n"},
		{name: "head missing, the rest as shown", at: 2, lang: "go",
			src:  "package p\n\nfunc f(s []int) {\n\tfor _, v := range s {\n\t\t// A\n\t\tg(v)\n\t}\n\t// B\n}\n",
			runs: inner(3, 8), answer: edit("window", "PRIMARY", "\t// A", "\th(s)", "\t// B"), reject: edits.RejectParse},
		{name: "new string text of an answer that is shifted", at: 1, src: "class D:\n    def f(self, x: int = \"\"\"\n    \"\"\") -> None:\n        self.x = x\n", runs: inner(2, 4), answer: edit("window", "PRIMARY", "  x: int = \"\"\"", "  \"\"\"", "  def f(self, x: int) -> None:", "      self.y = x"), reject: edits.RejectParse},
		{name: "as it stands in the file, with a new line at column 0", lang: "rust", src: "mod m {\n    /*!\n     * a\n     */\n    /**\n     * b\n     */\n    fn g() {}\n}\n", runs: inner(2, 8), at: 3, answer: edit("window", "PRIMARY", "    /*!", "     * a", "     */", "/*! x */", "    /**", "     * b", "     */", "    fn g() {}"), want: "mod m {\n    /*!\n     * a\n     */\n/*! x */\n    /**\n     * b\n     */\n    fn g() {}\n}\n"},
		{name: "a bracket is no kept line", lang: "rust", src: "fn f() {\n    if b {\n        g();\n    } else {\n    }\n}\n", runs: inner(1, 6), answer: edit("replace", "@L4 @L5", "    } "), want: "fn f() {\n    if b {\n        g();\n    } \n}\n"},
	})
}

// Where blanks are what the signal is about, a line still comes as the run is
// shown, without the blanks that all of its lines begin with.
func TestCasesOfCharacters(t *testing.T) {
	blanks := edits.Options{Characters: true}
	dict := "def f():\n    d = {\n        1: [2],\n        3:[4],\n    }\n"
	dictFixed := "def f():\n    d = {\n        1: [2],\n        3: [4],\n    }\n"
	comment := "def f(r):\n\n    ### a note ###\n    a = 42\n"
	quoted := "def f(x):\n    t = \"\"\"\n    bar\n    foo %s\"\"\"  % x\n"
	runCases(t, []adversarialCase{
		{name: "dedented op", src: dict, runs: inner(2, 5), at: 4, code: "E231", options: blanks, answer: edit("replace", "@L4", "    3: [4],"), want: dictFixed},
		{name: "dedented comment, JSON", src: comment, runs: inner(2, 4), at: 3, code: "E266", options: blanks, answer: `{"status":"fix","edits":[{"op":"replace","from":"@L3","to":"@L3","lines":["# a note ###"]}],"reason":""}`, want: "def f(r):\n\n    # a note ###\n    a = 42\n"},
		{name: "dedented insertion", src: dict, runs: inner(2, 5), at: 4, code: "E303", options: blanks, answer: edit("insert_before", "@L4", "", "    # two "), want: "def f():\n    d = {\n        1: [2],\n\n        # two \n        3:[4],\n    }\n"},
		{name: "a line that moves on purpose", src: "def f():\n    if g():\n       a = 1\n    return 2\n", runs: inner(2, 4), at: 3, code: "E111", options: blanks, answer: edit("replace", "@L3", "    a = 1"), want: "def f():\n    if g():\n        a = 1\n    return 2\n"},
		{name: "full indent, op", src: "def f():\n    a = [1,2]\n    return a\n", runs: inner(2, 3), at: 2, code: "E231", options: blanks, answer: edit("replace", "@L2", "    a = [1, 2]"), want: "def f():\n    a = [1, 2]\n    return a\n"},
		{name: "off by two, where nothing opens a block", src: "a = 1\nb = [1,2]\nc = 3\n", at: 2, code: "E231", options: blanks, answer: edit("replace", "@L2", "  b = [1, 2]"), want: "a = 1\nb = [1, 2]\nc = 3\n"},
		{name: "new string text of an answer that is shifted", src: quoted, runs: inner(2, 4), at: 2, code: "E222", options: blanks, answer: edit("window", "PRIMARY", "  t = \"\"\"", "  bar", "  foo %s\"\"\" % x"), reject: edits.RejectParse},
	})
}
