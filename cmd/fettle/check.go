package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	sysio "io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/cmd/fettle/format"
	"github.com/fettle-dev/fettle/edits/review"
	"github.com/fettle-dev/fettle/providers/signal"
)

// checkOptions are the flags of fettle check.
type checkOptions struct {
	app.Changes
	diff        string
	quiet, json bool
	write       bool
	baseline    string
	ledger      bool
	apply       []string
	format      string
	run         []string
}

func checkCommand(io streams, su *app.Setup) *cobra.Command {
	var o checkOptions
	c := &cobra.Command{
		Use:   "check [paths]",
		Short: "Judge a change that somebody has made: what is new, hidden or loosened by it",
		Long: `Runs the tools of the project on the files before and after a change, and says
what the change has to answer for:

  new       findings that were not there, in any file that the tools look at;
            where a definition is gone, renamed or called otherwise, that is said
  hidden    findings that a comment silences which came with the change
  loosened  a test that is skipped or gone, an assertion that is gone or compares
            no longer, a handler or a type widened to everything

and what changed functions do besides. Old findings are counted. The change is
the working tree against the last commit, unless a flag says otherwise.

Tools that can run code of the project (mypy, ESLint …) run only in trusted
folders, or when they are named by --run.

Exit codes:
  0    nothing new, nothing hidden, nothing loosened, and all tools looked
  1    something is new, hidden or loosened
  2    wrong usage or environment
  3    nothing is, as far as was looked: a tool of the project did not look
  130  interrupted`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := errors.Join(exclusive(c, "since", "staged", "diff"), exclusive(c, "json", "format", "quiet"),
				exclusive(c, "write", "apply"), exclusive(c, "write", "diff"), exclusive(c, "apply", "diff"),
				exclusive(c, "baseline", "since", "staged", "diff"), exclusive(c, "baseline", "suppressions"),
				exclusive(c, "baseline", "apply"), exclusive(c, "suppressions", "format"),
				filled(c, "since", "diff", "format", "baseline")); err != nil {
				return err
			}
			o.Paths = app.Folders(args)
			return runCheck(c.Context(), io, su, o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.Since, "since", "", "judge what differs from where HEAD and `REF` part, uncommitted changes too")
	f.BoolVar(&o.Staged, "staged", false, "judge what is staged, against the last commit")
	f.StringVar(&o.diff, "diff", "", "judge the unified diff in `FILE` (- for standard input), applied already or not")
	f.StringArrayVar(&o.run, "run", nil,
		"have only this `TOOL` report problems; naming it is consent to run it here; repeatable")
	f.BoolVarP(&o.write, "write", "w", false, "apply all sure fixes of what is new, and judge again")
	f.StringSliceVar(&o.apply, "apply", nil, "apply the sure fixes with these `IDS` (f1,f2 …), and judge again")
	f.StringVar(&o.baseline, "baseline", "",
		"judge all files against `FILE`, which holds back what was reported when it was written: now, if it is not there")
	f.BoolVar(&o.ledger, "suppressions", false, "list the directives that silence tools, with rules, age and reason")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "print nothing where there is nothing to answer for")
	f.BoolVar(&o.json, "json", false, "print one JSON object")
	f.StringVar(&o.format, "format", "text", "print in this `FORMAT`: text, "+strings.Join(checkFormats(), ", "))
	return c
}

// checkFormats returns the forms that a verdict can have: a patch is of fixes.
func checkFormats() []string {
	return slices.DeleteFunc(format.Names(), func(n string) bool { return n == "patch" })
}

