//go:build cgo

package effect

import (
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
)

// sees are edits with one class that each must be told of, in one language or
// another. Beside them lies the same edit where the finding asks for it.
var sees = []struct {
	class, lang, before, after, said string
}{
	{"literal", "python", "def f():\n    return g(30)\n", "def f():\n    return g(60)\n", "replaces 30 by 60"},
	{"literal", "go", "package p\n\nvar x = \"a\"\n", "package p\n\nvar x = \"b\"\n", `replaces "a" by "b"`},
	{"operator", "python", "def f(a, b):\n    return a < b\n", "def f(a, b):\n    return a <= b\n", "replaces < by <="},
	{"operator", "typescript", "const x = a + b;\n", "const x = a - b;\n", "replaces + by -"},
	{"condition-gone", "go", "package p\n\nfunc f(x int) {\n\tif x > 0 {\n\t\tg(x)\n\t}\n}\n", "package p\n\nfunc f(x int) {\n\tg(x)\n}\n", "no longer asks whether x > 0"},
	{"condition-added", "python", "def f(x):\n    g(x)\n", "def f(x):\n    if x:\n        g(x)\n", "asks first whether x"},
	{"condition-negated", "python", "def f(x):\n    if x:\n        g()\n", "def f(x):\n    if not x:\n        g()\n", "turns the condition x round"},
	{"condition-negated", "go", "package p\n\nfunc f(e error) {\n\tif e == nil {\n\t\tg()\n\t}\n}\n", "package p\n\nfunc f(e error) {\n\tif e != nil {\n\t\tg()\n\t}\n}\n", "turns the condition e == nil round"},
	{"condition-changed", "javascript", "if (a) { g(); }\n", "if (a && b) { g(); }\n", "changes when it applies: a && b"},
	{"condition-constant", "python", "def f(x):\n    if x:\n        g()\n", "def f(x):\n    if True:\n        g()\n", "adds a condition that never changes: True"},
	{"branch-gone", "python", "def f(x):\n    if x:\n        g()\n    else:\n        h()\n", "def f(x):\n    if x:\n        g()\n", "takes a branch out: else"},
	{"loop-gone", "python", "def f(xs):\n    for x in xs:\n        g(xs)\n", "def f(xs):\n    g(xs)\n", "takes a loop out: for x in xs"},
	{"loop-left", "go", "package p\n\nfunc f() {\n\tfor {\n\t\tg()\n\t}\n}\n", "package p\n\nfunc f() {\n\tfor {\n\t\tg()\n\t\tbreak\n\t}\n}\n", "adds break"},
	{"default-added", "python", "import os\nx = os.environ.get('A')\n", "import os\nx = os.environ.get('A') or ''\n", "uses '' where a value is missing"},
	{"default-added", "python", "import os\nx = os.environ.get('A')\n", "import os\nx = os.environ.get('A', '')\n", "uses '' where os.environ.get finds nothing"},
	{"default-added", "typescript", "const x = a.b;\n", "const x = a.b ?? 0;\n", "uses 0 where a value is missing"},
	{"constant-returned", "python", "def f(x):\n    return x.y\n", "def f(x):\n    return 0\n", "returns 0"},
	{"constant-bound", "python", "def f():\n    return x\n", "def f():\n    x = 1\n    return x\n", "sets x to 1"},
	{"call-gone", "python", "def f(x):\n    x.close()\n    return 1\n", "def f(x):\n    return 1\n", "no longer calls x.close"},
	{"call-added", "go", "package p\n\nfunc f() {\n}\n", "package p\n\nfunc f() {\n\tg()\n}\n", "calls g"},
	{"call-replaced", "python", "def f(x):\n    return max(x)\n", "def f(x):\n    return min(x)\n", "calls min in place of max"},
	{"argument-dropped", "python", "connect(a, timeout=5)\n", "connect(a)\n", "drops the argument timeout=5 of connect"},
	{"argument-added", "python", "connect(a)\n", "connect(a, verify=False)\n", "passes verify=False to connect"},
	{"argument-exchanged", "go", "package p\n\nfunc f() { g(a, b) }\n", "package p\n\nfunc f() { g(b, a) }\n", "changes the order of the arguments of g"},
	{"argument-replaced", "rust", "fn f() { g(a); }\n", "fn f() { g(b); }\n", "passes b in place of a to g"},
	{"loop-left", "go", "package p\n\nfunc f() {\n\tswitch {\n\tcase a:\n\t\tg()\n\t\tfallthrough\n\tcase b:\n\t}\n}\n",
		"package p\n\nfunc f() {\n\tswitch {\n\tcase a:\n\t\tg()\n\tcase b:\n\t}\n}\n", "takes fallthrough out"},
	{"statement-gone", "go", "package p\n\nfunc f(x int) int {\n\tx.a = 1\n\tg(x)\n}\n",
		"package p\n\nfunc f(x int) int {\n\tg(x)\n\treturn y\n}\n", "takes x.a = 1 out"},
	{"statement-gone", "python", "def f(x):\n    x.a = 1\n    return x\n", "def f(x):\n    return x\n", "takes x.a = 1 out"},
	{"result-dropped", "go", "package p\n\nfunc f() {\n\ta, err := g()\n\tuse(a, err)\n}\n", "package p\n\nfunc f() {\n\ta, _ := g()\n\tuse(a)\n}\n", "throws a result away: a, _ := g()"},
	{"result-dropped", "python", "def f():\n    x = g()\n", "def f():\n    g()\n", "no longer uses what g returns"},
	{"raise-gone", "python", "def f(x):\n    if x:\n        raise E(x)\n", "def f(x):\n    if x:\n        return None\n", "takes raise E(x) out"},
	{"raise-added", "go", "package p\n\nfunc f() {\n}\n", "package p\n\nfunc f() {\n\tpanic(1)\n}\n", "adds panic(1)"},
	{"return-gone", "python", "def f(x):\n    return x\n", "def f(x):\n    x\n", "takes return x out"},
	{"return-added", "python", "def f(x):\n    g(x)\n", "def f(x):\n    return g(x)\n", "adds return g(x)"},
	{"return-replaced", "python", "def f(x):\n    return x.total\n", "def f(x):\n    return self\n", "returns self in place of x.total"},
	{"handler-added", "python", "def f():\n    g()\n", "def f():\n    try:\n        g()\n    except E:\n        h()\n", "catches failures: except E"},
	{"handler-silent", "python", "def f():\n    g()\n", "def f():\n    try:\n        g()\n    except E:\n        pass\n", "passes a failure over in silence: except E"},
	{"handler-silent", "typescript", "g();\n", "try { g(); } catch (e) {}\n", "passes a failure over in silence: catch (e)"},
	{"handler-widened", "python", "try:\n    g()\nexcept KeyError as e:\n    h(e)\n",
		"try:\n    g()\nexcept Exception as e:\n    h(e)\n", "catches everything now: except Exception as e"},
	{"handler-mute", "python", "def f():\n    g()\n",
		"def f():\n    try:\n        g()\n    except Exception:\n        return None\n",
		"reports no failure: except Exception"},
	{"handler-mute", "javascript", "g();\n", "try { g(); } catch { x = {}; }\n", "reports no failure: catch"},
	{"handler-mute", "go", "package p\n\nfunc f() int {\n\treturn g()\n}\n",
		"package p\n\nfunc f() int {\n\tx, err := g()\n\tif err != nil {\n\t\treturn 0\n\t}\n\treturn x\n}\n",
		"reports no failure: if err != nil"},
	{"handler-mute", "rust", "fn f() -> u8 { g() }\n", "fn f() -> u8 { match g() { Ok(x) => x, Err(_) => 0 } }\n",
		"reports no failure: Err(_) => 0"},
	{"handler-changed", "python", "try:\n    g()\nexcept KeyError:\n    h()\n", "try:\n    g()\nexcept Exception:\n    h()\n", "catches except Exception in place of except KeyError"},
	{"assertion-gone", "python", "def f(x):\n    assert x\n    g()\n", "def f(x):\n    g()\n", "changes the check assert x"},
	{"await-gone", "typescript", "async function f() { await g(); }\n", "async function f() { g(); }\n", "no longer waits: await g()"},
	{"type-widened", "typescript", "let x: string = f();\n", "let x: any = f();\n", "accepts any type: any"},
	{"type-asserted", "typescript", "const x = f();\n", "const x = f() as T;\n", "asserts a type: f() as T"},
	{"annotation-changed", "python", "def f(x: int) -> int:\n    return x\n", "def f(x: str) -> int:\n    return x\n", "declares str in place of int"},
	{"one-of-many", "python", "def f(xs):\n    return xs\n", "def f(xs):\n    return xs[0]\n", "takes one of several: xs[0]"},
	{"part-of-whole", "python", "def f(xs):\n    return xs\n", "def f(xs):\n    return xs[:5]\n", "takes a part: xs[:5]"},
	{"name-gone", "python", "def f(a, limit):\n    return a + g.limit2\n", "def f(a, limit):\n    return a + g\n", "no longer uses limit2"},
	{"ends-program", "python", "import sys\ndef f():\n    g()\n", "import sys\ndef f():\n    sys.exit(1)\n", "ends the program: sys.exit"},
	{"parameter-changed", "go", "package p\n\nfunc f(a int) {}\n", "package p\n\nfunc f(a, b int) {}\n", "changes the parameters of f"},
	{"decorator-gone", "python", "@cache\ndef f():\n    return 1\n", "def f():\n    return 1\n", "takes the decorator @cache away"},
	{"import-added", "python", "x = 1\n", "import subprocess\nx = 1\n", "adds import subprocess"},
	{"moved", "python", "def f(xs):\n    for x in xs:\n        g(x)\n        h()\n", "def f(xs):\n    for x in xs:\n        g(x)\n    h()\n", "runs h() in other cases"},
	{"shared-state", "python", "def f():\n    x = 1\n", "def f():\n    global x\n    x = 1\n", "changes what others see: global x"},
	{"swallowed-missing", "typescript", "const x = a.b;\n", "const x = a?.b;\n", "passes over what is missing (?.)"},
}

