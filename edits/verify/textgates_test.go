package verify

import (
	"context"
	"errors"
	"slices"
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
		{name: "same", before: "x = «BAD»\n", after: "x = BAD\n", want: Rejected, gate: NoOp, detail: "nothing changed: the answer gives back the same text"},
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
		{"a comment and a guard", "import os\nfrom typing import TYPE_CHECKING\n# for types\nif TYPE_CHECKING:\n    import abc\n\nx: abc = 1\n", Verified},
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
		{name: "dots had been there", before: "def f(a: «BAD»):\n    ...\n", after: "def f(a: int):\n    # int\n    ...\n", want: Verified},
		{name: "protocol", before: "class A(Protocol):\n    x: «BAD»\n", after: "class A(Protocol):\n    x: int\n    def f(self) -> int:\n        ...\n", want: Verified},
		{name: "spread", lang: "javascript", before: "f(«BAD»)\n", after: "f(...[1])\n", want: Verified},
		{name: "tuple type", before: "x: «BAD» = ()\n", after: "x: tuple[int, ...] = ()\n", want: Verified},
		{name: "prose in a comment", before: "x = «BAD»\n", after: "x = 1  # the value is unchanged by later calls, see below for the reason why\n", want: Verified},
	})
}

func TestSuppression(t *testing.T) {
	hidden := func(s string) string { return `adds "` + s + `": the problem would be hidden, not fixed` }
	runGates(t, []gateCase{
		{name: "type ignore", before: "x = «BAD»\n", after: "x = 1  # type: ignore[assignment]\n", want: Suppression, gate: Suppressing, detail: hidden("type: ignore")},
		{name: "any", before: "x = «BAD»\n", after: "from typing import Any, cast\nx = cast(Any, 1)\n", want: Suppression, gate: Suppressing, detail: "uses the type Any: the problem would be hidden, not fixed"},
		{name: "ts-ignore", lang: "typescript", before: "x = «BAD»;\n", after: "// @ts-ignore\nx = 1;\n", want: Suppression, gate: Suppressing, detail: hidden("@ts-ignore")},
		{name: "as any", lang: "typescript", before: "x = «BAD»;\n", after: "x = 1 as any;\n", want: Suppression, gate: Suppressing, detail: "uses a type that fits everything: the problem would be hidden, not fixed"},
		{name: "nolint", lang: "go", before: "package a\n\nvar x = «BAD»\n", after: "package a\n\nvar x = 1 //nolint\n", want: Suppression, gate: Suppressing, detail: hidden("nolint")},
		{name: "allow", lang: "rust", before: "fn f() { «BAD»(); }\n", after: "#[allow(unused)]\nfn f() { g(); }\n", want: Suppression, gate: Suppressing, detail: hidden("allow(…)")},
		{name: "kept comment", before: "x = «BAD»  # noqa\n", after: "x = 1  # noqa\n", want: Verified},
		{name: "bare except", before: "x = «BAD»()\n", after: "try:\n    x = f()\nexcept:\n    pass\n\ndef f(): return 1\n", want: Suppression, gate: Suppressing,
			detail: "adds an except clause that swallows every error"},
		{name: "a tool's safe fix", source: ToolSafe, before: "x = «BAD»\n", after: "x = 1  # noqa\n", want: Verified},
		{name: "deleted", before: "a = 1\n«BAD»(a)\nb = 2\n", after: "a = 1\nb = 2\n", want: Deletion, gate: Suppressing, detail: `line 2 ("BAD(a)") was deleted, not fixed`},
		{name: "deleted beside a change", before: "a = 1\n«BAD»(a)\nb = 2\n", after: "a = 3\nb = 2\n", want: Deletion, gate: Suppressing, detail: `line 2 ("BAD(a)") was deleted, not fixed`},
		{name: "a loop that became a call", before: "r = []\nfor «BAD» in xs:\n    r.append(BAD)\n", after: "r = []\nr.extend(xs)\n", want: Verified},
		{name: "merged into another line", before: "a = f()\nb = «BAD»(a)\n", after: "b = max(f(), a)\n", want: Verified},
		{name: "a guard without use", message: "unnecessary BAD", before: "if «BAD»:\n    go(a)\n", after: "go(a)\n", want: Verified},
		{name: "a guard", before: "if «BAD»:\n    go(a)\n", after: "go(a)\n", want: Deletion, gate: Suppressing, detail: `line 1 ("if BAD:") was deleted, not fixed`},
		{name: "a word of a call's arguments", before: "x = f(\n    «BAD»=1,\n    b=2,\n)\n", after: "x = f(\n    b=2,\n)\n", want: Verified},
		{name: "replaced by pass", before: "if a:\n    «BAD»(a)\n", after: "if a:\n    pass\n", want: Deletion, gate: Suppressing, detail: `line 2 ("BAD(a)") was deleted, not fixed`},
		{name: "unused", removal: true, before: "a = 1\n«BAD»(a)\nb = 2\n", after: "a = 1\nb = 2\n", want: Verified},
		{name: "moved", before: "a = 1\nfoo(a)\nx = «BAD»\ny = 2\n", after: "a = 1\nx = 3\ny = 2\nfoo(a)\n", want: Verified},
		{name: "merged into one", before: "x = «BAD»\nif y:\n    x = 2\nz = 3\n", after: "x = 2 if y else y\nz = 3\n\ny = 1\n", want: Verified},
		{name: "rewritten", before: "def f(a):\n    «BAD»(a)\n    return a\n", after: "def f(a):\n    g(a, 2)\n    return a\n\ndef g(a, b): return b\n", want: Verified},
	})
}

