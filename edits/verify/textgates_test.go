package verify

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

func TestNoOp(t *testing.T) {
	unable := func(context.Context, string, text.Snapshot) ([]signal.Diagnostic, error) {
		return nil, errors.New("timed out")
	}
	runGates(t, []gateCase{
		{name: "same", before: "x = «BAD»\n", after: "x = BAD\n", want: Rejected, gate: NoOp,
			detail: "nothing changed: the answer is the same text"},
		{name: "blanks", before: "x = «BAD»\n", after: "x =  BAD \n\n", want: Rejected, gate: NoOp, detail: "only blanks and line breaks changed"},
		{name: "blanks for a rule about blanks", before: "x = «BAD»\n", after: "x =  len \n", blanks: true, want: Verified},
		{name: "blanks, and the tool confirms", before: "x = '«BAD»'\n", after: "x = 'B AD'\n", want: Verified},
		{name: "blanks, and no tool to ask", before: "x = '«BAD»'\n", after: "x = 'B AD'\n", lint: unable, want: Rejected, gate: NoOp, detail: "only blanks and line breaks changed"},
		{name: "indentation is no blank", before: "if a:\n    b()\n    «BAD»()\n", after: "if a:\n    b()\na()\n", want: Verified},
	})
}

func TestContainment(t *testing.T) {
	runGates(t, []gateCase{
		{name: "outside", before: "a = 1\n|x = «BAD»\n", after: "a = 2\nx = 1\n", want: Rejected, gate: Containment,
			detail: "lines 1-2 changed, but only line 2 (PRIMARY) may"},
		{name: "repeated line at the edge", before: "|x = «BAD»\nx = 1\nx = 1\n", after: "x = 1\nx = 1\nx = 1\n", want: Verified},
		{name: "two runs", before: "|a = 1\nb = 1\n|x = «BAD»\n", after: "a = 2\nb = 1\nx = 1\ny = 1\n", want: Verified},
		{name: "between two runs", before: "|a = 1\nb = 1\n|x = «BAD»\n", after: "a = 2\nb = 2\nx = 1\n", want: Rejected, gate: Containment,
			detail: "lines 1-3 changed, but only line 1 (PRIMARY), line 3 (PRIMARY) may"},
		{name: "last line without terminator", before: "a = 1\n|«BAD»()", after: "a = 1\na()\n", want: Verified},
		{name: "unterminated last line goes", before: "a = 1\n|«BAD»()", after: "a = 1", removal: true, want: Verified},
		{name: "joined with the line above", before: "a = 1\n|+ «BAD»\nb\n", after: "a = 1 + 2\nb\n", want: Rejected, gate: Containment,
			detail: "lines 1-2 changed, but only line 2 (PRIMARY) may"},
	})
}

func TestImportPermission(t *testing.T) {
	for _, c := range []struct {
		name, after string
		want        Verdict
	}{
		{"an import", "import os\nimport abc\n\nx = abc\n", Verified},
		{"a guard", "import os\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import abc\n\nx: abc = 1\n", Verified},
		{"code", "import os\nprint(1)\n\nx = 1\n", Rejected},
	} {
		in := inputOf(gateCase{before: "import os\n\nx = «BAD»\n", after: c.after})
		in.Windows = window.Set{Runs: []window.Run{
			{Lines: text.Lines{Start: 0, End: 2}, Role: window.Imports, Index: 1, ImportOnly: []text.Lines{{Start: 0, End: 2}}},
			{Lines: text.Lines{Start: 2, End: 3}, Index: 1},
		}}
		r := Run(t.Context(), in)
		if r.Verdict != c.want {
			t.Errorf("%s: got %v, want %v\n%+v", c.name, r.Verdict, c.want, r.Results)
		}
		if r.Verdict == Rejected && r.Reject.Detail != `"print(1)" is no import, and IMPORTS may hold imports only` {
			t.Error(r.Reject.Detail)
		}
	}
}

