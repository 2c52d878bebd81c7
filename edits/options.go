package edits

import "github.com/fettle-dev/fettle/internal/text"

// Options say how a script is to be applied. The zero value is right for a
// model's answer where no parser is at hand.
type Options struct {
	// Parse reports whether a new text of the document parses no worse than the
	// old one. Readings of an answer's indentation are tried until one passes;
	// nil accepts the first.
	Parse func(newText string) bool
	// Characters marks signals about white space or characters: lines come from
	// the answer as they are, behind the blanks that rendering removed from all of
	// them, and none is copied back from the document.
	Characters bool
	// Unlimited switches the limits on the number of edits and on the width of lines off. How much a text may
	// change, its gates say.
	Unlimited bool
	// Redacted are lines of the document that the model did not see as they
	// are. No rewrite and no range may go over them; a line that is addressed
	// by its own id may change.
	Redacted []text.Lines
}

// Result is what a script makes of a document.
type Result struct {
	Edits []text.Edit // minimal, sorted, disjoint, all inside the windows
	Text  string      // the whole new text
}
