package window

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

const needy = `import logging.config
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
		{signal.NeedRelated, "total = ", "", []string{"def measure", "def measure(n: UserID, s: Shape) -> float:\n    \"\"\"Measure it.\n", "class Shape", "class Shape(Base):\n…\n    def __init__(self, sides: int):\n"}},
		{signal.NeedPrevious, "def measure(n)", "redefinition of `measure`", []string{"earlier definition", "def measure(n: UserID, s: Shape) -> float:\n    \"\"\"Measure it.\n\n    At length.\"\"\"\n    return 1.0\n"}},
		{signal.NeedDict, `"a": 2`, "", []string{"dict", "    return {\n        \"a\": 1,\n        \"a\": 2,\n    }\n"}},
		{signal.NeedSideEffects, "import logging", "", []string{"side effects", "importing logging.config has an effect of its own"}},
		{signal.NeedSideEffects, "from plugins", "", []string{"side effects", "__all__ names what the import binds"}},
		{signal.NeedSideEffects, "import json", "", []string{"side effects", "the import carries a noqa comment: somebody wants it here"}},
		{signal.NeedFlow, "total = ", "", nil}, // answered from other files
	} {
		d := at(t, s, c.mark, c.message)
		var got []string
		for _, p := range Needs(s, f, d, signal.Requirement{Needs: []signal.Need{c.need}}, Set{}) {
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

func TestNeedsLeaveOutWhatIsShown(t *testing.T) {
	s := text.File("/p/a.py", "python", needy)
	f := syntax.Parse("python", needy)
	d := at(t, s, "return total", "")
	r := signal.Requirement{Window: signal.Window{Shape: signal.ShapeFunction}, Needs: []signal.Need{signal.NeedFunction, signal.NeedConstants}}
	pieces := Needs(s, f, d, r, Compute(s, f, d, r))
	if len(pieces) != 1 || pieces[0].Need != signal.NeedConstants {
		t.Errorf("got %+v", pieces)
	}
}

func TestSideEffectsByPlace(t *testing.T) {
	for name, c := range map[string]struct{ path, src, want string }{
		"package":  {"/p/__init__.py", "import a\n", "re-export"},
		"try":      {"/p/a.py", "try:\n    import a\nexcept ImportError:\n    pass\n", "installed"},
		"register": {"/p/a.py", "import app.signals\n", "registration"},
		"plain":    {"/p/a.py", "import a\n", ""},
	} {
		s := text.File(c.path, "python", c.src)
		d := at(t, s, "import", "")
		got := ""
		for _, p := range Needs(s, syntax.Parse("python", c.src), d, signal.Requirement{Needs: []signal.Need{signal.NeedSideEffects}}, Set{}) {
			got = p.Note
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
