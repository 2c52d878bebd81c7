package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/fettle-dev/fettle/aggregator"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/lsp"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/diagnostics"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// context wires the providers and gives the engine its Gather.
func (su *setup) context(e *lsp.Engine, s config.Settings, roots []string, src lsp.Sources, g gateway, runner *linter.Runner, log *slog.Logger) {
	if src.Diagnostics == nil {
		src.Diagnostics = diagnostics.NewStore()
	}
	list := []providers.Provider{&diagnostics.Provider{
		Store: src.Diagnostics, Runs: runner, Max: s.Context.Diagnostics.Max,
		Why: func(d signal.Diagnostic) string { return e.Fixer.Table.Require(d).Docs },
	}}
	if src.History != nil {
		list = append(list, src.History.Provider())
	}
	su.related.use(choices{
		settings: s.Context, gate: g, roots: roots, rootOf: runner.Root, document: src.Document, planner: su.plannerFor(s, g.gate, log), embedding: su.embeddingFor(s, g.gate, log), progress: src.Indexing, log: log,
		denied:  func(root string) bool { return su.trust(s, root) == linter.Denied },
		trusted: func(root string) bool { return su.granted(s, root) == linter.Trusted },
	})
	list = append(list, &su.related)
	agg := aggregator.New(aggregator.Options{Providers: list, Gate: g.snippet})
	e.Warm, e.Follow, e.Closed = su.related.warm, su.related.follow, su.related.shut
	e.Query = func(ctx context.Context, path string, raw json.RawMessage) (any, error) {
		q := questionsOf(s.Context)
		if err := json.Unmarshal(raw, &q); err != nil {
			return nil, fmt.Errorf("invalid parameters for a context query: %w", err)
		}
		return su.related.query(ctx, runner.Root(path), q)
	}
	e.Imports = su.related.imports
	changed := e.Changed
	e.Changed = func(path string) {
		if changed != nil {
			changed(path)
		}
		su.related.changed(path)
	}
	e.Accepted = func(o lsp.Outcome) { su.related.learn.outcome(runner.Root(o.Path), o, src.History) }
	e.Redact = g.snippet
	used := e.Fixer.Model
	e.Fixer.Gather = func(ctx context.Context, q fixer.Gathering) fixer.Context {
		ratio, reported := su.meter.Ratio(used.Name)
		budget := aggregator.Size(aggregator.Sizing{
			Off: !s.Context.Enabled, MaxContextTokens: s.Context.Tokens, Auto: s.Context.Auto, Window: used.Window, Ratio: ratio, Reported: reported,
			Instruction: q.Instruction, Selection: q.Selection, Completion: q.Completion,
			ReserveInstruction: s.Context.Instruction, ReserveSelection: s.Context.Selection, ReserveCompletion: s.Context.Completion,
		})
		budget.Timeout = s.Context.Timeout
		if q.Problem.Mode == model.Prefetch {
			budget.Timeout = min(budget.Timeout, limits.ContextPrefetch)
		}
		budget.Providers = map[string]aggregator.Limit{
			"diagnostics": {Off: !s.Context.Diagnostics.Enabled, Max: s.Context.Diagnostics.Max},
			"history":     {Off: !s.Context.History.Enabled, Max: s.Context.History.Max},
			"semantic":    {Off: !s.Context.Semantic.Enabled, Max: s.Context.Semantic.Max},
		}
		req := request(q)
		got, report := agg.Gather(ctx, req, budget)
		su.related.gathered(req, report)
		c := fixer.Context{Text: got.Text, Report: gathered{got, report}}
		c.Places, c.Denied = sources(report)
		return c
	}
}

// sources are the places that context came from, and how many pieces of it were
// denied.
func sources(r aggregator.Report) (list []model.Place, denied int) {
	for _, s := range r.Snippets {
		switch {
		case s.Reason == "denied":
			denied++
		case s.Bytes > 0 && s.Place.Path != "":
			list = append(list, model.Place{Path: s.Place.Path, First: s.Place.First, Last: s.Place.Last})
		}
	}
	return list, denied
}

// request is the aggregator's form of a gathering.
func request(q fixer.Gathering) providers.Request {
	p := q.Problem
	req := providers.Request{Kind: providers.Fix, Root: p.Root, Snapshot: p.Snapshot, Target: p.Diagnostic.Span,
		Diagnostics: []signal.Diagnostic{p.Diagnostic}, Needs: q.Needs, Focus: q.Focus, Now: time.Now()}
	if p.Instruction != "" {
		req.Kind, req.Instruction, req.Diagnostics = providers.Edit, p.Instruction, nil
		req.Selection = p.Snapshot.Slice(p.Diagnostic.Span)
	}
	if p.Snapshot.URI == "" { // read from a file: nothing else is known of it
		req.Others = p.Others
	}
	rel := relative(p.Root, p.Snapshot.Path)
	for _, r := range q.Windows.Runs {
		if r.Lines.Len() > 0 {
			req.Covered = append(req.Covered, providers.Place{Path: rel, First: r.Lines.Start + 1, Last: r.Lines.End})
		}
	}
	return req
}
