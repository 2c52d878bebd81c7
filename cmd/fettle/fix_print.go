package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// printer shows the results.
type printer struct {
	out     io.Writer
	style   style
	json    bool
	verbose bool
}

// finding is the JSON form of one outcome: a line of --json.
type finding struct {
	File    string   `json:"file"`
	Line    int      `json:"line"`
	Column  int      `json:"column"`
	Tool    string   `json:"tool"`
	Code    string   `json:"code"`
	Message string   `json:"message"`
	Count   int      `json:"count,omitempty"` // how often the report says it, if more than once
	Rung    string   `json:"rung,omitempty"`
	Verdict string   `json:"verdict"`
	Reason  string   `json:"reason,omitempty"`
	Title   string   `json:"title,omitempty"`
	Level   string   `json:"level,omitempty"` // how far the window of a model was widened: row, function, class, file
	Gates   []string `json:"gates,omitempty"`
	Applied bool     `json:"applied"`
	Written bool     `json:"written"`
	Diff    string   `json:"diff,omitempty"`
	Asks    int      `json:"asks,omitempty"`   // model calls
	Tokens  int      `json:"tokens,omitempty"` // of them, both ways
	Cost    float64  `json:"cost,omitempty"`   // of them, by the price that was given

	Proof *proof `json:"proof,omitempty"` // the check that the verdict rests on

	Alternatives []alternative `json:"alternatives,omitempty"` // other answers that passed the checks

	window []string // run by run
	about  about
	by     string // the tools that verified it
	needs  bool   // it needs a model, and none is set
	brief  string // the reason without the next step
	open   bool   // another run may get further
}

// proof names the tools that have looked at the file with all fixes, and the text
// that they saw.
type proof struct {
	Tools  []verify.ProofTool `json:"tools"`
	SHA256 string             `json:"sha256"`
}

// alternative is another fix of the same diagnostic.
type alternative struct {
	Title   string `json:"title"`
	Verdict string `json:"verdict"`
	Diff    string `json:"diff"`
}

func (p printer) file(r fileResult) {
	for _, f := range r.findings {
		f.Written = f.Applied && r.written
		if p.json {
			_ = json.NewEncoder(text.Escaped(p.out)).Encode(f) // what fails is the output, and that is noticed
			continue
		}
		if p.verbose || !f.Applied {
			p.finding(f)
		}
	}
	if !p.json && !p.verbose && r.after != r.before {
		fmt.Fprint(p.out, p.style.diff(cleanLines(diff.Unified(filepath.ToSlash(r.path), r.before, r.after))))
	}
}

// list makes the findings of a result's outcomes.
func (r fileResult) list(m fixer.Model) []finding {
	out := make([]finding, len(r.outcomes))
	for i, o := range r.outcomes {
		out[i] = r.finding(o)
		switch {
		case o.Fix != nil:
			out[i].Cost = m.Cost(o.Fix.Usage)
		case o.Decline != nil:
			out[i].Cost = m.Cost(o.Decline.Usage)
		}
	}
	return out
}

func (r fileResult) finding(o fixer.Outcome) finding {
	at := r.place(o)
	f := finding{about: r.about(o), File: r.path, Line: at.Line + 1, Column: at.Character + 1,
		Tool: o.Diagnostic.Tool, Code: o.Diagnostic.Code, Message: o.Diagnostic.Message, Count: o.Diagnostic.Times, Applied: o.Applied, Verdict: "declined"}
	var windows []window.Run
	if o.Decline != nil {
		f.Reason, f.brief = declineText(o.Decline), o.Decline.Reason
		f.Asks, f.Tokens = o.Decline.Asks, o.Decline.Usage.Prompt+o.Decline.Usage.Completion
		windows = o.Decline.Windows.Runs
		if f.Asks > 0 {
			f.Level = o.Decline.Windows.Level.String()
		}
		switch o.Decline.Code {
		case fixer.DeclineNoModel:
			f.Verdict, f.needs = "needs_model", true
		case fixer.DeclineModel, fixer.DeclineTimeout, fixer.DeclineCancelled:
			f.open = true
		}
	}
	if o.Fix != nil {
		f.Rung, f.Verdict, f.Title = o.Fix.Rung.String(), o.Fix.Verdict.String(), o.Fix.Title
		f.Diff = diff.Unified(filepath.ToSlash(r.path), o.Snapshot.Text(), o.Fix.Text)
		f.Gates = gateNames(o.Fix.Gates)
		if p := o.Fix.Proof; p != nil {
			f.Proof, f.by = &proof{p.Tools, p.Digests[o.Snapshot.Path]}, p.String()
		}
		f.Asks, f.Tokens = o.Fix.Asks, o.Fix.Usage.Prompt+o.Fix.Usage.Completion
		windows = o.Fix.Windows.Runs
		if o.Fix.Rung == signal.RungModel {
			f.Level = o.Fix.Windows.Level.String()
		}
		for _, other := range o.Fix.Others {
			f.Alternatives = append(f.Alternatives, alternative{other.Title, other.Verdict.String(),
				diff.Unified(filepath.ToSlash(r.path), o.Snapshot.Text(), other.Text)})
		}
	}
	for _, run := range windows {
		f.window = append(f.window, fmt.Sprintf("%s (%s)", run.Lines, run.Name()))
	}
	return f
}

