package decode

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits"
)

func TestDecodeJSON(t *testing.T) {
	c := area()
	testDecode(t, c, []decodeCase{
		{name: "one line",
			answer: `{"status":"fix","reason":"identity",` +
				`"edits":[{"op":"replace","from":"<5>","to":"<5>","lines":["    if r is None:"]}]}`,
			want:  `replace L5 ["    if r is None:"]`,
			shape: edits.ShapeJSON,
		},
		{name: "no_fix",
			answer: `{"status":"no_fix","reason":"the caller is wrong","edits":[]}`,
			want:   "no_fix the caller is wrong",
		},
		{name: "no_fix needs",
			answer: `{"status":"no_fix","reason":"needs L120-L130 the definition","edits":[]}`,
			want:   "needs 120-130 the definition",
		},
		{name: "no_fix with edits",
			answer: `{"status":"no_fix","reason":"","edits":[{"op":"delete","from":"<5>","to":"<5>","lines":[]}]}`,
			want:   "delete L5",
		},
		{name: "too many edits beside no_fix",
			answer: `{"status":"no_fix","reason":"","edits":[` + strings.Repeat("0,", 1_000) + `0]}`,
			want:   "reject too_large",
		},
		{name: "fix without edits",
			answer: `{"status":"fix","reason":"","edits":[]}`,
			want:   "reject decode_ambiguous",
		},
		{name: "raw line end in a string",
			answer: "{\"edits\":[{\"op\":\"replace\",\"from\":\"<5>\",\"lines\":\"    if r is None:\n        r = 0\n\"}]}",
			want:   `replace L5 ["    if r is None:" "        r = 0"]`,
		},
		{name: "items that hold line ends",
			answer: `{"status":"fix","edits":[{"op":"replace","from":"<5>","lines":["    if r is None:\n        r = 0","", "x"]}]}`,
			want:   `replace L5 ["    if r is None:" "        r = 0" "" "x"]`,
		},
		{name: "prose with braces round it",
			answer: "I use {curly} braces.\n{\"status\":\"fix\",\"edits\":[{\"op\":\"delete\",\"from\":\"<5>\",\"lines\":[]}]}\nDone {really}.",
			want:   `delete L5`,
		},
		{name: "lines that are no text",
			answer: `{"status":"fix","edits":[{"op":"replace","from":"<5>","lines":[1,2]}]}`,
			want:   "reject decode_none",
		},
		{name: "no id",
			answer: `{"status":"fix","edits":[{"op":"replace","lines":["x"]}]}`,
			want:   "reject id_unknown",
		},
		{name: "window",
			answer: `{"status":"fix","edits":[{"op":"window","from":"PRIMARY","lines":["def area(r):","    return 0"]}]}`,
			want:   `window PRIMARY ["def area(r):" "    return 0"]`,
		},
	})
}

