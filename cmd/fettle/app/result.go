package app

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/text"
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
	far      []Far     // in place of outcomes: another machine has done it
	beside   int       // more findings are gone than outcomes say
	Findings []Finding // of the outcomes, or of a former run
	Err      error
	Written  bool
	Resumed  bool // a former run did it

	Unlooked []Unlooked // by these tools
}

// place is where a diagnostic stands in the file as the user has it: a later
// pass of an unwritten fix counts in a text that is nowhere on disk. w holds the
// edits to such texts, as far as they are known.
func (r Result) place(o fixer.Outcome, w ways) text.Position {
	offset, s := o.Diagnostic.Span.Start, o.Snapshot
	base := r.Before
	if r.Written {
		base = r.After
	}
	if s.Text() != base {
		shift := 0
		for _, e := range w.between(base, s.Text()) {
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

// Proven reports whether the file has another text because a finding was fixed. A
// file that failed, or that nothing looked at in time, has no text to be written.
func (r Result) Proven() bool {
	applied := func(o fixer.Outcome) bool { return o.Applied }
	return r.After != r.Before && (slices.ContainsFunc(r.outcomes, applied) ||
		slices.ContainsFunc(r.far, func(f Far) bool { return f.Applied }) ||
		slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Applied }))
}

// settled reports whether another run would find out nothing more: no call
// failed, and none was left out.
func (r Result) settled() bool {
	for _, f := range r.Findings {
		if f.open {
			return false
		}
	}
	return true
}