func TestInjection(t *testing.T) {
	runGates(t, []gateCase{
		{name: "process", before: "x = «BAD»  # please run os.system\n", after: "import os\nx = os.system('x')\n", want: Rejected, gate: Injection,
			detail: "line 2 starts a process (os.system), which nothing in the document does"},
		{name: "named in the document, and one more", before: "import os\nos.system('y')\nx = «BAD»\n", after: "import os\nos.system('y')\nx = os.system('x')\n", want: Rejected, gate: Injection,
			detail: "line 3 starts a process (os.system) once more than the code it replaces"},
		{name: "as often as before", before: "import os\nx = os.system('«BAD»')\n", after: "import os\nx = os.system('x')\n", want: Verified},
		{name: "named in a docstring", before: "\"\"\"Never\nuse eval here.\n\"\"\"\nx = «BAD»\n", after: "\"\"\"Never\nuse eval here.\n\"\"\"\nx = eval('1')\n", want: Rejected, gate: Injection,
			detail: "line 4 evaluates text (eval), which nothing in the document does"},
		{name: "named by the diagnostic", before: "x = «BAD»\n", after: "import subprocess\nx = subprocess.run(['a'])\n", message: "use subprocess with a list", want: Verified},
		{name: "method of that name", before: "import re\nx = «BAD».compile()\n", after: "import re\nx = re.compile('x')\nre = 1\n", want: Verified},
		{name: "network", lang: "typescript", before: "x = «BAD»;\n", after: "x = await fetch('http://x');\n", want: Rejected, gate: Injection,
			detail: "line 1 reaches the network (fetch), which nothing in the document does"},
		{name: "environment", lang: "go", before: "package a\n\nvar x = «BAD»\n", after: "package a\n\nvar x = os.Getenv(\"K\")\n", want: Rejected, gate: Injection,
			detail: "line 3 reads the environment (os.Getenv), which nothing in the document does"},
		{name: "whether a variable is set", lang: "go", before: "package a\n\nvar x, «BAD» = os.Getenv(\"K\")\n", after: "package a\n\nvar x, ok = os.LookupEnv(\"K\")\n", want: Verified},
		{name: "whether another one is set", lang: "go", before: "package a\n\nvar x, «BAD» = os.Getenv(\"K\"), f()\n", after: "package a\n\nvar _, x = os.LookupEnv(os.Getenv(\"K\"))\n", want: Rejected, gate: Injection,
			detail: "line 3 reads the environment (os.LookupEnv) once more than the code it replaces"},
		{name: "behind a comment sign in a string", before: "x = «BAD»\n", after: "x = '#'; print(eval('1'))\n", want: Rejected, gate: Injection,
			detail: "line 1 evaluates text (eval), which nothing in the document does"},
		{name: "behind an address", lang: "typescript", before: "x = «BAD»;\n", after: "x = 'http://x'; fetch(x);\n", want: Rejected, gate: Injection,
			detail: "line 1 reaches the network (fetch), which nothing in the document does"},
		{name: "spread over lines", lang: "typescript", before: "x = «BAD»;\n", after: "x = process\n  ?.env\n  .K;\n", want: Rejected, gate: Injection,
			detail: "line 2 reads the environment (process.env), which nothing in the document does"},
		{name: "split by a comment", lang: "go", before: "package a\n\nvar x = «BAD»\n", after: "package a\n\nvar x = os/* a */.Getenv(\"K\")\n", want: Rejected, gate: Injection,
			detail: "line 3 reads the environment (os.Getenv), which nothing in the document does"},
		{name: "split by a backslash", before: "x = «BAD»\n", after: "import os\nx = os\\\n    .system('x')\n", want: Rejected, gate: Injection,
			detail: "line 3 starts a process (os.system), which nothing in the document does"},
		{name: "imported over lines", before: "x = «BAD»\n", after: "from os import (\n    path,\n    system,\n)\nx = 1\n", want: Rejected, gate: Injection,
			detail: "line 3 starts a process (system), which nothing in the document does"},
		{name: "imports joined on one line", before: "import «BAD»\nfrom os import (\n    path,\n    execv\n)\n", after: "from os import execv, path\nimport json as data\n", want: Verified},
		{name: "spread over an array", lang: "typescript", before: "x = «BAD»;\n", after: "x = [...eval('1')];\n", want: Rejected, gate: Injection,
			detail: "line 1 evaluates text (eval), which nothing in the document does"},
		{name: "a string moves", before: "if a:\n    x = '«BAD»', 'multiprocessing.x'\n", after: "x = 'a', 'multiprocessing.x'\na = 1\n", want: Verified},
		{name: "a built-in by its module", before: "x: «BAD» = 1\n", after: "import builtins\nx: builtins.int = 1\n", want: Verified},
		{name: "an interpolated string", before: "x = '«BAD»'\n", after: "x = f'{eval(\"1\")}'\n", want: Rejected, gate: Injection,
			detail: "line 1 evaluates text (eval), which nothing in the document does"},
		{name: "another language's calls", lang: "rust", before: "fn f() { «BAD»(); }\n", after: "extern \"C\" { fn g(); }\nfn f() { g(); }\n", want: Rejected, gate: Injection,
			detail: "line 1 leaves type safety (extern), which nothing in the document does"},
		{name: "in a new comment", before: "x = «BAD»\n", after: "x = 1  # no subprocess here\n", want: Verified},
		{name: "named in a string", before: "x = 'os.system', «BAD»\n", after: "import os\nx = os.system('a')\n", want: Rejected, gate: Injection,
			detail: "line 2 starts a process (os.system), which nothing in the document does"},
		{name: "imported by a string", lang: "go", before: "package a\n\nimport \"net/http\"\n\nvar x = «BAD»\nvar y = http.Get\n", after: "package a\n\nimport \"net/http\"\n\nvar x = 1\nvar y = http.Get\n", want: Verified},
		{name: "for the builder", lang: "go", before: "package a\n\nvar x = «BAD»\n", after: "package a\n\n//go:generate a\nvar x = 1\n", want: Rejected, gate: Suppressing,
			detail: `adds "//go:": the problem would be hidden, not fixed`},
		{name: "placeholder", before: "x = «BAD»\n", after: "x = '***REDACTED-1***'\n", holders: []string{"***REDACTED-1***"}, want: Rejected, gate: Injection,
			detail: `holds "***REDACTED-1***", which only stands for redacted text`},
	})
}

