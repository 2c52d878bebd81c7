package engine

import (
	"context"
	"time"

	"github.com/fettle-dev/fettle/aggregator"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/diagnostics"
	"github.com/fettle-dev/fettle/providers/signal"
)

// aggregator runs the providers of context.
func (e *Engine) aggregator() *aggregator.Aggregator {
	found := e.sources.Diagnostics
	if found == nil {
		found = diagnostics.NewStore()
	}
	list := []providers.Provider{&diagnostics.Provider{
		Store: found, Runs: e.runner, Max: e.settings.Context.Diagnostics.Max, ErrorsOnly: e.settings.Context.ErrorsOnly,
		SameLines: true,
		Line:      e.lineOf,
		Why:       func(d signal.Diagnostic) string { return e.ladder.Table.Require(d).Docs },
	}}
	if e.sources.History != nil {
		list = append(list, e.sources.History.Provider())
	}
	list = append(list, e.process.workspaces)
	return aggregator.New(aggregator.Options{Providers: list, Gate: e.Redact})
}

// lineOf returns a line (from 0) of another file that a diagnostic refers to, as the
// user has it. Only files of its root are shown, as the gate lets them through. The
// gate looks at the whole file: one line does not show that it is part of a key.
func (e *Engine) lineOf(root, path string, line int) (string, bool) {
	rel, below := files.Below(root, path)
	if !below || e.Withheld(path) {
		return "", false
	}
	read := e.read(root, "", []string{rel}, 1)
	if len(read) == 0 || line < 0 || line >= read[0].LineCount() {
		return "", false
	}
	s := read[0]
	for _, hidden := range (gateway{e.gate}).Secrets(path, s.Text()) {
		if s.LinesOf(hidden).Contains(line) {
			return "", false
		}
	}
	return s.Line(line), true
}

// Gather returns the context of one ask, within the budget of the model.
func (e *Engine) Gather(ctx context.Context, q fixer.Gathering) fixer.Context {
	used, s := e.ladder.Model, e.settings.Context
	ratio, reported := e.process.meter.Ratio(used.Name)
	budget := aggregator.Size(aggregator.Sizing{
		Off: !s.Enabled, MaxContextTokens: s.Tokens, Auto: s.Auto, Window: used.Window(), Ratio: ratio, Reported: reported,
		System:      q.System,
		Instruction: q.Instruction, Selection: q.Selection, Completion: q.Completion,
		Readable: q.Most, ReserveInstruction: s.Instruction, ReserveSelection: s.Selection, ReserveCompletion: s.Completion,
	})
	budget.Timeout = s.Timeout
	if q.Problem.Mode == model.Prefetch {
		budget.Timeout = min(budget.Timeout, limits.ContextPrefetch)
	}
	budget.Providers = shares(s, q)
	req := request(q)
	got, report := e.context.Gather(ctx, req, budget)
	e.process.workspaces.Gathered(req, report)
	c := fixer.Context{Text: got.Text, Report: gathered{got, report}}
	c.Places, c.Denied = sources(report)
	return c
}

// shares returns what each provider may add. No diagnostics and no edits means
// none; chunks without a number are as many as fit. A model that reads slowly is shown of
// other files only what the problem names.
func shares(s config.Context, q fixer.Gathering) map[string]aggregator.Limit {
	return map[string]aggregator.Limit{
		"diagnostics": {Off: !s.Diagnostics.Enabled || s.Diagnostics.Max == 0, Max: s.Diagnostics.Max},
		"history":     {Off: !s.History.Enabled || s.History.Max == 0 || q.Slow, Max: s.History.Max},
		"semantic":    {Off: !s.Semantic.Enabled, Max: s.Semantic.Max},
	}
}

// sources returns the places that context came from, and how many pieces of it were
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

// request returns the aggregator's form of a gathering.
func request(q fixer.Gathering) providers.Request {
	p := q.Problem
	req := providers.Request{Kind: providers.Fix, Root: p.Root, Snapshot: p.Snapshot, Target: p.Diagnostic.Span,
		Diagnostics: []signal.Diagnostic{p.Diagnostic}, Needs: q.Needs, Focus: q.Focus, Now: time.Now()}
	if p.Instruction != "" {
		req.Kind, req.Instruction, req.Diagnostics = providers.Edit, p.Instruction, nil
	}
	if p.Snapshot.URI == "" { // read from a file: nothing else is known of it
		req.Others = p.Others
	}
	rel := files.Relative(p.Root, p.Snapshot.Path)
	for _, r := range q.Windows.Runs {
		if r.Lines.Len() > 0 {
			req.Covered = append(req.Covered, providers.Place{Path: rel, First: r.Lines.Start + 1, Last: r.Lines.End})
		}
	}
	return req
}
