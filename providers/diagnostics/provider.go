package diagnostics

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Runs is what the provider asks of the runner of our own tools.
type Runs interface {
	// Wait waits for the runs in progress for this text.
	Wait(context.Context, text.Snapshot)
	// Known returns the finished results for this text, by tool.
	Known(text.Snapshot) map[string][]signal.Diagnostic
}

// Provider returns the section "Diagnostics": the other problems of the file,
// nearest and most severe first. The zero value of every field but Store is
// usable.
type Provider struct {
	Store *Store
	Runs  Runs // nil: no tools of our own
	Max   int  // diagnostics shown; 0: 5
	// ErrorsOnly leaves warnings out while there are errors.
	ErrorsOnly bool
	// SameLines leaves out, next to a diagnostic that is being fixed, those of other lines.
	SameLines bool
	// Line reads a line (from 0) of another file of the root for related
	// information; nil, or false, when the file may not be read.
	Line func(root, path string, line int) (string, bool)
	// Why returns the one-line rationale of a diagnostic's rule.
	Why func(signal.Diagnostic) string
}

// The section's form.
const (
	defaultMax   = 5
	maxDistance  = 1000 // lines from the target
	shownRelated = 3
	relatedBytes = 300
)

// Name is "diagnostics".
func (p *Provider) Name() string { return "diagnostics" }

// Provide waits for runs of our own tools that are in progress for the
// request's text, as long as the context allows; it starts none.
func (p *Provider) Provide(ctx context.Context, req providers.Request) (providers.Section, error) {
	if p.Runs != nil {
		p.Runs.Wait(ctx, req.Snapshot)
	}
	s := p.Resolve(req)
	s.Partial = ctx.Err() != nil
	return s, nil
}

// Resolve returns the section from memory as it is now.
func (p *Provider) Resolve(req providers.Request) providers.Section {
	out := providers.Section{Name: p.Name(), Title: "Diagnostics", Priority: providers.Diagnostics}
	path := displayPath(req)
	for _, d := range req.Diagnostics {
		if s, ok := p.targetRelated(req, path, d); ok {
			out.Snippets = append(out.Snippets, s)
		}
	}
	for _, d := range p.choose(req) {
		out.Snippets = append(out.Snippets, p.snippet(req, path, d))
	}
	for i := range out.Snippets {
		out.Snippets[i].Score = 1 - float64(i)/float64(len(out.Snippets))
	}
	return out
}

// choose lists the diagnostics to show, best first.
func (p *Provider) choose(req providers.Request) []signal.Diagnostic {
	var all []signal.Diagnostic
	if p.Store != nil {
		all = p.Store.For(req.Snapshot, req.Others)
	}
	if p.Runs != nil {
		for _, found := range p.Runs.Known(req.Snapshot) {
			for _, d := range mostSevere(found) {
				all = append(all, Normalise(d, req.Snapshot))
			}
		}
		all = Merge(req.Snapshot, all)
	}
	target := req.Snapshot.LinesOf(req.Target)
	type ranked struct {
		signal.Diagnostic
		distance, line int
	}
	var list []ranked
	errors := false
	for _, d := range all {
		lines := req.Snapshot.LinesOf(d.Span)
		r := ranked{d, distance(lines, target), lines.Start}
		if r.distance > p.reach(req) || isTarget(req, d) {
			continue
		}
		errors = errors || d.Severity == signal.Error
		list = append(list, r)
	}
	if p.ErrorsOnly && errors {
		list = slices.DeleteFunc(list, func(r ranked) bool { return r.Severity != signal.Error })
	}
	slices.SortStableFunc(list, func(a, b ranked) int {
		return cmp.Or(
			cmp.Compare(min(a.Severity, signal.Information), min(b.Severity, signal.Information)),
			cmp.Compare(a.distance, b.distance), cmp.Compare(a.line, b.line), cmp.Compare(a.Code, b.Code))
	})
	n := defaultMax
	if p.Max > 0 {
		n = p.Max
	}
	if req.Max > 0 {
		n = req.Max
	}
	out := make([]signal.Diagnostic, 0, min(n, len(list)))
	for _, r := range list[:min(n, len(list))] {
		out = append(out, r.Diagnostic)
	}
	return out
}

// reach returns how many lines off a diagnostic may be to be shown.
func (p *Provider) reach(req providers.Request) int {
	if p.SameLines && req.Kind == providers.Fix && len(req.Diagnostics) > 0 {
		return 0
	}
	return maxDistance
}

