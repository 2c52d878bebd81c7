package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/internal/limits"
)

// hereCheck says what fettle would do in the working folder now: it runs the tools
// that may run and the fixes that need no model, in memory, for some files and
// some time.
func hereCheck(ctx context.Context, su *app.Setup) check {
	c := check{ID: "here", Level: "info"}
	quiet := *su
	quiet.NoModel = true
	w, err := quiet.Build(io.Discard)
	if err != nil {
		c.Level, c.Message = "warn", err.Error()
		return c
	}
	defer w.Close()
	limited, done := context.WithTimeout(ctx, limits.DoctorTime)
	defer done()
	o := app.Options{NoModel: true, NoResume: true}
	targets, _, err := w.Chosen(limited, nil, io.Discard, o, nil)
	switch {
	case errors.Is(limited.Err(), context.DeadlineExceeded):
		c.Message = "the folder is too large to look at it in passing"
		c.Advice = []string{"fettle fix shows what can be fixed"}
		return c
	case err != nil:
		c.Message = err.Error()
		return c
	case len(targets) == 0:
		c.Message = "no file here that a tool checks"
		return c
	}
	of := ""
	if all := len(targets); all > limits.DoctorFiles {
		targets, of = targets[:limits.DoctorFiles], fmt.Sprintf(" of %d", all)
	}
	tally := app.NewTally()
	for r := range w.FixAll(limited, targets, o, w.Finished(o)) {
		if r.Err == nil {
			r.Findings = r.List(w.Ladder.Model)
			tally.Count(r)
		} else {
			tally.Failed++
		}
	}
	found := tally.Fixed + tally.Unverified + tally.NeedModel + tally.Declined
	c.Message = fmt.Sprintf("%d%s files, %s: %d fixable for sure without a model", len(targets), of, app.Counted(found, "finding"), tally.Fixed)
	if tally.Failed > 0 {
		c.Message += fmt.Sprintf("; %s could not be looked at in %v", app.Counted(tally.Failed, "file"), limits.DoctorTime)
	}
	if found > 0 {
		c.Level, c.Advice = "ok", []string{"fettle fix shows them, fettle fix --write writes the sure ones"}
	}
	return c
}
