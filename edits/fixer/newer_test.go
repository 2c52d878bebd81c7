package fixer

import (
	"context"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestOldPythonIsTold: a model is told of an old Python that the code has to run on.
func TestOldPythonIsTold(t *testing.T) {
	const src = "print(nam)\n"
	for oldest, want := range map[int]bool{7: true, 12: false, 0: false} {
		e := Ladder{Gate: telling{}, Model: Model{Completer: silent{}, Name: "m", Host: "h"}, Project: holding{oldest: func(string, string) (int, string) { return oldest, "setup.py" }}}
		x, err := e.Explain(t.Context(), Problem{Root: "/w", Snapshot: text.File("/w/a.py", "python", src),
			Diagnostic: signal.Diagnostic{Tool: "ruff", Code: "F821", Message: "Undefined name `nam`", Span: text.Span{Start: 6, End: 9}}})
		must.OK(t, err)
		if got := strings.Contains(x.Markdown().String(), "The code has to run on Python 3.7 too."); got != want {
			t.Errorf("3.%d: told %v", oldest, got)
		}
	}
}

// used is a project in which another file uses each name.
type used struct{ holding }

func (used) Uses(_ context.Context, _, _ string, names []string) (name, file string) {
	return names[0], "other.py"
}

// cells are the cells beside one.
type cells string

func (c cells) Beside(text.Snapshot) string { return string(c) }

// TestNoFileUsesACell: what a file no longer has may be used elsewhere; a cell of a
// notebook is no file.
func TestNoFileUsesACell(t *testing.T) {
	const src = "import os\n"
	d := signal.Diagnostic{Tool: "ruff", Code: "F401", Message: "`os` imported but unused", Span: text.Span{Start: 7, End: 9},
		Fix: &signal.ToolFix{Title: "Remove it", Edits: []text.Edit{{Span: text.Span{End: len(src)}}}}}
	for _, n := range []Notebook{nil, cells("x = 1\n")} {
		e := Ladder{Gate: telling{}, Project: used{}, Notebook: n,
			Tools: LintOnly(func(_ context.Context, _ string, s text.Snapshot) ([]signal.Diagnostic, error) {
				if s.Text() == src {
					return []signal.Diagnostic{d}, nil
				}
				return nil, nil
			})}
		f, err := e.Fix(t.Context(), Problem{Root: "/w", Snapshot: text.File("/w/a.py", "python", src), Diagnostic: d, Rungs: []signal.Rung{signal.RungTool}}, nil)
		if refused := err != nil && strings.Contains(err.Error(), "other.py uses os from here"); refused != (n == nil) || err == nil && f.Text() != "" {
			t.Errorf("a cell %t: %q, %v", n != nil, f.Text(), err)
		}
	}
}
