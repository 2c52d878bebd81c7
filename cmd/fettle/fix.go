package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// fixOptions are the flags of fettle fix.
type fixOptions struct {
	write, check, json, verbose bool
	unsafe, unverified, noModel bool
	input, inputFormat          string // input: the reports' names; "" for none
	format                      string // of the output
	inputs                      []string
	run                         []string

	shard             string
	staged            bool
	since             string // a commit; "" for all files
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

Exit codes:
  0    nothing left to do
  1    findings remain (with --check: something is fixable)
  2    wrong usage or environment, or a named file could not be read, or a file
       could not be checked or written; all other files are done
  130  interrupted`,
		RunE: func(c *cobra.Command, args []string) error {
			o.input = strings.Join(o.inputs, ", ")
			if err := errors.Join(exclusive(c, "write", "check", "preview"), exclusive(c, "json", "format"), exclusive(c, "format", "preview"),
				exclusive(c, "staged", "since"), filled(c, "input-format", "shard", "price", "since"), o.validate()); err != nil {
				return err
			}
			o.json = o.json || o.format == "json"
			return runFix(c.Context(), io, setup, o, args)
		},
	}
	f := c.Flags()
	contextFlags(f, setup)
	f.BoolVarP(&o.write, "write", "w", false, "apply verified fixes to the files")
	f.BoolVar(&o.check, "check", false, "exit 1 if anything is fixable; write nothing")
	f.BoolVar(&o.json, "json", false, "print one JSON object per line instead of diffs: --format json")
	f.StringVar(&o.format, "format", "text", "print in this `FORMAT`: "+strings.Join(formats(), ", "))
	f.BoolVarP(&o.verbose, "verbose", "v", false, "show windows, rungs and gates of each fix")
	f.BoolVar(&o.unsafe, "unsafe", false, "also take fixes that may change behaviour")
	f.BoolVar(&o.unverified, "unverified", false, "also take fixes that no tool could check")
	f.BoolVar(&o.noModel, "no-model", false, "do not use a model")
	f.StringVar(&o.inputFormat, "input-format", "", "`FORMAT` of the report (default: detected): "+strings.Join(linter.Formats(), ", "))
	f.StringArrayVar(&o.inputs, "input", nil, "take findings from a report `FILE` (- for standard input) instead of running linters; repeatable")
	f.StringArrayVar(&o.run, "run", nil, "run only this `TOOL`; naming it is consent to run it here; repeatable")
	f.BoolVar(&o.staged, "staged", false, "fix only files with staged changes, as they are in the working folder")
	f.StringVar(&o.since, "since", "", "fix only files that differ from where HEAD and `REF` part, new and uncommitted ones too")
	f.StringVar(&o.shard, "shard", "", "process only part `I/N` of the files, to distribute them over machines")
	f.IntVar(&o.candidates, "candidates", 0, "request `N` answers from the model at once (up to 3) and take the best; --verbose and --json show the others")
	f.IntVar(&o.maxCalls, "max-calls", 0, "make at most `N` model calls in this run (0: no limit)")
	f.Float64Var(&o.maxCost, "max-cost", 0, "stop calling the model when this run has cost `AMOUNT`; needs --price")
	f.StringVar(&o.price, "price", "", "price of a million input and output tokens, `IN/OUT`, for example 3/15")
	f.IntVar(&o.rate, "rate", 0, "make at most `N` model calls a minute (0: no limit)")
	f.BoolVar(&o.noResume, "no-resume", false, "ask the model again about files that an earlier run finished")
	f.BoolVar(&o.preview, "preview", false, "print the whole first request to the model for each remaining problem; send nothing")
	f.BoolVar(&o.explainContext, "explain-context", false, "print which code of the project is in each model request, and why")
	f.BoolVar(&o.summary, "summary", false, "end with a table by rule (always with more than 20 files)")
	return c
}

// validate refuses values that mean nothing.
func (o fixOptions) validate() error {
	switch {
	case o.candidates < 0 || o.candidates > fixer.Alternatives:
		return withHint(fmt.Errorf("--candidates %d: want 1 to %d", o.candidates, fixer.Alternatives), "leave it out to ask for one answer")
	case o.maxCalls < 0:
		return withHint(fmt.Errorf("--max-calls %d is negative", o.maxCalls), "0 means no limit; --no-model makes no calls")
	case o.rate < 0:
		return withHint(fmt.Errorf("--rate %d is negative", o.rate), "0 means no limit")
	case o.maxCost < 0 || math.IsNaN(o.maxCost):
		return withHint(fmt.Errorf("--max-cost %v is not an amount", o.maxCost), "0 means no limit; --no-model makes no calls")
	case strings.HasPrefix(o.since, "-"):
		return withHint(fmt.Errorf("--since %s is not a commit", o.since), "name a branch, tag or commit, for example --since origin/main")
	case slices.Contains(o.inputs, ""):
		return withHint(errors.New("--input is empty"), "give it a value, or leave it out")
	case !slices.Contains(formats(), o.format):
		return withHint(fmt.Errorf("--format %s is not a format", cmp.Or(o.format, `""`)), "one of "+strings.Join(formats(), ", "))
	case o.inputFormat != "" && o.input == "":
		return withHint(errors.New("--input-format without --input"), "name the report: --input FILE, or --input - for standard input")
	}
	return nil
}

func runFix(ctx context.Context, io streams, su *setup, o fixOptions, args []string) error {
	su.run, su.noModel = o.run, o.noModel
	su.oneRun = true
	w, err := su.build(io.err)
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
	w.ladder.Total = w.settings.Timeouts.Fix
	w.ladder.Gather = o.explaining(w.ladder.Gather, io.err)
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
func (w *app) chosen(ctx context.Context, io streams, o fixOptions, args []string) (targets []target, unread int, err error) {
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
		if targets, err = changed(ctx, o, targets); err == nil && len(targets) > 0 {
			targets, err = shardOf(o.shard, targets)
		}
		return targets, unread, err
	case len(skipped) > 0 && o.input != "":
		return nil, 0, withHint(errors.New("no file of the report can be fixed"), "run fettle in the folder that the report is about")
	case len(skipped) > 0:
		return nil, 0, withHint(errors.New("nothing to fix: no file can be read"), "name files that fettle's linters check; fettle doctor lists them")
	case o.input != "":
		return nil, 0, nil // nothing is reported
	}
	return nil, 0, withHint(errors.New("no file here that fettle's linters check"), "name files or folders in a supported language; fettle doctor lists the linters")
}

// spend puts the limits of the command line in front of the model.
func (w *app) spend(o fixOptions) error {
	limit, err := newBudget(o, &w.ladder.Model)
	if err == nil && limit != nil {
		w.ladder.Model.Completer = limit
	}
	return err
}
