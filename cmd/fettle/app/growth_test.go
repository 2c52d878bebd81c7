package app

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestGrowthOfFindings: what is printed of the findings of one file, of the first pass and
// of a later one.
func TestGrowthOfFindings(t *testing.T) {
	for _, later := range []string{"", "b"} {
		testkit.Growth(t, 4000, func(n int) func() {
			var b strings.Builder
			for i := range n {
				fmt.Fprintf(&b, "x%d = a\n", i)
			}
			r := Result{Path: "a.py", Before: b.String()}
			at := text.File("/w/a.py", "python", r.Before)
			said := func(s text.Snapshot, line int) signal.Diagnostic {
				end := s.LineSpan(line).End
				return signal.Diagnostic{Tool: "t", Code: "c", Message: "m", Span: text.Span{Start: end - 1, End: end}}
			}
			now, edits := at, []text.Edit(nil)
			for i := range n {
				d := said(at, i)
				r.first = append(r.first, d)
				edits = append(edits, text.Edit{Span: d.Span, New: later})
			}
			if later != "" {
				now, _ = at.Apply(edits)
			}
			for i := range n {
				d := said(now, i)
				fix := &fixer.Fix{Problem: fixer.Problem{Snapshot: now}, Edits: []text.Edit{{Span: d.Span, New: "c"}}}
				r.outcomes = append(r.outcomes, fixer.Outcome{Diagnostic: d, Snapshot: now, Fix: fix, Applied: true})
			}
			return func() {
				if list := r.List(fixer.Model{}); len(list) != n || list[n-1].Line != n || list[n-1].Diff == "" || len(list[n-1].About.Edits) != 1 {
					t.Errorf("%d findings, the last one: %+v", len(list), list[n-1])
				}
			}
		})
	}
}
