package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// fixOptions are the flags of fettle fix.
type fixOptions struct {
	write, check, json, verbose bool
	unsafe, unverified, noModel bool
	input, format               string
	run                         []string

	shard             string
	candidates        int
	maxCalls, rate    int
	maxCost           float64
	price             string
	noResume, summary bool

	preview, explainContext bool

	stage func(fixer.Stage) // hears how far a file is
}

func fixCommand(io streams, setup *setup) *cobra.Command {
	var o fixOptions
	c := &cobra.Command{
		Use:   "fix [paths]",
		Short: "Fix files and folders: print diffs, or apply them with --write",
		Long: `Runs the linters of each file, fixes what can be fixed, checks each fix with
the tool that complained, and prints the diffs.

Tools that can run code of the project (mypy, ESLint …) run only in trusted
folders, or when they are named by --run.

Exit codes: 0 nothing left to do, 1 findings remain (with --check: something
is fixable), 2 wrong usage or environment: also when a file that is named cannot
be read, or one cannot be checked or written, after all others are done;
130 interrupted.`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := errors.Join(exclusive(c, "write", "check", "preview"), filled(c, "input", "input-format", "shard", "price"), o.validate()); err != nil {
				return err
			}
			return runFix(c.Context(), io, setup, o, args)
		},
	}
	f := c.Flags()
	contextFlags(f, setup)
	f.BoolVarP(&o.write, "write", "w", false, "apply verified fixes to the files")
	f.BoolVar(&o.check, "check", false, "only report; exit 1 when something is fixable")
	f.BoolVar(&o.json, "json", false, "one JSON object a line instead of diffs")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "show windows, rungs and gates of each fix")
	f.BoolVar(&o.unsafe, "unsafe", false, "take fixes that may change behaviour, too")
	f.BoolVar(&o.unverified, "unverified", false, "take fixes whose tool could not be asked, too")
	f.BoolVar(&o.noModel, "no-model", false, "ask no model")
	f.StringVar(&o.format, "input-format", "", "`FORMAT` of the report; found out by default: "+strings.Join(linter.Formats(), ", "))
	f.StringVar(&o.input, "input", "", "take findings from a tool's report `FILE` instead of running linters (- for standard input)")
	f.StringArrayVar(&o.run, "run", nil, "run only this `TOOL`; naming it is consent to run it here; repeatable")
	f.StringVar(&o.shard, "shard", "", "work on part `I/N` of the files only, to spread them over machines")
	f.IntVar(&o.candidates, "candidates", 0, "ask a model for `N` answers at once (up to 3) and take the best; the others are shown by --verbose and --json")
	f.IntVar(&o.maxCalls, "max-calls", 0, "ask a model at most `N` times in this run, 0 for any number")
	f.Float64Var(&o.maxCost, "max-cost", 0, "stop asking when the calls of this run cost `AMOUNT`; needs --price")
	f.StringVar(&o.price, "price", "", "price of a million tokens, `IN/OUT`: 3/15")
	f.IntVar(&o.rate, "rate", 0, "at most `N` model calls a minute, 0 for any number")
	f.BoolVar(&o.noResume, "no-resume", false, "ask again about files that a former run has finished")
	f.BoolVar(&o.preview, "preview", false, "print what a model would be asked first for each problem that is left to it, whole; nothing is sent")
	f.BoolVar(&o.explainContext, "explain-context", false, "print what code of the project each request to a model holds, and why")
	f.BoolVar(&o.summary, "summary", false, "close with a table by rule (always, with more than 20 files)")
	return c
}

// validate refuses values that mean nothing.
func (o fixOptions) validate() error {
	switch {
	case o.candidates < 0 || o.candidates > fixer.Alternatives:
		return withHint(fmt.Errorf("--candidates %d: want 1 to %d", o.candidates, fixer.Alternatives), "leave it out to ask for one answer")
	case o.maxCalls < 0:
		return withHint(fmt.Errorf("--max-calls %d is less than nothing", o.maxCalls), "0 is any number; --no-model asks none")
	case o.rate < 0:
		return withHint(fmt.Errorf("--rate %d is less than nothing", o.rate), "0 is any number")
	case o.maxCost < 0 || math.IsNaN(o.maxCost):
		return withHint(fmt.Errorf("--max-cost %v is no amount", o.maxCost), "0 is any amount; --no-model asks none")
	case o.format != "" && o.input == "":
		return withHint(errors.New("--input-format without --input"), "name the report: --input FILE, or --input - for standard input")
	}
	return nil
}

func runFix(ctx context.Context, io streams, su *setup, o fixOptions, args []string) error {
	su.run, su.noModel = o.run, o.noModel
	w, err := su.wire(io.err)
	if err != nil {
		return err
	}
	defer w.close()
	targets, unread, err := w.chosen(ctx, io, o, args)
	if err != nil {
		return err
	}
	if err := w.spend(o); err != nil {
		return err
	}
	w.engine.Fixer.Total = w.settings.Timeouts.Fix
	w.engine.Fixer.Gather = o.explaining(w.engine.Fixer.Gather, io.err)
	if o.preview {
		return cmp.Or(w.preview(ctx, io, targets, o), failedFor(unread))
	}
	run := newFixRun(io, w, o, len(targets))
	run.unread = unread
	for r := range w.fixAll(ctx, targets, o, run.done) {
		run.take(ctx, r)
	}
	return run.end()
}

// failedFor is the exit code for files that were named and could not be read.
func failedFor(unread int) error {
	if unread > 0 {
		return exitCode(exitFailed)
	}
	return nil
}

// chosen reads the files that the arguments or a report name, warns of those
// that cannot be read, and keeps this machine's part of them. It counts the
// arguments that could not be read.
func (w *wiring) chosen(ctx context.Context, io streams, o fixOptions, args []string) (targets []target, unread int, err error) {
	targets, skipped, err := w.targets(ctx, io.in, o, args)
	if err != nil {
		return nil, 0, err
	}
	for _, s := range skipped {
		if s.named {
			unread++
		}
		fmt.Fprintf(io.err, "fettle: warning: skipped: %s\n", clean(s.Error()))
	}
	switch {
	case len(targets) > 0:
		targets, err = shardOf(o.shard, targets)
		return targets, unread, err
	case len(skipped) > 0 && o.input != "":
		return nil, 0, withHint(errors.New("no file of the report can be fixed"), "run fettle in the folder that the report speaks of")
	case len(skipped) > 0:
		return nil, 0, withHint(errors.New("nothing to fix: no file can be read"), "name files that fettle's linters check; fettle doctor lists them")
	case o.input != "":
		return nil, 0, nil // nothing is reported
	}
	return nil, 0, withHint(errors.New("no file here that a linter of fettle's checks"), "name files or folders of its languages; fettle doctor lists the linters")
}

// spend puts the limits of the command line in front of the model.
func (w *wiring) spend(o fixOptions) error {
	limit, err := newBudget(o, &w.engine.Fixer.Model)
	if err == nil && limit != nil {
		w.engine.Fixer.Model.Completer = limit
	}
	return err
}
