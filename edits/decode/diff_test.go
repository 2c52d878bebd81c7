package decode

import (
	"testing"

	"github.com/fettle-dev/fettle/edits"

	"github.com/fettle-dev/fettle/edits/window"
)

func TestDecodeDiff(t *testing.T) {
	c := request("python", shapesText, run(window.Primary, 1, 11))
	testDecode(t, c, []decodeCase{
		{name: "unified, wrong numbers",
			answer: "--- a/src/shapes.py\n+++ b/src/shapes.py\n@@ -90,4 +90,4 @@ def area(r):\n def area(r):\n-    if r == None:\n+    if r is None:\n         return None\n",
			want:   `replace @5+1 ["    if r is None:"]`,
			shape:  edits.ShapeUnifiedDiff,
		},
		{name: "in a fence, prose round it",
			answer: "Here:\n```diff\n@@\n-    if r == None:\n+    if r is None:\n```\nDone.",
			want:   `replace @5+1 ["    if r is None:"]`,
		},
		{name: "a diff fence without any header",
			answer: "```diff\n-    if r == None:\n+    if r is None:\n```",
			want:   `replace @5+1 ["    if r is None:"]`,
		},
		{name: "two hunks, one changes nothing",
			answer: "@@\n import math\n+import os\n \n@@\n def side(a):\n@@\n def side(a):\n-    return None\n+    return a\n",
			want:   `insert_before @2+0 ["import os"]; replace @11+1 ["    return a"]`,
		},
		{name: "indented by a constant",
			answer: "@@\n   if r == None:\n-      return None\n+      return 0\n",
			want:   `replace @6+1 ["        return 0"]`,
		},
		{name: "unclosed fence",
			answer: "```diff\n@@\n-    if r == None:\n+    if r is None:\n",
			want:   "reject decode_incomplete",
		},
		{name: "another file",
			answer: "--- a/src/other.py\n+++ b/src/other.py\n@@\n-    if r == None:\n+    if r is None:\n",
			want:   "reject outside_window",
		},
		{name: "apply_patch",
			answer: "*** Begin Patch\n*** Update File: src/shapes.py\n@@ def area(r):\n-    if r == None:\n+    if r is None:\n*** End Patch\n",
			want:   `replace @5+1 ["    if r is None:"]`,
			shape:  edits.ShapeUnifiedDiff,
		},
		{name: "apply_patch without an end",
			answer: "*** Begin Patch\n*** Update File: src/shapes.py\n@@\n-    if r == None:\n+    if r is None:\n",
			want:   "reject decode_incomplete",
		},
		{name: "apply_patch adds a file",
			answer: "*** Begin Patch\n*** Add File: src/new.py\n+x = 1\n*** End Patch\n",
			want:   "reject outside_window",
		},
		{name: "the header decides as one more line",
			answer: "*** Begin Patch\n*** Update File: shapes.py\n@@ def side(a):\n     return None\n+    # end\n*** End Patch\n",
			want:   `insert_before @12+0 ["    # end"]`,
		},
		{name: "the header decides as the block that holds the change",
			answer: "*** Begin Patch\n*** Update File: shapes.py\n@@ def side(a):\n return None\n+# end\n*** End Patch\n",
			want:   `insert_before @12+0 ["    # end"]`,
		},
		{name: "a diff and prose behind it",
			answer: "@@\n-    if r == None:\n+    if r is None:\n         return None\n\nThis compares by identity.\n",
			want:   `replace @5+1 ["    if r is None:"]`,
		},
	})
}

