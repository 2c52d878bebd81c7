package semantic

import (
	"fmt"
	"slices"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/semantic/assemble"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// The bounds of what an answer is filled up with.
const (
	filledShare = 0.85 // of the budget, after which nothing more is added
	fillPlaces  = 4    // best places whose neighbours are shown
	fillCallers = 2    // of each
	besides     = 140  // bytes that a piece costs beside its own lines: head, reason, lines around
)

// room is what an answer may hold.
type room struct {
	bytes  int
	pieces int // 0: any number
}

// fill shows what the best places hang together with, while there is room: the types
// that they belong to, what they call and name, who calls them, and what else their
// files rest on. Nothing that no name ties to them is shown for want of better.
func (e *expansion) fill(spots []spot, r room) {
	score := neighbour * usualFloor
	at := func(i int) float64 { return score * (1 - 0.1*float64(i)) }
	for _, step := range []func(int, index.Located){
		func(i int, l index.Located) { e.holderOf(l, at(i)) },
		func(i int, l index.Located) { e.neighbours(l, at(i), 1) },
		func(i int, l index.Located) { e.callers(l, at(i)*neighbour, roleCaller, fillCallers) },
		func(i int, l index.Located) { e.rests(l.Path, at(i)*neighbour*neighbour) },
	} {
		for i, s := range spots[:min(fillPlaces, len(spots))] {
			if e.full(r) {
				return
			}
			if s.def.Kind != scan.Gap {
				step(i, index.Located{Path: s.path, Def: s.def})
			}
		}
	}
}

// surround adds, as summaries, who imports the files of what is asked about and what
// these rest on, while there is room.
func (e *expansion) surround(r room) {
	for _, n := range slices.Clone(e.pieces) {
		if n.role != roleDirect || n.source == byCalls || n.source == byServer || e.depth == 0 || e.full(r) {
			continue
		}
		e.rests(n.path, neighbour/2)
		e.tied(e.p.index.Importers(n.path), fmt.Sprintf("imports `%s`", n.path), neighbour/3)
	}
}

// full reports whether the pieces take up the room.
func (e *expansion) full(r room) bool {
	if e.ctx.Err() != nil || r.pieces > 0 && len(e.pieces) >= r.pieces {
		return true
	}
	n := 0
	for _, o := range e.pieces {
		n += e.size(o)
	}
	return float64(n) >= filledShare*float64(r.bytes)
}

// size is about how many bytes a piece takes in an answer.
func (e *expansion) size(n piece) int {
	s, ok := e.read(n.path)
	switch {
	case n.form == assemble.Summarized || !ok:
		return len(n.words) + besides
	case n.form == assemble.Signature:
		return len(s.Slice(s.LinesSpan(text.Lines{Start: n.def.Doc, End: n.def.Sig}))) + besides
	}
	return len(body(s, n.def)) + besides
}

// holderOf adds the type that a method belongs to, as far as a signature shows it.
func (e *expansion) holderOf(l index.Located, score float64) {
	if l.Container == "" || isType(l.Kind) {
		return
	}
	if typ, ok := e.holder(l, l.Container); ok {
		e.add(piece{path: typ.Path, def: typ.Def, form: assemble.Signature, role: roleType, source: byTypes, why: fmt.Sprintf("the type that `%s` belongs to", l.Name), score: score})
	}
}

// rests adds, as summaries, the files that a file imports and takes names from.
func (e *expansion) rests(path string, score float64) {
	e.tied(e.p.index.Imports(path), fmt.Sprintf("`%s` imports it", path), score)
}

// tied adds, as summaries, those of some files that names tie to the answer.
func (e *expansion) tied(files []string, why string, score float64) {
	for _, path := range files[:min(mostFan, len(files))] {
		if !index.IsTest(path) && !e.empty(path) && e.links([]string{path})[path] > 0 {
			e.summarize(path, roleRelated, byImports, why, score)
		}
	}
}
