package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/text"
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
is fixable), 2 wrong usage or environment.`,
		RunE: func(c *cobra.Command, args []string) error { return runFix(c.Context(), io, setup, o, args) },
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
	f.BoolVar(&o.summary, "summary", false, "close with a table by rule (always, with more than 20 files)")
	c.MarkFlagsMutuallyExclusive("write", "check")
	return c
}

// fileResult is what became of one file.
type fileResult struct {
	path     string // as shown
	root     string
	before   string
	after    string
	outcomes []fixer.Outcome
	findings []finding // of the outcomes, or of a former run
	err      error
	written  bool
	resumed  bool // a former run did it
}

// place is where a diagnostic stands in the file as the user has it: a later
// pass of an unwritten fix counts in a text that is nowhere on disk.
func (r fileResult) place(o fixer.Outcome) text.Position {
	offset, s := o.Diagnostic.Span.Start, o.Snapshot
	base := r.before
	if r.written {
		base = r.after
	}
	if s.Text() != base {
		shift := 0
		for _, e := range diff.Minimal(base, s.Text()) {
			at := e.Span.Start + shift // of the edit in the diagnostic's text
			if at >= offset {
				break
			}
			if into := offset - at; into < len(e.New) {
				offset = at + min(into, e.Span.Len()) // inside of changed text: as far from its start
				break
			}
			shift += len(e.New) - e.Span.Len()
		}
		s, offset = s.With(base), offset-shift
	}
	return s.Position(offset, text.UTF32)
}

func runFix(ctx context.Context, io streams, su *setup, o fixOptions, args []string) error {
	su.run, su.noModel = o.run, o.noModel
	w, err := su.wire(io.err)
	if err != nil {
		return err
	}
	defer w.close()
	targets, skipped, err := w.targets(ctx, args, o)
	if err != nil {
		return err
	}
	for _, s := range skipped {
		fmt.Fprintf(io.err, "fettle: warning: skipped: %s\n", clean(s.Error()))
	}
	if len(targets) == 0 {
		if len(skipped) > 0 {
			return exitCode(2)
		}
		return withHint(errors.New("no file here that a linter of fettle's checks"), "name files or folders of its languages; fettle doctor lists the linters")
	}
	if targets, err = shardOf(o.shard, targets); err != nil {
		return err
	}
	limit, err := newBudget(o, &w.engine.Fixer.Model)
	if err != nil {
		return err
	}
	if limit != nil {
		w.engine.Fixer.Model.Completer = limit
	}
	w.engine.Fixer.Total = w.settings.Timeouts.Fix
	done := w.finished(o)
	show := newMeter(io.err, len(targets))
	results := make(chan fileResult)
	go func() {
		defer close(results)
		w.fixAll(ctx, targets, o, done, results)
	}()
	p := printer{out: io.out, style: styleOf(io.out), json: o.json, verbose: o.verbose}
	t := tally{reasons: map[string]int{}, codes: map[string]*[4]int{}}
	for r := range results {
		show.clear()
		if r.err != nil {
			t.failed++
			fail(io.err, r.err)
		} else {
			if o.write && r.after != r.before {
				r.err = w.write(r)
				if r.err != nil {
					t.failed++
					fail(io.err, r.err)
				}
				if r.written = r.err == nil; r.written {
					if abs, err := filepath.Abs(r.path); err == nil {
						w.engine.Changed(abs) // what tools said of other files is doubtful
					}
				}
			}
			if !r.resumed {
				r.findings = r.list(w.engine.Fixer.Model)
				done.keep(r)
			}
			t.count(r)
			p.file(r)
		}
		show.step()
	}
	show.clear()
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("interrupted: %w", err)
	}
	if !o.json {
		if o.summary || len(targets) > 20 && len(t.codes) > 0 {
			t.table(io.err)
		}
		fmt.Fprintln(io.err, t.line())
		if t.resumed > 0 {
			fmt.Fprintf(io.err, "fettle: %d files are from a former run; --no-resume asks again\n", t.resumed)
		}
		if why := w.engine.Fixer.Model.Why; t.needModel > 0 && why != "" {
			fmt.Fprintf(io.err, "fettle: hint: %s\n", clean(why))
		}
	}
	switch {
	case t.failed > 0 && t.failed == len(targets):
		return exitCode(2)
	case o.check && t.fixed > 0, !o.check && t.needModel+t.declined > 0, !o.check && !o.write && t.fixed > 0:
		return exitCode(1)
	}
	return nil
}

// fixAll works on several files at a time and sends their results in order.
func (w *wiring) fixAll(ctx context.Context, targets []target, o fixOptions, finished *finished, results chan<- fileResult) {
	done := make([]chan fileResult, len(targets))
	for i := range done {
		done[i] = make(chan fileResult, 1)
	}
	former := make([]*fileResult, len(targets))
	var fresh []text.Snapshot
	for i, t := range targets {
		if r, ok := finished.find(t); ok {
			former[i] = &r
		} else if o.input == "" {
			fresh = append(fresh, t.snapshot)
		}
	}
	w.survey(ctx, fresh)
	next := make(chan int)
	var wg sync.WaitGroup
	for range max(1, min(runtime.NumCPU(), len(targets))) {
		wg.Go(func() {
			for i := range next {
				if former[i] != nil {
					done[i] <- *former[i]
					continue
				}
				done[i] <- w.fixFile(ctx, targets[i], o)
			}
		})
	}
	go func() {
		defer close(next)
		for i := range targets {
			select {
			case next <- i:
			case <-ctx.Done():
				done[i] <- fileResult{path: targets[i].shown, err: ctx.Err()}
			}
		}
	}()
	for i := range done {
		results <- <-done[i]
	}
	wg.Wait()
}

// warmTime bounds the indexing before the first model call; what is indexed by
// then is used.
const warmTime = 5 * time.Second

// warmed indexes the root of a document, once a run.
func (w *wiring) warmed(ctx context.Context, s text.Snapshot) {
	w.warm.Do(func() {
		limited, done := context.WithTimeout(ctx, warmTime)
		defer done()
		w.engine.Warm(limited, s)
	})
}

// fixFile fixes one file in memory.
func (w *wiring) fixFile(ctx context.Context, t target, o fixOptions) fileResult {
	r := fileResult{path: t.shown, root: t.root, before: t.snapshot.Text(), after: t.snapshot.Text()}
	choice := fixer.Choice{Unsafe: o.unsafe, Unverified: o.unverified, Deterministic: o.noModel, Candidates: cmp.Or(o.candidates, w.settings.Fix.Candidates)}
	p := fixer.Problem{Root: t.root, Snapshot: t.snapshot}
	if w.engine.Fixer.Model.Completer != nil && !o.noModel {
		w.warmed(ctx, t.snapshot)
	}
	outcomes, final, err := w.engine.Fixer.File(ctx, p, t.lint, choice, o.stage)
	r.outcomes, r.err = outcomes, err
	if err == nil {
		r.after = final.Text()
	}
	return r
}

// write replaces a file's text, if the file still is what was read.
func (w *wiring) write(r fileResult) error {
	abs, err := filepath.Abs(r.path)
	if err != nil {
		return err
	}
	return files.WriteAtomic(abs, []byte(r.after), files.WriteOptions{ExpectHash: hashOf(r.before), Root: w.engine.Root(abs)})
}
