package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	machines "github.com/fettle-dev/fettle/cmd/fettle/fleet"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

func fixCommand(io streams, setup *app.Setup) *cobra.Command {
	var o app.Options
	c := &cobra.Command{
		Use:   "fix [paths]",
		Short: "Fix files and folders: print diffs, or apply them with --write",
		Long: `Runs the linters of each file, fixes what can be fixed, checks each fix with
the tool that complained, and prints the diffs.

Tools that can run code of the project (mypy, ESLint …) run only in trusted
folders, or when they are named by --run.

Exit codes:
  0    nothing left to do
  1    findings remain; with --staged or --since also: the change breaks, hides
       or loosens something, in any file (see fettle check); with --fixable-only:
       something is fixable
  2    wrong usage or environment, or a named file could not be read, or a file
       could not be checked or written, or a tool did not answer for it; all
       other files are done
  3    with --check: a tool did not answer for a file, so that it may be clean
  130  interrupted`,
		RunE: func(c *cobra.Command, args []string) error {
			o.Input = strings.Join(o.Inputs, ", ")
			if err := errors.Join(exclusive(c, "write", "check", "preview"), exclusive(c, "json", "format"),
				exclusive(c, "format", "preview"),
				excludes(c, "staged", "since", "on"), excludes(c, "on", "preview", "input", "explain-context"),
				excludes(c, "interactive", "check", "preview", "json", "format", "on", "repos"),
				filled(c, "input-format", "price", "since", "on", "resume", "repos", "patch", "branch", "with"),
				validateWith(c, o, args), validate(o), validateRepos(c, o, args)); err != nil {
				return err
			}
			o.JSON = o.JSON || o.Format == "json"
			o.Write = o.Write || o.Interactive
			return runFix(c.Context(), io, setup, o, app.Folders(args))
		},
	}
	f := c.Flags()
	contextFlags(f, setup)
	f.BoolVarP(&o.Write, "write", "w", false, "apply the fixes to the files")
	f.BoolVarP(&o.Interactive, "interactive", "i", false,
		"show each fix and ask before it is written: yes, no, all of its rule, quit")
	f.BoolVar(&o.Check, "check", false,
		"exit 1 if anything is reported, with --staged or --since if anything is fixable or new; write nothing")
	f.BoolVar(&o.FixableOnly, "fixable-only", false, "with --check, --staged or --since: only what can be fixed counts")
	f.BoolVar(&o.JSON, "json", false, "print one JSON object per line instead of diffs: --format json")
	f.StringVar(&o.Format, "format", "text", "print in this `FORMAT`: "+strings.Join(formats(), ", "))
	f.BoolVarP(&o.Verbose, "verbose", "v", false,
		"say of each fix which lines might change, who made it, and what was checked")
	f.BoolVar(&o.Unsafe, "unsafe", false, "also take fixes that may change behaviour")
	f.BoolVar(&o.Unchecked, "unchecked", false, "also take fixes that are unsure, or that no tool could check")
	f.BoolVar(&o.Prove, "prove", false,
		"with --write: import what Python modules it changes and compile the rest first, and leave out what no longer "+
			"works (always in trusted folders)")
	f.BoolVar(&o.Tests, "tests", false,
		"with --write: also run the tests that reach a change first, and leave out what a test fails with that passed")
	f.BoolVar(&o.NoModel, "no-model", false, "do not use a model")
	f.StringVar(&o.InputFormat, "input-format", "",
		"`FORMAT` of the report (default: detected): "+strings.Join(linter.Formats(), ", "))
	f.StringArrayVar(&o.Inputs, "input", nil,
		"take findings from a report `FILE` (- for standard input) instead of running linters; repeatable")
	f.StringArrayVar(&o.Run, "run", nil,
		"have only this `TOOL` report problems; naming it is consent to run it here; repeatable")
	f.BoolVar(&o.Staged, "staged", false, "fix only files with staged changes, as they are staged")
	f.StringVar(&o.With, "with", "", "run this other fixer's `COMMAND` on a copy ('go fix ./...'), and take of its "+
		"changes what breaks nothing")
	f.StringVar(&o.Since, "since", "", "fix only files that differ from where HEAD and `REF` part, new and uncommitted "+
		"ones too")
	f.IntVar(&o.MaxCalls, "max-calls", 0, "make at most `N` model calls in this run (0: no limit)")
	f.Float64Var(&o.MaxCost, "max-cost", 0, "stop calling the model when this run has cost `AMOUNT`; needs --price")
	f.StringVar(&o.Price, "price", "", "price of a million input and output tokens, `IN/OUT`, for example 3/15")
	f.IntVar(&o.Rate, "rate", 0, "make at most `N` model calls a minute (0: no limit)")
	f.BoolVar(&o.NoCache, "no-cache", false, "run tools also on what they have looked at in an earlier run")
	f.BoolVar(&o.NoResume, "no-resume", false, "ask the model again about files that an earlier run finished")
	serverFlags(f, &o)
	f.StringVar(&o.Resume, "resume", "", "take up the `RUN` of a fleet where it ended; needs --on")
	f.StringArrayVar(&o.Rules, "rule", nil,
		"fix only findings of `RULE`, as F401 or ruff/F401, or of a tool, as mypy; repeatable")
	f.StringVar(&o.Repos, "repos", "", "fix the repositories that `FILE` lists, in private clones, and end with a table")
	f.StringVar(&o.Patch, "patch", "", "write a patch for each repository of --repos into `FOLDER`")
	f.StringVar(&o.Branch, "branch", "", "make the fixes of each repository of --repos a new branch `NAME` of it")
	f.BoolVar(&o.Preview, "preview", false,
		"print the whole first request to the model for each remaining problem; send nothing")
	f.BoolVar(&o.ExplainContext, "explain-context", false,
		"print which code of the project is in each model request, and why")
	f.BoolVar(&o.Summary, "summary", false, "end with a table by rule (always with more than 20 files)")
	return c
}

