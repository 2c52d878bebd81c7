package verify

import (
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

func TestComments(t *testing.T) {
	adds := func(s string) string { return `adds the comment "` + s + `": change the code, and add no comments` }
	runGates(t, []gateCase{
		{name: "type ignore", before: "x = «BAD»\n", after: "x = 1  # type: ignore[assignment]\n", want: Rejected, gate: Comments,
			detail: adds("# type: ignore[assignment]")},
		{name: "ts-ignore", lang: "typescript", before: "x = «BAD»;\n", after: "// @ts-ignore\nx = 1;\n", want: Rejected, gate: Comments,
			detail: adds("// @ts-ignore")},
		{name: "nolint", lang: "go", before: "package a\n\nvar x = «BAD»\n", after: "package a\n\nvar x = 1 //nolint\n", want: Rejected,
			gate: Comments, detail: adds("//nolint")},
		{name: "a word of a tool nobody knows", before: "x = «BAD»\n", after: "x = 1  # zzlint: off\n", want: Rejected, gate: Comments,
			detail: adds("# zzlint: off")},
		{name: "kept", before: "x = «BAD»  # noqa\n", after: "x = 1  # noqa\n", want: Verified},
		{name: "wider than it was", before: "x = «BAD»  # noqa: E501\n", after: "x = 1  # noqa\n", want: Rejected, gate: Comments,
			detail: adds("# noqa")},
		{name: "moved with its line", before: "x = «BAD»\ny = 1  # why\n", after: "y = 1  # why\nx = 1\n", want: Verified},
		{name: "taken from a line that stays", before: "x = «BAD»\ny = 1  # why\n", after: "x = 1\ny = 1\n", want: Rejected,
			gate: Comments, detail: "removes the comment of line 2: leave comments as they are"},
		{name: "gone with its line", before: "x = «BAD»\ny = 1  # why\n", after: "x = 1\n", want: Verified},
		{name: "a docstring", before: "def f():\n    return «BAD»\n", after: "def f():\n    '''Do it.'''\n    return len\n", want: Verified},
		{name: "a sign in a string", before: "x = «BAD»\n", after: "x = '# no comment'\n", want: Verified},
		{name: "about a comment", before: "x = 1  # «BAD»\n", after: "x = 1  # fine\n", want: Verified},
		{name: "a rule's", source: Rule, before: "x = «BAD»\n", after: "x = 1  # because\n", want: Verified},
	})
}

func TestWithoutComments(t *testing.T) {
	for _, c := range []struct{ name, lang, before, after, want string }{
		{"behind code", "python", "x = BAD\n", "x = 1  # fixed\n", "x = 1\n"},
		{"lines of their own", "go", "x := BAD\n", "// Fixed.\n// It was bad.\nx := 1\n", "x := 1\n"},
		{"those that were there", "python", "# why\nx = BAD  # how\n", "# why\nx = 1  # how\n", "# why\nx = 1  # how\n"},
		{"over several lines", "typescript", "x = BAD;\n", "/* a\n b */\nx = 1;\n", "x = 1;\n"},
		{"inside code", "typescript", "f(BAD);\n", "f(/* a */ 1);\n", "f( 1);\n"},
		{"what stands for code stays", "python", "x = BAD\ny = 2\n", "x = 1\n# ... existing code ...\n", "x = 1\n# ... existing code ...\n"},
		{"a sign in a string", "python", "x = BAD\n", "x = '# a'\n", "x = '# a'\n"},
		{"nothing but a comment", "python", "x = BAD\n", "x = BAD  # noqa\n", "x = BAD  # noqa\n"},
	} {
		if got := WithoutComments(text.File("/w/a", c.lang, c.before), c.after); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestHollow(t *testing.T) {
	needsTrees(t)
	gone := func(s string) string { return s + " was deleted or emptied, not fixed" }
	runGates(t, []gateCase{
		{name: "deleted", before: "a = 1\n«BAD»(a)\nb = 2\n", after: "a = 1\nb = 2\n", want: Rejected, gate: Hollow, detail: gone(`line 2 ("BAD(a)")`)},
		{name: "replaced by pass", before: "if a:\n    «BAD»(a)\n", after: "if a:\n    pass\n", want: Rejected, gate: Hollow, detail: gone(`line 2 ("BAD(a)")`)},
		{name: "replaced by a constant", before: "def f(a):\n    x = 1\n    g(«BAD»)\n    return x\n", after: "def f(a):\n    x = 1\n    0\n    return x\n",
			want: Rejected, gate: Hollow, detail: gone(`line 3 ("g(BAD)")`)},
		{name: "an error in its place", lang: "go", before: "package a\n\nfunc f() {\n\tg(«BAD»)\n\th()\n}\n", after: "package a\n\nfunc f() {\n\tpanic(1)\n\th()\n}\n",
			want: Rejected, gate: Hollow, detail: gone(`line 4 ("g(BAD)")`)},
		{name: "a body", before: "def f(a):\n    x = a\n    return «BAD» + x\n", after: "def f(a):\n    return 0\n", want: Rejected, gate: Hollow,
			detail: "nothing is left of what f does"},
		{name: "another body", lang: "typescript", before: "function f(a) { return g(a); }\nconst x = «BAD»;\n", after: "function f(a) { return null; }\nconst x = 1;\n",
			want: Rejected, gate: Hollow, detail: "nothing is left of what f does"},
		{name: "a body of Rust", lang: "rust", before: "fn f(a: u8) -> u8 { «BAD»(a) }\n", after: "fn f(a: u8) -> u8 { todo!() }\n", want: Rejected,
			gate: Hollow, detail: "nothing is left of what f does"},
		{name: "a body that was hollow", before: "def f(a: «BAD»):\n    pass\n", after: "def f(a: int):\n    return 0\n", want: Verified},
		{name: "a result that names something", before: "def f(a):\n    return «BAD»(a)\n", after: "def f(a):\n    return [a]\n", want: Verified},
		{name: "unused", removal: true, before: "a = 1\n«BAD»(a)\nb = 2\n", after: "a = 1\nb = 2\n", want: Verified},
		{name: "needless", message: "unnecessary BAD", before: "if «BAD»:\n    go(a)\n", after: "go(a)\n", want: Verified},
		{name: "a loop that became a call", before: "r = []\nfor «BAD» in xs:\n    r.append(BAD)\n", after: "r = []\nr.extend(xs)\n", want: Verified},
		{name: "moved", before: "a = 1\nfoo(a)\nx = «BAD»\ny = 2\n", after: "a = 1\nx = 3\ny = 2\nfoo(a)\n", want: Verified},
		{name: "an argument goes", before: "x = f(\n    «BAD»=1,\n    b=2,\n)\n", after: "x = f(\n    b=2,\n)\n", want: Verified},
	})
}

func TestTypes(t *testing.T) {
	needsTrees(t)
	adds := func(s string) string { return "adds " + s + ": the checker would believe anything there" }
	runGates(t, []gateCase{
		{name: "cast", before: "from typing import cast\nx: int = «BAD»\n", after: "from typing import cast\nx: int = cast(int, 'a')\n", want: Rejected,
			gate: Types, detail: adds("a cast")},
		{name: "cast by another name", before: "x: int = «BAD»\n", after: "from typing import cast as believe\nx: int = believe(int, 'a')\n", want: Rejected,
			gate: Types, detail: adds("a cast")},
		{name: "another library's cast", before: "import sqlalchemy\nx: int = «BAD»\n", after: "import sqlalchemy\nfrom sqlalchemy import cast\nx: int = cast(1, 'a')\n", want: Verified},
		{name: "any", before: "from typing import Any\nx: int = «BAD»\n", after: "from typing import Any\nx: Any = 'a'\n", want: Rejected, gate: Types,
			detail: adds("a type that fits everything")},
		{name: "any where no type was", before: "from typing import Any\ndef f(«BAD»): return x\nx = 1\n", after: "from typing import Any\ndef f(a: Any): return x\nx = 1\n",
			want: Verified},
		{name: "any that was there", before: "from typing import Any\nx: Any = «BAD»\n", after: "from typing import Any\nx: Any = 1\n", want: Verified},
		{name: "as any", lang: "typescript", before: "x = «BAD»;\n", after: "x = 1 as any;\n", want: Rejected, gate: Types, detail: adds("a type that fits everything")},
		{name: "as unknown as", lang: "typescript", before: "x = «BAD»;\n", after: "x = 1 as unknown as T;\n", want: Rejected, gate: Types,
			detail: adds("a type that fits everything")},
		{name: "non-null", lang: "typescript", before: "x = «BAD».y;\n", after: "x = z!.y;\n", want: Rejected, gate: Types, detail: adds("an assertion that a value is there")},
		{name: "not", lang: "typescript", before: "x = «BAD»;\n", after: "x = !z;\n", want: Verified},
		{name: "interface", lang: "go", before: "package a\n\nvar x int = «BAD»\n", after: "package a\n\nvar x interface{} = 1\n", want: Rejected, gate: Types,
			detail: adds("a type that fits everything")},
		{name: "a type parameter", lang: "go", before: "package a\n\nfunc f(x «BAD») {}\n", after: "package a\n\nfunc f[T any](x T) {}\n", want: Verified},
		{name: "unsafe", lang: "rust", before: "fn f() { «BAD»(); }\n", after: "fn f() { unsafe { g() } }\n", want: Rejected, gate: Types,
			detail: adds("code outside of the type system")},
	})
}

func TestCapability(t *testing.T) {
	needsTrees(t)
	reaches := func(line, what, name string) string {
		return "line " + line + " reaches " + what + " by " + name + ", which nothing here asks for"
	}
	const processes, network, evaluated = "other processes", "the network", "code that is made while it runs"
	runGates(t, []gateCase{
		{name: "process", before: "x = «BAD»  # please run os.system\n", after: "import os\nx = os.system('x')  # please run os.system\n", want: Rejected,
			gate: Capability, detail: reaches("2", processes, "os.system")},
		{name: "by another name", before: "x = «BAD»\n", after: "import os as o\nx = o.system('x')\n", want: Rejected, gate: Capability,
			detail: reaches("2", processes, "os.system")},
		{name: "from its module", before: "x = «BAD»\n", after: "from os import (\n    path,\n    system as s,\n)\nx = s('x')\n", want: Rejected, gate: Capability,
			detail: reaches("1", processes, "os.system")},
		{name: "imported", before: "x = «BAD»\n", after: "import subprocess\nx = 1\n", want: Rejected, gate: Capability, detail: reaches("1", processes, "subprocess")},
		{name: "the document does it", before: "import os\nos.system('y')\nx = «BAD»\n", after: "import os\nos.system('y')\nx = os.system('x')\n", want: Verified},
		{name: "named in a docstring", before: "\"\"\"Never\nuse eval here.\n\"\"\"\nx = «BAD»\n", after: "\"\"\"Never\nuse eval here.\n\"\"\"\nx = eval('1')\n", want: Rejected,
			gate: Capability, detail: reaches("4", evaluated, "eval")},
		{name: "named by the diagnostic", before: "x = «BAD»\n", after: "import subprocess\nx = subprocess.run(['a'])\n", message: "use subprocess with a list", want: Verified},
		{name: "a method of that name", before: "import re\nx = «BAD».compile()\n", after: "import re\nx = re.compile('x')\n", want: Verified},
		{name: "letters that fold", before: "x = «BAD»\n", after: "x = ｅval('1')\n", want: Rejected, gate: Visible,
			detail: `line 1 introduces "ｅval", which compilers read as "eval"`},
		{name: "network", lang: "typescript", before: "x = «BAD»;\n", after: "x = await fetch('http://x');\n", want: Rejected, gate: Capability,
			detail: reaches("1", network, "fetch")},
		{name: "by an index", lang: "typescript", before: "x = «BAD»;\n", after: "x = globalThis['eval']('1');\n", want: Rejected, gate: Capability,
			detail: reaches("1", evaluated, "globalThis.eval")},
		{name: "required", lang: "javascript", before: "x = «BAD»;\n", after: "const { exec: run } = require('node:child_process');\nx = run('a');\n", want: Rejected,
			gate: Capability, detail: reaches("1", processes, "child_process.exec")},
		{name: "over lines", before: "x = «BAD»\n", after: "import os\nx = os\\\n    .system('x')\n", want: Rejected, gate: Capability,
			detail: reaches("2", processes, "os.system")},
		{name: "in braces of a text", before: "x = '«BAD»'\n", after: "x = f'{eval(\"1\")}'\n", want: Rejected, gate: Capability, detail: reaches("1", evaluated, "eval")},
		{name: "an import of Go", lang: "go", before: "package a\n\nvar x = «BAD»\n", after: "package a\n\nimport run \"os/exec\"\n\nvar x = run.Command\n", want: Rejected,
			gate: Capability, detail: reaches("3", processes, "os/exec")},
		{name: "a use of Rust", lang: "rust", before: "fn f() { «BAD»(); }\n", after: "use std::{fmt, process::Command as C};\nfn f() { C::new(1); }\n", want: Rejected,
			gate: Capability, detail: reaches("1", processes, "std.process.Command")},
		{name: "a script", lang: "shellscript", before: "echo «BAD»\n", after: "curl x | sh\n", want: Rejected, gate: Capability,
			detail: "adds the command curl, which nothing here asks for"},
	})
}

// TestCallsWithoutAList: of a language of which nobody has said what reaches out, a call of something new is said.
func TestCallsWithoutAList(t *testing.T) {
	for after, want := range map[string][]string{
		"int f(int a) { g(); return system(a); }\n":     {"uses system, which nothing here has"},
		"int f(int a) { g(); return g(); }\n":           nil,
		"int f(int a) { g(); return \"system(a)\"; }\n": nil,
	} {
		in := inputOf(gateCase{lang: "c", before: "int f(int a) { g(); return «BAD»; }\n", after: after})
		if r := Run(t.Context(), in); r.Verdict == Rejected || !slices.Equal(r.Doubts, want) {
			t.Errorf("%q: %v %q", after, r.Verdict, r.Doubts)
		}
	}
}

// TestManifestGrants: a package from elsewhere that the project names may be used; what
// reaches out in the standard library needs more than that.
func TestManifestGrants(t *testing.T) {
	needsTrees(t)
	for _, c := range []struct {
		after string
		named string
		good  bool
	}{
		{"import requests\nx = requests.get('a')\n", "requests", true},
		{"import requests\nx = requests.get('a')\n", "flask", false},
		{"import subprocess\nx = subprocess.run('a')\n", "subprocess", false},
	} {
		in := inputOf(gateCase{before: "x = «BAD»\n", after: c.after})
		in.Project.Module = func(name string) bool { return name == c.named }
		if r := Run(t.Context(), in); (r.Verdict == Verified) != c.good {
			t.Errorf("%q beside %s: %v %+v", c.after, c.named, r.Verdict, r.Results)
		}
	}
}

// TestShownGrants: what the model was shown of the project may be used.
func TestShownGrants(t *testing.T) {
	needsTrees(t)
	in := inputOf(gateCase{before: "x = «BAD»\n", after: "import subprocess\nx = subprocess.run(['a'])\n"})
	in.Project.Shown = "import subprocess\n\nsubprocess.run(['b'])\n"
	if r := Run(t.Context(), in); r.Verdict != Verified {
		t.Errorf("%v %+v", r.Verdict, r.Results)
	}
}

func TestSignature(t *testing.T) {
	needsTrees(t)
	for _, c := range []struct {
		name, lang, before, after string
		used, good                bool
	}{
		{"one more", "python", "def f(a): return «BAD»\n", "def f(a, b): return b\n", true, false},
		{"one more that may be left out", "python", "def f(a): return «BAD»\n", "def f(a, b=1): return b\n", true, true},
		{"one less", "python", "def f(a, b): return «BAD»\n", "def f(a): return a\n", true, false},
		{"another name", "python", "def f(a): return «BAD»\n", "def f(c): return c\n", true, false},
		{"a type", "python", "def f(a): return «BAD»\n", "def f(a: int) -> int: return a\n", true, true},
		{"nobody else calls it", "python", "def f(a): return «BAD»\n", "def f(a, b): return b\n", false, true},
		{"a method", "python", "class A:\n    def f(self): return «BAD»\n", "class A:\n    def f(self, b): return b\n", true, true},
		{"of a script", "typescript", "export function f(a: A) { return «BAD»; }\n", "export function f(a: A, b: B) { return b; }\n", true, false},
		{"of a script, left out", "typescript", "export function f(a: A) { return «BAD»; }\n", "export function f(a: A, b?: B) { return b; }\n", true, true},
	} {
		in := inputOf(gateCase{lang: c.lang, before: c.before, after: c.after})
		in.Project.Uses = func(names []string) (string, string) {
			if c.used && slices.Contains(names, "f") {
				return "f", "b.py"
			}
			return "", ""
		}
		r := Run(t.Context(), in)
		refused := slices.ContainsFunc(r.Results, func(g Result) bool { return g.Gate == Signature && g.State == Fail })
		if refused == c.good {
			t.Errorf("%s: %v %+v", c.name, r.Verdict, r.Results)
		}
	}
}

func TestKeepsTheTest(t *testing.T) {
	const src = "def add(a, b):\n    return a - b\n\n\ndef test_add():\n    assert add(1, 2) == 3\n"
	target := signal.Diagnostic{Tool: "pytest", Code: "AssertionError", Message: "assert -1 == 3", Span: text.Span{Start: strings.Index(src, "assert"), End: len(src) - 1}}
	for _, c := range []struct {
		path, was, now string
		good           bool
	}{
		{"/w/a.py", "a - b", "a + b", true},
		{"/w/a.py", "== 3", "== -1", false},
		{"/w/test_a.py", "a - b", "a + b", false},
	} {
		s := text.File(c.path, "python", src)
		r := Run(t.Context(), Input{Before: s, After: strings.Replace(src, c.was, c.now, 1), Target: target, Windows: whole(s), Later: true})
		refused := slices.ContainsFunc(r.Results, func(g Result) bool { return g.Gate == Tests && g.State == Fail })
		if refused == c.good {
			t.Errorf("%s, %q: %+v", c.path, c.now, r.Results)
		}
	}
}

// needsTrees leaves out what only trees show.
func needsTrees(t *testing.T) {
	t.Helper()
	if syntax.Parse("python", "f(\n").Engine != syntax.TreeSitter {
		t.Skip("built without grammars")
	}
}

// TestInstructionsThatDelete: an instruction's answer that only deletes needs the word.
func TestInstructionsThatDelete(t *testing.T) {
	needsTrees(t)
	for _, c := range []struct {
		after   string
		removal bool
		good    bool
	}{{"a = 1\n", false, false}, {"a = 1\n", true, true}, {"a = 1\nb(1)\n", false, true}} {
		in := inputOf(gateCase{before: "a = 1\n«BAD»(a)\n", after: c.after, removal: c.removal})
		in.Instructed, in.Target.Message = true, "be quicker"
		refuses := func(x Result) bool { return x.Gate == Hollow && x.State == Fail }
		if r := Run(t.Context(), in); slices.ContainsFunc(r.Results, refuses) == c.good {
			t.Errorf("%q, asked for %v: %+v", c.after, c.removal, r.Results)
		}
	}
}
