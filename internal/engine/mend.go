package engine

import (
	"context"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/changeset"
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/edits/review"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Mended is a file with sure fixes of what a change newly caused.
type Mended struct {
	Name          string // as shown
	Before, Final text.Snapshot
	Fixed         []review.Finding
	Titles        []string // of the fixes, as Fixed
}

// Mend makes the sure fixes of some new findings of a change, all as one change set that
// the tools look at. What a change has renamed is renamed where it is used. Only files that
// are on the disk as they are after the change are mended, and nothing that is merely not
// used is removed on lines that the change wrote: whoever wrote them may not be done.
func (e *Engine) Mend(ctx context.Context, c Edit, list []review.Finding, said func(string)) ([]Mended, error) {
	var files []changeset.File
	var of []*review.File
	wanted := map[*review.File][]review.Finding{}
	for _, f := range c.Files {
		if f.Went || !c.on(f.After) {
			continue
		}
		for _, d := range list {
			if d.File == f.Name && !(d.Added && unused.MatchString(d.Message)) {
				wanted[f] = append(wanted[f], d)
			}
		}
		if len(wanted[f]) > 0 {
			files, of = append(files, toMend(f, wanted[f])), append(of, f)
		}
	}
	if len(files) == 0 {
		return nil, nil
	}
	r, err := e.Together(ctx, c.Root, files, fixer.Choice{Deterministic: true}, said)
	if err != nil {
		return nil, err
	}
	var out []Mended
	for i, done := range r.Files {
		m := Mended{Name: of[i].Name, Before: of[i].After, Final: done.Final}
		for _, o := range done.Outcomes {
			if !o.Applied || o.Fix == nil || o.Fix.Grade() > evidence.Checked {
				continue
			}
			for _, d := range wanted[of[i]] {
				if d.Tool == o.Diagnostic.Tool && d.Code == o.Diagnostic.Code && d.Message == o.Diagnostic.Message &&
					(d.Span == o.Diagnostic.Span || o.Snapshot.Hash() != m.Before.Hash()) &&
					!slices.ContainsFunc(m.Fixed, func(had review.Finding) bool {
						return had.File == d.File && had.Span == d.Span &&
							had.Code == d.Code
					}) {
					m.Fixed, m.Titles = append(m.Fixed, d), append(m.Titles, shortly(*o.Fix))
					break
				}
			}
		}
		if len(m.Fixed) > 0 && m.Final.Hash() != m.Before.Hash() {
			out = append(out, m)
		}
	}
	return out, nil
}

// shortly returns what a fix writes, where that is one word; else its title.
func shortly(f fixer.Fix) string {
	if len(f.Edits) == 0 {
		return f.Title
	}
	at := f.Edits[0].Span.Start
	if !slices.ContainsFunc(f.Edits, func(e text.Edit) bool { return !inWord.MatchString(e.New) }) &&
		f.Problem.Snapshot.LineAt(at) == f.Problem.Snapshot.LineAt(f.Edits[len(f.Edits)-1].Span.End) {
		after := f.Text()
		for at > 0 && lex.IsWord(after[at-1]) {
			at--
		}
		if name := syntax.Parse(f.Problem.Snapshot.Lang, after).NameAt(at); name != "" {
			return name
		}
	}
	return f.Title
}

var inWord = lazyre.New(`^[\pL\pN_$]+$`)

// unused finds what tools say of code that nothing uses.
var unused = lazyre.New(`(?i)\bunused\b|\bnot used\b|\bnever (?:used|read)\b|but never\b`)

// toMend returns a file with the findings that are to be fixed.
func toMend(f *review.File, list []review.Finding) changeset.File {
	out := changeset.File{Snapshot: f.After, Reports: map[string][]signal.Diagnostic{}, Found: []signal.Diagnostic{}}
	for tool, found := range f.Now {
		out.Reports[tool] = slices.Clone(found)
		for i, d := range found {
			at := slices.IndexFunc(list, func(w review.Finding) bool {
				return w.Words() == d.Words() && w.Span == d.Span
			})
			if at < 0 {
				continue
			}
			if fix := renaming(f.After, list[at]); fix != nil {
				out.Reports[tool][i].Fix = fix
			}
			out.Found = append(out.Found, out.Reports[tool][i])
		}
	}
	return out
}

// renaming follows what the change has renamed: at the place of a finding, and where that
// is an import, in all of the file.
func renaming(s text.Snapshot, d review.Finding) *signal.ToolFix {
	if d.Cause == nil || d.Cause.To == "" {
		return nil
	}
	file := syntax.Parse(s.Lang, s.Text())
	at := s.LinesOf(d.Span)
	span := s.LinesSpan(at)
	if i := file.Enclosing(at.Start, syntax.Import); i >= 0 {
		if strings.Contains(s.Slice(file.Nodes[i].Span), d.Cause.Name+" as ") {
			span = file.Nodes[i].Span
		} else {
			span = text.Span{End: s.Len()}
		}
	}
	fix := &signal.ToolFix{Title: d.Cause.To, Applicability: signal.Safe}
	for _, id := range file.Identifiers(span) {
		if id.Name == d.Cause.Name {
			fix.Edits = append(fix.Edits, text.Edit{Span: id.Span, New: d.Cause.To})
		}
	}
	if len(fix.Edits) == 0 {
		return nil
	}
	return fix
}
