package main

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/fettle-dev/fettle/cmd/fettle/format"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// formats lists the values of --format.
func formats() []string { return slices.Concat([]string{"text", "json"}, format.Names()) }

// about is what the forms for pipelines say beside a line of --json.
type about struct {
	Severity signal.Severity
	Doc      string
	Edits    []text.Edit // of the fix, in the text of the file as it was read
}

func (r fileResult) about(o fixer.Outcome) about {
	a := about{Severity: o.Diagnostic.Severity, Doc: o.Diagnostic.Doc}
	if o.Applied && o.Fix != nil && o.Snapshot.Text() == r.before {
		a.Edits = diff.Minimal(r.before, o.Fix.Text)
	}
	return a
}

// show prints a result, or keeps it for the end.
func (f *fixRun) show(r fileResult) {
	if !slices.Contains(format.Names(), f.o.format) {
		f.printer.file(r)
		return
	}
	out := format.File{Path: slashed(r.path), Before: r.before, After: r.after, Written: r.written}
	for _, d := range r.findings {
		shown := format.Finding{Line: d.Line, Column: d.Column, Tool: d.Tool, Code: d.Code, Message: d.Message + timesText(d.Count),
			Severity: d.about.Severity, Doc: d.about.Doc, Fixed: d.Applied, Title: d.Title, Verdict: d.Verdict, Reason: d.Reason}
		if !r.written {
			shown.Edits = d.about.Edits
		}
		out.Findings = append(out.Findings, shown)
	}
	f.kept = append(f.kept, out)
}

// slashed is a path as all forms name it: seen from the working folder.
func slashed(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = here(abs)
	}
	return filepath.ToSlash(path)
}

// report writes the form that holds the whole run.
func (f *fixRun) report() error {
	if !slices.Contains(format.Names(), f.o.format) {
		return nil
	}
	if err := format.Write(f.io.out, f.o.format, format.Run{Version: version, Files: f.kept}); err != nil {
		return fmt.Errorf("write the result as %s: %w", f.o.format, err)
	}
	return nil
}
