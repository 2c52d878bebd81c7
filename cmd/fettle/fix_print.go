package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/providers/signal"
)

// printer shows the results.
type printer struct {
	out     io.Writer
	style   app.Style
	json    bool
	verbose bool
	asked   bool // each fix was shown before it was made
}

func (p printer) file(r app.Result) {
	for _, f := range r.Findings {
		f.Written = f.Applied && r.Written
		if p.json {
			_ = app.PrintLine(p.out, f) // what fails is the output, and that is noticed
			continue
		}
		if !p.asked && (p.verbose || !f.Applied) {
			p.finding(f)
		}
	}
	for _, u := range r.Unlooked {
		if p.json {
			_ = app.PrintLine(p.out, struct {
				app.Unlooked
				Verdict string `json:"verdict"`
			}{u, app.NotLooked})
		}
	}
	if !p.json && !p.verbose && !p.asked && r.After != r.Before && r.Err == nil { // else it was to be written, and was not
		fmt.Fprint(p.out, p.style.Diff(app.CleanLines(r.Diff())))
	}
}

// skipped prints what the run has left out, as JSON.
func (p printer) skipped(list []app.Skipped) {
	for _, s := range list {
		_ = app.PrintLine(p.out, struct {
			app.Skipped
			Verdict string `json:"verdict"`
		}{s, app.SkippedVerdict})
	}
}

// finding prints one diagnostic, the lines that might change, who fixed it, what
// was checked, and the diff.
func (p printer) finding(f app.Finding) {
	st := p.style
	file := f.File
	if f.Cell > 0 {
		file += fmt.Sprintf(":cell %d", f.Cell)
	}
	fmt.Fprintf(p.out, "%s%s:%d:%d:%s %s %s\n", st.Bold, app.Clean(file), f.Line, f.Column, st.Reset,
		app.Clean(strings.TrimSpace(f.Tool+" "+f.Code)), app.Clean(f.Message)+app.TimesText(f.Count))
	if f.Reason != "" && !f.Applied {
		why := f.Reason
		if f.Needs {
			why = f.Brief // the next step is said once, at the end
		}
		fmt.Fprintf(p.out, "  %snot fixed:%s %s\n", st.Red, st.Reset, app.Clean(why))
	}
	if !p.verbose {
		return
	}
	if len(f.Window) > 0 {
		widened := ""
		if f.Level != "" && f.Level != window.LevelRow.String() {
			widened = "; widened to the " + f.Level
		}
		fmt.Fprintf(p.out, "  could change: %s%s\n", strings.Join(f.Window, ", "), widened)
	}
	if f.Diff != "" {
		verdict := evidence.Named(f.Grade).Word()
		if f.By != "" {
			verdict += " by " + f.By
		}
		done := "could be fixed by"
		if f.Applied {
			done = "fixed by"
		}
		fmt.Fprintf(p.out, "  %s%s %s:%s %s (%s)\n", st.Green, done, madeBy(f), st.Reset, app.Clean(f.Title),
			app.Clean(verdict))
	}
	if len(f.Gates) > 0 {
		fmt.Fprintf(p.out, "  checked: %s\n", strings.Join(f.Gates, ", "))
	}
	if f.Diff != "" {
		if f.Asks > 0 {
			fmt.Fprintf(p.out, "  model: %s\n", bill(f.Asks, f.Tokens, f.Cost))
		}
		fmt.Fprint(p.out, st.Diff(app.CleanLines(f.Diff)))
	}
	for _, a := range f.Alternatives {
		fmt.Fprintf(p.out, "  or: %s (%s)\n", app.Clean(a.Title), evidence.Named(a.Grade).Word())
		fmt.Fprint(p.out, st.Diff(app.CleanLines(a.Diff)))
	}
}

// madeBy is who made the fix, in words.
func madeBy(f app.Finding) string {
	switch f.Rung {
	case signal.RungTool.String():
		return app.Clean(f.Tool) + " itself"
	case signal.RungRule.String():
		return "a rule"
	}
	return "the model"
}

// bill says what calls cost.
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
