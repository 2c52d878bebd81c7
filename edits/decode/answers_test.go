package decode

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/internal/syntax"

	"github.com/fettle-dev/fettle/edits/window"
)

// outcomeOf decodes and applies an answer: the new text, or "R code", or "N".
func outcomeOf(c edits.Candidates, answer string) string {
	s, r := Answer(expand(c, answer), c)
	if r != nil {
		return "R " + string(r.Code)
	}
	if s.Status != edits.StatusFix {
		return "N"
	}
	sound := edits.NoWorse(syntax.Parse(c.Snapshot.Lang, c.Snapshot.Text()))
	res, rejects := edits.Apply(c, s, edits.Options{Parse: sound})
	if len(rejects) > 0 {
		return "R " + string(rejects[0].Code)
	}
	return res.Text
}

type answered struct {
	name   string
	c      edits.Candidates
	answer string
	want   string // the new text, "R code" or "N"
}

func testAnswers(t *testing.T, cases []answered) {
	t.Helper()
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			if got := outcomeOf(tc.c, tc.answer); got != tc.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, tc.want)
			}
		})
	}
}

// changed is shapesText with one line replaced.
func changed(old, new string) string { return strings.Replace(shapesText, old, new, 1) }

const fixed = "    if r is None:\n"

func TestCasesIDs(t *testing.T) {
	c := area()
	id := func(line int) string { return string(c.LineID(line - 1)) }
	_, code5, _ := strings.Cut(id(5), ":")
	_, code6, _ := strings.Cut(id(6), ":")
	twice := request("python", "def f(a):\n    return None\n\ndef g(a):\n    return None\n", run(window.Primary, 1, 5))
	many := request("python", "def f(a):\n"+strings.Repeat("    if a:\n        return None\n", 20), run(window.Primary, 1, 41))
	edit := func(id string) string { return "EDIT replace " + id + "\n~~~\n" + fixed + "~~~\nEND\n" }
	testAnswers(t, []answered{
		{"twenty equal lines", many, "EDIT replace <15>\n~~~\n        return 0\n~~~\nEND",
			strings.Replace(many.Snapshot.Text(), strings.Repeat("    if a:\n        return None\n", 7), strings.Repeat("    if a:\n        return None\n", 6)+"    if a:\n        return 0\n", 1)},
		{"right number, wrong code", c, edit("L5:" + code6), "R id_check"},
		{"right code, wrong number", c, edit("L7:" + code5), "R id_check"},
		{"line of another window", c, edit("L10:zz"), "R id_foreign"},
		{"invented", c, edit("L999:zz"), "R id_unknown"},
		{"bare number", c, edit("L5"), changed("    if r == None:\n", fixed)},
		{"bare number outside the windows", c, edit("L10"), "R id_foreign"},
		{"text for an id, once", c, edit("    if r == None:"), changed("    if r == None:\n", fixed)},
		{"text for an id, twice", twice, "EDIT replace return None\n~~~\n    return 0\n~~~\nEND", "R decode_ambiguous"},
		{"text for an id in JSON", c, `{"status":"fix","edits":[{"op":"replace","from":"if r == None:","to":"","lines":["    if r is None:"]}]}`, changed("    if r == None:\n", fixed)},
		{"replace without lines", c, `{"status":"fix","edits":[{"op":"replace","from":"<7>","to":"<7>","lines":[]}]}`, changed("    return math.pi * r ** 2\n", "")},
		{"an empty fence", c, "EDIT replace <7>\n~~~\n~~~\nEND", changed("    return math.pi * r ** 2\n", "")},
		{"operation move", c, "EDIT move <5>\n~~~\nx\n~~~\nEND", "R op_unknown"},
		{"JSON rename", c, `{"status":"fix","edits":[{"op":"rename","from":"<5>","to":"<5>","lines":["x"]}]}`, "R op_unknown"},
		{"anchored append", c, `{"edits":[{"type":"append","anchor":{"type":"line_pattern","selected":"    if r == None:"},"content":"x"}]}`, "R op_unknown"},
	})
	_, r := c.Lookup(edits.AnchorID("L5:" + code6))
	if !strings.Contains(r.Detail, id(5)) || !strings.Contains(r.Detail, id(6)) {
		t.Errorf("the feedback names not both candidates: %s", r.Detail)
	}
}

