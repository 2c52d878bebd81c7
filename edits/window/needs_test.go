package window

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

const needy = `import readline
from plugins import loader
import json  # noqa: F401

UserID = NewType("UserID", int)
T = TypeVar("T")
LIMIT = 3
lower = 4


class Shape(Base):
    """A shape."""

    kind: str = "x"

    def __init__(self, sides: int):
        self.sides = sides
        log(sides)

    def area(self) -> float:
        total = measure(self.sides, Shape(3))
        return total


def measure(n: UserID, s: Shape) -> float:
    """Measure it.

    At length."""
    return 1.0


def measure(n):
    return {
        "a": 1,
        "a": 2,
    }


__all__ = ["loader"]
`

func TestNeeds(t *testing.T) {
	s := text.File("/p/a.py", "python", needy)
	f := syntax.Parse("python", needy)
	for _, c := range []struct {
		need    signal.Need
		mark    string
		message string
		want    []string // title, then the text
	}{
		{signal.NeedClass, "total = ", "", []string{"class Shape", `class Shape(Base):
    """A shape."""
…
    kind: str = "x"
…
    def __init__(self, sides: int):
        self.sides = sides
…
    def area(self) -> float:
`}},
		{signal.NeedFunction, "return total", "", []string{"function area", "    def area(self) -> float:\n        total = measure(self.sides, Shape(3))\n        return total\n"}},
		{signal.NeedConstants, "return total", "", []string{"constants", "LIMIT = 3\n"}},
		{signal.NeedTypes, "return total", "expected UserID, got `T`", []string{"type UserID", "UserID = NewType(\"UserID\", int)\n", "type T", "T = TypeVar(\"T\")\n"}},
		{signal.NeedTypes, "return total", "nothing is named", nil},
		{signal.NeedRelated, "total = ", "", []string{"def measure", "def measure(n: UserID, s: Shape) -> float:\n    \"\"\"Measure it.\n", "class Shape", "class Shape(Base):\n…\n    def __init__(self, sides: int):\n",
			"type UserID", "UserID = NewType(\"UserID\", int)\n"}},
		{signal.NeedPrevious, "def measure(n)", "redefinition of `measure`", []string{"earlier definition", "def measure(n: UserID, s: Shape) -> float:\n    \"\"\"Measure it.\n\n    At length.\"\"\"\n    return 1.0\n"}},
		{signal.NeedDict, `"a": 2`, "", []string{"dict", "    return {\n        \"a\": 1,\n        \"a\": 2,\n    }\n"}},
		{signal.NeedSideEffects, "import readline", "", []string{"side effects", "loading readline has an effect: input() uses it from then on"}},
		{signal.NeedSideEffects, "from plugins", "", []string{"side effects", "a string of the file is loader: it may be looked up by that name"}},
		{signal.NeedSideEffects, "import json", "", []string{"side effects", "its comment speaks to a tool: # noqa: F401"}},
		{signal.NeedFlow, "total = ", "", nil}, // answered from other files
	} {
		d := at(t, s, c.mark, c.message)
		var got []string
		for _, p := range Needs(s, f, d, signal.Requirement{Needs: []signal.Need{c.need}}) {
			if p.Need == Always {
				continue
			}
			if p.Need != c.need {
				t.Errorf("%s: piece for %s", c.need, p.Need)
			}
			got = append(got, p.Title, p.Note+p.Text(s))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s at %q:\n%s", c.need, c.mark, diff)
		}
	}
}

func TestUnshown(t *testing.T) {
	piece := Piece{Lines: []text.Lines{{Start: 2, End: 4}, {Start: 4, End: 6}, {Start: 10, End: 90}}}
	got, ok := piece.Unshown([]text.Lines{{Start: 0, End: 4}})
	if want := []text.Lines{{Start: 4, End: 6}, {Start: 10, End: 68}}; !ok || cmp.Diff(want, got.Lines) != "" {
		t.Errorf("got %+v, %t", got.Lines, ok)
	}
	if got, ok := piece.Unshown([]text.Lines{{Start: 0, End: 100}}); ok {
		t.Errorf("left %+v", got)
	}
	if _, ok := (Piece{Note: "x"}).Unshown([]text.Lines{{Start: 0, End: 100}}); !ok {
		t.Error("a finding is left out")
	}
}