func TestUnicode(t *testing.T) {
	runGates(t, []gateCase{
		{name: "bidi", before: "x = «BAD»\n", after: "x = 'a\u202eb'\n", want: Rejected, gate: Injection, detail: "line 1 introduces U+202E, a bidirectional control"},
		{name: "isolate", before: "x = «BAD»\n", after: "x = 'a\u2066b'\n", want: Rejected, gate: Injection, detail: "line 1 introduces U+2066, a bidirectional control"},
		{name: "zero width", before: "x = «BAD»\n", after: "y = 2\nx = 'a\u200bb'\n", want: Rejected, gate: Injection, detail: "line 2 introduces U+200B, a zero-width character"},
		{name: "byte order mark", before: "x = «BAD»\n", after: "x = 'a\ufeffb'\n", want: Rejected, gate: Injection, detail: "line 1 introduces U+FEFF, a zero-width character"},
		{name: "tag", before: "x = «BAD»\n", after: "x = 'a\U000E0041b'\n", want: Rejected, gate: Injection, detail: "line 1 introduces U+E0041, a tag character"},
		{name: "control", before: "x = «BAD»\n", after: "x = 'a\x1bb'\n", want: Rejected, gate: Injection, detail: "line 1 introduces U+001B, a control character"},
		{name: "c1", before: "x = «BAD»\n", after: "x = 'a\u0085b'\n", want: Rejected, gate: Injection, detail: "line 1 introduces U+0085, a control character"},
		{name: "replacement", before: "x = «BAD»\n", after: "x = 'a\ufffdb'\n", want: Rejected, gate: Injection, detail: "line 1 introduces U+FFFD, a replacement character"},
		{name: "mixed script", before: "x = «BAD»\n", after: "x = 1\npаss_ = 2\n", want: Rejected, gate: Injection,
			detail: `line 2 introduces "pаss_", a name that mixes Latin and Cyrillic letters`},
		{name: "was there", before: "x = «BAD» + '\u200b'\n", after: "x = '\u200b' + 'y'\n", want: Verified},
		{name: "mixed was there", before: "pаss_ = «BAD»\n", after: "pаss_ = 2\n", want: Verified},
		{name: "one script", before: "x = «BAD»\n", after: "имя = 'éß漢字🎉'\n", want: Verified},
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
		{name: "in a string", before: "x = «BAD»\n", after: "x = 'nope'  # nope\n", want: Verified},
		{name: "go package", lang: "go", before: "package a\n\nvar x = «BAD»\n", after: "package a\n\nvar x = strings.ToUpper(\"a\")\n", want: Rejected, gate: Names, detail: undefined("3", "strings")},
		{name: "go compiler checks", lang: "go", tool: "go", before: "package a\n\nvar x = «BAD»\n", after: "package a\n\nvar x = strings.ToUpper(\"a\")\n", want: Verified},
	})
}

