package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/internal/limits"
)

// hereCheck says what fettle would do in the working folder now: it runs the tools
// that may run and the fixes that need no model, in memory, for some files and
// some time.
func hereCheck(ctx context.Context, su *app.Setup) check {
	c := check{ID: "here", Level: "info"}
	without := *su
	without.NoModel = true
	w, err := without.Build(io.Discard)
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
	tally, looked, failure := lookedAt(limited, w, targets[:min(len(targets), limits.DoctorFiles)], o)
	if looked == 0 {
		c.Message = fmt.Sprintf("%s: a look at the first of them takes longer than %v", app.Counted(len(targets), "file"),
			limits.DoctorTime)
		c.Advice = []string{"fettle fix shows what can be fixed"}
		return c
	}
	seen := app.Counted(looked, "file")
	if all := len(targets); all > looked {
		seen = fmt.Sprintf("%d of %d files", looked, all)
	}
	found := tally.Fixed + tally.NeedModel + tally.Declined
	c.Message = fmt.Sprintf("%s, %s: %d fixable for sure without a model", seen, app.Counted(found, "finding"),
		tally.Fixed)
	if found > 0 {
		c.Level, c.Advice = "ok", []string{"fettle fix shows them, fettle fix --write writes the sure ones"}
	}
	if failure != nil {
		c.Level = "warn"
		c.Message += fmt.Sprintf("; %s could not be looked at: %v", app.Counted(tally.Failed, "file"), failure)
		if hint := app.HintOf(failure); hint != "" {
			c.Advice = append(c.Advice, hint)
		}
	}
	return c
}

// doctorStep is how many files are looked at together: what is found in them counts
// if there was time for all of them.
const doctorStep = 20

// lookedAt fixes files in memory, as many as there is time for, and says how many, and
// why the first of them failed that did.
func lookedAt(ctx context.Context, w *app.App, targets []app.Target,
	o app.Options) (tally app.Tally, looked int, failure error) {
	tally = app.NewTally()
	for chunk := range slices.Chunk(targets, doctorStep) {
		var results []app.Result
		for r := range w.FixAll(ctx, chunk, o, w.Finished(o)) {
			results = append(results, r)
		}
		if ctx.Err() != nil {
			break
		}
		for _, r := range results {
			if r.Err != nil {
				tally.Failed++
				failure = cmp.Or(failure, r.Err)
				continue
			}
			r.Findings = r.List(w.Ladder.Model)
			tally.Count(r)
		}
		looked += len(chunk)
	}
	return tally, looked, failure
}