func runCheck(ctx context.Context, io streams, su *app.Setup, o checkOptions) error {
	switch {
	case strings.HasPrefix(o.Since, "-"):
		return app.WithHint(fmt.Errorf("--since %s is not a commit", o.Since),
			"name a branch, tag or commit, for example --since origin/main")
	case o.format != "text" && !slices.Contains(checkFormats(), o.format):
		return app.WithHint(fmt.Errorf("--format %s is not a format", o.format),
			"one of text, "+strings.Join(checkFormats(), ", "))
	}
	if err := o.readDiff(ctx, io.in); err != nil {
		return err
	}
	su.Run, su.NoModel, su.OneRun = o.run, true, true
	w, err := su.Build(io.err)
	if err != nil {
		return err
	}
	defer w.Close()
	spending()
	meter := app.NewMeter(io.err, 0)
	if o.ledger {
		return printSuppressions(ctx, io.out, w, o)
	}
	if o.baseline != "" {
		c, err := checkBaseline(ctx, io, w, o, meter.Note)
		meter.Clear()
		if err != nil {
			return err
		}
		return o.conclude(io, w, c)
	}
	c, err := w.Judge(ctx, o.Changes, meter.Note)
	if err == nil && (o.write || len(o.apply) > 0) {
		written, failed := w.Fix(ctx, c, o.apply, meter.Note)
		meter.Clear()
		if failed != nil {
			return failed
		}
		for _, name := range written {
			fmt.Fprintf(io.err, "fettle: written: %s\n", app.Clean(name))
		}
		if len(written) > 0 {
			c, err = w.Judge(ctx, o.Changes, meter.Note)
		}
	}
	meter.Clear()
	if err != nil {
		return err
	}
	return o.conclude(io, w, c)
}

// conclude prints a verdict, and returns its exit code.
func (o checkOptions) conclude(io streams, w *app.App, c app.Judged) error {
	if err := o.print(io.out, w.Version, c); err != nil {
		return err
	}
	switch {
	case c.Bad():
		return exitCode(1)
	case c.Blind():
		return exitCode(exitNotLooked)
	}
	return nil
}

// readDiff reads the diff that a flag names.
func (o *checkOptions) readDiff(ctx context.Context, in sysio.Reader) error {
	if o.diff == "" {
		return nil
	}
	data, err := app.ReadInput(ctx, in, o.diff)
	if err != nil {
		return fmt.Errorf("read the diff: %w", err)
	}
	if o.Diff = string(data); strings.TrimSpace(o.Diff) == "" {
		return app.WithHint(errors.New("the diff is empty"),
			"give what git diff prints; without --diff, the working tree is judged")
	}
	return nil
}

// print prints a verdict in the form that was asked for.
func (o checkOptions) print(out sysio.Writer, version string, v app.Judged) error {
	switch {
	case o.quiet && !v.Bad() && !v.Blind():
		return nil
	case o.json:
		return app.PrintLine(out, v.Data())
	case o.format != "text":
		return format.Write(out, o.format, reviewed(version, v))
	}
	if len(v.Changed) == 0 {
		_, err := sysio.WriteString(out, "nothing changed that the tools look at\n")
		return err
	}
	_, err := sysio.WriteString(out, app.CleanLines(v.Text(review.TextOptions{Effects: shownEffects})))
	return err
}

// shownEffects is how many changed functions are shown to a person.
const shownEffects = 10

// reviewed returns a verdict in the shape that the forms for pipelines write.
func reviewed(version string, v app.Judged) format.Run {
	run := format.Run{Version: version}
	at := map[string]int{}
	file := func(name string) *format.File {
		i, ok := at[name]
		if !ok {
			i = len(run.Files)
			at[name] = i
			run.Files = append(run.Files, format.File{Path: name, Before: v.After[name], After: v.After[name]})
		}
		return &run.Files[i]
	}
	add := func(name string, f format.Finding) {
		to := file(name)
		to.Findings = append(to.Findings, f)
	}
	for _, d := range v.New {
		f := format.Finding{Line: d.Line, Column: d.Col, Tool: d.Tool, Code: d.Code, Message: d.Message, Severity: d.Severity,
			Doc: d.Doc}
		if d.Cause != nil {
			f.Message += " (" + d.Cause.String() + ")"
		}
		add(d.File, f)
	}
	for _, h := range v.Hidden {
		add(h.File, format.Finding{Line: h.Line, Column: 1, Tool: "fettle", Code: "hidden", Severity: signal.Error,
			Message: h.Sentence()})
	}
	for _, l := range v.Loosened {
		add(l.File, format.Finding{Line: l.Line, Column: 1, Tool: "fettle", Code: "loosened", Severity: signal.Warning,
			Message: l.Text})
	}
	for _, u := range v.Unlooked {
		if !u.Due {
			continue
		}
		names := u.Files
		if len(names) == 0 {
			names = v.Changed[:min(1, len(v.Changed))]
		}
		for _, name := range names {
			to := file(name)
			to.Unlooked = append(to.Unlooked, format.Unlooked{Tool: cmp.Or(u.Tool, "fettle"), Why: u.Why})
		}
	}
	return run
}