// validateWith refuses what does not go with another fixer.
func validateWith(c *cobra.Command, o app.Options, args []string) error {
	if o.With == "" {
		return nil
	}
	if len(args) > 0 {
		return app.WithHint(errors.New("--with fixes what its command fixes"), "give the paths to the command")
	}
	return excludes(c, "with", "check", "json", "format", "preview", "input", "staged", "since", "on", "repos", "rule",
		"fixable-only", "interactive")
}

// validateRepos refuses what does not go with several repositories.
func validateRepos(c *cobra.Command, o app.Options, args []string) error {
	if o.Repos == "" {
		if o.Delivers() {
			return app.WithHint(errors.New("--patch and --branch need --repos"),
				"for the files here: --write, or --format patch")
		}
		return exclusive(c, "rule", "input")
	}
	if len(args) > 0 {
		return app.WithHint(errors.New("--repos fixes whole repositories"), "leave the paths out")
	}
	return excludes(c, "repos", "write", "check", "preview", "input", "staged", "since", "format")
}

// validate refuses values that mean nothing.
func validate(o app.Options) error {
	switch {
	case o.MaxCalls < 0:
		return app.WithHint(fmt.Errorf("--max-calls %d is negative", o.MaxCalls),
			"0 means no limit; --no-model makes no calls")
	case o.Rate < 0:
		return app.WithHint(fmt.Errorf("--rate %d is negative", o.Rate), "0 means no limit")
	case o.MaxCost < 0 || math.IsNaN(o.MaxCost):
		return app.WithHint(fmt.Errorf("--max-cost %v is not an amount", o.MaxCost),
			"0 means no limit; --no-model makes no calls")
	case strings.HasPrefix(o.Since, "-"):
		return app.WithHint(fmt.Errorf("--since %s is not a commit", o.Since),
			"name a branch, tag or commit, for example --since origin/main")
	case o.Prove && !o.Write:
		return app.WithHint(errors.New("--prove needs --write"), "without it nothing is written that could be wrong")
	case o.Tests && !o.Write:
		return app.WithHint(errors.New("--tests needs --write"), "without it nothing is written that could be wrong")
	case slices.Contains(o.Inputs, ""):
		return app.WithHint(errors.New("--input is empty"), "give it a value, or leave it out")
	case !slices.Contains(formats(), o.Format):
		return app.WithHint(fmt.Errorf("--format %s is not a format", cmp.Or(o.Format, `""`)),
			meantFormat(o.Format)+"one of "+strings.Join(formats(), ", "))
	case o.InputFormat != "" && o.Input == "":
		return app.WithHint(errors.New("--input-format without --input"),
			"name the report: --input FILE, or --input - for standard input")
	case o.Resume != "" && o.On == "":
		return app.WithHint(errors.New("--resume needs --on"),
			"name the server that knows the run; without one, the same command goes on by itself")
	}
	return nil
}

