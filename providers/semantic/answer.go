package semantic

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/internal/tokens"
	"github.com/fettle-dev/fettle/providers/semantic/assemble"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

// slots is the order of the roles in an answer, which its score decides within
// one.
var slots = map[string]int{roleTest: 1}

// answer finds the pieces for a question, the most important first, by the
// strategy of its plan: each has its own way over the index. What a strategy
// finds nothing for is answered by the words of the question.
func (p *Provider) answer(ctx context.Context, q QueryParams, pl plan.Plan, r *index.Ranking, tests bool,
	ev evidence) []assemble.Entity {
	e := &expansion{ctx: ctx, p: p, tests: pl.IncludeTests, depth: pl.MaxDepth, never: q.IncludeTests != nil &&
		!*q.IncludeTests,
		room:     room{q.MaxTokens * int(tokens.DefaultRatio), q.Limit},
		filled:   q.MaxDepth == nil && pl.Origin == "heuristic", // no number of steps was asked for
		areTests: map[string]bool{}, used: map[string][]string{}, seen: map[string]bool{}}
	words := cmp.Or(pl.Query, q.Query)
	e.spots = sync.OnceValue(func() []spot { return p.spots(ctx, r, tests, ev) })
	quoted := e.quoted(ev)
	found := !quoted && (e.implements(words) || e.whoUses(words))
	switch {
	case found || quoted:
	case pl.Strategy == plan.StrategyFocused, pl.Strategy == plan.StrategySemantic && plan.OnlyNames(words):
		found = e.focused(p.symbolsOf(q.Query, pl))
	case pl.Strategy == plan.StrategyBroad:
		found = e.broad(pl, e.spots())
	case pl.Strategy == plan.StrategyEntry:
		found = e.entries(pl)
	}
	if !found {
		e.similar(e.spots(), pl.TopK, q.MinScore)
	}
	e.helped(ev.learned)
	slices.SortStableFunc(e.pieces, func(a, b piece) int {
		return cmp.Or(slots[a.role]-slots[b.role], cmp.Compare(b.score, a.score))
	})
	e.pieces = slices.DeleteFunc(e.pieces, func(n piece) bool {
		return n.worth() < q.MinScore || len(q.IncludeTypes) > 0 && !slices.Contains(q.IncludeTypes, string(n.def.Kind))
	})
	return p.pieceEntities(within(e.pieces, q.Limit))
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
		if !there && e.summarize(path, roleRelated, byJournal, helped, neighbour*min(1, learned[path])) {
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
