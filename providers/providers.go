// Package providers is the contract between the aggregator and the sources of
// context: what a provider is asked ([Request]) and what it answers
// ([Section], made of [Snippet]s).
//
// A provider gathers context for a model; it is never an LLM vendor. Providers
// work from snapshots and memory, honour their context's deadline, and return
// what they have, best first: a late provider costs only its own section.
package providers

import (
	"context"
	"fmt"
	"time"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Kind says what is known about the task.
type Kind uint8

// The kinds of requests.
const (
	Fix  Kind = iota // the place is known
	Edit             // place and instruction
)

// Priority orders sections; the higher one is served first.
type Priority uint8

// The priorities.
const (
	Semantic Priority = iota + 1
	History
	Diagnostics
)

// Place is a range of lines of a workspace file.
type Place struct {
	Path        string // root-relative, with slashes
	First, Last int    // 1-based, inclusive
}

func (p Place) String() string {
	if p.First == 0 {
		return p.Path // the file as a whole
	}
	if p.First == p.Last {
		return fmt.Sprintf("%s:%d", p.Path, p.First)
	}
	return fmt.Sprintf("%s:%d-%d", p.Path, p.First, p.Last)
}

// Request is one question to all providers.
type Request struct {
	Kind        Kind
	Root        string // absolute workspace root, "" if none
	Snapshot    text.Snapshot
	Target      text.Span           // diagnostic, selection or cursor
	Covered     []Place             // shown by the prompt already: never repeated
	Diagnostics []signal.Diagnostic // the ones being fixed
	Others      []signal.Diagnostic // what else is wrong, where no editor says
	Needs       []signal.Need       // cross-file needs
	Instruction string
	Focus       []string // names asked for by the model or a failed gate, on a second round
	Max         int      // items: edits, chunks or diagnostics; 0 = no cap
	Bytes       int      // upper bound for this provider's section
	Now         time.Time
}

// Provider is a source of context.
type Provider interface {
	Name() string
	Provide(context.Context, Request) (Section, error)
}

// Resolver is a provider that can return its freshest state from memory, in at
// most 5 ms, after all providers have been joined.
type Resolver interface {
	Resolve(Request) Section
}

// Section is one provider's answer. Snippets come best first.
type Section struct {
	Name     string
	Title    string // Markdown heading, without the "## "
	Priority Priority
	Snippets []Snippet
	Partial  bool // the deadline ended the work early
}

// Role says what a snippet shows.
type Role string

// The roles of snippets.
const (
	RoleDiagnostic     Role = "diagnostic"
	RoleChange         Role = "change"
	RoleDefinition     Role = "definition"
	RoleChunk          Role = "chunk"
	RoleSummary        Role = "summary"
	RoleImplementation Role = "implementation"
	RoleTest           Role = "test"
	RoleRelated        Role = "related"
)

// Snippet is one piece of context. Body is whole lines.
//
// It is shown as its heading above its body. The heading is Head; where that is
// empty and the snippet has a Place, it is made of the place, Note and Label
// (see [Sheet]). The body is fenced as Lang; without Lang it is Markdown and
// shown as it is.
type Snippet struct {
	Place Place
	Role  Role
	Lang  string
	Head  string // Markdown shown above the body
	Label string // what the place holds: "function: `apiRequest`"
	Note  string // how the body differs from the lines of Place: "signature"
	Body  string
	Score float64 // 0…1 inside the section
	Cuts  []Cut   // legal shorter bodies, longest first
	Why   []Reason
}

// Cut is a shorter form of a snippet's body.
type Cut struct {
	Head string // replaces the snippet's Head
	Note string // replaces the snippet's Note
	Body string
}

// With returns the snippet in its shorter form.
func (s Snippet) With(c Cut) Snippet {
	s.Head, s.Note, s.Body, s.Cuts = c.Head, c.Note, c.Body, nil
	return s
}

// Exact reports whether the body is the very lines of the place.
func (s Snippet) Exact() bool {
	return s.Note == "" && s.Head == "" && s.Lang != "" && s.Place.Path != ""
}

// Reason is one factor of a snippet's score.
type Reason struct {
	Factor string
	Value  float64
	Text   string
}
