package aggregator

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/providers"
)

// minRest is the smallest rest of a partly shown snippet worth showing.
const minRest = 2 // lines

// places are the line ranges that are shown, by path.
type places map[string][]providers.Place

func (p places) add(pl providers.Place) {
	if pl.Path != "" && pl.Last >= pl.First {
		p[pl.Path] = append(p[pl.Path], pl)
	}
}

// code reports whether snippets of the role show the lines of their place. A
// diagnostic or a change only speaks of them.
func code(r providers.Role) bool {
	return r != providers.RoleDiagnostic && r != providers.RoleChange && r != providers.RoleSummary
}

// without returns the parts of a snippet whose lines are not shown yet. A
// snippet whose body is not the very lines of its place cannot be divided: it
// stays unless all of its lines are shown.
func (p places) without(sn providers.Snippet) []providers.Snippet {
	free := []providers.Place{sn.Place}
	for _, t := range p[sn.Place.Path] {
		var next []providers.Place
		for _, f := range free {
			next = append(next, subtract(f, t)...)
		}
		free = next
	}
	if len(free) == 1 && free[0] == sn.Place {
		return []providers.Snippet{sn}
	}
	if len(free) == 0 {
		return nil
	}
	lines := splitLines(sn.Body)
	if !sn.Exact() || len(lines) != sn.Place.Last-sn.Place.First+1 {
		return []providers.Snippet{sn}
	}
	var out []providers.Snippet
	for _, f := range free {
		body := lines[f.First-sn.Place.First : f.Last-sn.Place.First+1]
		if len(body) < minRest || strings.TrimSpace(strings.Join(body, "")) == "" {
			continue
		}
		rest := sn
		rest.Place, rest.Body, rest.Cuts = f, strings.Join(body, ""), nil
		out = append(out, rest)
	}
	return out
}

// subtract removes the lines of t from f.
func subtract(f, t providers.Place) []providers.Place {
	if t.Last < f.First || f.Last < t.First {
		return []providers.Place{f}
	}
	var out []providers.Place
	if f.First < t.First {
		out = append(out, providers.Place{Path: f.Path, First: f.First, Last: t.First - 1})
	}
	if t.Last < f.Last {
		out = append(out, providers.Place{Path: f.Path, First: t.Last + 1, Last: f.Last})
	}
	return out
}

// splitLines cuts behind every line end; the line ends stay.
func splitLines(s string) []string {
	return slices.Collect(strings.Lines(s))
}