func TestOf(t *testing.T) {
	untested := map[string]bool{}
	for _, c := range Classes {
		untested[c.Name] = true
		if c.Harm == "" {
			t.Errorf("%s has no reason", c.Name)
		}
	}
	for _, c := range sees {
		delete(untested, c.class)
		got := Of(c.before, c.after, c.lang, About{})
		i := slices.IndexFunc(got, func(e Effect) bool { return e.Class == c.class })
		if i < 0 || got[i].Text != c.said {
			t.Errorf("%s, %s: %+v, want %q", c.class, c.lang, got, c.said)
		}
		if asked := Of(c.before, c.after, c.lang, About{Changes: []string{c.class}}); slices.ContainsFunc(asked, func(e Effect) bool { return e.Class == c.class }) {
			t.Errorf("%s: said though the rule asks for it", c.class)
		}
	}
	for name := range untested {
		t.Errorf("no case for %s", name)
	}
}

// TestNamed: what the finding names is no effect of its own.
func TestNamed(t *testing.T) {
	before, after := "def f(x):\n    return x == None\n", "def f(x):\n    return x is None\n"
	has := func(about About) bool {
		return slices.ContainsFunc(Of(before, after, "python", about), func(e Effect) bool { return e.Class == "operator" })
	}
	if !has(About{}) {
		t.Error("an operator was replaced without a word")
	}
	if has(About{Message: "Comparison to `None` should be `is`"}) {
		t.Error("the message names the operator")
	}
	at := strings.Index(before, "x == None")
	if has(About{Spans: []text.Span{{Start: at, End: at + len("x == None")}}}) {
		t.Error("the finding's place is the comparison")
	}
	if !has(About{Spans: []text.Span{{Start: 0, End: len(before)}}}) {
		t.Error("a finding about the whole file names nothing in it")
	}
}

