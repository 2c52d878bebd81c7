package changeset

import (
	"context"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestSplit: what is said of each part of a statement that a tool's own fix has taken
// apart is nothing new if it was said of the whole; a second word on one part is, so is one
// where the whole had none, and a rule of ours has no such licence.
func TestSplit(t *testing.T) {
	for _, tt := range []struct {
		name       string
		rung       signal.Rung
		was, twice bool
		made       bool
	}{
		{"of the whole", signal.RungTool, true, false, true},
		{"new", signal.RungTool, false, false, false},
		{"twice of a part", signal.RungTool, true, true, false},
		{"a rule of ours", signal.RungRule, true, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			const body, apart = "def f():\n    import os, sys\n", "def f():\n    import os\n    import sys\n"
			report := func(body string) (out []signal.Diagnostic) {
				s := text.New(body)
				say := func(code string, span text.Span) {
					out = append(out, signal.Diagnostic{Tool: "tool", Code: code, Severity: signal.Error, Span: span})
				}
				for line := range s.LineCount() {
					stands, span := strings.Contains(s.Line(line), "import"), s.LineSpan(line)
					if strings.Contains(s.Line(line), ",") {
						say("several", span)
						stands = tt.was
					}
					if stands {
						say("inside", span)
					}
					if stands && tt.twice && body == apart {
						say("inside", text.Span{Start: span.Start + 4, End: span.End})
					}
				}
				return out
			}
			o := (&world{}).options()
			o.Propose = each(func(d *Document, found signal.Diagnostic) ([]fixer.Fix, *fixer.Decline) {
				if found.Code != "several" {
					return nil, &fixer.Decline{Code: fixer.DeclineNoModel, Reason: "needs a model"}
				}
				return []fixer.Fix{{Problem: fixer.Problem{Snapshot: d.Snapshot, Diagnostic: found}, Rung: tt.rung,
					Edits: []text.Edit{{Span: found.Span, New: "    import os\n    import sys"}}}}, nil
			})
			o.Check = func(_ context.Context, _ string, all []text.Snapshot, _ map[string]bool) (map[string][]signal.Diagnostic,
				error) {
				return map[string][]signal.Diagnostic{"a.py": report(all[0].Text())}, nil
			}
			r, err := Run(t.Context(), []File{{Snapshot: text.File("a.py", "python", body),
				Reports: map[string][]signal.Diagnostic{"tool": report(body)}}}, o)
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Files[0].Final.Text(); (got == apart) != tt.made {
				t.Errorf("got %q: %q", got, told(r))
			}
		})
	}
}