// lookup gives what a diagnostic at a mark is shown for a need.
func lookup(t *testing.T, src, mark, message string, need signal.Need) string {
	t.Helper()
	s := text.File("/p/a.py", "python", src)
	var b strings.Builder
	for _, p := range Needs(s, syntax.Parse("python", src), at(t, s, mark, message), signal.Requirement{Needs: []signal.Need{need}}) {
		if p.Need == need {
			b.WriteString(p.Title + "\n" + p.Text(s) + p.Note + "\n")
		}
	}
	return b.String()
}

func TestTypesInAllForms(t *testing.T) {
	for decl, want := range map[string]bool{
		"A = str | int":                          true,
		"A: TypeAlias = str":                     true,
		"A: t.TypeAlias = \"list[B]\"":           true,
		"type A = str | int":                     true,
		"type A[K, V] = dict[K, V]":              true,
		"A = NewType(\"A\", int)":                true,
		"A = typing.NewType(\"A\", int)":         true,
		"A = list[str]":                          true,
		"A = Union[\n    str,\n    int,  # n\n]": true,
		"A = other.Type":                         true,
		"A = (str | int)":                        true,
		"A = Callable[[str], int]":               true,
		"class A(Protocol):\n    x: int":         true,
		"A = Annotated[int, Field(gt=0)]":        true,
		"A = t.Annotated[\n    int, f(']'),\n]":  true,
		"A = Literal['a-b']":                     true,
		"A = Literal[1, -2]":                     true,
		"A = dict[str, Literal[\"]\", '\\'+']]":  true,
		"A = TypeAliasType(\"A\", list[str])":    true,
		"A = 3":                                  false,
		"A = load()":                             false,
		"A = Literal['a-b'].__args__":            false,
		"A = get_args(Literal['a-b'])":           false,
		"A = settings.default":                   false,
		"A = \"a string of words\"":              false,
		"A = [str(x) for x in y]":                false,
	} {
		got := lookup(t, decl+"\n\n\ndef f():\n    mark = 1\n", "mark", "expected \"A\"", signal.NeedTypes)
		if strings.Contains(got, strings.SplitN(decl, "\n", 2)[0]) != want {
			t.Errorf("%s: shown as %q", decl, got)
		}
	}
}

