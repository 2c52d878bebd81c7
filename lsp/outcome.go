package lsp

import "time"

// OutcomeKind is what became of a fix.
type OutcomeKind uint8

// The kinds of outcomes.
const (
	OutcomeApplied  OutcomeKind = iota // the edit is in the document
	OutcomeUndone                      // and was taken back within ten minutes
	OutcomeRejected                    // the user declined a preview
)

// Outcome tells the engine what became of a fix, so that the next search knows
// what helped.
type Outcome struct {
	Kind   OutcomeKind
	Signal string // tool and code: "ruff/F821"
	Path   string // absolute, of the document
	Time   time.Time
}
