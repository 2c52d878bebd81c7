package main

import (
	"context"
	"fmt"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/files"
)

// fixWith has another program fix the project on a copy, and prints or writes what holds.
func fixWith(ctx context.Context, io streams, w *app.App, o app.Options) error {
	meter := app.NewMeter(io.err, 0)
	g, err := w.Guard(ctx, o.With, meter.Note)
	meter.Clear()
	if err != nil {
		return err
	}
	failed := 0
	for _, f := range g.Files {
		if !o.Write {
			fmt.Fprint(io.out, app.CleanLines(diff.Unified(f.Name, f.Before, f.After)))
			continue
		}
		if err := files.Apply(f.Path, w.Engine.Root(f.Path), f.Change(g.Program)); err != nil {
			failed++
			app.Fail(io.err, app.WithHint(fmt.Errorf("write %s: %w", f.Name, app.ReasonOf(err)), unwritten(err)))
		}
	}
	for _, l := range g.Left {
		fmt.Fprintf(io.err, "fettle: left out %s:%d: %s\n", app.Clean(l.File), l.Line, app.Clean(l.Why))
	}
	done := "would be changed; --write writes them"
	if o.Write {
		done = "written"
	}
	fmt.Fprintf(io.err, "fettle: %s: %s %s, %s left out\n", app.Clean(g.Program), app.Counted(len(g.Files)-failed, "file"),
		done, app.Counted(len(g.Left), "change"))
	for _, u := range g.Unlooked {
		by := ""
		if u.Tool != "" {
			by = " by " + app.Clean(u.Tool)
		}
		if u.Due {
			fmt.Fprintf(io.err, "fettle: not checked%s: %s\n", by, app.Clean(u.Why))
		}
	}
	switch {
	case failed > 0:
		return exitCode(exitFailed)
	case g.Blind():
		return exitCode(exitNotLooked)
	case len(g.Left) > 0:
		return exitCode(1)
	}
	return nil
}
