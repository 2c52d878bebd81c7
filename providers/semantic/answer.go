package semantic

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/internal/tokens"
	"github.com/fettle-dev/fettle/providers/semantic/assemble"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

// slots is the order of the roles in an answer, which its score decides within
// one.
var slots = map[string]int{roleTest: 1}

// answer finds the pieces for a question, the most important first, by the
// strategy of its plan: each has its own way over the index. What a strategy
// finds nothing for is answered by the words of the question, and what these say
// nothing of, or a file, by the ranking of files.
func (p *Provider) answer(ctx context.Context, q QueryParams, pl plan.Plan, r *index.Ranking, tests bool,
	ev evidence) []assemble.Entity {
	words := cmp.Or(pl.Query, q.Query)
	ranked := q.RelatedTo != "" || !q.uses("lexical") || !q.uses("symbol") && whoCalls.MatchString(words)
	if !ranked && !q.uses("symbol") { // words alone lead to places, and no name from there on
		pl.Strategy = ""
		q.MaxDepth = cmp.Or(q.MaxDepth, new(int))
		pl.MaxDepth = *q.MaxDepth
	}
	e := &expansion{ctx: ctx, p: p, tests: pl.IncludeTests, depth: pl.MaxDepth, never: q.IncludeTests != nil &&
		!*q.IncludeTests,
		room:   room{q.MaxTokens * int(tokens.DefaultRatio), q.Limit},
		filled: q.MaxDepth == nil && pl.Origin == "heuristic", // no number of steps was asked for
		used:   map[string][]string{}, seen: map[string]bool{}}
	if !ranked {
		e.spots = sync.OnceValue(func() []spot {
			list := p.spots(ctx, r, tests, ev)
			if q.uses("symbol") {
				list = p.called(ctx, list)
			}
			return list
		})
		e.planned(q, pl, words, ev)
		e.helped(ev.learned)
		e.keep(q)
	}
	if len(e.pieces) == 0 { // of a file, or what the history or vectors say
		e.ranked(r, q)
		e.keep(q)
	}
	return p.pieceEntities(within(e.pieces, q.Limit))
}

// planned finds the pieces by the strategy of a plan.
func (e *expansion) planned(q QueryParams, pl plan.Plan, words string, ev evidence) {
	quoted := e.quoted(ev)
	found := !quoted && (e.implements(words) || e.whoUses(words))
	switch {
	case found || quoted:
	case pl.Strategy == plan.StrategyFocused, pl.Strategy == plan.StrategySemantic && plan.OnlyNames(words):
		found = e.focused(e.p.symbolsOf(q.Query, pl))
	case pl.Strategy == plan.StrategyBroad:
		found = e.broad(pl, e.spots())
	case pl.Strategy == plan.StrategyEntry:
		found = e.entries(pl)
	}
	if !found {
		e.similar(e.spots(), pl.TopK, q.MinScore)
	}
}

// keep orders the pieces, and drops those that are not asked for.
func (e *expansion) keep(q QueryParams) {
	slices.SortStableFunc(e.pieces, func(a, b piece) int {
		return cmp.Or(slots[a.role]-slots[b.role], cmp.Compare(b.score, a.score))
	})
	e.pieces = slices.DeleteFunc(e.pieces, func(n piece) bool {
		return n.worth() < q.MinScore || len(q.IncludeTypes) > 0 && !slices.Contains(q.IncludeTypes, string(n.def.Kind))
	})
}

