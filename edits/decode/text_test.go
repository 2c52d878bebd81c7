package decode

import (
	"testing"

	"github.com/fettle-dev/fettle/edits"
)

func TestDecodeText(t *testing.T) {
	c := area()
	testDecode(t, c, []decodeCase{
		{name: "one line",
			answer: "EDIT replace <5> <5>\n~~~\n    if r is None:\n~~~\nEND\n",
			want:   `replace L5 ["    if r is None:"]`,
			shape:  edits.ShapeText,
		},
		{name: "no second id, backticks, capitals, no END",
			answer: "EDIT Insert-Before <5>\n```python\n    r = float(r)\n```",
			want:   `insert_before L5 ["    r = float(r)"]`,
		},
		{name: "delete has no fence",
			answer: "EDIT delete <5> <6>\nEND\n",
			want:   `delete L5-L6`,
		},
		{name: "delete without END may be cut",
			answer: "EDIT delete <5>",
			want:   "reject decode_incomplete",
		},
		{name: "delete, then another block",
			answer: "EDIT delete <5>\nEDIT replace <7>\n~~~\n    return 1\n~~~\nEND",
			want:   `delete L5; replace L7 ["    return 1"]`,
		},
		{name: "a delete in an outer fence",
			answer: "```\nEDIT delete <5>\nEND\n```\n",
			want:   `delete L5`,
		},
		{name: "REASON, prose before and after",
			answer: "Sure!\nREASON: compare by identity\nEDIT replace <5>\n~~~\n    if r is None:\n~~~\nEND\nHope this helps.",
			want:   `replace L5 ["    if r is None:"]`,
		},
		{name: "longer fence",
			answer: "EDIT replace <5>\n~~~~\n~~~\nEND\nEDIT delete <6>\n~~~~\nEND",
			want:   `replace L5 ["~~~" "END" "EDIT delete ` + string(c.LineID(5)) + `"]`,
		},
		{name: "code holds the fence",
			answer: "EDIT replace <5>\n~~~\na\n~~~\nb\n~~~\nEND",
			want:   "reject decode_ambiguous",
		},
		{name: "range written as one word",
			answer: "EDIT replace <5>-<6>\n~~~\n    pass\n~~~\nEND",
			want:   `replace L5-L6 ["    pass"]`,
		},
		{name: "rewrite",
			answer: "EDIT window primary\n~~~\ndef area(r):\n    return 0\n~~~\nEND",
			want:   `window PRIMARY ["def area(r):" "    return 0"]`,
			shape:  edits.ShapeRewrite,
		},
		{name: "rewrite of a window that is not there",
			answer: "EDIT window CLASS\n~~~\nx\n~~~\nEND",
			want:   "reject id_unknown",
		},
		{name: "code node",
			answer: "EDIT insert_after EOW:PRIMARY\n~~~\n# end\n~~~\nEND",
			want:   `insert_after EOW:PRIMARY ["# end"]`,
		},
		{name: "NO_FIX",
			answer: "NO_FIX the caller is wrong",
			want:   "no_fix the caller is wrong",
		},
		{name: "NO_FIX in a fence",
			answer: "```\nNO_FIX: the caller is wrong\n```",
			want:   "no_fix the caller is wrong",
		},
		{name: "NO_FIX needs one line",
			answer: "NO_FIX needs L12:ab the definition",
			want:   "needs 12-12 the definition",
		},
		{name: "NO_FIX beside a block",
			answer: "NO_FIX no\nEDIT delete <5>\nEND",
			want:   "reject decode_ambiguous",
		},
		{name: "replace with the name of a window",
			answer: "EDIT replace PRIMARY\n~~~\ndef area(r):\n    return 0\n~~~\nEND",
			want:   `window PRIMARY ["def area(r):" "    return 0"]`,
		},
		{name: "unknown operation on a window",
			answer: "EDIT rewrite PRIMARY\n~~~\ndef area(r):\n    return 0\n~~~\nEND",
			want:   "reject op_unknown",
		},
		{name: "three ids",
			answer: "EDIT replace <4> <5> <6>\n~~~\nx\n~~~\nEND",
			want:   "reject decode_ambiguous",
		},
		{name: "no fence",
			answer: "EDIT replace <5>\n    if r is None:\nEND",
			want:   "reject decode_incomplete",
		},
		{name: "the head of a window sent back",
			answer: "EDIT PRIMARY src/shapes.py (python, lines 5-7\n",
			want:   "reject decode_none",
		},
		{name: "a placeholder sent back",
			answer: "EDIT L5:kt <last id>\nI cannot say more.",
			want:   "reject decode_none",
		},
		{name: "an operation on a line that is not there",
			answer: "EDIT replace 41",
			want:   "reject decode_none",
		},
		{name: "shown lines sent back",
			answer: "L5:72|     if r == None:\n",
			want:   "reject decode_none",
		},
		{name: "prose that begins like a block",
			answer: "EDIT replace would be possible here, but I cannot fix this.",
			want:   "reject decode_none",
		},
	})
}

func TestReasonIsOneCleanLine(t *testing.T) {
	c := area()
	long := "x\x1b[31m" + string(make([]byte, 500))
	s, r := Answer("REASON "+long+"\nEDIT delete "+string(c.LineID(4))+"\nEND\n", c)
	if r != nil || len(s.Reason) > 200 {
		t.Fatalf("reject %v, reason of %d bytes", r, len(s.Reason))
	}
	for _, b := range []byte(s.Reason) {
		if b < ' ' {
			t.Fatalf("the reason %q holds a control character", s.Reason)
		}
	}
}
