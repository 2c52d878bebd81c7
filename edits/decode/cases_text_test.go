package decode

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits"

	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/text"
)

// Cases about terminators, final newlines and the first lines of a file.
func TestCasesOfTerminators(t *testing.T) {
	runCases(t, []adversarialCase{
		{name: "CRLF file, LF answer", src: "a = 1\r\nb = 2\r\nc = 3\r\n", answer: edit("replace", "@L2", "b = 5"), want: "a = 1\r\nb = 5\r\nc = 3\r\n"},
		{name: "CRLF file, two lines for one", src: "a = 1\r\nb = 2\r\nc = 3\r\n", answer: edit("replace", "@L2", "b = 5", "d = 6"), want: "a = 1\r\nb = 5\r\nd = 6\r\nc = 3\r\n"},
		{name: "CRLF answer", src: "a = 1\nb = 2\n", script: &edits.Script{Status: edits.StatusFix, Shape: edits.ShapeText, Ops: []edits.Op{{Kind: edits.Rewrite, From: "PRIMARY", Lines: []string{"a = 1\r", "b = 3\r"}, Faithful: true}}}, want: "a = 1\nb = 3\n"},
		{name: "mixed terminators", src: "a = 1\r\nb = 2\nc = 3\r\n", answer: edit("replace", "@L2", "b = 5"), want: "a = 1\r\nb = 5\nc = 3\r\n"},
		{name: "mixed terminators, rewritten", src: "a = 1\r\nb = 2\nc = 3\r\n", answer: edit("window", "PRIMARY", "a = 1", "b = 5", "c = 3"), want: "a = 1\r\nb = 5\nc = 3\r\n"},
		{name: "lone returns", src: "a = 1\rb = 2\rc = 3\r", answer: edit("replace", "@L2", "b = 5"), want: "a = 1\rb = 5\rc = 3\r"},
		{name: "no final newline, last line replaced", src: "a = 1\nb = 2", answer: edit("replace", "@L2", "b = 5"), want: "a = 1\nb = 5"},
		{name: "no final newline, insert after the last line", src: "a = 1\nb = 2", answer: edit("insert_after", "@L2", "c = 3"), want: "a = 1\nb = 2\nc = 3"},
		{name: "no final newline, CRLF", src: "a = 1\r\nb = 2", answer: edit("insert_after", "EOF", "c = 3"), want: "a = 1\r\nb = 2\r\nc = 3"},
		{name: "blank lines at the end of the file", src: "a = 1\nb = 2\n\n", answer: edit("window", "PRIMARY", "a = 1", "b = 5"), want: "a = 1\nb = 5\n\n"},
		{name: "added blank lines stay", src: "a = 1\nb = 2\n", answer: edit("window", "PRIMARY", "a = 1", "b = 5", "", "c = 1"), want: "a = 1\nb = 5\n\nc = 1\n"},
		{name: "delete the last line", src: "a = 1\nb = 2\n", answer: edit("delete", "@L2"), want: "a = 1\n"},
		{name: "delete the unterminated last line", src: "a = 1\nb = 2", answer: edit("delete", "@L2"), want: "a = 1"},
		{name: "empty file", src: "", runs: []window.Run{{Role: window.Primary, Index: 1, Lines: text.Lines{}}}, answer: edit("insert_after", "BOW:PRIMARY", "a = 1"), want: "a = 1\n"},
		{name: "empty file with one line", src: "", answer: edit("insert_before", "@L1", "a = 1", "b = 2"), want: "a = 1\nb = 2\n"},
		{name: "shebang", src: "#!/usr/bin/env python\n# -*- coding: utf-8 -*-\na = 1\n", answer: edit("insert_before", "@L1", "import os"), want: "#!/usr/bin/env python\n# -*- coding: utf-8 -*-\nimport os\na = 1\n"},
		{name: "shebang, BOW", src: "#!/usr/bin/env python\na = 1\n", answer: edit("insert_after", "BOW:PRIMARY", "import os"), want: "#!/usr/bin/env python\nimport os\na = 1\n"},
		{name: "byte order mark, first line replaced", src: "\ufeffa = 1\nb = 2\n", answer: edit("replace", "@L1", "a = 5"), want: "\ufeffa = 5\nb = 2\n"},
		{name: "byte order mark, insert before", src: "\ufeffa = 1\nb = 2\n", answer: edit("insert_before", "@L1", "c = 5"), want: "\ufeffc = 5\na = 1\nb = 2\n"},
		{name: "byte order mark, rewritten", src: "\ufeffa = 1\nb = 2\n", answer: edit("window", "PRIMARY", "a = 1", "b = 3"), want: "\ufeffa = 1\nb = 3\n"},
		{name: "blank lines with blanks", src: "def f():\n    a = 1\n    \n    b = 2\n\t\n    c = 3\n", answer: edit("window", "PRIMARY", "def f():", "    a = 1", "", "    b = 5", "", "    c = 3"), want: "def f():\n    a = 1\n    \n    b = 5\n\t\n    c = 3\n"},
		{name: "Markdown hard break", lang: "markdown", src: "one  \ntwo  \nthree\nend\n", answer: edit("window", "PRIMARY", "one", "two", "four", "end"), want: "one  \ntwo  \nfour\nend\n"},
		{name: "trailing blanks of kept lines are not taken over", src: "a = 1\nb = 2\nc = 3\n",
			answer: edit("window", "PRIMARY", "a = 1  ", "b = 5  ", "c = 3  "), want: "a = 1\nb = 5  \nc = 3\n"},
		{name: "trailing blanks of added lines stay", lang: "markdown", src: "one\ntwo\n", answer: edit("window", "PRIMARY", "one", "new  ", "two"), want: "one\nnew  \ntwo\n"},
		{name: "CJK, combining characters, NFD", src: "名 = 1\ncafe\u0301 = 2\nx = 3\n", answer: edit("window", "PRIMARY", "名 = 1", "cafe\u0301 = 2", "x = 4"), want: "名 = 1\ncafe\u0301 = 2\nx = 4\n"},
		{name: "plain characters for typographic ones", src: "a = \"x \u2013 y\"\nb = \"\u201cq\u201d\"\nc = 1\n", answer: edit("window", "PRIMARY", "a = \"x - y\"", "b = \"\"q\"\"", "c = 2"), want: "a = \"x \u2013 y\"\nb = \"\u201cq\u201d\"\nc = 2\n"},
		{name: "a look-alike is what the signal is about", code: "RUF001", src: "a = \"x \u2013 y\"\nc = 1\n", answer: edit("window", "PRIMARY", "a = \"x - y\"", "c = 1"), options: edits.Options{Characters: true}, want: "a = \"x - y\"\nc = 1\n"},
		{name: "no-break blanks and U+2028", src: "a = \"x\u00a0y\u2028z\"\nb = \"\u200b\"\nc = 1\n", answer: edit("replace", "@L3", "c = \"\u2028\""), want: "a = \"x\u00a0y\u2028z\"\nb = \"\u200b\"\nc = \"\u2028\"\n"},
		{name: "invisible characters come back as they were shown", src: "a = \"x\u200by\"\nb = 1\nc = \"\u200b\"\n", at: 2, answer: edit("window", "PRIMARY", `a = "x\u{200b}y"`, "b = 2", `c = "\u{200b}" + d`), want: "a = \"x\u200by\"\nb = 2\nc = \"\u200b\" + d\n"},
		{name: "an escape that the language knows stays", lang: "rust", src: "let a = \"\u200b\";\nlet b = 1;\n", at: 2, answer: edit("window", "PRIMARY", `let a = "\u{200b}";`, `let b = "\u{200b}";`), want: "let a = \"\u200b\";\nlet b = \"\\u{200b}\";\n"},
		{name: "invalid UTF-8 on other lines", src: "a = 1\nb = '\xff'\nc = 3\n", answer: edit("replace", "@L1", "a = 5"), want: "a = 5\nb = '\xff'\nc = 3\n"},
		{name: "templates are text", src: "a = 1\n", answer: edit("replace", "@L1", `a = "$1 \1 %s \\n"`), want: "a = \"$1 \\1 %s \\\\n\"\n"},
		{name: "END, fences and EDIT in code", src: "a = 1\nb = 2\n", answer: "EDIT replace @L2\n~~~~\nEND\n~~~\nEDIT delete L1:aa\n~~~~\nEND\n", lang: "markdown", want: "a = 1\nEND\n~~~\nEDIT delete L1:aa\n"},
		{name: "a very long line", src: "a = \"" + strings.Repeat("x", 300_000) + "\"\n", script: &edits.Script{Status: edits.StatusFix, Shape: edits.ShapeText, Ops: []edits.Op{{Kind: edits.Rewrite, From: "PRIMARY", Lines: []string{"a = 1"}, Faithful: true}}}, reject: edits.RejectTooLarge},
		{name: "the blank line behind a removed one stays", src: "a = 1\nb = 2\n\nc = 3\n", script: &edits.Script{Status: edits.StatusFix, Shape: edits.ShapeSearchReplace, Ops: []edits.Op{{Kind: edits.Delete, Place: &text.Lines{Start: 1, End: 2}}}}, want: "a = 1\n\nc = 3\n"},
	})
}

// The columns of an edit behind characters that UTF-16 writes in two units, in the
// three encodings.
func TestColumnsBehindAstralCharacters(t *testing.T) {
	s := python("x = \"𝒜𝒞\"; y = None == x\n")
	c := offer(s, 1, 1)
	r, rejects := edits.Apply(c, edits.Script{Status: edits.StatusFix, Shape: edits.ShapeText, Ops: []edits.Op{{Kind: edits.Replace, From: c.LineID(0), Lines: []string{"x = \"𝒜𝒞\"; y = None is x"}, Faithful: true}}}, edits.Options{})
	if rejects != nil {
		t.Fatal(rejects)
	}
	for enc, want := range map[text.Encoding]int{text.UTF16: 21, text.UTF8: 25, text.UTF32: 19} {
		if got := s.Position(r.Edits[0].Span.Start, enc); got.Character != want {
			t.Errorf("%v: column %d, want %d", enc, got.Character, want)
		}
	}
}
