package review

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/providers/signal"
)

// Silenced says what a tool no longer reports of some files since it is configured
// otherwise: was is what it says of them as it was configured before, by path. nil is
// nothing. Where nothing but comments and directives changed besides, what it reported
// before the change counts: what a comment said may stand in the configuration now.
func Silenced(config, tool string, files []*File, was map[string][]signal.Diagnostic) *Loosened {
	var gone []Finding
	looks := false
	moved := !slices.ContainsFunc(files, func(f *File) bool {
		return f.Changed() && !signal.IsConfigFile(path.Base(f.Name)) && bare(f.Before) != bare(f.After)
	})
	for _, f := range files {
		now, looked := f.Now[tool]
		looks = looks || looked
		if old, looked := f.Was[tool]; moved && looked && f.Changed() {
			p := f.pair(old, now)
			for i, d := range old {
				if !p.Taken[i] && d.Weighs() {
					gone = append(gone, f.finding(d))
				}
			}
			continue
		}
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
			counted(len(gone), "problem"), some(places(gone)))}
	}
	return &Loosened{File: config, Text: fmt.Sprintf("%s no longer reports %s: %s at %s", tool,
		counted(len(gone), "problem"), codes(gone), some(places(gone)))}
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
