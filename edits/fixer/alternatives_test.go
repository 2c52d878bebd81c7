package fixer

import (
	"context"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/text"
)

func TestAlternatives(t *testing.T) {
	// The order of parallel asks is not known: each answers by its temperature.
	by := func(cold, warm string) func(asked) (string, error) {
		return func(a asked) (string, error) {
			if a.Temperature > 0 {
				return a.replace("x = BAD", warm), nil
			}
			return a.replace("x = BAD", cold), nil
		}
	}
	t.Run("votes decide", func(t *testing.T) {
		r := by("x = 1", "x = 2")
		e, m := engine(t, 2, r, r, r)
		list, err := e.Alternatives(context.Background(), problem(shapes), 3, func(Stage) {})
		if err != nil || len(list) != 2 || list[0].Votes != 2 || !strings.Contains(list[0].Text(), "x = 2") || !strings.Contains(list[1].Text(), "x = 1") {
			t.Errorf("%v: %d fixes", err, len(list))
		}
		if len(m.asked) != 3 {
			t.Errorf("%d asks", len(m.asked))
		}
	})
	t.Run("none", func(t *testing.T) {
		r := says("NO_FIX no\n")
		e, _ := engine(t, 2, r, r, r)
		_, err := e.Alternatives(context.Background(), problem(shapes), 99, nil)
		declined(t, err, DeclineNoFix, "no")
	})
	t.Run("a failed call costs its own answer", func(t *testing.T) {
		r := func(a asked) (string, error) {
			if a.Temperature > 0 {
				return fault(model.FaultServer)(a)
			}
			return a.replace("x = BAD", "x = 1"), nil
		}
		e, _ := engine(t, 2, r, r, r)
		if list, err := e.Alternatives(context.Background(), problem(shapes), 3, nil); err != nil || len(list) != 1 {
			t.Errorf("%v: %d", err, len(list))
		}
	})
}

// TestRanked has one pair for each criterion, the better one second.
func TestRanked(t *testing.T) {
	s := text.File("/a.py", "python", "a\nb\nc\n")
	fix := func(with string, change func(*Fix)) *Fix {
		f := &Fix{Problem: Problem{Snapshot: s}, Edits: []text.Edit{{Span: text.Span{End: 1}, New: with}}, Shape: edits.ShapeText, Evidence: checked}
		if change != nil {
			change(f)
		}
		return f
	}
	for _, tt := range []struct {
		name string
		list []*Fix
		want string
	}{
		{"grade", []*Fix{fix("x", func(f *Fix) { f.Evidence = nil }), fix("y", nil)}, "y"},
		{"votes", []*Fix{fix("x", nil), fix("y", nil), fix("y  # why", nil)}, "y"},
		{"lines", []*Fix{fix("x\nx\nx\n", nil), fix("y", nil)}, "y"},
		{"shape", []*Fix{fix("x", func(f *Fix) { f.Shape = edits.ShapeFence }), fix("y", nil)}, "y"},
		{"first", []*Fix{nil, fix("y", nil), fix("x", nil)}, "y"},
	} {
		got := ranked(s, tt.list)
		if len(got) == 0 || got[0].Text() != tt.want+"\nb\nc\n" {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
}

// Alternatives asks the model several times at once and gives the different
// fixes among the answers, best first. There is no second ask; n is at most
// [Alternatives]. The calls share the endpoint's slots. Its error is a
// [*Decline], that of the first answer, when no answer can be offered.
func (e Ladder) Alternatives(ctx context.Context, p Problem, n int, stage func(Stage)) ([]Fix, error) {
	ctx, cancel := e.bounded(ctx)
	defer cancel()
	a, decline := e.begin(p, stage)
	if decline != nil {
		return nil, decline
	}
	list, decline := a.alternatives(ctx, n)
	if decline != nil {
		return nil, decline
	}
	return list, nil
}

// TestBareCode: what two answers may differ in and be one program.
func TestBareCode(t *testing.T) {
	for _, c := range []struct {
		name, lang, a, b string
		same             bool
	}{
		{"indentation of Go", "go", "if a {\n\tb()\n}\n", "if a {\nb() // c\n\n}\n", true},
		{"of TypeScript", "typescript", "if (a) {\n  b();\n}\n", "if (a) {\nb();\n}\n", true},
		{"of Python", "python", "if a:\n    b()\nc()\n", "if a:\n    b()\n    c()\n", false},
		{"of a language with blocks by indentation", "haskell", "f = do\n  a\n  b\n", "f = do\n  a\nb\n", false},
		{"of one that nobody knows", "pug", "ul\n  li\n", "ul\nli\n", false},
		{"inside a text", "typescript", "const a = `x\n  y`;\n", "const a = `x\ny`;\n", false},
		{"behind a text", "go", "a := `x\n y`\n\tb()\n", "a := `x\n y`\nb()\n", true},
		{"comments of Ruby", "ruby", "a # one\n", "a # two\n", true},
		{"a comment behind a text", "python", "a = '#'  # one\n", "a = '#'\n", true},
		{"a text with the sign of a comment", "python", "a = '# one'\n", "a = '# two'\n", false},
	} {
		if got := bareCode(c.lang, c.a) == bareCode(c.lang, c.b); got != c.same {
			t.Errorf("%s: one program %v, want %v", c.name, got, c.same)
		}
	}
}
