package decode

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits"

	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/text"
)

func none(n int) string { return strings.Repeat("return None\n", n) }

// Cases about addresses: which lines an answer names, and what it may do there.
func TestCasesOfAddresses(t *testing.T) {
	abc := "a = 1\nb = 2\nc = 3\nd = 4\n"
	runCases(t, []adversarialCase{
		{name: "twenty equal lines", lang: "text", src: none(20), answer: edit("replace", "@L7", "return 7"), want: none(6) + "return 7\n" + none(13)},
		{name: "right number, wrong code", src: abc, script: wrongCode(abc), check: func(t *testing.T, c edits.Candidates, _ edits.Result, rejects []edits.Reject) {
			for _, id := range []edits.AnchorID{c.LineID(1), c.LineID(2)} {
				if len(rejects) != 1 || !strings.Contains(rejects[0].Detail, string(id)) {
					t.Errorf("feedback %v does not name %s", rejects, id)
				}
			}
		}, reject: edits.RejectIDCheck},
		{name: "id of another window", src: abc, runs: inner(1, 2), answer: edit("replace", "L4:"+freeCode(abc), "x = 1"), reject: edits.RejectIDForeign},
		{name: "id of a former snapshot", src: abc, answer: edit("replace", string(offer(python(abc+"e = 5\n"), 1, 5).LineID(1)), "x = 1"), reject: edits.RejectIDCheck},
		{name: "invented id", src: abc, answer: edit("replace", "L999:zz", "x = 1"), reject: edits.RejectIDUnknown},
		{name: "bare number, first class", src: abc, answer: edit("replace", "L2", "b = 5"), want: "a = 1\nb = 5\nc = 3\nd = 4\n"},
		{name: "bare number outside the windows", src: abc, runs: inner(1, 2), answer: edit("replace", "L4", "b = 5"), reject: edits.RejectIDForeign},
		{name: "bare number, second class", src: abc, script: &edits.Script{Status: edits.StatusFix, Shape: edits.ShapeAnchored, Ops: []edits.Op{{Kind: edits.Replace, From: "L2", Lines: []string{"b = 5"}}}}, reject: edits.RejectIDCheck},
		{name: "anchor text, once", src: abc, answer: edit("replace", "b = 2", "b = 5"), want: "a = 1\nb = 5\nc = 3\nd = 4\n"},
		{name: "anchor text, twice", src: "b = 2\na = 1\nb = 2\n", answer: edit("replace", "b = 2", "b = 5"), reject: edits.RejectDecodeAmbiguous},
		{name: "overlapping ranges", src: abc, answer: edit("replace", "@L1 @L3", "x = 1") + edit("replace", "@L2 @L4", "y = 1"), reject: edits.RejectOverlap},
		{name: "the same edit twice", src: abc, answer: edit("insert_after", "@L1", "x = 1") + edit("insert_after", "@L1", "x = 1"), want: "a = 1\nx = 1\nb = 2\nc = 3\nd = 4\n"},
		{name: "insert after and replace one line", src: abc, answer: edit("insert_after", "@L2", "x = 1") + edit("replace", "@L2", "b = 5"), want: "a = 1\nb = 5\nx = 1\nc = 3\nd = 4\n"},
		{name: "the first edit inserts a copy of the second's anchor", src: abc, answer: edit("insert_before", "@L1", "c = 3") + edit("replace", "@L3", "c = 5"), want: "c = 3\na = 1\nb = 2\nc = 5\nd = 4\n"},
		{name: "reverse order", src: abc, answer: edit("replace", "@L4", "d = 5") + edit("replace", "@L1", "a = 5"), want: "a = 5\nb = 2\nc = 3\nd = 5\n"},
		{name: "from behind to", src: abc, answer: edit("replace", "@L3 @L2", "x = 1"), reject: edits.RejectRange},
		{name: "one good edit, one bad id", src: abc, answer: edit("replace", "@L1", "a = 5") + edit("replace", "L2:!!", "b = 5"), reject: edits.RejectIDUnknown},
		{name: "one good edit, one wrong code", src: abc, answer: edit("replace", "@L1", "a = 5") + edit("replace", "L2:"+freeCode(abc), "b = 5"), reject: edits.RejectIDCheck},
		{name: "replace without lines", src: abc, script: nil, answer: edit("replace", "@L2 @L3"), want: "a = 1\nd = 4\n"},
		{name: "an empty block", src: "def f():\n    pass\nx = 1\n", answer: edit("delete", "@L2"), reject: edits.RejectParse},
		{name: "import op into PRIMARY", src: "import os\n\n\ndef f():\n    pass\n\n\nx = 1\n", runs: []window.Run{imports(1, 1), run(window.Primary, 8, 8)}, answer: edit("insert_before", "@L8", "import re"), reject: edits.RejectImportRole},
		{name: "import op into IMPORTS", src: "import os\n\n\ndef f():\n    pass\n\n\nx = 1\n", runs: []window.Run{imports(1, 1), run(window.Primary, 8, 8)}, answer: edit("insert_after", "@L1", "import re"), want: "import os\nimport re\n\n\ndef f():\n    pass\n\n\nx = 1\n"},
		{name: "import op without +I", src: abc, runs: inner(3, 4), answer: edit("insert_after", "BOW:IMPORTS", "import re"), reject: edits.RejectIDUnknown},
		{name: "code where only imports may change", src: "import os\n\n\ndef f():\n    pass\n", runs: []window.Run{imports(1, 1), run(window.Primary, 4, 5)}, answer: edit("insert_after", "@L1", "x = 1"), reject: edits.RejectImportRole},
		{name: "a long import where only imports may change", src: "from a import (\n    b,\n)\n\n\ndef f():\n    pass\n", runs: []window.Run{imports(1, 3), run(window.Primary, 6, 7)}, answer: edit("insert_after", "@L2", "    c,"), want: "from a import (\n    b,\n    c,\n)\n\n\ndef f():\n    pass\n"},
		{name: "type checking block where only imports may change", src: "import typing\n\n\ndef f():\n    pass\n", runs: []window.Run{imports(1, 1), run(window.Primary, 4, 5)}, answer: edit("insert_after", "@L1", "if typing.TYPE_CHECKING:", "    import x"), want: "import typing\nif typing.TYPE_CHECKING:\n    import x\n\n\ndef f():\n    pass\n"},
		{name: "import before from __future__", src: "from __future__ import annotations\nimport os\n\n\ndef f():\n    pass\n", runs: []window.Run{imports(1, 2), run(window.Primary, 5, 6)}, answer: edit("insert_before", "@L1", "import re"), reject: edits.RejectParse},
		{name: "import at the head of a rewrite", src: "import os\n\n\ndef f(a):\n    return a\n", runs: []window.Run{imports(1, 1), run(window.Primary, 4, 5)}, at: 4, answer: edit("window", "PRIMARY", "from typing import Optional", "", "def f(a: Optional[int]):", "    return a"), want: "import os\nfrom typing import Optional\n\n\ndef f(a: Optional[int]):\n    return a\n"},
		{name: "the same without IMPORTS", src: "import os\n\n\ndef f(a):\n    return a\n", runs: inner(4, 5), at: 4, answer: edit("window", "PRIMARY", "from typing import Optional", "def f(a: Optional[int]):", "    return a"), want: "import os\n\n\nfrom typing import Optional\ndef f(a: Optional[int]):\n    return a\n"},
		{name: "a known import is not repeated", src: "from typing import List, Optional\n\n\ndef f(a):\n    return a\n", runs: []window.Run{imports(1, 1), run(window.Primary, 4, 5)}, at: 4, answer: edit("window", "PRIMARY", "from typing import Optional", "def f(a: Optional[int]):", "    return a"), want: "from typing import List, Optional\n\n\ndef f(a: Optional[int]):\n    return a\n"},
		{name: "into a sorted block", src: "import abc\nimport sys\n\n\ndef f(a):\n    return a\n", runs: []window.Run{imports(1, 2), run(window.Primary, 5, 6)}, at: 5, answer: edit("window", "PRIMARY", "import os", "def f(a):", "    return os"), want: "import abc\nimport os\nimport sys\n\n\ndef f(a):\n    return os\n"},
		{name: "import inside a body", src: "import os\n\n\ndef f(a):\n    return a\n", runs: []window.Run{imports(1, 1), run(window.Primary, 4, 5)}, at: 5, answer: edit("window", "PRIMARY", "def f(a):", "    import re", "    return re"), want: "import os\n\n\ndef f(a):\n    import re\n    return re\n"},
		{name: "import in a body by an op", src: "import os\n\n\ndef f(a):\n    return a\n", runs: []window.Run{imports(1, 1), run(window.Primary, 4, 5)}, answer: edit("insert_before", "@L5", "    import re"), want: "import os\n\n\ndef f(a):\n    import re\n    return a\n"},
		{name: "the rewritten run is the import block", src: "import os\n\n\ndef f(a):\n    return a\n", runs: []window.Run{imports(1, 1), run(window.Primary, 4, 5)}, answer: edit("window", "IMPORTS", "import re", "import os"), want: "import re\nimport os\n\n\ndef f(a):\n    return a\n"},
		{name: "anchored insert behind a definition", src: "def f():\n    return 1\n\n\ndef g():\n    pass\n", answer: `{"file": "file", "edits": [{"type": "insert_after", "anchor": {"type": "function_definition", "selected": "def f():"}, "content": "\n\ndef h():\n    pass\n"}]}`, want: "def f():\n    return 1\n\n\ndef h():\n    pass\n\n\ndef g():\n    pass\n"},
		{name: "anchored text twice, exact line", src: "b = 2\na = 1\nb = 2\n", answer: `{"edits": [{"type": "replace", "anchor": {"type": "line_pattern", "selected": "b = 2", "line": 3}, "content": "b = 5"}]}`, want: "b = 2\na = 1\nb = 5\n"},
		{name: "anchored text twice, a line near one", src: "b = 2\na = 1\nb = 2\n", answer: `{"edits": [{"type": "replace", "anchor": {"type": "line_pattern", "selected": "b = 2", "line": 2}, "content": "b = 5"}]}`, reject: edits.RejectDecodeAmbiguous},
		{name: "three runs, one id wrong", src: abc, runs: []window.Run{run(window.Primary, 1, 1), run(window.Names, 3, 3), {Role: window.Names, Index: 2, Lines: text.Lines{Start: 3, End: 4}}}, answer: edit("replace", "@L1", "a = 5") + edit("replace", "@L3", "c = 5") + edit("replace", "L4:"+freeCode(abc), "d = 5"), reject: edits.RejectIDCheck},
		{name: "three runs", src: abc, runs: []window.Run{run(window.Primary, 1, 1), run(window.Names, 3, 3), {Role: window.Names, Index: 2, Lines: text.Lines{Start: 3, End: 4}}}, answer: edit("replace", "@L1", "a = 5") + edit("replace", "@L3", "c = 5") + edit("window", "NAMES2", "d = 5"), want: "a = 5\nb = 2\nc = 5\nd = 5\n"},
		{name: "redacted line inside the span", src: abc, options: edits.Options{Redacted: []text.Lines{{Start: 1, End: 2}}}, answer: edit("replace", "@L1 @L3", "x = 1"), reject: edits.RejectOutside},
		{name: "redacted line by its own id", src: abc, options: edits.Options{Redacted: []text.Lines{{Start: 1, End: 2}}}, answer: edit("replace", "@L2", "b = load()"), want: "a = 1\nb = load()\nc = 3\nd = 4\n"},
		{name: "ten thousand edits", src: abc, script: &edits.Script{Status: edits.StatusFix, Shape: edits.ShapeText, Ops: make([]edits.Op, 10_000)}, reject: edits.RejectTooLarge},
		{name: "node in a range", src: "def f():\n    pass\nx = 1\n", answer: edit("replace", "@F1 @L3", "x = 2"), reject: edits.RejectRange},
		{name: "range over two runs", src: abc, runs: []window.Run{run(window.Primary, 1, 1), run(window.Names, 3, 3)}, answer: edit("replace", "@L1 @L3", "x = 2"), reject: edits.RejectRange},
		{name: "insert with a range", src: abc, answer: edit("insert_after", "@L1 @L2", "x = 2"), reject: edits.RejectRange},
		{name: "replace of a run's end", src: abc, answer: edit("replace", "EOW:PRIMARY", "x = 2"), reject: edits.RejectRange},
		{name: "run rewritten and edited", src: abc, answer: edit("window", "PRIMARY", "a = 1", "b = 5", "c = 3", "d = 4") + edit("replace", "@L1", "a = 5"), reject: edits.RejectOverlap},
		{name: "inserts at one point, list order", src: abc, answer: edit("insert_after", "@L1", "x = 1") + edit("insert_after", "@L1", "y = 1"), want: "a = 1\nx = 1\ny = 1\nb = 2\nc = 3\nd = 4\n"},
		{name: "inserts at one point, not adjacent", src: abc, answer: edit("insert_after", "@L1", "x = 1") + edit("replace", "@L4", "d = 5") + edit("insert_after", "@L1", "y = 1"), reject: edits.RejectOverlap},
		{name: "insert inside a replaced range", src: abc, answer: edit("replace", "@L1 @L3", "x = 1") + edit("insert_after", "@L2", "y = 1"), reject: edits.RejectOverlap},
		{name: "replace a function", src: "@deco\ndef f():\n    pass\nx = 1\n", at: 2, answer: edit("replace", "@F1", "def f(a):", "    return a"), want: "def f(a):\n    return a\nx = 1\n"},
		{name: "insert after a decorator", src: "@deco\ndef f():\n    pass\n", answer: edit("insert_after", "@D1", "@other"), want: "@deco\n@other\ndef f():\n    pass\n"},
		{name: "nothing changes", src: abc, answer: edit("replace", "@L1", "a = 1"), reject: edits.RejectNoop},
	})
}

// imports makes the IMPORTS run of the 1-based lines, where only imports may
// change.
func imports(first, last int) window.Run {
	r := run(window.Imports, first, last)
	r.ImportOnly = []text.Lines{r.Lines}
	return r
}

// wrongCode names line 2 with the code of line 3.
func wrongCode(src string) *edits.Script {
	c := adversarialCase{src: src}.candidates()
	code := string(c.LineID(2))
	return &edits.Script{Status: edits.StatusFix, Shape: edits.ShapeText, Ops: []edits.Op{{Kind: edits.Replace, From: edits.AnchorID("L2" + code[strings.IndexByte(code, ':'):]), Lines: []string{"x = 1"}, Faithful: true}}}
}

// freeCode is a check code that no id of the document has.
func freeCode(src string) string {
	used := map[string]bool{}
	for _, x := range (adversarialCase{src: src}).candidates().List {
		_, _, code, _ := edits.SplitID(x.ID)
		used[code] = true
	}
	const codes = "abcdefghijklmnopqrstuvwxyz234567"
	for i := range len(codes) {
		if code := "x" + codes[i:i+1]; !used[code] {
			return code
		}
	}
	return ""
}
