package review

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/providers/signal"
)

// Silenced says what a tool no longer reports of some files since it is configured
// otherwise: was is what it says of them as it was configured before, by path. nil is
// nothing.
func Silenced(config, tool string, files []*File, was map[string][]signal.Diagnostic) *Loosened {
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
