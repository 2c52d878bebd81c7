package decode

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/window"
)

// What a model puts round new lines comes off where no one would take it for
// code, and is refused where it might be.
func TestDecodeDressedCode(t *testing.T) {
	c := area()
	const want = `replace L5 ["    if r is None:"]`
	edit := func(code string) string { return "EDIT replace <5>\n~~~\n" + code + "\n~~~\nEND\n" }
	testDecode(t, c, []decodeCase{
		{name: "a fence in the fence", answer: edit("```python\n    if r is None:\n```"), want: want},
		{name: "another name", answer: edit("# other.py\n    if r is None:"), want: `replace L5 ["# other.py" "    if r is None:"]`},
		{name: "one line that begins with a plus", answer: edit("+1"), want: `replace L5 ["+1"]`},
		{name: "marks and blanks alone", answer: edit("+ \n+ "), want: `replace L5 ["+ " "+ "]`},
		{name: "a number that may be a key", answer: edit("5: 'five',"), want: `replace L5 ["5: 'five',"]`},
		{name: "numbers on unchanged lines only",
			answer: "EDIT replace <5> <6>\n~~~\n    if r is None:\n6 |         return None\n~~~\nEND\n",
			want:   "reject decode_ambiguous",
		},
		{name: "the lines round the edit", answer: edit("def area(r):\n    if r is None:\n        return None"), want: want},
		{name: "the line below", answer: edit("    if r is None:\n        return None"), want: want},
		{name: "the anchor of an insertion",
			answer: "EDIT insert_after <4>\n~~~\ndef area(r):\n    r = r or 0\n~~~\nEND\n",
			want:   `insert_after L4 ["    r = r or 0"]`,
		},
	})
}

// Answers as chats set them: the block in a list, its head as a heading, marks of
// the model's own format round it.
func TestDecodeDressedAnswers(t *testing.T) {
	c := area()
	const want = `replace L5 ["    if r is None:"]`
	const body = "\n~~~\n    if r is None:\n~~~\nEND\n"
	block := "EDIT replace <5>" + body
	indented := "   " + strings.ReplaceAll(strings.TrimSuffix(block, "\n"), "\n", "\n   ") + "\n"
	testDecode(t, c, []decodeCase{
		{name: "in an item of a list", answer: "1. Compare by identity:\n\n" + indented, want: want},
		{name: "a heading", answer: "### " + block, want: want},
		{name: "a bullet", answer: "- " + block, want: want},
		{name: "a number", answer: "1. " + block, want: want},
		{name: "small letters and a colon", answer: "Edit: replace <5>" + body, want: want},
		{name: "blanks that do not break", answer: "EDIT\u00a0replace\u00a0<5>" + body, want: want},
		{name: "END EDIT", answer: strings.Replace(block, "END", "END EDIT", 1), want: want},
		{name: "a window in brackets",
			answer: "EDIT window [PRIMARY]\n~~~\ndef area(r):\n    return 0\n~~~\nEND\n",
			want:   `window PRIMARY ["def area(r):" "    return 0"]`,
		},
		{name: "the end of a turn", answer: strings.TrimSuffix(block, "\n") + "<|im_end|>", want: want},
		{name: "channels", answer: "<|channel|>analysis<|message|>EDIT it<|end|><|channel|>final<|message|>" + block, want: want},
		{name: "prose that begins with edit", answer: "Edit the line as follows.\n", want: "no_fix Edit the line as follows."},
	})
}

func TestDecodeDressedQuotes(t *testing.T) {
	c := request("python", shapesText, run(window.Primary, 4, 7))
	const want = `replace @5+1 ["    if r is None:"]`
	testDecode(t, c, []decodeCase{
		{name: "a diff with context from beyond the window",
			answer: "--- a/src/shapes.py\n+++ b/src/shapes.py\n@@ -2,5 +2,5 @@\n import math\n \n \n def area(r):\n-    if r == None:\n+    if r is None:\n",
			want:   want,
		},
		{name: "SEARCH with context from beyond the window",
			answer: "<<<<<<< SEARCH\nimport math\n\n\ndef area(r):\n    if r == None:\n=======\nimport math\n\n\ndef area(r):\n    if r is None:\n>>>>>>> REPLACE\n",
			want:   want,
		},
		{name: "other marks", answer: "<<<<<<< ORIGINAL\n    if r == None:\n=======\n    if r is None:\n>>>>>>> UPDATED\n", want: want},
		{name: "sides in fences", answer: "<<<<<<< SEARCH\n```\n    if r == None:\n```\n=======\n```\n    if r is None:\n```\n>>>>>>> REPLACE\n", want: want},
		{name: "numbers on the new side", answer: "<<<<<<< SEARCH\n    if r == None:\n        return None\n=======\n5 |     if r is None:\n6 |         return None\n>>>>>>> REPLACE\n", want: want},
	})
	changed := "<<<<<<< SEARCH\nimport math\n=======\nimport cmath\n>>>>>>> REPLACE\n"
	if got := outcomeOf(c, changed); !strings.HasPrefix(got, "R ") {
		t.Errorf("a change beyond the window gives %s", got)
	}
}