func runFix(ctx context.Context, io streams, su *app.Setup, o app.Options, args []string) error {
	su.Run, su.NoModel = o.Run, o.NoModel
	su.OneRun, su.NoCache = true, o.NoCache
	if o.Repos != "" {
		return fixRepos(ctx, io, su, o)
	}
	if o.Staged {
		var err error
		if su.Staged, err = app.ReadStaged(ctx); err != nil {
			return err
		}
		su.Staged.Warn(io.err)
	}
	w, err := su.Build(io.err)
	if err != nil {
		return err
	}
	defer w.Close()
	if err := w.CheckRules(o); err != nil {
		return err
	}
	if o.With != "" {
		return fixWith(ctx, io, w, o)
	}
	targets, unread, err := w.Chosen(ctx, io.in, io.err, o, args)
	if err != nil {
		return err
	}
	if err := w.Spend(o); err != nil {
		return err
	}
	if o.ExplainContext {
		w.Ladder.Gatherer = &explaining{Gatherer: w.Ladder.Gatherer, out: io.err}
	}
	if o.Preview {
		return cmp.Or(preview(ctx, w, io, targets, o), failedFor(unread))
	}
	run := newFixRun(io, w, o, len(targets))
	run.unread = unread
	for _, u := range w.Unread() {
		run.tally.Unlooked = append(run.tally.Unlooked, u)
		run.show(app.Result{Path: u.File, Unlooked: []app.Unlooked{u}})
	}
	o.Stage, o.Said = run.meter.Stage, run.meter.Note
	if o.On != "" {
		if len(targets) > 0 {
			if err := fixOn(ctx, su, []machines.Part{{App: w, Targets: targets}}, o, run.io.err, []taker{run}); err != nil {
				return err
			}
		}
		return run.end()
	}
	spending()
	if o.Interactive {
		fixInteractively(ctx, w, targets, o, run)
		return run.end()
	}
	for r := range w.FixAll(ctx, targets, o, run.done) {
		run.take(ctx, r)
	}
	if o.Judges() {
		run.judge = func() (bool, error) { return run.judged(ctx, *su, args) }
	}
	return run.end()
}

// spending has the collector run less often than it would where little is held: a run is
// over in seconds, and an eighth of them went to garbage. Where much is held, garbage is no
// multiple of it: a tree of the parser is freed only with what the collector finds. GOGC has
// the last word.
func spending() {
	if os.Getenv("GOGC") != "" {
		return
	}
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	var collected func(int)
	collected = func(was int) {
		metrics.Read(live)
		percent := limits.FixGarbage
		if held := int(live[0].Value.Uint64()); held > 0 {
			percent = max(limits.FixGarbageLeast, min(percent, limits.FixGarbageBytes*100/held))
		}
		if percent != was {
			debug.SetGCPercent(percent)
		}
		runtime.AddCleanup(new(*int), collected, percent) // after the next collection
	}
	collected(0)
}

// failedFor is the exit code for files that were named and could not be read.
func failedFor(unread int) error {
	if unread > 0 {
		return exitCode(exitFailed)
	}
	return nil
}
