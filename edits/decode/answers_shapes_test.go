package decode

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/window"
)

func TestCasesEcho(t *testing.T) {
	c := area()
	after := changed("    if r == None:\n        return None\n", fixed+"        return 0\n")
	conflict := "def f():\n<<<<<<< HEAD\n    return 1\n=======\n    return 2\n>>>>>>> other\n"
	open := request("python", conflict, run(window.Primary, 1, 6))
	testAnswers(t, []answered{
		{"ids on all lines", c, "EDIT replace <5> <6>\n~~~\n<5>| " + fixed + "<6>|         return 0\n~~~\nEND", after},
		{"numbers on all lines", c, "EDIT replace <5> <6>\n~~~\n5 | " + fixed + "6 |         return 0\n~~~\nEND", after},
		{"ids on some lines", c, "EDIT replace <5> <6>\n~~~\n<5>| " + fixed + "        return 0\n~~~\nEND", "R decode_ambiguous"},
		{"numbers that do not fit are code", c, "EDIT replace <7>\n~~~\n    return 3 | 4\n~~~\nEND", changed("    return math.pi * r ** 2\n", "    return 3 | 4\n")},
		{"code holds END, fences and EDIT", c, "EDIT replace <6>\n~~~~\n        return '''\n~~~\nEND\nEDIT delete <5>\n'''\n~~~~\nEND",
			changed("        return None\n", "        return '''\n~~~\nEND\nEDIT delete "+string(c.LineID(4))+"\n'''\n")},
		{"conflict file, text", open, "EDIT replace <2> <6>\n~~~\n    return 2\n~~~\nEND", "def f():\n    return 2\n"},
		{"conflict file, SEARCH", open, "<<<<<<< SEARCH\n" + conflict + "=======\ndef f():\n    return 2\n>>>>>>> REPLACE\n", "R decode_ambiguous"},
		{"thought holds a block", c, "<think>\nMaybe\nEDIT delete <6>\nEND\n</think>\nEDIT replace <5> <6>\n~~~\n" + fixed + "        return 0\n~~~\nEND", after},
		{"the opening tag is lost", c, "Maybe\nEDIT delete <6>\nEND\n</think>\n\nEDIT replace <5> <6>\n~~~\n" + fixed + "        return 0\n~~~\nEND", after},
		{"nothing but a thought", c, "<think>\nEDIT delete <6>\nEND\n", "R decode_incomplete"},
		{"a block inside a comment of the code", c, "EDIT replace <5> <6>\n~~~\n" + fixed + "        # EDIT delete <7>\nEDIT delete <7>\n~~~\nEND", "R parse"},
		{"a block inside a comment", c, "EDIT replace <5> <6>\n~~~\n" + fixed + "        return 0  # not EDIT delete <7>\n~~~\nEND", changed("    if r == None:\n        return None\n", fixed+"        return 0  # not EDIT delete "+string(c.LineID(6))+"\n")},
		{"unclosed fence behind a complete block", c, "EDIT replace <5>\n~~~\n" + fixed + "~~~\nEND\nEDIT replace <6>\n~~~\n        return 0\n", "R decode_incomplete"},
	})
	s, r := Answer("NO_FIX needs L120-L130 the definition of r", c)
	if got, want := show(c, s, r), "needs 120-130 the definition of r"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCasesDiff(t *testing.T) {
	c := request("python", shapesText, run(window.Primary, 1, 11))
	after := changed("    if r == None:\n", fixed)
	twice := request("python", "def f(a):\n    x = 1\n    return None\n\n\ndef g(a):\n    x = 1\n    return None\n", run(window.Primary, 1, 8))
	block := func(n int, old, new string) string {
		return strings.Repeat("<", n) + " SEARCH\n" + old + strings.Repeat("=", n) + "\n" + new + strings.Repeat(">", n) + " REPLACE\n"
	}
	blanks := request("python", "a = 1\nb = 2\n\nc = 3\n", run(window.Primary, 1, 4))
	testAnswers(t, []answered{
		{"wrong numbers", c, "--- a/src/shapes.py\n+++ b/src/shapes.py\n@@ -400,3 +400,9 @@\n def area(r):\n-    if r == None:\n+    if r is None:\n         return None\n", after},
		{"context that stands twice", twice, "@@\n     x = 1\n-    return None\n+    return 0\n", "R decode_ambiguous"},
		{"no marker column on context", c, "@@\ndef area(r):\n-    if r == None:\n+    if r is None:\n        return None\n", after},
		{"no marker column, twice", twice, "@@\n    x = 1\n-    return None\n+    return 0\n", "R decode_ambiguous"},
		{"wrong End of File", c, "*** Begin Patch\n*** Update File: src/shapes.py\n@@ def area(r):\n-    if r == None:\n+    if r is None:\n*** End of File\n*** End Patch\n", after},
		{"wrong End of File, twice", twice, "*** Begin Patch\n*** Update File: src/shapes.py\n@@\n     x = 1\n-    return None\n+    return 0\n*** End of File\n*** End Patch\n", "R decode_ambiguous"},
		{"five marks", c, block(5, "    if r == None:\n", fixed), after},
		{"nine marks", c, block(9, "    if r == None:\n", fixed), after},
		{"ten marks are no block", c, block(10, "    if r == None:\n", fixed), "R parse"},
		{"SEARCH>", c, strings.Replace(block(7, "    if r == None:\n", fixed), "SEARCH\n", "SEARCH>\n", 1), after},
		{"SEARCH ends with a blank line", blanks, block(7, "b = 2\n\n", ""), "a = 1\n\nc = 3\n"},
		{"header cut", c, "```diff\n@@ -57,10\n def area(r):\n-    if r == None:\n+    if r is None:\n```\n", after},
		{"header cut, a stray line", c, "```diff\n@@ -57,10\n def area(r):\n \"\"\",\n-    if r == None:\n+    if r is None:\n```\n", "R decode_none"},
	})
}

// TestFeedbackNamesPlaces requires the ids of all matches in the feedback.
func TestFeedbackNamesPlaces(t *testing.T) {
	c := request("python", "def f(a):\n    return None\n\n\ndef g(a):\n    return None\n", run(window.Primary, 1, 6))
	block := func(old string) string { return "<<<<<<< SEARCH\n" + old + "\n=======\nx\n>>>>>>> REPLACE\n" }
	for answer, lines := range map[string][]int{
		block("    return None"): {2, 6},
		`{"edits":[{"type":"delete","anchor":{"type":"line_pattern","selected":"return None"}}]}`: {2, 6},
	} {
		_, r := Answer(answer, c)
		if r == nil {
			t.Fatalf("%q was accepted", answer)
		}
		for _, l := range lines {
			if id := string(c.LineID(l - 1)); !strings.Contains(r.Detail, id) {
				t.Errorf("%q: the feedback lacks %s: %s", answer, id, r.Detail)
			}
		}
	}
}

func TestCasesAnchored(t *testing.T) {
	twice := "def f(a):\n    x = 1\n    return None\n\n\ndef g(a):\n    x = 1\n    return None\n"
	c := request("python", twice, run(window.Primary, 1, 8))
	edit := func(anchor string) string {
		return `{"file":"src/shapes.py","edits":[{"type":"replace","anchor":{"type":"line_pattern",` + anchor + `},"content":"    x = 2"}]}`
	}
	second := strings.Replace(twice, "def g(a):\n    x = 1", "def g(a):\n    x = 2", 1)
	testAnswers(t, []answered{
		{"insert after a def line", c, `{"edits":[{"type":"insert_after","anchor":{"type":"function_definition","name":"f","candidates":["def f(a):"],"selected":"def f(a):"},"content":"\n\ndef h():\n    assert True\n","description":"x"}]}`,
			"def f(a):\n    x = 1\n    return None\n\n\ndef h():\n    assert True\n\n\ndef g(a):\n    x = 1\n    return None\n"},
		{"twice, hint on a match", c, edit(`"selected":"    x = 1","line":7`), second},
		{"twice, hint near a match", c, edit(`"selected":"    x = 1","line":6`), "R decode_ambiguous"},
		{"twice, no hint", c, edit(`"selected":"    x = 1"`), "R decode_ambiguous"},
		{"pattern equals one line", request("python", second, run(window.Primary, 1, 8)), edit(`"pattern":"x = 1"`), strings.Replace(second, "x = 1", "x = 2", 1)},
		{"pattern equals two lines", c, edit(`"pattern":"x = 1"`), "R decode_ambiguous"},
		{"pattern is part of a line", c, edit(`"pattern":"f(a)"`), "R id_unknown"},
		{"a bare name", c, `{"edits":[{"type":"delete","anchor":{"type":"function_definition","name":"f"}}]}`, "R id_unknown"},
	})
}