func TestLaziness(t *testing.T) {
	runGates(t, []gateCase{
		{name: "existing code", before: "def f():\n    x = «BAD»\n    y = 2\n", after: "def f():\n    x = 1\n    # ... existing code ...\n",
			want: Rejected, gate: Laziness, detail: `line 3 stands for code that is left out ("# ... existing code ..."): write the whole code`},
		{name: "rest of", before: "x = «BAD»\n", after: "x = 1\n# the rest of the function\n", want: Rejected, gate: Laziness,
			detail: `line 2 stands for code that is left out ("# the rest of the function"): write the whole code`},
		{name: "was there before", before: "x = «BAD»\n# rest of it\n", after: "x = 1\ny = 2\n# rest of it\n", want: Verified},
		{name: "bare dots", before: "def f():\n    return «BAD»\n", after: "def f():\n    ...\n", want: Rejected, gate: Laziness,
			detail: `line 2 is "...", not code: write the whole code`},
		{name: "dots had been there", before: "def f(a: «BAD»):\n    ...\n", after: "def f(a: int):\n    ...\n", want: Verified},
		{name: "protocol", before: "class A(Protocol):\n    x: «BAD»\n", after: "class A(Protocol):\n    x: int\n    def f(self) -> int:\n        ...\n", want: Verified},
		{name: "spread", lang: "javascript", before: "f(«BAD»)\n", after: "f(...[1])\n", want: Verified},
		{name: "tuple type", before: "x: «BAD» = ()\n", after: "x: tuple[int, ...] = ()\n", want: Verified},
		{name: "prose in a comment", before: "x = «BAD»\n", after: "x = 1  # the value is unchanged by later calls, see below for the reason why\n",
			want: Rejected, gate: Comments, detail: `adds the comment "# the value is unchanged by later calls, see belo…": change the code, and add no comments`},
	})
}

func TestUnicode(t *testing.T) {
	runGates(t, []gateCase{
		{name: "bidi", before: "x = «BAD»\n", after: "x = 'a\u202eb'\n", want: Rejected, gate: Visible, detail: "line 1 introduces U+202E, a bidirectional control"},
		{name: "isolate", before: "x = «BAD»\n", after: "x = 'a\u2066b'\n", want: Rejected, gate: Visible, detail: "line 1 introduces U+2066, a bidirectional control"},
		{name: "zero width", before: "x = «BAD»\n", after: "y = 2\nx = 'a\u200bb'\n", want: Rejected, gate: Visible, detail: "line 2 introduces U+200B, a zero-width character"},
		{name: "byte order mark", before: "x = «BAD»\n", after: "x = 'a\ufeffb'\n", want: Rejected, gate: Visible, detail: "line 1 introduces U+FEFF, a zero-width character"},
		{name: "tag", before: "x = «BAD»\n", after: "x = 'a\U000E0041b'\n", want: Rejected, gate: Visible, detail: "line 1 introduces U+E0041, a tag character"},
		{name: "control", before: "x = «BAD»\n", after: "x = 'a\x1bb'\n", want: Rejected, gate: Visible, detail: "line 1 introduces U+001B, a control character"},
		{name: "c1", before: "x = «BAD»\n", after: "x = 'a\u0085b'\n", want: Rejected, gate: Visible, detail: "line 1 introduces U+0085, a control character"},
		{name: "replacement", before: "x = «BAD»\n", after: "x = 'a\ufffdb'\n", want: Rejected, gate: Visible, detail: "line 1 introduces U+FFFD, a replacement character"},
		{name: "mixed script", before: "x = «BAD»\n", after: "x = 1\npаss_ = 2\n", want: Rejected, gate: Visible,
			detail: `line 2 introduces "pаss_", a name that mixes Latin and Cyrillic letters`},
		{name: "was there", before: "x = «BAD» + '\u200b'\n", after: "x = '\u200b' + 'y'\n", want: Verified},
		{name: "mixed was there", before: "pаss_ = «BAD»\n", after: "pаss_ = 2\n", want: Verified},
		{name: "one script", before: "x = «BAD»\n", after: "имя = 'éß漢字🎉'\n", want: Verified},
	})
}

func TestNamesOfScripts(t *testing.T) {
	needsTrees(t)
	runGates(t, []gateCase{
		{name: "declaration gone", lang: "javascript", before: "import { a, «BAD» } from 'x';\na(1);\n",
			after: "import {} from 'x';\na(1);\n", want: Rejected, gate: Names,
			detail: `line 2 uses "a", whose declaration is gone`},
	})
}