// ranked adds what belongs to a file, or to the files that a question leads to: what the names mean, then the chunks
// that match best.
func (e *expansion) ranked(r *index.Ranking, q QueryParams) {
	role, asks := roleDirect, "the question names"
	if q.RelatedTo != "" {
		role, asks = roleRelated, q.RelatedTo+" uses"
	}
	for _, h := range r.Defs {
		for _, d := range h.Defs[:min(2, len(h.Defs))] {
			if score := share(h.Weight, r.Defs[0].Weight); score >= q.MinScore {
				e.add(piece{path: h.Path, def: d, role: role, source: bySymbol,
					why: fmt.Sprintf("defines `%s`, which %s", h.Name, asks), score: score})
			}
		}
	}
	files := map[string]index.Hit{}
	for _, h := range r.Hits[:min(queryFiles, len(r.Hits))] {
		files[h.Path] = h
	}
	for _, c := range r.Chunks(queryFiles, queryChunks) {
		defs := e.p.index.DefsOf(c.Path)
		if c.Match < q.MinScore || c.Value < q.MinScore || c.Chunk.Kind == scan.Gap && len(defs) > 0 {
			continue // a script is shown by its statements
		}
		d := index.Def{Name: c.Chunk.Name, Kind: c.Chunk.Kind, Container: c.Chunk.Container, Doc: c.Chunk.Start,
			Start: c.Chunk.Start, Sig: c.Chunk.Start + 1, End: c.Chunk.End}
		whole := slices.IndexFunc(defs, func(o index.Def) bool {
			return o.Name == d.Name && o.Doc <= d.Start && d.Start < o.End && o.Container == d.Container && o.Kind != scan.Class
		})
		if whole >= 0 {
			d = defs[whole]
		}
		e.add(piece{path: c.Path, def: d, role: role, source: cmp.Or(files[c.Path].Way(), byWords),
			why: reasons(files[c.Path]), score: c.Value})
	}
}

// Of the files that helped with questions like this one, so many are shown that no
// word leads to, where they helped at least so much.
const (
	helpedMost  = 2
	helpedLeast = 0.3
)

// helped adds files that were opened or edited after a question like this one,
// though nothing in them speaks of it.
func (e *expansion) helped(learned map[string]float64) {
	n := 0
	for _, path := range slices.SortedFunc(maps.Keys(learned), func(a, b string) int {
		return cmp.Or(cmp.Compare(learned[b], learned[a]), strings.Compare(a, b))
	}) {
		if n >= helpedMost || learned[path] < helpedLeast {
			return
		}
		there := slices.ContainsFunc(e.pieces, func(o piece) bool { return o.path == path })
		if !there && e.file(piece{path: path, role: roleRelated, source: byJournal, why: helped,
			score: neighbour * min(1, learned[path])}, 0) {
			n++
		}
	}
}

// usualFloor is the least score that is asked for unless the question says so.
const usualFloor = 0.3

// worth returns the score of a piece as it is shown and compared with the least score that is asked for. A piece that
// comes with a place (what the place calls or uses) is ranked below the places, but the usual floor leaves none of them
// out: their scores are mapped above it.
func (n piece) worth() float64 {
	if n.role == roleDirect {
		return n.score
	}
	return usualFloor + (1-usualFloor)*n.score
}

// quotedShare is how much of a question has to stand somewhere word for word, for that
// to be what is looked for.
const quotedShare = 0.4

// quoted reports whether a place holds the words of the question in their order: who
// asks in the words of a comment or a message looks for these, and not for the names
// in them.
func (e *expansion) quoted(ev evidence) bool {
	return ev.reading.Long() && slices.ContainsFunc(e.spots(), func(s spot) bool { return s.said.Said >= quotedShare })
}

// within returns the pieces that an answer may hold, by their order. Tests and the start
// of the program come last, and keep a place each.
func within(list []piece, most int) []piece {
	if most <= 0 || len(list) <= most {
		return list
	}
	out := slices.Clone(list[:most])
	end := most
	for _, role := range []string{roleTest, roleEntry} {
		has := func(n piece) bool { return n.role == role }
		first := slices.IndexFunc(list, has)
		if first >= end && end > (most+1)/2 { // a test may have filled the last place
			end--
			out[end] = list[first]
		}
	}
	slices.SortStableFunc(out[end:], func(a, b piece) int {
		return cmp.Or(slots[a.role]-slots[b.role], cmp.Compare(b.score, a.score))
	})
	return out
}