// isTarget reports whether a diagnostic is one of those being fixed, which the
// instruction contains already: go vet puts a type error one column behind where the
// compiler puts it, in the same words.
func isTarget(req providers.Request, d signal.Diagnostic) bool {
	return slices.ContainsFunc(req.Diagnostics, func(t signal.Diagnostic) bool {
		tool, code := identity(t.Tool, t.Code)
		return tool == d.Tool && req.Snapshot.LineAt(t.Span.Start) == req.Snapshot.LineAt(d.Span.Start) &&
			(fold(t.Message) == fold(d.Message) || same(signal.Diagnostic{Code: code, Message: t.Message, Span: t.Span}, d))
	})
}

func distance(a, b text.Lines) int {
	switch {
	case a.End <= b.Start:
		return b.Start - a.End + 1
	case b.End <= a.Start:
		return a.Start - b.End + 1
	}
	return 0
}

// snippet shows one diagnostic: a line, its further places, what is known of
// the rule. Without the further places it is its own cut.
func (p *Provider) snippet(req providers.Request, path string, d signal.Diagnostic) providers.Snippet {
	lines := req.Snapshot.LinesOf(d.Span)
	name := d.Tool
	if d.Code != "" {
		name = strings.TrimSpace(name + " " + d.Code)
	}
	first := fmt.Sprintf("**%s** [%s] (line %d): %s\n", strings.ToUpper(d.Severity.String()), name, lines.Start+1,
		quoted(d.Message))
	var b strings.Builder
	if d.Severity == signal.Error {
		for _, r := range d.Related[:min(len(d.Related), shownRelated)] {
			b.WriteString(p.related(req, path, r))
		}
	}
	if d.Fix != nil && d.Fix.Title != "" {
		b.WriteString("  tool fix available: " + quoted(d.Fix.Title) + "\n")
	}
	if p.Why != nil {
		if why := p.Why(d); why != "" {
			b.WriteString("  " + why + "\n")
		}
	}
	s := providers.Snippet{
		Place: providers.Place{Path: path, First: lines.Start + 1, Last: lines.End},
		Role:  providers.RoleDiagnostic, Body: first + b.String(), // no language: these lines are no code
		Why: []providers.Reason{{Factor: "severity", Value: float64(d.Severity), Text: d.Severity.String()}},
	}
	if b.Len() > 0 {
		s.Cuts = []providers.Cut{{Body: first}}
	}
	return s
}

// targetRelated shows the further places of a diagnostic being fixed: its own
// text is part of the instruction, they are not.
func (p *Provider) targetRelated(req providers.Request, path string, d signal.Diagnostic) (providers.Snippet, bool) {
	d = Normalise(d, req.Snapshot)
	lines := req.Snapshot.LinesOf(d.Span)
	var b strings.Builder
	for _, r := range d.Related[:min(len(d.Related), shownRelated)] {
		b.WriteString(p.related(req, path, r))
	}
	return providers.Snippet{
		Place: providers.Place{Path: path, First: lines.Start + 1, Last: lines.End},
		Role:  providers.RoleRelated, Lang: req.Snapshot.Lang,
		Body: fmt.Sprintf("The problem on line %d refers to:\n%s", lines.Start+1, b.String()),
		Why:  []providers.Reason{{Factor: "target", Value: 1, Text: "named by the problem being fixed"}},
	}, b.Len() > 0
}

// related shows one further place, with its source line where that may be
// read.
func (p *Provider) related(req providers.Request, path string, r signal.Related) string {
	name, line := path, ""
	if r.Path == "" {
		line = req.Snapshot.Line(r.Lines.Start)
	} else {
		name = relative(req.Root, r.Path)
		if p.Line != nil {
			line, _ = p.Line(req.Root, r.Path, r.Lines.Start)
		}
	}
	out := "  related `" + name + ":" + strconv.Itoa(r.Lines.Start+1) + "`: " + quoted(r.Message)
	if line = strings.TrimSpace(line); line != "" {
		out += "\n    " + line
	}
	if len(out) > relatedBytes {
		out = strings.ToValidUTF8(out[:relatedBytes], "")
	}
	return out + "\n"
}

// quoted shows a message as the inside of a JSON string: it cannot close the
// place it stands in. A run of backticks, which would open a fence, is broken.
func quoted(s string) string {
	q := strconv.Quote(s)
	q = strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
	return strings.ReplaceAll(q, "```", "` ` `")
}

func displayPath(req providers.Request) string { return relative(req.Root, req.Snapshot.Path) }

// relative returns the path from the root with slashes; outside of it, and without
// a root, the base name.
func relative(root, path string) string {
	if root != "" {
		if rel, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel)
		}
	}
	return filepath.Base(path)
}
