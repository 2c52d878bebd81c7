package linter_test

import (
	"context"
	"testing"

	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// A tool that read a text from its standard input may call it by the name it was
// given. One that names another file has said nothing of the document: its
// silence does not mean that the problem is gone.
func TestToolNamesAnotherPath(t *testing.T) {
	before, after := text.File("/w/a.py", "python", "x = BAD\n"), "x = 1\n"
	for path, want := range map[string]verify.Verdict{
		"<stdin>": verify.Verified, "a.py": verify.Verified, "/w/a.py": verify.Verified, "file:///w/a.py": verify.Verified,
		"/w/b.py": verify.Unverified, "b.py": verify.Unverified, "../w2/a.py": verify.Unverified, "": verify.Unverified,
	} {
		lint := func(_ context.Context, _ string, s text.Snapshot) ([]signal.Diagnostic, error) {
			var found []linter.Finding
			if s.Text() == before.Text() {
				found = []linter.Finding{{Tool: "tool", Code: "X1", Message: "bad BAD", Path: path, Start: report.Point{Line: 1, Column: 5}, End: report.Point{Line: 1, Column: 8}}}
			}
			return linter.Resolve(found, linter.Mapping{Snapshot: s, Dir: "/w", Aliases: []string{"<stdin>"}}), nil
		}
		r := verify.Run(t.Context(), verify.Input{
			Before: before, After: after, Lint: lint,
			Target:  signal.Diagnostic{Tool: "tool", Code: "X1", Message: "bad BAD", Span: text.Span{Start: 4, End: 7}},
			Windows: window.Set{Runs: []window.Run{{Index: 1, Lines: text.Lines{End: 1}}}},
		})
		if r.Verdict != want {
			t.Errorf("a tool that names %q: %s, want %s (%+v)", path, r.Verdict, want, r.Results)
		}
	}
}
