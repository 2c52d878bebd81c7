package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/cmd/fettle/format"
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/internal/config"
)

// formats lists the values of --format.
func formats() []string { return slices.Concat([]string{"text", "json"}, format.Names()) }

// meantFormat returns a guess which format was meant, "" where there is none.
func meantFormat(name string) string {
	for _, f := range formats() {
		if config.Near(f, name) {
			return "did you mean " + f + "? "
		}
	}
	return ""
}

// show prints a result, or keeps it for the end.
func (f *fixRun) show(r app.Result) {
	for _, d := range r.Findings {
		f.listed[findingKey(d.Line, d.Tool, d.Code, slashed(r.Path))] = true
	}
	if !slices.Contains(format.Names(), f.o.Format) {
		f.printer.file(r)
		return
	}
	before, after := r.Texts()
	out := format.File{Path: slashed(r.Path), Before: before, After: after, Written: r.Written}
	for _, u := range r.Unlooked {
		out.Unlooked = append(out.Unlooked, format.Unlooked{Tool: u.Tool, Why: u.Why})
	}
	for _, d := range r.Findings {
		shown := format.Finding{Line: d.Line, Column: d.Column, Tool: d.Tool, Code: d.Code,
			Message:  d.Message + app.TimesText(d.Count),
			Severity: d.About.Severity, Doc: d.About.Doc, Fixed: d.Applied, Title: d.Title, Verdict: d.Verdict, Reason: d.Reason,
			Grade: d.Grade, Witnesses: evidence.Short(d.Evidence), Effects: d.Effects}
		if d.Cell > 0 {
			shown.Message = fmt.Sprintf("cell %d, line %d: %s", d.Cell, d.Line, shown.Message)
			shown.Line, shown.Column = max(1, d.About.Line), 1
		}
		if !r.Written {
			shown.Edits = d.About.Edits
		}
		out.Findings = append(out.Findings, shown)
	}
	// In the order of the file, not in that in which they were fixed.
	slices.SortStableFunc(out.Findings, func(a, b format.Finding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	f.kept = append(f.kept, out)
}

// slashed returns a path as all forms name it: seen from the working folder.
func slashed(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = app.Here(abs)
	}
	return filepath.ToSlash(path)
}

// report writes the form that holds the whole run.
func (f *fixRun) report() error {
	if !slices.Contains(format.Names(), f.o.Format) {
		return nil
	}
	run := format.Run{Version: version, Files: f.kept}
	for _, s := range f.w.Skipped() {
		run.Skipped = append(run.Skipped, format.Skipped{Path: slashed(s.File), Tool: s.Tool, Why: s.Why})
	}
	if err := format.Write(f.io.out, f.o.Format, run); err != nil {
		return fmt.Errorf("write the result as %s: %w", f.o.Format, err)
	}
	return nil
}
