package semantic

import (
	"cmp"
	"context"
	"slices"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// LookupKind says what a language server is asked about a name.
type LookupKind uint8

// The questions.
const (
	Definitions LookupKind = iota
	References
	TypeDefinitions
	Implementations
)

// Lookup is a question about the name at an offset of a document.
type Lookup struct {
	Kind     LookupKind
	Snapshot text.Snapshot
	Offset   int
}

// ask puts a question about a name in the statement that begins on a line to the language
// servers; nil when there are none, or nothing is known in time.
func (p *Provider) ask(look context.Context, kind LookupKind, s text.Snapshot, name string,
	line int) []providers.Place {
	lookup := p.tuned().Lookup
	if lookup == nil {
		return nil
	}
	at, ok := useOf(s, name, line)
	if !ok {
		return nil
	}
	places := slices.Clone(lookup(look, Lookup{kind, s, at}))
	slices.SortStableFunc(places, func(a, b providers.Place) int { return cmp.Compare(a.Path, b.Path) })
	return places
}

// useOf finds the first use of a name on the lines of a statement.
func useOf(s text.Snapshot, name string, line int) (int, bool) {
	for l := max(0, line); l < min(s.LineCount(), line+statement); l++ {
		for at := range scan.Occurrences(s.Line(l), name) {
			return s.LineStart(l) + at, true
		}
	}
	return 0, false
}

// located returns the definitions of the index at places: those that begin there,
// or else the innermost round them.
func (p *Provider) located(places []providers.Place) []index.Located {
	var out []index.Located
	for _, pl := range places {
		best := index.Def{End: -1}
		for _, d := range p.index.DefsOf(pl.Path) {
			if d.Kind != scan.Field && d.Start < pl.First && pl.First <= d.End && (best.End < 0 || d.Start >= best.Start) {
				best = d
			}
		}
		same := func(l index.Located) bool { return l.Path == pl.Path && l.Start == best.Start }
		if best.End >= 0 && !slices.ContainsFunc(out, same) {
			out = append(out, index.Located{Path: pl.Path, Test: index.IsTest(pl.Path), Def: best})
		}
	}
	return out
}

// merged puts what a language server says before what the index says, each
// definition once.
func merged(first, second []index.Located) []index.Located {
	out := slices.Clone(first)
	for _, l := range second {
		if !slices.ContainsFunc(first, func(f index.Located) bool { return f.Path == l.Path && f.Start == l.Start }) {
			out = append(out, l)
		}
	}
	return out
}
