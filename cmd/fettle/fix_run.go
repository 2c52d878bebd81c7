package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/cmd/fettle/format"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// fileResult is the outcome of one file.
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

// fixRun takes the results of a run, file by file: it writes, prints, counts and
// remembers.
type fixRun struct {
	io      streams
	w       *app
	o       fixOptions
	files   int
	unread  int // arguments that could not be read
	done    *finished
	meter   *meter
	printer printer
	tally   tally
	kept    []format.File   // for the forms that are written at the end
	waiting map[string]bool // tools that may not run here, and had fixes to check
	said    map[string]bool // why tools could not check a file
	same    int             // files that failed for a reason that was said
}

func newFixRun(io streams, w *app, o fixOptions, files int) *fixRun {
	return &fixRun{io: io, w: w, o: o, files: files, done: w.finished(o), meter: newMeter(io.err, files),
		printer: printer{out: io.out, style: styleOf(io.out), json: o.json, verbose: o.verbose}, tally: newTally(), waiting: map[string]bool{}, said: map[string]bool{}}
}

// take takes the result of one file. Once the run is interrupted nothing is
// written or printed any more; what was found out is kept for the next run.
func (f *fixRun) take(ctx context.Context, r fileResult) {
	f.meter.clear()
	defer f.meter.step()
	if ctx.Err() != nil {
		f.tally.left++
		if r.err == nil && !r.resumed {
			r.findings = r.list(f.w.ladder.Model)
			f.done.keep(r)
		}
		return
	}
	if r.err == nil && f.o.write && r.after != r.before {
		f.write(&r)
	} else if r.err != nil {
		f.fail(r.err)
		return
	}
	if !r.resumed {
		r.findings = r.list(f.w.ladder.Model)
		f.done.keep(r)
	}
	f.tally.count(r)
	f.wait(r)
	f.show(r)
}

// fail counts a file that failed and says why. What keeps a tool from all files
// is said of the first.
func (f *fixRun) fail(err error) {
	f.tally.failed++
	if tool := new(linter.Error); errors.As(err, &tool) {
		reason := tool.Error()
		if errors.Is(tool, linter.ErrPaused) {
			reason = tool.Tool // for how long is another each time
		}
		if f.said[reason] {
			f.same++
			return
		}
		f.said[reason] = true
	}
	fail(f.io.err, err)
}

// write replaces a file's text, if the file still is what was read.
func (f *fixRun) write(r *fileResult) {
	abs, err := filepath.Abs(r.path)
	if err == nil {
		err = files.WriteAtomic(abs, []byte(r.after), files.WriteOptions{ExpectHash: hashOf(r.before), Root: f.w.engine.Root(abs)})
	}
	if err != nil {
		next := "see that it and its folder can be written, and run it again; the file is as it was"
		if errors.Is(err, files.ErrSymlink) {
			next = "name the file that it leads to"
		}
		if errors.Is(err, files.ErrReadOnly) {
			next = "make it writable (chmod u+w), if it is to be changed, and run it again; the file is as it was"
		}
		r.err = withHint(fmt.Errorf("write %s: %w", r.path, reasonOf(err)), next)
		f.fail(r.err)
		return
	}
	r.written = true
	f.tally.written++
	f.w.engine.Changed(abs) // what tools said of other files is doubtful
}

// end prints the closing lines and gives the exit code.
func (f *fixRun) end() error {
	f.meter.clear()
	if f.tally.left > 0 {
		fmt.Fprintln(f.io.err, f.interrupted())
		return exitCode(exitInterrupted)
	}
	if f.same > 0 {
		fmt.Fprintf(f.io.err, "fettle: the same for %s\n", counted(f.same, "more file"))
	}
	if !f.o.json {
		f.summary()
	}
	if err := f.report(); err != nil {
		return err
	}
	t := f.tally
	switch {
	case t.failed+f.unread > 0:
		return exitCode(exitFailed)
	case f.o.check && t.fixed+t.unverified > 0, !f.o.check && t.needModel+t.declined > 0, !f.o.check && !f.o.write && t.fixed+t.unverified > 0:
		return exitCode(1)
	}
	return nil
}

// manyFiles is the number of files from which on a table by rule is shown.
const manyFiles = 20

// summary is for people.
func (f *fixRun) summary() {
	if f.o.summary || f.files > manyFiles && len(f.tally.codes) > 0 {
		f.tally.table(f.io.err)
	}
	fmt.Fprintln(f.io.err, f.tally.line())
	if f.tally.resumed > 0 {
		fmt.Fprintf(f.io.err, "fettle: from an earlier run: %s; --no-resume asks again\n", counted(f.tally.resumed, "file"))
	}
	if why := f.w.ladder.Model.Why; f.tally.needModel > 0 && why != "" {
		fmt.Fprintf(f.io.err, "fettle: hint: %s\n", clean(why))
	}
	if names := slices.Sorted(maps.Keys(f.waiting)); len(names) > 0 {
		fmt.Fprintf(f.io.err, "fettle: hint: to let %s check these fixes, trust the folder (fettle doctor --trust .) or name the tool: --run %s\n",
			strings.Join(names, " and "), strings.Join(names, " --run "))
	}
}

// wait notes the tools that could not check a fix because they may not run here:
// a report may come from any tool.
func (f *fixRun) wait(r fileResult) {
	for _, found := range r.findings {
		if found.Verdict != verify.Unverified.String() {
			continue
		}
		if spec, ok := linter.Find(found.Tool); ok && spec.Class == linter.ClassB && f.w.trust(r.root) == linter.Unknown {
			f.waiting[spec.Name] = true
		}
	}
}

// interrupted says what was done, what is left, and how to go on.
func (f *fixRun) interrupted() string {
	said := fmt.Sprintf("fettle: interrupted: %d of %s done", f.files-f.tally.left, counted(f.files, "file"))
	if f.o.write {
		said += fmt.Sprintf(", %d of them written", f.tally.written)
	}
	said += fmt.Sprintf("; run the same command again for the %d left", f.tally.left)
	if f.done.dir != "" {
		said += ", no model is asked again about what is done"
	}
	return said
}
