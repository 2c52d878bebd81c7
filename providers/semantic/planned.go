package semantic

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

// planByModel says that a model is to plan, whatever is asked; "auto" leaves
// narrow questions to the heuristics.
const planByModel = "model"

// plan makes the plan for a text.
func (p *Provider) plan(ctx context.Context, question string, positioned bool, mode string) plan.Plan {
	q := plan.Query{Text: question, Root: p.opts.Root, Positioned: positioned, Definers: p.index.Definers,
		Files:   p.index.Has,
		Entries: func() []string { files, _ := p.entryFiles(ctx, 5); return files }, Every: mode == planByModel}
	if planner := p.tuned().Planner; planner != nil && mode != "heuristic" {
		q.Outline, q.Languages = p.index.Names(40), p.index.Languages()
		q.Cache, _ = p.storage().(plan.Cache)
		if pl, err := planner.Plan(ctx, q); err == nil {
			if len(pl.EntryFiles) == 0 && (pl.Strategy == plan.StrategyEntry || pl.Strategy == plan.StrategyBroad) {
				pl.EntryFiles = q.Entries()
			}
			return pl
		}
	}
	pl, _ := plan.Heuristic{}.Plan(context.WithoutCancel(ctx), q)
	return pl
}

// planInTime plans a question, and leaves half of the time that there is for
// what the plan finds, however long a model may work by the settings.
func (p *Provider) planInTime(ctx context.Context, question, mode string) plan.Plan {
	if end, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(end)/2)
		defer cancel()
	}
	return p.plan(ctx, question, false, mode)
}

// planEdit adds the words and candidates of a model's plan for the instruction, if it comes in
// time. Without one the query is unchanged.
func (p *Provider) planEdit(ctx context.Context, req providers.Request, q index.Query) index.Query {
	if req.Kind != providers.Edit || req.Instruction == "" || p.tuned().Planner == nil {
		return q
	}
	made := make(chan plan.Plan, 1)
	go func() {
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), limits.PlanLate)
		defer cancel()
		made <- p.plan(late, req.Instruction, true, "auto")
	}()
	wait := limits.PlanLate
	if end, ok := ctx.Deadline(); ok {
		wait = time.Until(end) - limits.PlanReserve
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case pl := <-made:
		return p.enriched(q, pl)
	case <-timer.C:
	case <-ctx.Done():
	}
	return q
}

// enriched adds the words and candidates of a model's plan to the query of an
// edit. It removes nothing.
func (p *Provider) enriched(q index.Query, pl plan.Plan) index.Query {
	if pl.Origin == "heuristic" {
		return q
	}
	words := strings.Join(slices.Concat(pl.Keywords, pl.Symbols, pl.Patterns), " ")
	for t, w := range index.TextTerms(words, planW) {
		if q.Text[t] == 0 {
			q.Text[t] = w
		}
	}
	q.Candidates = map[string]float64{}
	for _, pat := range pl.Patterns {
		for _, path := range p.matching(pat, 200) {
			q.Candidates[path] = entryWeight
		}
	}
	return q
}

// planned returns the index query of a text and its plan. A plan adds terms and
// candidates; it removes nothing.
func (p *Provider) planned(question string, pl plan.Plan, strategies []string) index.Query {
	q := index.Query{Terms: index.TextTerms(question, 1), Weights: index.QueryWeights(), Groups: plan.Groups(question)}
	q.Groups = append(q.Groups, plan.Beside(pl.Query, q.Groups)...)
	q.Groups = append(q.Groups, plan.Expected(pl.Expected, q.Groups)...)
	addTerms := func(words []string, weight float64) {
		for t, w := range index.TextTerms(strings.Join(words, " "), weight) {
			if q.Terms[t] == 0 {
				q.Terms[t] = w
			}
		}
	}
	addTerms([]string{pl.Query}, 1)
	in := plan.Analyze(question, p.index.Definers, false)
	// Tests the plan merely wants in addition to the code have their own slot; the
	// prior falls only where tests themselves may be the answer.
	q.Tests = in.Tests || pl.IncludeTests && in.Action == plan.Search
	if !in.Tests {
		q.TestPrior = searchPrior // they repeat the words of what they test
	}
	if pl.Origin != "heuristic" {
		q.Groups = append(q.Groups, plan.Hints(pl, q.Groups)...)
		addTerms(pl.Keywords, planW)
		addTerms(pl.Symbols, planW)
		addTerms(pl.Patterns, planW)
	}
	q.Names = map[string]int{}
	for _, e := range in.Entities {
		if name := plan.Last(e); p.index.Definers(name) > 0 {
			q.Names[name]++
		}
	}
	if len(q.Names) > 0 {
		q.Weights.Defs = entityWeight
	}
	if pl.Strategy == plan.StrategyBroad || pl.Strategy == plan.StrategyEntry {
		q.Candidates = map[string]float64{}
		for _, e := range pl.EntryFiles {
			q.Candidates[e] = entryWeight
		}
		for _, pat := range pl.Patterns {
			for _, path := range p.matching(pat, 200) {
				q.Candidates[path] = entryWeight
			}
		}
		if pl.Strategy == plan.StrategyEntry {
			for _, e := range pl.EntryFiles {
				q.Candidates[e] = 1
			}
		}
	}
	for _, s := range []struct {
		name string
		off  func()
	}{
		{"lexical", func() { q.Weights.BM25, q.Weights.Path, q.Weights.Place = 0, 0, 0 }},
		{"symbol", func() { q.Weights.Defs, q.Names = 0, nil }},
		{"history", func() { q.Weights.Recency, q.Weights.Cochange = 0, 0 }},
	} {
		if len(strategies) > 0 && !slices.Contains(strategies, s.name) {
			s.off()
		}
	}
	return q
}

// What a name in the question, and a candidate of the plan, add to a score.
const (
	entityWeight = 0.5
	searchPrior  = 0.5 // of tests where a place is searched for
	entryWeight  = 0.1
)

// relevantText is not more than this of a file that is asked about.
const relevantText = 64 << 10

// relatedQuery looks for what belongs to a file.
func (p *Provider) relatedQuery(path string, snap text.Snapshot) index.Query {
	body := snap.Text()
	body = body[:min(len(body), relevantText)]
	at := index.All(languageOf(path), body)
	return index.Query{Terms: at.Terms(), Names: at.Names, Own: at.Own, Document: path, Lang: languageOf(path),
		Weights: index.Weights{BM25: 1, Defs: 1, Imports: 0.5, Cochange: 1}}
}
