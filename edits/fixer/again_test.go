package fixer

import (
	"context"
	"regexp"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestSameWordsAgain: of several things in one place that can go ESLint names one at a time, each in the same words:
// two type arguments that are the default (no-unnecessary-type-arguments). A fix that has removed one is right where
// the tool has a fix for the next one that removes that as surely; what it says of the same thing is not mended.
func TestSameWordsAgain(t *testing.T) {
	// lint reports the last "x" of a call, and "y" as one that the tool is not sure of;
	// its fix of "z" leaves it.
	lint := func(_ context.Context, tool string, s text.Snapshot) (out []signal.Diagnostic, err error) {
		for _, m := range regexp.MustCompile(`,?\b[xyz]\)`).FindAllStringIndex(s.Text(), -1) {
			at := text.Span{Start: m[0], End: m[1] - 1}
			fix := &signal.ToolFix{Title: "Leave it out", Applicability: signal.Safe, Edits: []text.Edit{{Span: at}}}
			switch s.Text()[at.End-1] {
			case 'y':
				fix.Applicability = signal.Unsafe
			case 'z':
				fix.Edits[0].New = "z"
			}
			out = append(out, signal.Diagnostic{Tool: tool, Code: "default", Message: "can be omitted", Severity: signal.Warning, Span: at, Fix: fix, Origin: signal.FromLinter})
		}
		return out, nil
	}
	for in, want := range map[string]string{
		"f(x)\n":         "f()\n",
		"f(x,x)\n":       "f(x)\n",
		"f(x,x,x)\n":     "f(x,x)\n",
		"f(x,y,x)\n":     "",
		"f(z,x)\n":       "",
		"f(z,x); f(x)\n": "",
	} {
		s := text.File("/src/app.py", "python", in)
		list, _ := lint(t.Context(), "tool", s)
		e, _ := engine(t, 0)
		e.Tools = LintOnly(lint)
		f, err := e.Fix(t.Context(), Problem{Root: "/src", Snapshot: s, Rungs: []signal.Rung{signal.RungTool}, Diagnostic: list[0]}, nil)
		if want == "" && err == nil || want != "" && (err != nil || f.Text() != want || !f.Checked()) {
			t.Errorf("%q became %q (%v)", in, f.Text(), err)
		}
	}
}
