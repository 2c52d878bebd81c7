package fixer

import (
	"context"
	"regexp"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestSameWordsAgain: where a tool says the same again of the next thing in the place
// that its own fix has mended, the fix goes on to the end, as far as the tool is as sure
// of that. What it says of the same thing is not mended.
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
		"f(x,x)\n":       "f()\n",
		"f(x,x,x,x)\n":   "f()\n",
		"f(x,x,x,x,x)\n": "", // further than a fix goes along
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
