package engine

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/changeset"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Reported is a text with what tools say of it.
type Reported struct {
	changeset.File
	Failed   []error // of the tools that could not look at it
	Unsuited []error // of those that do not look at such a file: its build leaves it out, it is of another kind
	owner    func(tool string) string
}

// Report has some tools look at a text.
func (e *Engine) Report(ctx context.Context, s text.Snapshot, tools ...string) Reported {
	r := Reported{File: changeset.File{Snapshot: s, Reports: map[string][]signal.Diagnostic{}}, owner: e.owner}
	for _, tool := range tools {
		switch list, err := e.Lint(ctx, tool, s); {
		case err == nil:
			r.Reports[tool] = list
		case errors.Is(err, linter.ErrUnsuitable):
			r.Unsuited = append(r.Unsuited, err)
		default:
			r.Failed = append(r.Failed, err)
		}
	}
	return r
}

// All returns what the tools say, in the order of the text and each finding once: what the compiler says comes from
// each of Go's tools.
func (r Reported) All() (all []signal.Diagnostic) {
	type finding struct {
		tool, code, message string
		at                  text.Span
	}
	had := map[finding]bool{}
	for _, tool := range slices.Sorted(maps.Keys(r.Reports)) {
		for _, d := range r.Reports[tool] {
			if k := (finding{d.Tool, d.Code, d.Message, d.Span}); !had[k] {
				had[k], all = true, append(all, d)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b signal.Diagnostic) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return all
}

// Split separates findings that a tool here reports, which are returned in its own words, from others.
func (r Reported) Split(found []signal.Diagnostic) (own, foreign []signal.Diagnostic) {
	for _, d := range found {
		k, ok := r.own(d)
		switch {
		case !ok:
			foreign = append(foreign, d)
		case !slices.ContainsFunc(own, func(o signal.Diagnostic) bool { return o.Words() == k.Words() && o.Span == k.Span }):
			own = append(own, k)
		}
	}
	return own, foreign
}

// own returns the finding of a tool here that is the same one: of its rule and on its line, if there is a choice at its
// place and in its words. A report in SARIF does not say how far the tool's own fix can be trusted; the tool does.
func (r Reported) own(d signal.Diagnostic) (own signal.Diagnostic, ok bool) {
	best := 0
	for _, k := range r.Reports[r.owner(d.Tool)] {
		like := 1
		switch {
		case k.Code != d.Code || r.Snapshot.LineAt(k.Span.Start) != r.Snapshot.LineAt(d.Span.Start):
			continue
		case k.Span.Start == d.Span.Start && k.Message == d.Message:
			like = 3
		case k.Span.Start == d.Span.Start:
			like = 2
		}
		if like > best {
			own, best = k, like
		}
	}
	own.Times = d.Times
	return own, best > 0
}

// still returns those findings that an earlier text had among some: in the same words, on a line that is the same.
func (r Reported) still(was text.Snapshot, some []signal.Diagnostic) []signal.Diagnostic {
	name := func(s text.Snapshot, d signal.Diagnostic) string {
		line := strings.TrimSpace(s.Line(s.LineAt(d.Span.Start)))
		return strings.Join([]string{r.owner(d.Tool), d.Code, d.Message, line}, "\x00")
	}
	left := map[string]int{}
	for _, d := range some {
		left[name(was, d)]++
	}
	return slices.DeleteFunc(r.All(), func(d signal.Diagnostic) bool {
		k := name(r.Snapshot, d)
		left[k]--
		return left[k] < 0
	})
}

// moved returns those findings whose lines stand unchanged in a later text.
func moved(was, now text.Snapshot, found []signal.Diagnostic) []signal.Diagnostic {
	return diagnostics.Shift(was, diff.Minimal(was.Text(), now.Text()), found)
}
