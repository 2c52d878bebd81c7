package app

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/words"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Finding is the JSON form of one outcome: a line of --json.
type Finding struct {
	File    string `json:"file"`
	Cell    int    `json:"cell,omitempty"` // of a notebook, from 1; the line is one of the cell
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Tool    string `json:"tool"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Count   int    `json:"count,omitempty"`   // how often the report says it, if more than once
	Rung    string `json:"fixedBy,omitempty"` // tool, rule or model
	// Verdict is the word of before grades: "verified" for proved and checked. It goes in the
	// release after the next.
	Verdict  string              `json:"verdict"`
	Grade    string              `json:"grade,omitempty"` // proved, checked, unsure, unchecked
	Evidence []evidence.Evidence `json:"evidence,omitempty"`
	Effects  []string            `json:"effects,omitempty"` // what else the edit does
	Reason   string              `json:"reason,omitempty"`
	Title    string              `json:"title,omitempty"`
	// how far the window of a model was widened: rule, function, class, file
	Level   string   `json:"level,omitempty"`
	Gates   []string `json:"checks,omitempty"`
	Applied bool     `json:"applied"`
	Written bool     `json:"written"`
	Diff    string   `json:"diff,omitempty"`
	Asks    int      `json:"asks,omitempty"`   // model calls
	Tokens  int      `json:"tokens,omitempty"` // of them, both ways
	Cost    float64  `json:"cost,omitempty"`   // of them, by the price that was given

	Proof *proof `json:"proof,omitempty"` // the check that the grade rests on

	Alternatives []Alternative `json:"alternatives,omitempty"` // other answers that passed the checks

	Inner `json:"-"`
}

// Inner is what is known of a finding besides what --json prints.
type Inner struct {
	About  About
	Window []string // run by run
	By     string   // the tools that looked at it
	Needs  bool     // it needs a model, and none is set
	Brief  string   // the reason without the next step
	Open   bool     // another run may get further
	Unsafe bool     // --unsafe would offer a fix for it
}

// proof names the tools that have looked at the file with all fixes, and the text
// that they saw.
type proof struct {
	Tools  []verify.ProofTool `json:"tools"`
	SHA256 string             `json:"sha256"`
}

// Alternative is another fix of the same diagnostic.
type Alternative struct {
	Title   string `json:"title"`
	Verdict string `json:"verdict"` // as in [Finding]
	Grade   string `json:"grade"`
	Diff    string `json:"diff"`
}

// List makes the findings of a result's outcomes.
func (r Result) List(m fixer.Model) []Finding {
	if r.far != nil {
		return r.arrived()
	}
	out, w := make([]Finding, len(r.outcomes)), r.ways()
	for i, o := range r.outcomes {
		out[i] = r.finding(o, w)
		switch {
		case o.Fix != nil:
			out[i].Cost = m.Cost(o.Fix.Usage)
		case o.Decline != nil:
			out[i].Cost = m.Cost(o.Decline.Usage)
		}
	}
	return out
}

// Finding is one outcome as it is printed.
func (r Result) Finding(o fixer.Outcome) Finding {
	return r.finding(o, r.ways())
}

func (r Result) finding(o fixer.Outcome, w *ways) Finding {
	at := w.place(o)
	f := Finding{Inner: Inner{About: r.about(o, w)}, File: r.Path, Line: at.Line + 1, Column: at.Character + 1,
		Tool: o.Diagnostic.Tool, Code: o.Diagnostic.Code, Message: o.Diagnostic.Message, Count: o.Diagnostic.Times,
		Applied: o.Applied, Verdict: "declined"}
	var windows []window.Run
	if o.Decline != nil {
		f.Reason, f.Brief = declineText(o.Decline), o.Decline.Reason
		f.Unsafe = o.Decline.Withheld || o.Decline.Step == fixer.StepAllowUnsafe
		if o.Decline.Withheld {
			f.Brief += ": --unsafe takes it"
		}
		f.Gates = GateNames(o.Decline.Gates)
		f.Asks, f.Tokens = o.Decline.Asks, o.Decline.Usage.Prompt+o.Decline.Usage.Completion
		windows = o.Decline.Windows.Runs
		if f.Asks > 0 {
			f.Level = o.Decline.Windows.Level.String()
		}
		switch o.Decline.Code {
		case fixer.DeclineNoModel:
			f.Verdict, f.Needs = "needs_model", true
		case fixer.DeclineModel, fixer.DeclineTimeout, fixer.DeclineCancelled:
			f.Open = true
		}
	}
	if o.Fix != nil {
		f.Rung, f.Verdict, f.Title = o.Fix.Rung.String(), o.Fix.Grade().Verdict(), o.Fix.Title
		f.Grade, f.Evidence, f.Effects = o.Fix.Grade().String(), o.Fix.Evidence, evidence.Effects(o.Fix.Evidence)
		f.Diff = r.unified(o.Snapshot, *o.Fix)
		f.Gates = GateNames(o.Fix.Gates)
		if p := o.Fix.Proof; p != nil {
			f.Proof, f.By = &proof{p.Tools, p.Digests[o.Snapshot.Path]}, p.String()
		}
		f.Asks, f.Tokens = o.Fix.Asks, o.Fix.Usage.Prompt+o.Fix.Usage.Completion
		windows = o.Fix.Windows.Runs
		if o.Fix.Rung == signal.RungModel {
			f.Level = o.Fix.Windows.Level.String()
		}
		for _, other := range o.Fix.Others {
			f.Alternatives = append(f.Alternatives, Alternative{other.Title, other.Grade().Verdict(), other.Grade().String(),
				r.unified(o.Snapshot, other)})
		}
	}
	for _, run := range windows {
		lines := run.Lines.String()
		if run.Role != window.Primary {
			lines += " (" + strings.ToLower(run.Role.String()) + ")"
		}
		f.Window = append(f.Window, lines)
	}
	return r.inCell(f)
}

// unified returns the diff of a fix of a text.
func (r Result) unified(s text.Snapshot, f fixer.Fix) string {
	path := filepath.ToSlash(r.Path)
	if r.notebook != nil {
		return r.notebook.Diff(path, s.Text(), f.Text())
	}
	if f.Problem.Snapshot.Hash() != s.Hash() {
		return diff.Unified(path, s.Text(), f.Text())
	}
	return diff.UnifiedOf(path, s, f.Edits)
}

// declineText returns the cause of a decline and its next step, in the flags of this
// program.
func declineText(d *fixer.Decline) string {
	switch {
	case d.Step == fixer.StepAllowUnsafe:
		return d.Reason + "; allow it with --unsafe"
	case d.Step == fixer.StepAllowUnchecked:
		return d.Error() + "; check it yourself, or allow it with --unchecked"
	case d.Withheld:
		return words.Error(d) + "; --unsafe takes the tool's own fix"
	}
	return words.Error(d)
}

// TimesText says that a report says something more than once.
func TimesText(n int) string {
	if n < 2 {
		return ""
	}
	return fmt.Sprintf(" (reported %d times)", n)
}

// GateNames lists what was checked, with the answers.
func GateNames(results []verify.Result) []string {
	var out []string
	for _, r := range results {
		if r.State != verify.Skipped {
			out = append(out, fmt.Sprintf("%s: %s", r.Gate, map[verify.State]string{verify.Pass: "yes", verify.Fail: "no",
				verify.Unknown: "not known"}[r.State]))
		}
	}
	return out
}

// About is what the forms for pipelines say in addition to a line of --json.
type About struct {
	Severity signal.Severity
	Doc      string
	Edits    []text.Edit // of the fix, in the text of the file as it was read
	Line     int         // of the file itself, where that is another one
}

func (r Result) about(o fixer.Outcome, w *ways) About {
	return About{Severity: o.Diagnostic.Severity, Doc: o.Diagnostic.Doc, Edits: r.single(o, w)}
}
