package fixer

import (
	"context"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// The model is asked once for lines of one form: the second one gets what the first one
// got, in its own names, and the tool looks at it as at any answer.
func TestLikewise(t *testing.T) {
	src := func(lines ...string) string {
		return "def f(a, b, c):\n" + strings.Join(lines, "") + "    return x, y\n"
	}
	first := src("    x = BAD(a, 1)\n", "    y = [c]\n")
	for _, c := range []struct{ name, second, want string }{
		{"other names", src("    x = max(a, 1)\n", "    y = BAD(b, 1)\n"), "    y = max(b, 1)\n"},
		{"deeper", "if 1:\n    y = BAD(b, 1)\n", "    y = max(b, 1)\n"},
		{"another number", src("    y = BAD(b, 2)\n"), ""},
		{"another form", src("    y = BAD(b)\n"), ""},
		{"one name for two", src("    y = BAD(y, 1)\n"), "    y = max(y, 1)\n"},
		{"the same line, which rests on something else now", src("    x = BAD(a, 1)\n", "    y = [b]\n"), ""},
		{"a word of the language", src("    y = BAD(None, 1)\n"), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			replies := []func(asked) (string, error){puts("BAD", "x = max(a, 1)")}
			if c.want == "" {
				replies = append(replies, puts("BAD", "y = min(c)"))
				c.want = "    y = min(c)\n"
			}
			e, m := engine(t, 1, replies...)
			e.Examples = &Examples{}
			if _, err := e.Fix(context.Background(), problem(first), nil); err != nil {
				t.Fatal(err)
			}
			f, err := e.Fix(context.Background(), problem(c.second), nil)
			if err != nil || f.Grade() > evidence.Unchecked {
				t.Fatal(f.Grade(), err)
			}
			after, err := f.Problem.Snapshot.Apply(f.Edits)
			if err != nil || !strings.Contains(after.Text(), c.want) {
				t.Errorf("%v\n%s", err, after.Text())
			}
			if len(m.asked) != len(replies) {
				t.Errorf("asked %d times, want %d", len(m.asked), len(replies))
			}
		})
	}
}

// What the model gave up before it knew how gets what another line got after that, and
// a line of another file nothing.
func TestLikewiseAfterAll(t *testing.T) {
	doc := "def f(a, b):\n    x = BAD(a, 1)\n    y = BAD(b, 1)\n    return x, y\n"
	lint := func(ctx context.Context, s text.Snapshot) ([]signal.Diagnostic, error) {
		return lintBad(ctx, "tool", s)
	}
	e, m := engine(t, 1, says("NO_FIX it depends\n"), puts("y = BAD", "y = max(b, 1)"))
	e.Examples = &Examples{}
	p := problem(doc)
	p.Rungs = nil
	outs, final, err := e.File(context.Background(), p, lint, Choice{Worst: evidence.Unchecked, ModelOnly: true}, nil)
	if want := strings.ReplaceAll(doc, "BAD", "max"); err != nil || final.Text() != want || len(m.asked) != 2 {
		t.Errorf("%v, %d asks\n%s", err, len(m.asked), final.Text())
	}
	for _, o := range outs {
		if !o.Applied || o.Decline != nil {
			t.Errorf("%+v", o)
		}
	}
	other := problem(doc)
	other.Snapshot = text.File("/src/other.py", "python", doc)
	if a, decline := e.begin(other, nil); decline != nil || a.likewise(context.Background()) != nil {
		t.Errorf("%v: a line of another file", decline)
	}
}

// What its user does not want is no example.
func TestDiscardedIsNoExample(t *testing.T) {
	src := func(line string) string { return "def f(a, b):\n    " + line + "\n    return x\n" }
	e, m := engine(t, 1, puts("BAD", "x = max(a, 1)"), puts("BAD", "x = min(b, 1)"))
	e.Examples, e.Cache = &Examples{}, &Cache{}
	f, err := e.Fix(context.Background(), problem(src("x = BAD(a, 1)")), nil)
	if err != nil {
		t.Fatal(err)
	}
	e.Discard(f)
	if f, err = e.Fix(context.Background(), problem(src("x = BAD(b, 1)")), nil); err != nil || !strings.Contains(f.Text(), "min(b") || len(m.asked) != 2 {
		t.Errorf("%v, %d asks\n%s", err, len(m.asked), f.Text())
	}
}

// What another tool or message is about is no example.
func TestLikewiseMessage(t *testing.T) {
	x := example{message: `"Dog" has no attribute "tial"`, was: piecesOf("print(dog.tial)"), now: piecesOf("print(dog.tail)")}
	for message, want := range map[string]string{
		`"Dog" has no attribute "tial"`: "  print(cat.tail)",
		`"Cat" has no attribute "tial"`: "",
		`"Dog" has no attribute "tail"`: "",
	} {
		if got, _ := x.on("  print(cat.tial)", message); got != want {
			t.Errorf("%s: %q", message, got)
		}
	}
}
