package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/cmd/fettle/format"
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/review"
	"github.com/fettle-dev/fettle/internal/engine/learning"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/lsp/words"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// fixRun handles the results of a run, file by file: it writes, prints, counts and
// remembers.
type fixRun struct {
	written []learning.Outcome // what the journal is to hear of
	io      streams
	w       *app.App
	o       app.Options
	files   int
	unread  int // arguments that could not be read
	done    *app.Finished
	meter   *app.Meter
	printer printer
	tally   app.Tally
	kept    []format.File   // for the forms that are written at the end
	waiting map[string]bool // tools that may not run here, and had fixes to check
	unheard map[string]bool // judges that may not run here, and were not asked about fixes
	held    map[string]bool // tools that may not run here, and would have looked; false of those that are not installed
	said    map[string]bool // why tools could not check a file
	same    int             // files that failed for a reason that was said
	why     string          // there is no model
	// of files that an interruption found unfinished
	provenFiles, provenFixes int
	lookers                  app.Lookers
	listed                   map[string]bool      // findings, by their place and rule
	judge                    func() (bool, error) // nil: findings alone count
}

func newFixRun(io streams, w *app.App, o app.Options, files int) *fixRun {
	return &fixRun{io: io, w: w, o: o, files: files, done: w.Finished(o), meter: app.NewMeter(io.err, files),
		printer: printer{out: io.out, style: app.StyleOf(io.out), json: o.JSON, verbose: o.Verbose}, tally: app.NewTally(),
		waiting: map[string]bool{}, unheard: map[string]bool{}, held: map[string]bool{}, said: map[string]bool{},
		listed: map[string]bool{}, lookers: app.Lookers{},
		why: words.NoModel(w.Ladder.Model)}
}

// take handles the result of one file. Of one that an interruption found unfinished
// it keeps what is proven.
func (f *fixRun) take(ctx context.Context, r app.Result) {
	f.meter.Clear()
	defer f.meter.Step()
	if ctx.Err() != nil && r.Err != nil {
		f.tally.Left++
		if r.After != r.Before && r.Checks() == nil {
			f.takeProven(r)
		}
		return
	}
	if r.Err == nil && f.o.Write && r.After != r.Before {
		f.write(&r)
	} else if r.Err != nil {
		f.tally.Unlooked = append(f.tally.Unlooked, r.Unlooked...)
		f.fail(r.Err)
		// That its tool is not installed is said once in words, and of each file as data.
		if len(r.Unlooked) == 0 {
			r.Unlooked = app.NotLookedAt(r.Path, r.Err)
		}
		f.show(app.Result{Path: r.Path, Unlooked: r.Unlooked})
		return
	}
	if r.Findings = r.List(f.w.Ladder.Model); !r.Resumed {
		f.done.Keep(r)
	}
	if r.Written {
		f.remember(r)
	}
	f.tally.Count(r)
	if !r.Resumed && len(r.Findings) == 0 {
		f.lookers.Add(r)
	}
	f.wait(r)
	f.show(r)
}

// takeProven keeps the fixes of a file that is not done: the next run goes on from
// there if they are written, and begins anew if not.
func (f *fixRun) takeProven(r app.Result) {
	r.Err = nil
	if f.o.Write {
		f.write(&r)
		if r.Err != nil {
			return
		}
		f.tally.Written-- // it counts those that are done
	}
	r.Findings = slices.DeleteFunc(r.List(f.w.Ladder.Model), func(x app.Finding) bool { return !x.Applied })
	f.provenFiles++
	f.provenFixes += len(r.Findings)
	f.show(r)
}

// fail counts a file that failed and says why. What keeps a tool from all files
// is said of the first.
func (f *fixRun) fail(err error) {
	f.tally.Failed++
	if all := new(app.Shared); errors.As(err, &all) {
		if f.said[all.Reason] {
			f.same++
			return
		}
		f.said[all.Reason] = true
	}
	if tool := new(linter.Error); errors.As(err, &tool) {
		reason := tool.Error()
		if errors.Is(tool, linter.ErrPaused) {
			reason = tool.Tool // for how long is another each time
		}
		if f.said[reason] {
			f.same++
			return
		}
		f.said[reason], f.said[tool.Tool] = true, true // what follows is that it is left alone
	}
	app.Fail(f.io.err, err)
}