func TestDecodeSeed(t *testing.T) {
	c := request("python", seedText, run(0, 1, 16))
	testDecode(t, c, []decodeCase{
		{name: "the document's own example",
			answer: `{"file":"src/shapes.py","edits":[{"type":"replace","anchor":{"type":"line_pattern","pattern":"zzz","candidates":["zzz"],"selected":"    right = eye(right)"},"content":"    right = eye(right.shape[1])","description":"x"}]}`,
			want:   `replace @6+1 ["    right = eye(right.shape[1])"]`,
			shape:  edits.ShapeAnchored,
		},
		{name: "without indentation",
			answer: `{"edits":[{"type":"replace","anchor":{"type":"line_pattern","selected":"right = eye(right)"},"content":"right = 1\n"}]}`,
			want:   `replace @6+1 ["right = 1"]`,
		},
		{name: "several lines",
			answer: `{"edits":[{"type":"delete","anchor":{"type":"line_pattern","selected":"    right = eye(right)\n    return right"}}]}`,
			want:   `delete @6+2`,
		},
		{name: "header and body take the definition, its decorator stays",
			answer: `{"edits":[{"type":"replace","anchor":{"type":"function_definition","selected":"def second(right):"},"content":"def second(right):\n    return 0\n"}]}`,
			want:   `replace @5+3 ["def second(right):" "    return 0"]`,
		},
		{name: "header only takes the signature",
			answer: `{"edits":[{"type":"replace","anchor":{"type":"function_definition","selected":"def second(right):"},"content":"def second(right: Array) -> Array:"}]}`,
			want:   `replace @5+1 ["def second(right: Array) -> Array:"]`,
		},
		{name: "a decorated replacement takes the decorator",
			answer: `{"edits":[{"type":"replace","anchor":{"type":"function_definition","selected":"def second(right):"},"content":"@other\ndef second(right):\n    return 0\n"}]}`,
			want:   `replace @4+4 ["@other" "def second(right):" "    return 0"]`,
		},
		{name: "insert before a decorated function",
			answer: `{"edits":[{"type":"insert_before","anchor":{"type":"function_definition","selected":"def second(right):"},"content":"def zero():\n    pass\n"}]}`,
			want:   `insert_before @4+0 ["def zero():" "    pass"]`,
		},
		{name: "delete a class",
			answer: `{"edits":[{"type":"delete","anchor":{"type":"class_definition","selected":"class C:"}}]}`,
			want:   `delete @10+3`,
		},
		{name: "pattern twice, selected once",
			answer: `{"edits":[{"type":"delete","anchor":{"type":"line_pattern","pattern":"    pass","selected":"# end"}}]}`,
			want:   `delete @16+1`,
		},
		{name: "anchor that is not there",
			answer: `{"edits":[{"type":"delete","anchor":{"type":"line_pattern","selected":"nothing"}}]}`,
			want:   "reject id_unknown",
		},
	})
}

const seedText = `def first():
    pass

@decorator
def second(right):
    right = eye(right)
    return right


class C:
    def third(self):
        pass

def fourth():
    pass
# end
`

func TestDecodeJSONNames(t *testing.T) {
	c := area()
	testDecode(t, c, []decodeCase{
		{name: "no lines", answer: `{"edits":[{"op":"replace","from":"<5>","to":"<6>"}]}`, want: "reject decode_none"},
		{name: "lines of null", answer: `{"edits":[{"op":"replace","from":"<5>","lines":null}]}`, want: "reject decode_none"},
		{name: "lines under a name nobody knows", answer: `{"edits":[{"op":"replace","from":"<5>","zeilen":["x"]}]}`, want: "reject decode_none"},
		{name: "an id that is a list", answer: `{"edits":[{"op":"replace","from":["<5>"],"lines":["x"]}]}`, want: "reject decode_none"},
		{name: "an escape that JSON does not have", answer: `{"edits":[{"op":"replace","from":"<5>","lines":["    if r == \'a\\\\\':"]}]}`, want: `replace L5 ["    if r == 'a\\\\':"]`},
	})
}

// The description of an edit, or of all of them, stands where other scripts have
// their reason.
func TestDescriptionIsTheReason(t *testing.T) {
	c := request("python", seedText, run(0, 1, 16))
	edit := func(more string) string {
		return `{"type":"replace","anchor":{"type":"line_pattern","selected":"right = eye(right)"},"content":"right = 1\n"` + more + `}`
	}
	for answer, want := range map[string]string{
		`{"edits":[` + edit(`,"description":"Use one"`) + `]}`:                                  "Use one",
		`{"description":"Shape the matrix","edits":[` + edit(`,"description":"Use one"`) + `]}`: "Shape the matrix",
		`{"reason":"Why","description":"Shape","edits":[` + edit("") + `]}`:                     "Why",
		`{"description":["no","text"],"edits":[` + edit(`,"description":{"no":"text"}`) + `]}`:  "",
	} {
		s, r := Answer(answer, c)
		if r != nil || s.Reason != want {
			t.Errorf("%s: %q, %v, want %q", answer, s.Reason, r, want)
		}
	}
}
