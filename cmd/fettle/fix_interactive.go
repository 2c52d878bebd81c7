package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// fixInteractively shows each fix with its diff and asks whether to make it. A file of which all
// fixes are wanted is written as it was checked. Of any other the wanted ones are made again, as
// a set of their own that the tools look at; where one of them comes out otherwise than it was
// shown, as it needed one that is not wanted, that file is left and the run says so.
func fixInteractively(ctx context.Context, w *app.App, targets []app.Target, o app.Options, run *fixRun) {
	q := &questions{in: bufio.NewReader(run.io.in), out: run.io.err, printer: run.printer, rules: map[string]bool{}}
	run.printer.asked = true
	dry := o
	dry.Write = false
	shown := map[string]map[string]string{} // by file: the wanted fixes, and the diff that was shown
	var again []app.Target
	for r := range w.FixAll(ctx, targets, dry, &app.Finished{}) {
		run.meter.Clear()
		if r.Err != nil || ctx.Err() != nil {
			run.take(ctx, r)
			continue
		}
		r.Findings = r.List(w.Ladder.Model)
		wanted, all := q.wanted(r)
		switch {
		case all:
			run.take(ctx, r)
		case len(wanted) == 0:
			run.refuse(r, wanted)
		default:
			run.refuse(r, wanted)
			shown[r.File] = wanted
			for _, t := range targets {
				if t.Snapshot.Path == r.File {
					again = append(again, t)
				}
			}
		}
	}
	if len(again) == 0 {
		return
	}
	o.NoResume = true // what is kept is of all findings
	o.Wanted = func(path string, d signal.Diagnostic, s text.Snapshot) bool {
		at := s.Position(d.Span.Start, text.UTF32)
		_, yes := shown[path][findingKey(at.Line+1, d.Tool, d.Code, d.Message)]
		return yes
	}
	for r := range w.FixAll(ctx, again, o, &app.Finished{}) {
		if r.Err == nil && ctx.Err() == nil {
			r.Findings = r.List(w.Ladder.Model)
			if differs(r.Findings, shown[r.File]) {
				r.Err = app.WithHint(fmt.Errorf("%s: the fixes that you chose need one that you left out", r.Path),
					"nothing was written there; run it again and choose them together")
			}
		}
		run.take(ctx, r)
	}
}

// differs reports whether a fix that is about to be made is not one that was shown.
func differs(list []app.Finding, shown map[string]string) bool {
	for _, f := range list {
		if diff, ok := shown[findingKey(f.Line, f.Tool, f.Code, f.Message)]; f.Applied && (!ok || diff != f.Diff) {
			return true
		}
	}
	return false
}

func findingKey(line int, tool, code, message string) string {
	return fmt.Sprintf("%d|%s|%s|%s", line, tool, code, message)
}

// questions asks about fixes, one by one.
type questions struct {
	in      *bufio.Reader
	out     io.Writer
	printer printer
	rules   map[string]bool // all further fixes of these are wanted
	rest    string          // the answer to all further questions, "" while there is none
}

// wanted asks about each fix of a file. all is true where every one is wanted, also where there
// is none to ask about.
func (q *questions) wanted(r app.Result) (wanted map[string]string, all bool) {
	wanted, all = map[string]string{}, true
	for _, f := range r.Findings {
		switch {
		case !f.Applied:
		case q.ask(f):
			wanted[findingKey(f.Line, f.Tool, f.Code, f.Message)] = f.Diff
		default:
			all = false
		}
	}
	return wanted, all
}

// ask shows one fix and reads the answer; the end of the input is "quit".
func (q *questions) ask(f app.Finding) bool {
	rule := strings.TrimSpace(f.Tool + " " + f.Code)
	if q.rest != "" || q.rules[rule] {
		return q.rest != "q"
	}
	p := q.printer
	p.verbose = true
	p.finding(f)
	for {
		fmt.Fprintf(q.out, "Make this change? y yes, n no, a all of %s, q quit [n] ", app.Clean(rule))
		line, err := q.in.ReadString('\n')
		switch answer := strings.ToLower(strings.TrimSpace(line)); {
		case answer == "y" || answer == "yes":
			return true
		case answer == "a" || answer == "all":
			q.rules[rule] = true
			return true
		case answer == "q" || answer == "quit" || answer == "" && err != nil:
			if errors.Is(err, io.EOF) {
				fmt.Fprintln(q.out)
			}
			q.rest = "q"
			return false
		case answer == "" || answer == "n" || answer == "no":
			return false
		}
		fmt.Fprintln(q.out, "Answer y, n, a or q.")
	}
}

// refuse counts the fixes of a file that are not wanted, and all that has none.
func (f *fixRun) refuse(r app.Result, wanted map[string]string) {
	r.After = r.Before
	list := r.Findings
	r.Findings = nil
	for _, x := range list {
		if _, yes := wanted[findingKey(x.Line, x.Tool, x.Code, x.Message)]; yes {
			continue
		}
		if x.Applied {
			x.Applied, x.Verdict, x.Brief = false, "declined", "not chosen"
		}
		if len(wanted) == 0 || x.Brief == "not chosen" { // else the second run counts it
			r.Findings = append(r.Findings, x)
		}
	}
	f.tally.Count(r)
}
