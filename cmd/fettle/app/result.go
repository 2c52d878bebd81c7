package app

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/notebook"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Result is the outcome of one file.
type Result struct {
	Path     string // as shown
	File     string // where it is
	Root     string
	Before   string
	After    string
	first    []signal.Diagnostic // what was found in Before
	outcomes []fixer.Outcome
	far      []Far     // in place of outcomes: another machine or run has done it
	beside   int       // more findings are gone than outcomes say
	unproven bool      // fixes are left out, as a module cannot be imported with them
	Findings []Finding // as they are shown
	Err      error
	Written  bool
	Resumed  bool           // a former run did it
	notebook *notebook.File // whose Python the texts are

	Looked   []string   // the tools that have looked at it
	Unlooked []Unlooked // by these tools
}

// unchanged returns the result of a file that stays as it is.
func (t Target) unchanged() Result {
	body := t.Snapshot.Text()
	return Result{Path: t.Shown, File: t.Snapshot.Path, Root: t.Root, Before: body, After: body}
}

// place returns where a diagnostic stands in the file as the user has it: a later
// pass of an unwritten fix counts in a text that is not on disk.
func (w *ways) place(o fixer.Outcome) text.Position {
	offset := o.Diagnostic.Span.Start
	if o.Snapshot.Hash() != w.base.Hash() {
		offset = w.between(w.base, o.Snapshot).back(offset)
	}
	return w.base.Position(offset, text.UTF32)
}

// Change returns what the result is to make of its file, with the findings that it fixes:
// what is to be written anywhere is one.
func (r Result) Change() files.Change {
	before, after := r.Texts()
	c := files.Change{Read: HashOf(before), Edits: diff.Minimal(before, after), After: after}
	emptied, w := strings.TrimSpace(after) == "", r.ways() // else the edits of single fixes are not asked for
	for _, o := range r.outcomes {
		if !o.Applied {
			continue
		}
		fixed := files.Fixed{Tool: o.Diagnostic.Tool, Code: o.Diagnostic.Code}
		if emptied {
			fixed.Edits = r.single(o, w)
		}
		c.Fixes = append(c.Fixes, fixed)
	}
	for _, f := range r.far {
		if f.Applied {
			c.Fixes = append(c.Fixes, files.Fixed{Tool: f.Tool, Code: f.Code, Edits: f.About.Edits})
		}
	}
	return c
}

// Checks is why the result may not be written, nil if it may.
func (r Result) Checks() error {
	before, _ := r.Texts()
	return r.Change().Check(r.Path, before)
}

// settled reports whether another run would find out nothing more: no call
// failed, and none was left out.
func (r Result) settled() bool {
	for _, f := range r.Findings {
		if f.Open {
			return false
		}
	}
	return true
}
