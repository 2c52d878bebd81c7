package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"github.com/fettle-dev/fettle/edits/fixer"
)

// Chosen reads the files that the arguments or a report name, warns of those
// that cannot be read, and counts the arguments that could not be.
func (w *App) Chosen(ctx context.Context, in io.Reader, errs io.Writer, o Options,
	args []string) (targets []Target, unread int, err error) {
	targets, skipped, err := w.targets(ctx, in, o, args)
	if err != nil {
		return nil, 0, err
	}
	if err := w.changedUnread(ctx, o); err != nil {
		return nil, 0, err
	}
	w.skip(skipped...)
	skipped = slices.DeleteFunc(skipped, func(s skip) bool { return s.quiet })
	for _, s := range skipped {
		if s.named {
			unread++
		}
		fmt.Fprintf(errs, "fettle: warning: skipped: %s\n", Clean(s.Error()))
	}
	switch {
	case len(targets) > 0:
		targets, err = changed(ctx, o, targets)
		return targets, unread, err
	case o.Staged && o.Input == "" && !slices.ContainsFunc(skipped, func(s skip) bool { return s.named }):
		return nil, 0, nil // nothing is staged
	case len(skipped) > 0 && o.Input != "":
		return nil, 0, WithHint(errors.New("no file of the report can be fixed"),
			"run fettle in the folder that the report is about")
	case len(skipped) > 0 && !slices.ContainsFunc(skipped,
		func(s skip) bool { return !errors.Is(s.error, fs.ErrNotExist) }):
		return nil, 0, WithHint(errors.New("nothing to fix: none of what was named exists"),
			"names count from the folder in which fettle runs; fettle fix without names takes all of it")
	case len(skipped) > 0:
		return nil, 0, WithHint(errors.New("nothing to fix: all that was named is left out"),
			"name files that fettle's linters check; fettle doctor lists them")
	case o.Input != "":
		return nil, 0, nil // nothing is reported
	}
	return nil, 0, WithHint(errors.New("no file here that fettle's linters check"),
		"name files or folders in a supported language; fettle doctor lists the linters")
}

// ladder returns the engine's, with the model of a run.
func (w *App) ladder(o Options) fixer.Ladder {
	l := w.Ladder
	if o.Model != nil {
		l.Model.Completer = o.Model
	}
	return l
}