// TestAliasesOfASignature: what the aliases in the signature of a called function
// stand for is shown beside it.
func TestAliasesOfASignature(t *testing.T) {
	src := `IdA = Annotated[int, Field(gt=0)]
IdB = NewType("IdB", int)
IdC = str | int
IdD = bytes | int
LIMIT = 3


def take(v: IdA, w: IdA, most=LIMIT) -> IdB: ...


class Box:
    of: IdD

    def __init__(self, v: IdC): ...


def f(mark):
    return Box(take(mark))
`
	got := lookup(t, src, "return Box", "", signal.NeedRelated)
	for _, want := range []string{"def take(", "type IdA\nIdA = Annotated[int, Field(gt=0)]\n", "type IdB\n", "type IdC\nIdC = str | int\n"} {
		if strings.Count(got, want) != 1 {
			t.Errorf("not one %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "IdD") || strings.Contains(got, "LIMIT = 3") {
		t.Errorf("more than the signatures name:\n%s", got)
	}
}

func TestLongDocstringsAreShortened(t *testing.T) {
	doc := "\"\"\"What it is.\n\n" + strings.Repeat("    More of it.\n", 30) + "    \"\"\"\n"
	src := "class Shape:\n    " + doc + "    kind: str\n\n    def area(self):\n        return self.kind\n\n\ndef f():\n    " + doc + "    a = 1\n    return a\n"
	for need, mark := range map[signal.Need]string{signal.NeedClass: "return self", signal.NeedFunction: "a = 1"} {
		got := lookup(t, src, mark, "", need)
		if !strings.Contains(got, "What it is.") || strings.Contains(got, "More of it.") {
			t.Errorf("%s:\n%s", need, got)
		}
	}
	if got := lookup(t, src, "a = 1", "", signal.NeedFunction); !strings.Contains(got, "return a") {
		t.Errorf("the function's end is lost:\n%s", got)
	}
	quotes := "def g():\n    \"\"\"\n    Does it.\n\n    At length.\n    \"\"\"\n    return 1\n\n\nmark = g()\n"
	if got := lookup(t, quotes, "mark", "", signal.NeedRelated); !strings.Contains(got, "Does it.") || strings.Contains(got, "At length.") {
		t.Errorf("of a docstring that begins below its quotes:\n%s", got)
	}
}

func TestNearNames(t *testing.T) {
	src := `from os import path
LIMIT = 3


def other(totale):
    return totale


def f(total, items):
    count = 0
    for index, item in enumerate(items):
        count += item.totalx
    with open(path) as handle:
        return MARK
`
	for name, want := range map[string]string{
		"totl": "total (parameter)", "coutn": "count (local, line 10)", "itm": "item", "idnex": "index", "handl": "handle", "LIMITS": "LIMIT (line 2)", "pth": "path (imported)",
		"totlx": "total (parameter)", "zebra": "", "x": "", "cou": "count (local, line 10)", "Total": "total (parameter)", "my_items": "items (parameter)", "it": "",
	} {
		got := lookup(t, strings.Replace(src, "MARK", name, 1), "return "+name, "Undefined name `"+name+"`", signal.NeedLookup)
		if (got == "") != (want == "") || !strings.Contains(got, want) || strings.Contains(got, "totale") || strings.Contains(got, "totalx") {
			t.Errorf("%s: %q, want %q in it", name, got, want)
		}
	}
}

func TestWhyAnImportStandsLate(t *testing.T) {
	src := "import sys\n\nsys.path.insert(0, \"lib\")\n\n\ndef f():\n    pass\n\n\nimport late\n"
	if got := lookup(t, src, "import late", "", signal.NeedLate); !strings.Contains(got, "sys.path.insert") || strings.Contains(got, "def f") {
		t.Errorf("got %q", got)
	}
	if r := signal.Require(signal.Diagnostic{Tool: "ruff", Code: "E402"}); !slices.Contains(r.Needs, signal.NeedLate) {
		t.Errorf("E402 needs %v", r.Needs)
	}
}

// Whatever the rule asks for, the imports, the signature and the try statement
// round the place are there.
func TestAlways(t *testing.T) {
	body := strings.Repeat("        step()\n", 30)
	src := "\"\"\"Doc.\"\"\"\nimport a\n\nfrom b import (\n    c,\n)\n\n\ndef outer(\n    x: int,\n) -> str:\n    try:\n" + body + "        mark = 1\n" + body +
		"    except ValueError as e:\n        handle(e)\n    finally:\n        close()\n"
	s := text.File("/p/a.py", "python", src)
	var got string
	for _, p := range Needs(s, syntax.Parse("python", src), at(t, s, "mark", ""), signal.Requirement{}) {
		got += p.Title + "\n" + p.Text(s)
	}
	want := `imports
import a

from b import (
    c,
)
signature round line 43
def outer(
    x: int,
) -> str:
try statement round line 43
    try:
…
    except ValueError as e:
        handle(e)
    finally:
        close()
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	many := ""
	for i := range 60 {
		many += fmt.Sprintf("import mod%d\n", i)
	}
	src = many + "\n\ndef f():\n    return mod17.x + mod55.y\n"
	s = text.File("/p/a.py", "python", src)
	pieces := Needs(s, syntax.Parse("python", src), at(t, s, "return", ""), signal.Requirement{})
	if got := pieces[0].Text(s); got != "import mod17\n…\nimport mod55\n" {
		t.Errorf("of a long import block:\n%s", got)
	}
}

// TestNearNamesOfExpressions: names that an expression binds are in reach, too; a
// lambda's parameters in the lambda alone. Statements of the module bind like those
// of a function.
func TestNearNamesOfExpressions(t *testing.T) {
	body := `if (matched := find(text)):
    show(MARK1)
rows = sorted(rows, key=lambda entry, *rest, turn={1: 2}, last=None: (entry[0], MARK2), first=MARK3)
for lower, upper in pairs:
    with given() as (source, sink):
        show(MARK4)
`
	for _, c := range []struct{ mark, name, want string }{
		{"MARK1", "mached", "matched"}, {"MARK2", "entyr", "entry"}, {"MARK2", "trun", "turn"}, {"MARK2", "rset", "rest"},
		{"MARK3", "entyr", ""}, {"MARK4", "entyr", ""}, {"MARK3", "trun", ""},
		{"MARK4", "uper", "upper"}, {"MARK4", "lowre", "lower"}, {"MARK4", "sourc", "source"}, {"MARK4", "snk", "sink"},
	} {
		inModule := strings.Replace(body, c.mark, c.name, 1)
		inFunction := "def f(text, rows, pairs):\n    " + strings.ReplaceAll(inModule, "\n", "\n    ")
		for _, src := range []string{inModule, inFunction} {
			got := lookup(t, src, c.name, "Undefined name `"+c.name+"`", signal.NeedLookup)
			_, near, _ := strings.Cut(got, ": ")
			if near = strings.TrimSpace(near); near != c.want {
				t.Errorf("%s at %s: %q, want %q, in\n%s", c.name, c.mark, near, c.want, src)
			}
		}
	}
}

// TestImportsBeyondTheBlock: an import that stands behind a statement, or in the
// function round the place, is shown where its name is used there, with the
// condition that it stands under.
func TestImportsBeyondTheBlock(t *testing.T) {
	src := `import a

LIMIT = 3

if LIMIT > 2:
    from b import Used, other

    DEPTH = 1
else:
    from c import Used
import late
from d import Unused


def g():
    import inner
    return inner.x


def f(x: Used):
    import near
    return late.y(near.z, inner)
`
	s := text.File("/p/a.py", "python", src)
	pieces := Needs(s, syntax.Parse("python", src), at(t, s, "return late", ""), signal.Requirement{})
	want := `import a
…
if LIMIT > 2:
    from b import Used, other
…
else:
    from c import Used
import late
…
    import near
`
	if diff := cmp.Diff(want, pieces[0].Text(s)); diff != "" {
		t.Error(diff)
	}
	src = "X = 1\nimport one\nimport two\n\nprint(two.x)\n"
	s = text.File("/p/a.py", "python", src)
	if pieces = Needs(s, syntax.Parse("python", src), at(t, s, "print", ""), signal.Requirement{}); len(pieces) == 0 || pieces[0].Text(s) != "import two\n" {
		t.Errorf("without an import block: %v", pieces)
	}
}

func TestSideEffectsByPlace(t *testing.T) {
	for name, c := range map[string]struct{ path, src, want string }{
		"package": {"/p/__init__.py", "import a\n", "re-export"},
		"try":     {"/p/a.py", "try:\n    import a\nexcept ImportError:\n    pass\n", "installed"},
		"comment": {"/p/a.py", "import a  # registers the tables\n", "explains it"},
		"plain":   {"/p/a.py", "import a\n", ""},
	} {
		s := text.File(c.path, "python", c.src)
		d := at(t, s, "import", "")
		got := ""
		for _, p := range Needs(s, syntax.Parse("python", c.src), d, signal.Requirement{Needs: []signal.Need{signal.NeedSideEffects}}) {
			got += p.Note
		}
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q in it", name, got, c.want)
		}
	}
}

func TestWiden(t *testing.T) {
	s := text.File("/p/a.py", "python", needy)
	f := syntax.Parse("python", needy)
	d := at(t, s, "total = ", "")
	set := Compute(s, f, d, signal.Requirement{Window: signal.Window{Shape: signal.ShapeStmt, Imports: true}})
	got := []string{show(set)}
	for {
		next, ok := Widen(s, f, d, set)
		if !ok {
			break
		}
		set = next
		got = append(got, set.Level.String()+": "+show(set))
	}
	want := []string{
		"IMPORTS 1-3 (imports), PRIMARY 21",
		"function: IMPORTS 1-3 (imports), NAMES 11, NAMES2 17-18, PRIMARY 20-22, NAMES3 25, NAMES4 32",
		"class: IMPORTS 1-3 (imports), PRIMARY 11-22, NAMES 25, NAMES2 32",
		"file: PRIMARY 1-39",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWidenStopsAtLongFiles(t *testing.T) {
	src := strings.Repeat("x = 1\n", FileLines+1)
	s := text.File("/p/a.py", "python", src)
	f := syntax.Parse("python", src)
	d := signal.Diagnostic{Span: text.Span{Start: 0, End: 1}}
	if next, ok := Widen(s, f, d, Compute(s, f, d, signal.Requirement{})); ok {
		t.Errorf("a file of %d lines became %s", FileLines+1, show(next))
	}
}