// TestSame: layout, comments and quotes in a docstring change nothing that a program
// does.
func TestSame(t *testing.T) {
	for _, c := range [...][3]string{
		{"python", "def f(a, b):\n    return g(a, b)\n", "def f(a, b):\n    # why\n    return g(\n        a,\n        b,\n    )\n"},
		{"go", "package p\n\nfunc f() { g(1) }\n", "package p\n\n// f does it.\nfunc f() {\n\tg(1)\n}\n"},
		{"python", "def f():\n    \"\"\"Old.\"\"\"\n    return 1\n", "def f():\n    \"\"\"New.\"\"\"\n    return 1\n"},
	} {
		if got := Of(c[1], c[2], c[0], About{}); len(got) > 0 {
			t.Errorf("%s: %v", c[0], got)
		}
	}
	if got := Of("a", "b", "cobol", About{}); got != nil {
		t.Errorf("without a grammar: %v", got)
	}
}

// TestAssignmentGone: where a statement goes, its sign and the blank name go with it.
func TestAssignmentGone(t *testing.T) {
	const before = "package p\n\nfunc f(a int) int {\n\t_ = a\n}\n"
	for _, e := range Of(before, strings.Replace(before, "_ = a", "return a", 1), "go", About{}) {
		if e.Class == "operator" || e.Class == "name-gone" {
			t.Errorf("%+v", e)
		}
	}
}