func TestDecodeSearchReplace(t *testing.T) {
	c := request("python", shapesText, run(window.Primary, 1, 11))
	block := func(old, new string) string {
		return "<<<<<<< SEARCH\n" + old + "=======\n" + new + ">>>>>>> REPLACE\n"
	}
	testDecode(t, c, []decodeCase{
		{name: "one block, prose and a file name",
			answer: "Sure.\n\nsrc/shapes.py\n```python\n" + block("    if r == None:\n        return None\n", "    if r is None:\n        return None\n") + "```\n",
			want:   `replace @5+1 ["    if r is None:"]`,
			shape:  edits.ShapeSearchReplace,
		},
		{name: "another file",
			answer: "src/other.py\n" + block("    if r == None:\n", "    if r is None:\n"),
			want:   "reject outside_window",
		},
		{name: "the name holds for the blocks below",
			answer: "src/other.py\n" + block("x\n", "y\n") + "\n" + block("    if r == None:\n", "    if r is None:\n"),
			want:   "reject outside_window",
		},
		{name: "offset",
			answer: block("if r == None:\n    return None\n", "if r is None:\n    return 0\n"),
			want:   `replace @5+2 ["    if r is None:" "        return 0"]`,
		},
		{name: "trailing blanks of kept lines are the document's",
			answer: block("    if r == None: \n        return None\n", "    if r is None:\n        return None\n"),
			want:   `replace @5+1 ["    if r is None:"]`,
		},
		{name: "empty SEARCH",
			answer: block("", "x = 1\n"),
			want:   "reject decode_ambiguous",
		},
		{name: "no divider",
			answer: "<<<<<<< SEARCH\n    if r == None:\n>>>>>>> REPLACE\n",
			want:   "reject decode_incomplete",
		},
		{name: "no end",
			answer: "<<<<<<< SEARCH\n    if r == None:\n=======\n    if r is None:\n",
			want:   "reject decode_incomplete",
		},
		{name: "numbered lines",
			answer: block("5 |     if r == None:\n6 |         return None\n", "    if r is None:\n        return 0\n"),
			want:   `replace @5+2 ["    if r is None:" "        return 0"]`,
		},
		{name: "start_line header",
			answer: block(":start_line:5\n-------\n    if r == None:\n", "    if r is None:\n"),
			want:   `replace @5+1 ["    if r is None:"]`,
		},
		{name: "nothing changes",
			answer: block("    if r == None:\n", "    if r == None:\n"),
			want:   "reject noop",
		},
	})
}

func TestDecodeSearchEndsBlank(t *testing.T) {
	c := request("python", "a = 1\nb = 2\na = 1\n\nc = 3\n", run(window.Primary, 1, 5))
	testDecode(t, c, []decodeCase{
		{name: "the blank line tells two places apart",
			answer: "<<<<<<< SEARCH\na = 1\n\n=======\na = 2\n\n>>>>>>> REPLACE\n",
			want:   `replace @3+1 ["a = 2"]`,
		},
		{name: "and stays where only the old side has it",
			answer: "<<<<<<< SEARCH\na = 1\n\n=======\na = 2\n>>>>>>> REPLACE\n",
			want:   `replace @3+1 ["a = 2"]`,
		},
	})
}

// JSON of another tool's making is refused, and not taken for code.
func TestDecodeForeignJSON(t *testing.T) {
	c := request("python", shapesText, run(window.Primary, 1, 11))
	testDecode(t, c, []decodeCase{
		{name: "a tool call",
			answer: `{"name":"edit","input":{"path":"/repo/src/shapes.py","old_str":"    if r == None:\n        return None","new_str":"    if r is None:\n        return None"}}`,
			want:   "reject decode_none",
		},
		{name: "a list of edits with old lines",
			answer: `{"edits":[{"path":"src/shapes.py","original_lines":["    if r == None:"],"updated_lines":["    if r is None:"]}]}`,
			want:   "reject op_unknown",
		},
		{name: "an edit alone", answer: `{"op":"delete","from":"L5","lines":[]}`, want: "reject decode_none"},
		{name: "JSON inside a block is code",
			answer: "<<<<<<< SEARCH\nimport math\n=======\nx = \\\n{\"edits\": []}\n>>>>>>> REPLACE\n",
			want:   `replace @1+1 ["x = \\" "{\"edits\": []}"]`,
		},
	})
}
