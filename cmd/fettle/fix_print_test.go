package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestReportSaysHowFarTheWindowWasWidened: which level of escalation produced
// a fix, or was the last that was tried.
func TestReportSaysHowFarTheWindowWasWidened(t *testing.T) {
	s := text.File("/w/a.py", "python", "x = 1\n")
	set := window.Set{Level: window.LevelFunction, Runs: []window.Run{{Lines: text.Lines{Start: 0, End: 1}, Index: 1}}}
	digit := []text.Edit{{Span: text.Span{Start: 4, End: 5}, New: "2"}}
	for _, c := range []struct {
		name        string
		outcome     fixer.Outcome
		level, line string
	}{
		{"a model's fix", fixer.Outcome{Fix: &fixer.Fix{Rung: signal.RungModel, Windows: set, Problem: fixer.Problem{Snapshot: s}, Edits: digit}}, "function", "could change: line 1; widened to the function"},
		{"a model's fix of the row's window", fixer.Outcome{Fix: &fixer.Fix{Rung: signal.RungModel, Windows: window.Set{Runs: set.Runs}, Problem: fixer.Problem{Snapshot: s}, Edits: digit}}, "rule", "could change: line 1\n"},
		{"a rule's fix", fixer.Outcome{Fix: &fixer.Fix{Rung: signal.RungRule, Windows: set, Problem: fixer.Problem{Snapshot: s}, Edits: digit}}, "", "could change: line 1\n"},
		{"what a model could not fix", fixer.Outcome{Decline: &fixer.Decline{Code: fixer.DeclineRejected, Reason: "no", Windows: set, Asks: 2}}, "function", "; widened to the function"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.outcome.Snapshot = s
			f := app.Result{Path: "a.py", Before: s.Text(), After: s.Text()}.Finding(c.outcome)
			data, err := json.Marshal(f)
			must.OK(t, err)
			if has := strings.Contains(string(data), `"level":`); f.Level != c.level || has != (c.level != "") {
				t.Errorf("level %q in %s", f.Level, data)
			}
			var b strings.Builder
			printer{out: &b, verbose: true}.finding(f)
			if !strings.Contains(b.String(), c.line) {
				t.Errorf("no %q in\n%s", c.line, b.String())
			}
		})
	}
}

// TestReportSaysWhichFlagAllowsAFix: the ladder knows steps, this program flags.
func TestReportSaysWhichFlagAllowsAFix(t *testing.T) {
	for step, want := range map[fixer.Step]string{
		fixer.StepAllowUnsafe:    "no; allow it with --unsafe",
		fixer.StepAllowUnchecked: "no; check it yourself, or allow it with --unchecked",
		"":                       "no; set one",
	} {
		o := fixer.Outcome{Snapshot: text.File("/w/a.py", "python", "x = 1\n"), Decline: &fixer.Decline{Reason: "no", Step: step}}
		if step == "" {
			o.Decline.Next = "set one"
		}
		if f := (app.Result{Path: "a.py"}).Finding(o); f.Reason != want {
			t.Errorf("%q, want %q", f.Reason, want)
		}
	}
}

// TestUnwritten: what a hint says of a file that was not written is so.
func TestUnwritten(t *testing.T) {
	for kind, want := range map[error]string{
		files.ErrChanged: "left as it is now", files.ErrMissing: "removed or renamed", files.ErrReadOnly: "chmod u+w",
		files.ErrSymlink: "leads to", files.ErrIO: "folder writable",
	} {
		if got := unwritten(&files.Error{Path: "a.py", Kind: kind}); !strings.Contains(got, want) {
			t.Errorf("%v: %q", kind, got)
		}
	}
}
