package edits

import (
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"

	"github.com/fettle-dev/fettle/edits/window"
)

// CandidateKind is the kind of thing an id names; it is the id's letter.
type CandidateKind byte

// The kinds of candidates.
const (
	Line       CandidateKind = 'L'
	Function   CandidateKind = 'F'
	Class      CandidateKind = 'C'
	Import     CandidateKind = 'I'
	Decorator  CandidateKind = 'D'
	Block      CandidateKind = 'B'
	Multi      CandidateKind = 'N' // simple statement of more than one line
	BeginOfRun CandidateKind = '^' // BOW:ROLE
	EndOfRun   CandidateKind = '$' // EOW:ROLE
)

// Candidate is one thing a model may address: a line, a node, or the begin or
// end of a run.
type Candidate struct {
	ID    AnchorID
	Kind  CandidateKind
	Name  string     // of definitions and imports; the keyword of blocks
	Lines text.Lines // what replace and delete remove; empty for begin and end
	Run   int        // index into Windows.Runs
	Score int
}

// Candidates are the addresses of one request, on one frozen snapshot.
type Candidates struct {
	Snapshot text.Snapshot
	Windows  window.Set
	File     *syntax.File
	List     []Candidate // in document order

	index   map[AnchorID]int
	at      text.Lines // of the diagnostic
	code    string     // of the diagnostic
	lacking text.Lines // of the class that lacks what the diagnostic is about
}