func TestCasesCode(t *testing.T) {
	c := area()
	rewritten := changed("    if r == None:\n", fixed)
	function := "def area(r):\n    if r is None:\n        return None\n    return math.pi * r ** 2\n"
	same := "def area(r):\n    if r == None:\n        return None\n    return math.pi * r ** 2\n"
	docText := "def f(x):\n    \"\"\"Doc.\n\n    ```\n    f(1)\n    ```\n    \"\"\"\n    return x == None\n"
	doc := request("python", docText, run(window.Primary, 1, 8))
	dots := request("python", "class P(Protocol):\n    def f(self):\n        ...\n\n    def g(self, a: int = None):\n        ...\n", run(window.Primary, 1, 6))
	reformatted := strings.ReplaceAll(strings.Replace(longText, "    return x0 == None\n", "    return x0 is None\n", 1), "f'v", "f\"v")
	long := request("python", longText, run(window.Primary, 1, 4))
	testAnswers(t, []answered{
		{"whole file, edit outside the windows", c, "```python\n" + strings.Replace(rewritten, "def side(a)", "def side(b)", 1) + "```", "R outside_window"},
		{"whole file, only the window differs", c, "```python\n" + rewritten + "```", rewritten},
		{"whole file, bare", c, rewritten, rewritten},
		{"more than the run", c, "```python\n" + rewritten[strings.Index(rewritten, "def area"):] + "```", rewritten},
		{"whole file, reformatted elsewhere", long, "```python\n" + reformatted + "```", "R outside_window"},
		{"fence with language", c, "```python\n" + function + "```", rewritten},
		{"fence of another language", c, "```js\n" + function + "```", rewritten},
		{"a few lines only", c, "```js\nif (r === null) {}\n```", "R decode_none"},
		{"nested fences", doc, "````python\n" + strings.Replace(docText, "x == None", "x is None", 1) + "````", strings.Replace(docText, "x == None", "x is None", 1)},
		{"nested fences of one length, indented", doc, "```python\n" + strings.Replace(docText, "x == None", "x is None", 1) + "```", strings.Replace(docText, "x == None", "x is None", 1)},
		{"before and after", c, "Before:\n```python\n" + same + "```\nAfter:\n```python\n" + function + "```", rewritten},
		{"two that differ", c, "```python\n" + function + "```\nor\n```python\n" + strings.Replace(function, "is None", "is  None", 1) + "```", "R decode_ambiguous"},
		{"unclosed fence, natural stop", c, "```python\n" + function, rewritten},
		{"unclosed fence in an EDIT block", c, "EDIT replace <5>\n~~~\n" + fixed, "R decode_incomplete"},
		{"prose", c, "The comparison with None is fine, since r may be an array.", "N"},
		{"no change needed", c, "No change needed.\n```python\n" + same + "```", "N"},
		{"refusal", c, "I'm sorry, I can't help with that.", "N"},
		{"empty", c, "", "N"},
		{"blanks", c, " \n\t\n", "N"},
		{"elision in a fence", c, "```python\ndef area(r):\n    if r is None:\n        return None\n    # ... existing code ...\n```", "R lazy"},
		{"legitimate dots", dots, "```python\n" + strings.Replace(dots.Snapshot.Text(), "int = None", "int | None = None", 1) + "```", strings.Replace(dots.Snapshot.Text(), "int = None", "int | None = None", 1)},
		{"suppression is left to the gates", c, "EDIT replace <5>\n~~~\n    if r == None:  # noqa: E711\n~~~\nEND", changed("r == None:", "r == None:  # noqa: E711")},
		{"bare code, first line stripped", request("python", "class A:\n    def f(self, x):\n        if x == None:\n            return 1\n        return x\n", run(window.Primary, 3, 5)),
			"if x is None:\n            return 1\n        return x", "class A:\n    def f(self, x):\n        if x is None:\n            return 1\n        return x\n"},
		{"rewrite without the first context line", c, "EDIT window PRIMARY\n~~~\n    if r is None:\n        return None\n    return math.pi * r ** 2\n~~~\nEND", rewritten},
	})
}

