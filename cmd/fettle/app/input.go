package app

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// reported reads the reports of tools and makes their files the targets. Paths
// given as arguments narrow them. A file has one target, however many reports
// speak of it and under whatever names.
func (w *App) reported(ctx context.Context, in io.Reader, o Options,
	args []string) (found []Target, skipped []skip, err error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, nil, err
	}
	for _, arg := range args {
		if _, err := os.Stat(arg); err != nil {
			skipped = append(skipped, named(leave(arg, "unreadable file", BareOf(err))))
		}
	}
	from := reader{app: w}
	defer from.close()
	var given [][]signal.Diagnostic // of each target
	at := map[string]int{}
	for _, name := range o.Inputs {
		reports, err := readReports(ctx, in, name, o.InputFormat)
		if err != nil {
			return nil, nil, err
		}
		for _, r := range reports {
			path, ok := located(r, dir)
			if !ok {
				skipped = append(skipped, leave(cmp.Or(r.Path, `""`), "reported file",
					notOurs("named by the report, but not here")))
				continue
			}
			if !wanted(path, args) || !w.Staged.has(path) {
				continue
			}
			if isNotebook(path) { // a report's lines are those of all cells joined, or of the file
				skipped = append(skipped, leave(Here(path), "notebook", notOurs("a report does not say in which cell")))
				continue
			}
			i, known := at[path]
			if !known {
				t, err := from.read(Here(path), path)
				if err != nil {
					skipped = append(skipped, leave(Here(path), kindOf(path, err), err))
					continue
				}
				i = len(found)
				at[path], found, given = i, append(found, t), append(given, nil)
			}
			t := found[i]
			if n := r.Outside(t.Snapshot); n > 0 {
				skipped = append(skipped, skip{error: fmt.Errorf("%s: %s with a line that it does not have: the report was made "+
					"for another text", t.Shown, Counted(n, "finding"))})
			}
			given[i] = append(given[i], r.Resolve(t.Snapshot)...)
		}
	}
	for i, list := range given {
		slices.SortStableFunc(list, func(a, b signal.Diagnostic) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
		found[i].Lint = w.follow(found[i].Snapshot, linter.Once(list))
	}
	w.extend(ctx, found, given)
	return found, skipped, nil
}

// extend has the tools look for the rules of reports, which may have been made by
// other settings than those here.
func (w *App) extend(ctx context.Context, targets []Target, given [][]signal.Diagnostic) {
	codes, try := map[string][]string{}, map[string]text.Snapshot{}
	for i, list := range given {
		for _, d := range list {
			codes[d.Tool], try[d.Tool] = append(codes[d.Tool], d.Code), targets[i].Snapshot
		}
	}
	for tool, list := range codes {
		w.Engine.Extend(ctx, tool, try[tool], list)
	}
}

// located returns the file that a report speaks of, below the working folder or its
// project's.
func located(r linter.Report, dir string) (string, bool) {
	if path, ok := r.Locate(dir); ok {
		return path, true
	}
	return r.Locate(files.ProjectRoot(filepath.Join(dir, "x")))
}

// readReports reads one report.
func readReports(ctx context.Context, in io.Reader, name, format string) ([]linter.Report, error) {
	data, err := ReadInput(ctx, in, name)
	if err != nil {
		return nil, WithHint(fmt.Errorf("read the report: %w", err), "name a file that can be read, or - for standard input")
	}
	reports, err := linter.ParseInput(format, data)
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
		if format != "" && linter.Detect(data) != "" { // the report is sound, its name is not
			err = WithHint(err, "it looks like a report of "+linter.Detect(data)+": leave --input-format out")
		}
		return nil, err
	}
	return reports, nil
}

// follow returns a report's findings for the text it speaks of. For a later text
// the tools themselves are asked, as far as they may run, about the rules of
// the report.
func (w *App) follow(original text.Snapshot, given []signal.Diagnostic) func(context.Context,
	text.Snapshot) ([]signal.Diagnostic, error) {
	rules := map[string]bool{}
	for _, d := range given {
		rules[d.Tool+"/"+d.Code] = true
	}
	return func(ctx context.Context, s text.Snapshot) ([]signal.Diagnostic, error) {
		if s.Hash() == original.Hash() {
			return given, nil
		}
		var out []signal.Diagnostic
		asked := map[string]bool{}
		for _, d := range given {
			if asked[d.Tool] {
				continue
			}
			asked[d.Tool] = true
			found, err := w.Engine.Lint(ctx, d.Tool, s)
			if err != nil {
				continue // what it said before has been dealt with
			}
			for _, f := range found {
				if rules[f.Tool+"/"+f.Code] {
					out = append(out, f)
				}
			}
		}
		slices.SortStableFunc(out, func(a, b signal.Diagnostic) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
		return out, nil
	}
}

// ReadInput reads a file, a pipe, or standard input for "-".
func ReadInput(ctx context.Context, in io.Reader, name string) ([]byte, error) {
	if name == "-" {
		return readInput(ctx, func() (io.ReadCloser, error) { return io.NopCloser(in), nil })
	}
	if files.IsPipe(name) {
		return readInput(ctx, func() (io.ReadCloser, error) { return files.OpenPipe(name) })
	}
	f, err := files.Read(name, limits.ChildOutput)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, ReasonOf(err))
	}
	return f.Data, nil
}

// readInput reads to an end that a terminal or a pipe may never send.
func readInput(ctx context.Context, open func() (io.ReadCloser, error)) ([]byte, error) {
	type read struct {
		data []byte
		err  error
	}
	ended := make(chan read, 1)
	go func() {
		in, err := open() // of a pipe, once somebody writes to it
		if err != nil {
			ended <- read{nil, err}
			return
		}
		defer in.Close()
		data, err := io.ReadAll(io.LimitReader(in, limits.ChildOutput+1))
		ended <- read{data, err}
	}()
	select {
	case r := <-ended:
		if len(r.data) > limits.ChildOutput {
			return nil, fmt.Errorf("it is larger than %d MiB", limits.ChildOutput>>20)
		}
		return r.data, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// wanted reports whether a path is one of the arguments or below one.
func wanted(path string, args []string) bool {
	return len(args) == 0 || slices.ContainsFunc(args, func(a string) bool {
		abs, err := filepath.Abs(a)
		return err == nil && (abs == path || strings.HasPrefix(path, abs+string(filepath.Separator)))
	})
}
