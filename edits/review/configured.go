package review

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Silenced says what a tool no longer reports of some files since it is configured
// otherwise: was is what it says of them as it was configured before, by path. nil is
// nothing, as is what directives silenced that are gone.
func Silenced(config, tool string, files []*File, was map[string][]signal.Diagnostic, left []Directive) *Loosened {
	var gone []Finding
	looks := false
	for _, f := range files {
		now, looked := f.Now[tool]
		looks = looks || looked
		had := map[said]int{}
		for _, d := range now {
			had[saidBy(d)]++
		}
		for _, d := range was[f.After.Path] {
			if f.silencedBy(left, d) {
				continue
			}
			if had[saidBy(d)]--; had[saidBy(d)] < 0 && d.Weighs() {
				gone = append(gone, f.finding(d))
			}
		}
	}
	switch {
	case len(gone) == 0:
		return nil
	case !looks:
		return &Loosened{File: config, Text: fmt.Sprintf("%s no longer looks; it would report %s: %s", tool,
			counted(len(gone), "problem"), places(gone))}
	}
	return &Loosened{File: config, Text: fmt.Sprintf("%s no longer reports %s: %s at %s", tool,
		counted(len(gone), "problem"), codes(gone), places(gone))}
}

// silencedBy reports whether one of the directives that are gone silenced a finding: it names the rule and stood on the
// line or above it, or holds for the file or the crate.
func (f *File) silencedBy(gone []Directive, d signal.Diagnostic) bool {
	at := f.After.LineAt(d.Span.Start)
	return slices.ContainsFunc(gone, func(o Directive) bool {
		if crate := strings.HasPrefix(o.Text, "#!["); crate || o.File != f.Name ||
			!o.names(d.Code) {
			return crate && o.names(d.Code[strings.LastIndexByte(d.Code, ':')+1:])
		}
		line, _ := diff.Image(f.changes(), o.Line-1)
		return fileWide.MatchString(o.Text) || line == at || line+1 == at
	})
}

// fileWide finds the directives that hold for all of a file, by their documentation: see forms.
var fileWide = lazyre.New(`(?:ruff|flake8|mypy):|(?:es|ox)lint-disable(?:\s|\*|$)|pylint:\s*disable=|biome-ignore-all`)

// Loosens puts what the settings of a change loosen and what tools report less together: where
// one change of settings did it, it is listed once.
func Loosens(settings, silenced []Loosened) []Loosened {
	for _, s := range silenced {
		i := slices.IndexFunc(settings, func(l Loosened) bool { return l.File == s.File })
		if i < 0 {
			settings = append(settings, s)
			continue
		}
		settings[i].Text += "; " + s.Text
	}
	return settings
}

// codes returns the rules of findings, each once.
func codes(list []Finding) string {
	var out []string
	for _, d := range list {
		if d.Code != "" && !slices.Contains(out, d.Code) {
			out = append(out, d.Code)
		}
	}
	slices.Sort(out)
	return strings.Join(out[:min(len(out), shownPlaces)], ", ")
}
