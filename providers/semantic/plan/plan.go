package plan

import (
	"context"
	"crypto/sha256"
	"strings"
)

// Strategy is how candidates are found besides by the ranking.
type Strategy string

// The strategies.
const (
	StrategyFocused  Strategy = "focused"
	StrategySemantic Strategy = "semantic"
	StrategyBroad    Strategy = "broad"
	StrategyEntry    Strategy = "entry_point_based"
)

// The bounds of a plan, whoever made it.
const (
	maxList  = 20
	maxDepth = 3
	maxTopK  = 100
)

// Plan is what a search does besides ranking the words of the question. The
// JSON names are those a model is asked for.
type Plan struct {
	Keywords     []string `json:"keywords"`
	Symbols      []string `json:"symbols_to_find"`
	Patterns     []string `json:"file_patterns"`
	EntryFiles   []string `json:"entry_files,omitempty"`
	IncludeTests bool     `json:"include_tests"`
	MaxDepth     int      `json:"max_depth"`
	Query        string   `json:"query,omitempty"` // searched for instead of the question
	TopK         int      `json:"top_k,omitempty"`
	Strategy     Strategy `json:"strategy"`

	// Expected are words that names of the code are expected to be made of, see [Expected].
	Expected []string `json:"-"`

	// Origin says who planned: "heuristic", "model" or "cache".
	Origin string `json:"-"`
	// Reason says why a model's plan was not used.
	Reason string `json:"-"`
}

// Query is what a plan is made for.
type Query struct {
	Text       string
	Root       string
	Positioned bool              // a place is known too
	Definers   func(string) int  // how many definitions a name has; nil = unknown
	Files      func(string) bool // whether a path exists; nil = unknown
	Outline    []string          // top-level names, for a model; at most 40 are used
	Languages  []string          // of the workspace, for a model
	Entries    func() []string   // entry points of the workspace; nil = none
	Cache      Cache             // of the workspace, kept between sessions; nil = none
	Every      bool              // a model plans narrow questions too
}

// Cache keeps plans between sessions.
type Cache interface {
	Plan(ctx context.Context, key [sha256.Size]byte) ([]byte, bool)
	KeepPlan(ctx context.Context, key [sha256.Size]byte, body []byte) error
}

// Planner makes plans. An error means that the caller should use [Heuristic].
type Planner interface {
	Plan(context.Context, Query) (Plan, error)
}

// Heuristic plans by the words of the question; it needs no model and cannot
// fail.
type Heuristic struct{}

// Plan implements [Planner].
func (Heuristic) Plan(_ context.Context, q Query) (Plan, error) {
	return FromIntent(Analyze(q.Text, q.Definers, q.Positioned), q), nil
}

// FromIntent returns the plan for an intent.
func FromIntent(in Intent, q Query) Plan {
	p := Plan{Keywords: in.Keywords, MaxDepth: 1, TopK: 30, Strategy: StrategySemantic, IncludeTests: in.Tests,
		Origin: "heuristic"}
	p.Symbols = append(p.Symbols, in.Entities...)
	switch {
	case in.Structure:
		p.Strategy, p.MaxDepth, p.IncludeTests = StrategyEntry, 2, false
	case in.Action == Search:
		p.TopK, p.MaxDepth, p.IncludeTests = 50, 0, true
	case in.Scope == Focused:
		p.Strategy = StrategyFocused
		p.IncludeTests = p.IncludeTests || in.Action == Debug
	case in.Action == Create && in.Scope == Codebase:
		p.Strategy, p.MaxDepth, p.IncludeTests = StrategyBroad, 2, true
		p.Patterns = patterns(append(in.Keywords, in.Synonyms...))
	}
	if q.Entries != nil && (p.Strategy == StrategyEntry || p.Strategy == StrategyBroad) {
		p.EntryFiles = q.Entries()
	}
	return p.bounded(q)
}

// patterns returns the words worth looking for in paths.
func patterns(words []string) []string {
	var out []string
	for _, w := range words {
		if len(w) >= 3 {
			out = append(out, w)
		}
	}
	return out
}

// bounded keeps a plan within its limits and drops what does not exist.
func (p Plan) bounded(q Query) Plan {
	clip := func(list []string, keep func(string) bool) []string {
		var out []string
		for _, s := range list {
			s = strings.TrimSpace(s)
			if s == "" || len(s) > 200 || len(out) >= maxList || keep != nil && !keep(s) {
				continue
			}
			out = append(out, s)
		}
		return out
	}
	p.Keywords = clip(p.Keywords, nil)
	p.Patterns = clip(p.Patterns, nil)
	known := func(s string) bool { return q.Definers == nil || q.Definers(Last(s)) > 0 }
	p.Symbols = clip(p.Symbols, known)
	p.EntryFiles = clip(p.EntryFiles, q.Files)
	p.MaxDepth = min(maxDepth, max(0, p.MaxDepth))
	if p.TopK <= 0 {
		p.TopK = 30
	}
	p.TopK = min(maxTopK, p.TopK)
	switch p.Strategy {
	case StrategyFocused, StrategySemantic, StrategyBroad, StrategyEntry:
	default:
		p.Strategy = StrategySemantic
	}
	return p
}
