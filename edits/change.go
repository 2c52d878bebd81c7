package edits

import (
	"slices"

	"github.com/fettle-dev/fettle/internal/text"
)

// change is one resolved operation: the lines of the snapshot it replaces, or
// the place before a line where it inserts.
type change struct {
	op       int // index in the script
	run      int
	lines    text.Lines
	insert   bool
	after    bool // an insertion that belongs to the line above it
	rewrite  bool // all lines of the run are sent anew
	window   bool // … by the run's name
	verbatim bool // the text has the document's indentation already
	placed   bool // found by its text, not by ids
	faithful bool
	new      []string
}

func (ch change) same(o change) bool {
	return ch.lines == o.lines && ch.insert == o.insert && ch.after == o.after && ch.rewrite == o.rewrite &&
		slices.Equal(ch.new, o.new)
}

// with is a change that was sent twice: what either form of it says counts.
func (ch change) with(o change) change {
	ch.faithful = ch.faithful || o.faithful
	ch.window = ch.window || o.window
	ch.verbatim = ch.verbatim || o.verbatim
	return ch
}

// joined reports whether another change of the script stands in the same run, so
// that what a change is nested in may change too.
func joined(ch change, all []change) bool {
	return slices.ContainsFunc(all, func(o change) bool { return o.op != ch.op && o.run == ch.run })
}
