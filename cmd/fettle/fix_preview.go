package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/tokens"
)

// previewed stands in for the model: it keeps what it is asked and sends
// nothing. Each fix goes as far as its first request, which is exactly the one
// that a run without --preview makes.
type previewed struct {
	mu    sync.Mutex
	asked []model.Prompt
}

func (p *previewed) Complete(_ context.Context, q model.Prompt) (model.Reply, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, q)
	return model.Reply{}, &model.Error{Fault: model.FaultRefused, Text: "this is a preview", Local: true}
}

// list returns the requests in the order of the files and lines they are about,
// each once: several candidates are asked for with the same words.
func (p *previewed) list() []model.Prompt {
	slices.SortStableFunc(p.asked, func(a, b model.Prompt) int {
		var x, y model.Place
		if len(a.About.Places) > 0 && len(b.About.Places) > 0 {
			x, y = a.About.Places[0], b.About.Places[0]
		}
		return cmp.Or(strings.Compare(x.Path, y.Path), x.First-y.First, strings.Compare(a.About.Signal, b.About.Signal))
	})
	return slices.CompactFunc(p.asked, func(a, b model.Prompt) bool {
		return a.User == b.User && a.System == b.System
	})
}

// preview prints every request that fixing the targets would begin with.
func preview(ctx context.Context, w *app.App, io streams, targets []app.Target, o app.Options) error {
	m := &w.Ladder.Model
	shown := new(previewed)
	m.Completer = shown
	o.NoResume = true
	meter := app.NewMeter(io.err, len(targets))
	failed := 0
	for r := range w.FixAll(ctx, targets, o, w.Finished(o)) {
		meter.Clear()
		if r.Err != nil && ctx.Err() == nil {
			failed++
			app.Fail(io.err, r.Err)
		}
		meter.Step()
	}
	meter.Clear()
	if ctx.Err() != nil {
		fmt.Fprintln(io.err, "fettle: interrupted; nothing was sent")
		return exitCode(exitInterrupted)
	}
	list := shown.list()
	bytes := 0
	for i, q := range list {
		bytes += len(q.System) + len(q.User)
		if err := printRequest(io.out, *m, q, i+1, len(list), o.JSON); err != nil {
			return err
		}
	}
	if !o.JSON {
		fmt.Fprintf(io.err, "fettle: %s with %d bytes would go to %s; nothing was sent\n",
			app.Counted(len(list), "first request"), bytes, receiver(*m))
	}
	if failed > 0 && failed == len(targets) {
		return exitCode(2)
	}
	return nil
}

func receiver(m fixer.Model) string {
	if m.Name == "" {
		return "a model, but none is set"
	}
	return app.Clean(m.Name + " at " + m.Host)
}

func printRequest(out io.Writer, m fixer.Model, q model.Prompt, n, of int, asJSON bool) error {
	size, about := len(q.System)+len(q.User), tokens.Estimate(q.System)+tokens.Estimate(q.User)
	if asJSON {
		type place struct {
			Path  string `json:"path"`
			First int    `json:"first"`
			Last  int    `json:"last"`
		}
		var places []place
		for _, p := range q.About.Places {
			places = append(places, place(p))
		}
		return app.PrintLine(out, map[string]any{"signal": q.About.Signal, "places": places,
			"model": m.Name, "host": m.Host,
			"bytes": size, "tokens": about, "maxTokens": q.MaxTokens, "system": q.System, "user": q.User})
	}
	_, err := fmt.Fprintf(out, "== request %d of %d: %s, %s\n== %d bytes, about %d tokens and up to %d of answer, to "+
		"%s\n-- instructions\n%s\n-- data\n%s\n",
		n, of, app.Clean(q.About.Signal), app.Clean(where(q.About.Places)), size, about, q.MaxTokens, receiver(m),
		app.CleanLines(strings.TrimRight(q.System, "\n")), app.CleanLines(strings.TrimRight(q.User, "\n")))
	return err
}

// where names the lines of the first file, which are those to be fixed, and
// counts the other places.
func where(places []model.Place) string {
	if len(places) == 0 {
		return "nowhere"
	}
	said, others := places[0].Path, 0
	for _, p := range places {
		switch {
		case p.Path != places[0].Path:
			others++
		case p.First == p.Last:
			said += fmt.Sprintf(" %d", p.First)
		default:
			said += fmt.Sprintf(" %d-%d", p.First, p.Last)
		}
	}
	if others > 0 {
		said += fmt.Sprintf(" and %d places of other files", others)
	}
	return said
}

// explaining has every gathering of context say what was taken, and why.
type explaining struct {
	fixer.Gatherer
	out io.Writer
	mu  sync.Mutex
}

func (e *explaining) Gather(ctx context.Context, g fixer.Gathering) fixer.Context {
	c := e.Gatherer.Gather(ctx, g)
	e.mu.Lock()
	defer e.mu.Unlock()
	d, s := g.Problem.Diagnostic, g.Problem.Snapshot
	fmt.Fprintf(e.out, "context for %s %s, %s:%d\n", app.Clean(d.Tool), app.Clean(d.Code), app.Clean(s.Path),
		s.LineAt(d.Span.Start)+1)
	if c.Report != nil {
		fmt.Fprint(e.out, app.CleanLines(c.Report.String()))
	}
	return c
}