// write replaces a file's text, if the file still is what was read, and fixes of
// findings stand behind the new text.
func (f *fixRun) write(r *app.Result) {
	abs, err := filepath.Abs(r.Path)
	if err == nil {
		err = files.Apply(abs, f.w.Engine.Root(abs), r.Change())
	}
	if err != nil && f.w.Staged.Otherwise(abs) {
		r.Err = app.WithHint(fmt.Errorf("write %s: it has changes that are not staged, and the fixes are of the staged text",
			r.Path),
			"stage or stash them (git stash --keep-index), or fix what is staged: fettle fix --staged --format patch | git "+
				"apply --cached")
		f.fail(r.Err)
		return
	}
	if err != nil {
		r.Err = app.WithHint(fmt.Errorf("write %s: %w", r.Path, app.ReasonOf(err)), unwritten(err))
		f.fail(r.Err)
		return
	}
	r.Written = true
	f.tally.Written++
	f.w.Engine.Changed(abs) // what tools said of other files is doubtful
}

// unwritten returns what to do about a file that could not be written.
func unwritten(err error) string {
	switch {
	case errors.Is(err, files.ErrSymlink):
		return "name the file that it leads to"
	case errors.Is(err, files.ErrReadOnly):
		return "make it writable (chmod u+w), if it is to be changed, and run it again; the file is as it was"
	case errors.Is(err, files.ErrChanged):
		return "it was left as it is now; run it again to have that fixed"
	case errors.Is(err, files.ErrNoFinding), errors.Is(err, files.ErrNotEdits), errors.Is(err, files.ErrEmptied):
		return "this is a bug of fettle's, which was not written to the file: please report it with what fettle fix " +
			"prints here without --write"
	case errors.Is(err, files.ErrMissing):
		return "it was removed or renamed meanwhile; run it again to have what is there now fixed"
	}
	return "make it and its folder writable, and run it again; the file is unchanged"
}

// mostRemembered bounds the outcomes of one run that the journal hears of: a run
// over a whole project says little about any one fix.
const mostRemembered = 20

// remember keeps for the journal which fixes were written.
func (f *fixRun) remember(r app.Result) {
	abs, err := filepath.Abs(r.Path)
	if err != nil {
		return // it was written there: does not happen
	}
	var told []string
	for _, x := range r.Findings {
		signal := x.Tool + "/" + x.Code
		if !x.Applied || slices.Contains(told, signal) || len(f.written) >= mostRemembered {
			continue
		}
		told = append(told, signal)
		f.written = append(f.written, learning.Outcome{Kind: learning.Applied, Signal: signal, Path: abs, Time: time.Now()})
	}
}

// end prints the closing lines and returns the exit code.
func (f *fixRun) end() error {
	f.meter.Clear()
	if len(f.written) > 0 { // a run over repositories has none of its own
		f.w.Engine.RecordAll(f.written)
	}
	if f.tally.Left > 0 {
		fmt.Fprintln(f.io.err, f.interrupted())
		return exitCode(exitInterrupted)
	}
	if f.same > 0 {
		fmt.Fprintf(f.io.err, "fettle: the same for %s\n", app.Counted(f.same, "more file"))
	}
	if f.o.JSON {
		f.printer.skipped(f.w.Skipped())
	} else {
		f.summary()
	}
	breaks := false
	if f.judge != nil {
		var err error
		if breaks, err = f.judge(); err != nil {
			return err
		}
	}
	if err := f.report(); err != nil {
		return err
	}
	t := f.tally
	switch {
	case f.unread > 0 || !f.o.Check && t.Failed+t.Unanswered() > 0:
		return exitCode(exitFailed)
	case f.o.Check && t.Failed+len(t.Unlooked) > 0:
		return exitCode(exitNotLooked)
	case f.o.Check && t.Fixed > 0, f.o.Check && !f.o.FixableOnly && !f.o.Judges() && t.NeedModel+t.Declined > 0,
		!f.o.Check && t.NeedModel+t.Declined > 0, !f.o.Check && !f.o.Write && t.Fixed > 0, breaks:
		return exitCode(1)
	}
	return nil
}

