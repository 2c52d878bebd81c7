package semantic

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/fettle-dev/fettle/providers/semantic/index"
)

// What a place is credited for being called by one that matches, of the score of that.
const (
	calledWorth = 0.3
	testedWorth = 0.5 // by a test: its words say what the code does that it calls
	creditors   = 15  // best places whose calls count
	ambiguous   = 3   // definitions that a name may have to say which one is called
)

// called credits places with the matches that call them, and adds those that no word leads
// to: tests, and what the work is handed out by, are often named in the words of whoever
// asks. A function that everybody calls is credited with little.
func (p *Provider) called(ctx context.Context, list []spot) []spot {
	best := slices.Clone(list)
	slices.SortStableFunc(best, func(a, b spot) int { return cmp.Compare(b.said.Score, a.said.Score) })
	for _, from := range best[:min(creditors, len(best))] {
		snap, ok := p.textOf(ctx, from.path)
		if !ok {
			continue
		}
		worth := calledWorth
		if index.IsTest(from.path) {
			worth = testedWorth
		}
		code := body(snap, from.def)
		for _, name := range namesIn(snap.Lang, code) {
			if name == from.def.Name || !calls(code, name) {
				continue
			}
			defs := slices.DeleteFunc(p.index.Define(name, from.path), func(l index.Located) bool {
				return l.Test || !l.Kind.IsFunction() || languageOf(l.Path) != snap.Lang
			})
			if len(defs) == 0 || len(defs) > ambiguous {
				continue
			}
			users := float64(max(1, len(p.index.References(name, mostUsers))))
			credit := worth * from.said.Score / float64(len(defs)) / (1 + math.Log(users)/2)
			for _, d := range defs {
				list = credited(list, d, credit)
			}
		}
	}
	for i := range list {
		list[i].score += list[i].credit
	}
	return sorted(list)
}

// credited notes the best credit of a definition.
func credited(list []spot, d index.Located, credit float64) []spot {
	at := slices.IndexFunc(list, func(s spot) bool { return s.path == d.Path && s.def.Start == d.Start })
	if at < 0 {
		return append(list, spot{path: d.Path, def: d.Def, by: byCalls, credit: credit})
	}
	list[at].credit = max(list[at].credit, credit)
	return list
}
