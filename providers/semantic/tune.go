package semantic

import (
	"context"
	"slices"
	"time"

	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

// Tests says whether tests are shown as related code.
type Tests uint8

// The choices about tests.
const (
	TestsAuto   Tests = iota // where the task is about tests
	TestsAlways              // like other files
	TestsNever
)

// Tuning is what may change while a provider lives: see [Provider.Tune].
type Tuning struct {
	// Learned says how much files helped with searches of like terms, see
	// package journal; nil: nothing is learned.
	Learned func(terms []string, now time.Time) map[string]float64
	// Commits are further sets of files that changed together, newest first:
	// what the journal knows; nil: none.
	Commits func() [][]string
	// Planner plans queries and edits; nil: the heuristics.
	Planner plan.Planner
	// Embedding makes vectors of chunks and questions; nil: none are made.
	Embedding *Embedding
	// Lookup asks language servers for places, root-relative; nil: nobody is
	// asked. It must honour its context.
	Lookup func(ctx context.Context, l Lookup) []providers.Place
	// MaxFiles caps the distinct files of a section; 0 = no cap.
	MaxFiles int
	// MaxFile is the size in bytes from which on a file is not read; 0: the
	// index's own bound.
	MaxFile int64
	// Tests says whether tests are shown.
	Tests Tests
}

// Tune puts new choices in the place of the former ones. What is indexed stays.
func (p *Provider) Tune(t Tuning) {
	p.mu.Lock()
	p.tuning = t
	p.mu.Unlock()
}

func (p *Provider) tuned() Tuning {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.tuning
}

// maxFile returns the size from which on files count as empty.
func (t Tuning) maxFile() int64 {
	if t.MaxFile > 0 {
		return min(t.MaxFile, index.MaxFile)
	}
	return index.MaxFile
}

// SetHistory sets which files each of the newest commits changed, newest first, and with
// it what changes together and what changed lately. What the journal knows comes before
// it.
func (p *Provider) SetHistory(commits [][]string) {
	if own := p.tuned().Commits; own != nil {
		commits = slices.Concat(own(), commits)
	}
	p.index.SetCommits(commits)
}