// judged says what the change of which files were fixed causes besides, in any file, and reports whether there is
// anything. What the run has listed of it is left out.
func (f *fixRun) judged(ctx context.Context, su app.Setup, args []string) (bad bool, err error) {
	su.Staged = nil // the index is read for the verdict
	w, err := su.Build(f.io.err)
	if err != nil {
		return false, err
	}
	defer w.Close()
	v, err := w.Judge(ctx, f.o.Changes(args), func(string) {})
	if err != nil {
		return false, err
	}
	v.New = slices.DeleteFunc(v.New, func(d review.Finding) bool {
		return f.listed[findingKey(d.Line, d.Tool, d.Code, d.File)]
	})
	if !v.Bad() {
		return false, nil
	}
	switch {
	case f.o.JSON:
		return true, app.PrintLine(f.io.out, struct {
			Verdict string `json:"verdict"`
			review.Data
		}{"change", v.Data()})
	case f.o.Format != "text":
		f.kept = append(f.kept, reviewed(version, v).Files...)
	default:
		fmt.Fprint(f.io.err, "fettle: the change still has to answer for:\n"+
			app.CleanLines(v.Text(review.TextOptions{Effects: shownEffects})))
	}
	return true, nil
}

// manyFiles is the number of files from which on a table by rule is shown.
const manyFiles = 20

// summary is for people.
func (f *fixRun) summary() {
	if f.o.Summary || f.files > manyFiles && len(f.tally.Codes) > 0 {
		f.tally.Table(f.io.err)
	}
	fmt.Fprintln(f.io.err, f.closing())
	for _, line := range app.UnlookedLines(f.tally.Unlooked) {
		fmt.Fprintln(f.io.err, "fettle: "+line)
	}
	if line := app.SkippedLine(f.w.Skipped()); line != "" {
		fmt.Fprintln(f.io.err, "fettle: "+line)
	}
	if t := f.tally; t.Fixed > 0 && !f.o.Write && !f.o.Check {
		fmt.Fprintln(f.io.err, "fettle: nothing was written; --write writes what is fixed here")
	}
	if t := f.tally; len(f.o.Rules) > 0 && f.files > 0 && t.Fixed+t.NeedModel+t.Declined+t.Failed == 0 {
		fmt.Fprintf(f.io.err, "fettle: hint: no tool reports %s here; fettle fix without --rule shows what they report\n",
			app.Clean(strings.Join(f.o.Rules, " or ")))
	}
	if f.tally.Resumed > 0 {
		fmt.Fprintf(f.io.err, "fettle: from an earlier run: %s; --no-resume asks again\n",
			app.Counted(f.tally.Resumed, "file"))
	}
	if f.tally.ModelOnly > 0 && f.why != "" {
		fmt.Fprintf(f.io.err, "fettle: hint: %s\n", app.Clean(f.why))
	}
	f.allow()
	if names := slices.Sorted(maps.Keys(f.waiting)); len(names) > 0 {
		fmt.Fprintf(f.io.err, "fettle: hint: to let %s check these fixes, trust the folder (%s) or name the tool: --run %s\n",
			strings.Join(names, " and "), app.TrustHere(), strings.Join(names, " --run "))
	}
	maps.DeleteFunc(f.unheard, func(name string, _ bool) bool { return f.waiting[name] })
	if names := slices.Sorted(maps.Keys(f.unheard)); len(names) > 0 {
		fmt.Fprintln(f.io.err, "fettle: hint: "+f.trustFor(names))
	}
	maps.DeleteFunc(f.held, func(name string, there bool) bool { return !there || f.waiting[name] || f.unheard[name] })
	if names := slices.Sorted(maps.Keys(f.held)); len(names) > 0 {
		fmt.Fprintf(f.io.err, "fettle: hint: %s did not look, as the folder is not trusted: trust it (%s) or name the tool: "+
			"--run %s\n", strings.Join(names, " and "), app.TrustHere(), strings.Join(names, " --run "))
	}
}

