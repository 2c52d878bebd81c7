// Package aggregator gathers context for a model: it asks all providers at
// once, keeps what arrives before the deadline, fits it into a byte budget and
// reports what happened to every piece. It knows nothing of edits, models or
// editors.
//
// [Aggregator.Gather] never fails. A provider that is late, returns an error
// or panics costs its own section and is named in the [Report]; missing context
// is never a reason to fail a fix.
//
// The order of importance is diagnostics, history, code. Each section is served
// best snippet first: whole if it fits, otherwise its longest prepared cut that
// does; a snippet that fits in no form is skipped. Lower sections have a floor
// (half of the budget for code, 15 % for history), so that a large section above
// cannot starve them; what a section leaves unused flows on to the next, and
// what is left at the end flows back. The budget counts every byte of
// [Context.Text]: headings, heads, fences, separators and markers.
//
// The output is a function of the inputs and of which providers arrived: the
// same inputs result in the same bytes.
package aggregator

import (
	"context"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/tokens"
	"github.com/fettle-dev/fettle/providers"
)

// minBytes is the smallest budget worth gathering for.
const minBytes = 300

// Gate is asked for every piece that would leave: may a file's text leave, and
// with which redactions. The path is absolute where the request has a root: two
// roots may hold files of the same path. See package egress.
type Gate func(path, text string) (redacted string, allowed bool)

// under is the gate for paths below a root.
func (g Gate) under(root string) Gate {
	if g == nil || root == "" {
		return g
	}
	return func(path, text string) (string, bool) {
		if path != "" && !filepath.IsAbs(path) {
			path = filepath.Join(root, filepath.FromSlash(path))
		}
		return g(path, text)
	}
}

// Options are the parts of an [Aggregator].
type Options struct {
	Providers []providers.Provider
	// Gate denies and redacts snippets before they are counted; nil allows
	// everything unchanged.
	Gate Gate
}

// Aggregator gathers context from its providers. It is safe for concurrent
// use.
type Aggregator struct {
	sources []*source
	gate    Gate
}

// source is a provider and whether a call of it still runs.
type source struct {
	providers.Provider
	busy atomic.Bool
}

// New makes an aggregator.
func New(o Options) *Aggregator {
	a := &Aggregator{gate: o.Gate}
	for _, p := range o.Providers {
		if p != nil {
			a.sources = append(a.sources, &source{Provider: p})
		}
	}
	return a
}

// Context is what was gathered.
type Context struct {
	Text     string
	Sections []providers.Section // as fitted, in the order of Text
	Bytes    int                 // len(Text)
	Tokens   int                 // estimate
}

// Gather asks all providers in parallel and fits what arrived into the budget.
// It returns when all have answered, at the deadline, or at once when ctx is
// cancelled, then the context is empty.
func (a *Aggregator) Gather(ctx context.Context, req providers.Request, budget Budget) (Context, Report) {
	start := time.Now()
	report := Report{Budget: budget}
	finish := func(c Context) (Context, Report) {
		report.Elapsed = time.Since(start)
		return c, report
	}
	if budget.Bytes < minBytes {
		for _, s := range a.sources {
			report.Providers = append(report.Providers, ProviderRow{Name: s.Name(), State: Disabled})
		}
		return finish(Context{})
	}
	answers := a.collect(ctx, req, budget)
	sections := make([]providers.Section, 0, len(answers))
	for _, an := range answers {
		report.Providers = append(report.Providers, an.row)
	}
	if ctx.Err() != nil {
		for i := range report.Providers {
			if report.Providers[i].State != Disabled {
				report.Providers[i].State = Cancelled
			}
		}
		return finish(Context{})
	}
	for i, an := range answers {
		sec := an.section
		sec.Name = report.Providers[i].Name
		sections = append(sections, sec)
	}
	f := fitting{budget: budget.Bytes, report: &report}
	f.prepare(sections, req.Covered, a.gate.under(req.Root))
	f.fit()
	return finish(f.context(budget.Ratio))
}

func (b Budget) timeout() time.Duration {
	if b.Timeout > 0 {
		return b.Timeout
	}
	return limits.Context
}

// context renders what was fitted.
func (f *fitting) context(ratio float64) Context {
	var c Context
	var parts []string
	for _, p := range f.parts {
		text := p.sheet.String()
		if text == "" {
			continue
		}
		parts = append(parts, text)
		sec := p.section
		sec.Snippets = p.snippets()
		c.Sections = append(c.Sections, sec)
	}
	c.Text = strings.Join(parts, separator)
	c.Bytes = len(c.Text)
	c.Tokens = tokens.Count(c.Bytes, ratio)
	return c
}