const longText = `def first(x0):
    """One."""

    return x0 == None
def second(x1):
    value1 = f'v{x1} and more'
    value2 = f'v{x1} or less'
    value3 = f'v{x1} and so on'
    return value1 + value2 + value3
def third(x2):
    other1 = f'v{x2} and more'
    other2 = f'v{x2} or less'
    return other1 + other2
`

func TestCasesJSON(t *testing.T) {
	c := area()
	after := changed("    if r == None:\n", fixed)
	one := `{"status":"fix","reason":"","edits":[{"op":"replace","from":"<5>","to":"<5>","lines":["    if r is None:"]}]}`
	print := request("python", "def f(r):\n    return r\n", run(window.Primary, 1, 2))
	testAnswers(t, []answered{
		{"cut in a string", c, one[:len(one)-12], "R decode_incomplete"},
		{"cut in the anchored form", c, `{"file":"src/shapes.py","edits":[{"type":"replace","anchor":{"selected":"    if r ==`, "R decode_incomplete"},
		{"fence, BOM, comment, trailing commas", c, "\ufeff```json\n" + strings.NewReplacer(`"]}]}`, "\"],}, // done\n],}").Replace(one) + "\n```\n", after},
		{"Python literals", c, `{'status': 'fix', 'edits': [{'op': 'replace', 'from': '<5>', 'to': None, 'lines': ['    if r is None:']}]}`, "R decode_none"},
		{"draft and final", c, one + "\nFinal:\n" + strings.Replace(one, "if r is None", "if r is  None", 1), changed("    if r == None:\n", "    if r is  None:\n")},
		{"two that name different lines", c, one + "\nor\n" + strings.ReplaceAll(one, "<5>", "<6>"), "R decode_ambiguous"},
		{"extra keys", c, strings.Replace(one, `{"op"`, `{"description":"x","anchor":null,"file":"src/shapes.py","op"`, 1), after},
		{"foreign file", c, strings.Replace(one, `{"status"`, `{"file":"src/other.py","status"`, 1), "R outside_window"},
		{"lines as one string", c, strings.Replace(one, `["    if r is None:"]`, `"    if r is None:\n        r = 0\n"`, 1), changed("    if r == None:\n", fixed+"        r = 0\n")},
		{"a literal keeps its escape", print, `{"status":"fix","edits":[{"op":"replace","from":"<2>","to":"<2>","lines":["    return 'a\\nb'"]}]}`,
			"def f(r):\n    return 'a\\nb'\n"},
		{"templates are text", c, `{"status":"fix","edits":[{"op":"replace","from":"<5>","to":"<5>","lines":["    if r is '$1 ${2} \\1 %s \\\\':"]}]}`,
			changed("    if r == None:\n", "    if r is '$1 ${2} \\1 %s \\\\':\n")},
		{"content with its first line stripped", request("python", "class A:\n    def f(self, x):\n        if x == None:\n            return 1\n        return x\n", run(window.Primary, 3, 5)),
			`{"status":"fix","edits":[{"op":"replace","from":"<3>","to":"<5>","content":"if x is None:\n            return 1\n        return x"}]}`,
			"class A:\n    def f(self, x):\n        if x is None:\n            return 1\n        return x\n"},
	})
}