// closing returns the line that says what became of all findings, or who has found none.
func (f *fixRun) closing() string {
	t := f.tally
	if t.Fixed+t.NeedModel+t.Declined+t.Failed+t.Resumed+len(t.Unlooked)+len(f.o.Rules) > 0 || f.o.Input != "" {
		return t.Line()
	}
	if f.o.Staged && f.files == 0 {
		return "fettle: nothing is staged that fettle's linters check"
	}
	if who := f.lookers.Line(context.Background(), f.w); who != "" {
		return "fettle: " + who + ": clean"
	}
	return t.Line()
}

// allow says how many findings wait for nothing but a word: to who has no model they
// would seem to be out of reach.
func (f *fixRun) allow() {
	n, verb := f.tally.Unsafe, "have"
	if n == 0 || f.o.Unsafe {
		return
	}
	if n == 1 {
		verb = "has"
	}
	fmt.Fprintf(f.io.err, "fettle: hint: %s left %s a fix that may change behaviour: --unsafe takes it where it passes "+
		"the checks\n", app.Counted(n, "finding"), verb)
}

// trustFor says how to have judges look at fixes that were not asked, as the folder
// is not trusted.
func (f *fixRun) trustFor(names []string) string {
	verb := "was"
	if len(names) > 1 {
		verb = "were"
	}
	said := fmt.Sprintf("%s %s not asked about these fixes, as the folder is not trusted: trust it (%s)",
		strings.Join(names, " and "), verb, app.TrustHere())
	if len(f.o.Run) > 0 {
		said += " or add --run " + strings.Join(names, " --run ")
	}
	return said
}

// wait notes the tools that could not check a fix because they may not run here: a
// report may come from any tool, and those that judge the language have a say in all
// fixes.
func (f *fixRun) wait(r app.Result) {
	f.hold(r)
	if r.After != r.Before {
		for _, name := range f.w.Unheard(r) {
			f.unheard[name] = true
		}
	}
	for _, found := range r.Findings {
		if evidence.Named(found.Grade) != evidence.Unchecked {
			continue
		}
		if spec, ok := f.w.Engine.Tools().Find(found.Tool); ok && spec.Class == linter.ClassB &&
			f.w.Trust(r.Root) == linter.Unknown {
			f.waiting[spec.Name] = true
		}
	}
}

// hold notes the tools that would have looked at a file if the folder were trusted.
// Whoever has named tools, or a report, has not asked for them.
func (f *fixRun) hold(r app.Result) {
	if len(f.o.Run) > 0 || f.o.Input != "" || r.Resumed {
		return
	}
	for _, name := range f.w.Held(r) {
		if _, known := f.held[name]; !known {
			spec, _ := f.w.Engine.Tools().Find(name)
			f.held[name] = f.w.Installed(spec, r.Root, filepath.Dir(r.File))
		}
	}
}

// interrupted says what was done, what is left, and how to go on.
func (f *fixRun) interrupted() string {
	said := fmt.Sprintf("fettle: interrupted: %d of %s done", f.files-f.tally.Left, app.Counted(f.files, "file"))
	if f.o.Write {
		said += fmt.Sprintf(", %d of them written", f.tally.Written)
	}
	if f.provenFiles > 0 {
		done := "shown"
		if f.o.Write {
			done = "written"
		}
		said += fmt.Sprintf("; what was proven of %d more by then is %s: %s", f.provenFiles, done,
			app.Counted(f.provenFixes, "finding"))
	}
	said += fmt.Sprintf("; run the same command again for the %d left", f.tally.Left)
	if f.done.Remembers() {
		said += ", no model is asked again about what is done"
	}
	return said
}