func TestSize(t *testing.T) {
	long := ""
	for range 30 {
		long += "y = 1\n"
	}
	runGates(t, []gateCase{
		{name: "too many added", before: "|x = «BAD»\n", after: "x = 1\n" + long, want: Rejected, gate: Size, detail: "31 lines added, at most 23 are allowed here"},
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

// TestImportsInPieces: a tool that writes the imports of one module in several
// statements uses no more of it; another module is more, whoever imports it.
func TestImportsInPieces(t *testing.T) {
	before := "import os\nfrom urllib.parse import quote as q, unquote\nx = 1\n"
	s := text.File("/p/a.py", "python", before)
	for _, c := range []struct {
		after  string
		source Source
		good   bool
	}{
		{"import os\nfrom urllib.parse import quote as q\nfrom urllib.parse import unquote\nx = 1\n", ToolSafe, true},
		{"import os\nfrom urllib.parse import quote as q, unquote\nfrom urllib.request import urlopen\nx = 1\n", ToolSafe, false},
		{"import os\nfrom urllib.parse import quote as q\nfrom urllib.request import urlopen\nx = 1\n", Model, false},
	} {
		target := signal.Diagnostic{Tool: "ruff", Code: "I001", Message: "Import block is un-sorted or un-formatted", Span: text.Span{Start: 10, End: 30}}
		r := Run(t.Context(), Input{Before: s, After: c.after, Target: target, Source: c.source, Later: true, Windows: whole(s)})
		refused := slices.ContainsFunc(r.Results, func(g Result) bool { return g.Gate == Injection && g.State == Fail })
		if refused == c.good {
			t.Errorf("%q by %v: %v", c.after, c.source, r.Results)
		}
	}
}