// declineText is the cause of a decline and its next step, in the flags of this
// program.
func declineText(d *fixer.Decline) string {
	switch d.Step {
	case fixer.StepAllowUnsafe:
		return d.Reason + "; allow it with --unsafe"
	case fixer.StepAllowUnverified:
		return d.Reason + "; check it yourself, or allow it with --unverified"
	}
	return d.Error()
}

// finding prints one diagnostic, its window, rung, gates and diff.
func (p printer) finding(f finding) {
	st := p.style
	fmt.Fprintf(p.out, "%s%s:%d:%d:%s %s %s\n", st.bold, clean(f.File), f.Line, f.Column, st.reset, clean(strings.TrimSpace(f.Tool+" "+f.Code)), clean(f.Message)+timesText(f.Count))
	if f.Reason != "" && !f.Applied {
		why := f.Reason
		if f.needs {
			why = f.brief // the next step is said once, at the end
		}
		fmt.Fprintf(p.out, "  %snot fixed:%s %s\n", st.red, st.reset, clean(why))
	}
	if !p.verbose {
		return
	}
	if len(f.window) > 0 {
		widened := ""
		if f.Level != "" && f.Level != window.LevelRow.String() {
			widened = "; widened to the " + f.Level
		}
		fmt.Fprintf(p.out, "  window: %s%s\n", strings.Join(f.window, ", "), widened)
	}
	if f.Diff != "" {
		verdict := f.Verdict
		if f.by != "" {
			verdict += " by " + f.by
		}
		fmt.Fprintf(p.out, "  %sfixed by %s:%s %s (%s)\n", st.green, f.Rung, st.reset, clean(f.Title), clean(verdict))
		fmt.Fprintf(p.out, "  gates: %s\n", strings.Join(f.Gates, ", "))
		if f.Asks > 0 {
			fmt.Fprintf(p.out, "  model: %s\n", bill(f.Asks, f.Tokens, f.Cost))
		}
		fmt.Fprint(p.out, st.diff(cleanLines(f.Diff)))
	}
	for _, a := range f.Alternatives {
		fmt.Fprintf(p.out, "  or: %s (%s)\n", clean(a.Title), a.Verdict)
		fmt.Fprint(p.out, st.diff(cleanLines(a.Diff)))
	}
}

// timesText says that a report says something more than once.
func timesText(n int) string {
	if n < 2 {
		return ""
	}
	return fmt.Sprintf(" (reported %d times)", n)
}

// bill says what calls took.
func bill(asks, tokens int, cost float64) string {
	calls := "1 call"
	if asks != 1 {
		calls = fmt.Sprintf("%d calls", asks)
	}
	if cost == 0 {
		return fmt.Sprintf("%s, %d tokens", calls, tokens)
	}
	return fmt.Sprintf("%s, %d tokens, cost %.4f", calls, tokens, cost)
}

// gateNames lists the gates that ran, with their answers.
func gateNames(results []verify.Result) []string {
	var out []string
	for _, r := range results {
		if r.State != verify.Skipped {
			out = append(out, fmt.Sprintf("%s %s", r.Gate, r.State))
		}
	}
	return out
}