// TestNamedCall: where the finding speaks of a call, its arguments are what is to change.
func TestNamedCall(t *testing.T) {
	const before = "package p\n\nfunc f() { g(strconv.FormatInt(16, n)) }\n"
	after := strings.Replace(before, "16, n", "n, 16", 1)
	for message, want := range map[string]bool{"cannot use n as int value in argument to strconv.FormatInt": false,
		"cannot use n as int": true} {
		got := slices.ContainsFunc(Of(before, after, "go", About{Message: message}),
			func(e Effect) bool { return e.Class == "argument-exchanged" })
		if got != want {
			t.Errorf("%s: said %v", message, got)
		}
	}
}

// TestNamedElsewhere: the sign that a message quotes is that of the statement where it is reported.
func TestNamedElsewhere(t *testing.T) {
	const before = "package p\n\nfunc f() {\n\ta = b < c\n\td = b < c\n}\n"
	for place, want := range map[string]bool{"a = b < c": false, "d = b < c": true} {
		at := strings.Index(before, place)
		about := About{Message: "invalid operation: b < c (mismatched types)", Spans: []text.Span{{Start: at, End: at + 1}}}
		got := slices.ContainsFunc(Of(before, strings.Replace(before, "a = b < c", "a = b <= c", 1), "go", about),
			func(e Effect) bool { return e.Class == "operator" })
		if got != want {
			t.Errorf("reported at %s: said %v", place, got)
		}
	}
}

// TestWeights: the measurement that is built in is of classes that exist.
func TestWeights(t *testing.T) {
	m := Table()
	for name := range m.Weights {
		if !slices.ContainsFunc(Classes, func(c Class) bool { return c.Name == name }) {
			t.Errorf("a weight for %s, which is no class", name)
		}
	}
	if len(m.Weights) > 0 && (m.Date == "" || m.Cases == "" || m.Right == 0 || m.Wrong == 0) {
		t.Errorf("weights without what they rest on: %+v", m)
	}
}

func FuzzOf(f *testing.F) {
	for _, c := range sees {
		f.Add(c.lang, c.before, c.after)
	}
	f.Fuzz(func(t *testing.T, lang, before, after string) {
		for _, e := range Of(before, after, lang, About{}) {
			if e.Text == "" || strings.ContainsAny(e.Text, "\n\r") {
				t.Errorf("%s: %q", e.Class, e.Text)
			}
		}
	})
}

// A handler that reports a failure is not named as one that reports none, nor is one of failures that it expects.
func TestHandlersThatTell(t *testing.T) {
	python := func(handler string) [2]string {
		return [2]string{"python", "def f():\n    try:\n        g()\n    " + handler + "\n    return 1\n"}
	}
	for _, c := range [][2]string{
		python("except Exception:\n        log('no')\n        return None"),
		python("except Exception:\n        raise E from None"),
		python("except Exception as e:\n        last = e"),
		python("except KeyError:\n        return None"),
		{"javascript", "try { g(); } catch (e) { last = e; }\n"},
		{"go", "package p\n\nfunc f() (err error) {\n\tif err = g(); err != nil {\n\t\treturn err\n\t}\n\treturn nil\n}\n"},
		{"go", "package p\n\nfunc f() (err error) {\n\tif err = g(); err != nil {\n\t\treturn\n\t}\n\treturn\n}\n"},
		{"go", "package p\n\nfunc f() int {\n\tif p != nil {\n\t\treturn 0\n\t}\n\treturn 1\n}\n"},
		{"rust", "fn f() -> u8 { match g() { Ok(x) => x, Err(e) => e } }\n"},
	} {
		for _, e := range Of("", c[1], c[0], About{}) {
			if e.Class == "handler-mute" {
				t.Errorf("%s%s", c[1], e.Text)
			}
		}
	}
}
