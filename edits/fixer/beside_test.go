package fixer

import (
	"context"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// meeting are tools whose look at a text ends only when the look at its fix has begun.
type meeting struct {
	Tools
	t     *testing.T
	begun chan struct{}
}

func (m meeting) Check(ctx context.Context, tool string, base, s text.Snapshot) ([]signal.Diagnostic, error) {
	if base.Path == "" {
		select {
		case <-m.begun:
		case <-time.After(5 * time.Second):
			m.t.Error("the fix is not looked at beside the text")
		}
	}
	return m.Tools.Check(ctx, tool, base, s)
}

func (m meeting) Look(ctx context.Context, tool string, before, after text.Snapshot) (verify.Looked, error) {
	close(m.begun)
	return lookAlone{m.Tools}.Look(ctx, tool, before, after)
}

// TestBeside: a type checker that has no fixes of its own is asked about a text and about
// a fix of it at once, where the finding comes from the editor.
func TestBeside(t *testing.T) {
	s := text.File("/src/app.py", "python", "def f(x: int = None) -> None: ...\n")
	d := signal.Diagnostic{Tool: "mypy", Code: "assignment", Severity: signal.Error, Span: text.Span{Start: 15, End: 19},
		Message: `Incompatible default for argument "x" (default has type "None", argument has type "int")`}
	lint := func(_ context.Context, _ string, now text.Snapshot) ([]signal.Diagnostic, error) {
		if now.Text() == s.Text() {
			return []signal.Diagnostic{d}, nil
		}
		return nil, nil
	}
	e := Ladder{Tools: meeting{LintOnly(lint), t, make(chan struct{})}, Now: time.Now}
	if f, err := e.Fix(t.Context(), Problem{Snapshot: s, Diagnostic: d}, nil); err != nil || !f.Checked() {
		t.Errorf("%s %q, %v", f.Grade(), f.Text(), err)
	}
}