func TestNames(t *testing.T) {
	undefined := func(line, name string) string {
		return "line " + line + ` uses "` + name + `", which is neither defined nor imported here`
	}
	runGates(t, []gateCase{
		{name: "unknown", before: "x = «BAD»\n", after: "x = Optional[int]\n", want: Rejected, gate: Names, detail: undefined("1", "Optional")},
		{name: "imported", before: "x = «BAD»\n", after: "from typing import Optional\nx = Optional[int]\n", want: Verified},
		{name: "bound here", before: "x = «BAD»\n", after: "for k, v in {}.items():\n    x = [w for w in k if (n := w)] + [n]\nf = lambda p, q: p\nwith open('a') as (r, s): r, t = s, t2\nt2 = 1\nprint(f)\n", want: Verified},
		{name: "parameter", before: "def f(): return «BAD»\n", after: "def f(aa, *bb, cc: int = 3, **dd): return aa\n", want: Verified},
		{name: "attribute and keyword", before: "x = «BAD».nope()\n", after: "x = str().nope(sep=1)\n", want: Verified},
		{name: "caught", before: "x = «BAD»\n", after: "try:\n    x = 1\nexcept ValueError as err:\n    print(err)\n", want: Verified},
		{name: "targets", before: "x = «BAD»\n", after: "aa = (bb, [cc, *dd]) = x2 = 1, (2, 3)\nee: int = 1\n", want: Verified},
		{name: "match and type parameters", before: "x = «BAD»\n", after: "match list('a'):\n    case [pp, *qq] | {'k': rr, **ss} if pp: x = qq\nclass C2[T]: y: T\ndef g2[**P, *Ts](z: P) -> Ts: pass\ntype A2 = C2\n", want: Verified},
		{name: "subscript is no target", before: "x = «BAD»\n", after: "nope[1] = 2\n", want: Rejected, gate: Names, detail: undefined("1", "nope")},
		{name: "format specification", before: "x = «BAD»\n", after: "x = f'{1:b} {2:>4x}'\n", want: Verified},
		{name: "f-string", before: "x = «BAD»\n", after: "x = f'{nope}'\n", want: Rejected, gate: Names, detail: undefined("1", "nope")},
		{name: "in a string", before: "x = «BAD»\n", after: "x = 'nope'\n", want: Verified},
		{name: "left to the compiler", lang: "go", before: "package a\n\nvar x = «BAD»\n",
			after: "package a\n\nvar x = strings.ToUpper(\"a\")\n", want: Verified},
	})
}

func TestSize(t *testing.T) {
	long := ""
	for range 30 {
		long += "y = 1\n"
	}
	runGates(t, []gateCase{
		{name: "too many added", before: "|x = «BAD»\n", after: "x = 1\n" + long, want: Rejected, gate: Size, detail: "31 lines added, at most 23 are allowed here"},
		{name: "too many changed", before: "|x = «BAD»\n" + strings.Repeat("|y = 1\n", 19), after: "x = 1\n",
			want: Rejected, gate: Size, detail: "20 lines changed, at most 15 of this window may"},
		{name: "too much text", before: "|x = «BAD»\n", after: "x = '" + strings.Repeat("y", 17<<10) + "'\n",
			want: Rejected, gate: Size, detail: "17415 bytes of new text, at most 16384 are allowed"},
		{name: "a rule may", source: Rule, before: "|x = «BAD»\n", after: "x = 1\n" + long, want: Verified},
	})
}

func TestConflictMarks(t *testing.T) {
	runGates(t, []gateCase{
		{name: "in a docstring", before: "\"\"\"Do «BAD».\"\"\"\n", after: "\"\"\"Do it.\n<<<<<<< mine\n\"\"\"\n", want: Rejected, gate: Parse, detail: `"<<<<<<<" marks a merge conflict`},
		{name: "the end of one", before: "\"\"\"Do «BAD».\"\"\"\n", after: "\"\"\"Do it.\n  >>>>>>>\n\"\"\"\n", want: Rejected, gate: Parse, detail: `">>>>>>>" marks a merge conflict`},
		{name: "was there before", before: "\"\"\"\n<<<<<<< «BAD»\n\"\"\"\n", after: "\"\"\"\n<<<<<<< mine\n\"\"\"\n", want: Verified},
		{name: "an example of an interpreter", before: "\"\"\"Do «BAD».\"\"\"\n", after: "\"\"\"Do it.\n\n>>> do()\n\"\"\"\n", want: Verified},
	})
}
