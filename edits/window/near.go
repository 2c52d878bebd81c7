package window

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// Names are like another one up to so many changed letters, and so many are told.
const (
	nearChanges = 2
	nearMost    = 3
)

// nearNames says which names in reach of the place are spelled like one that the
// message quotes: locals, parameters, and what the module binds. "" where none is.
func (p place) nearNames() string {
	var out []string
	for _, q := range quotedNames(p.d.Message) {
		if strings.Contains(q, ".") || len(p.f.Bindings(q)) > 0 && p.inReach(q) {
			continue
		}
		if near := p.spelledLike(q); len(near) > 0 {
			out = append(out, fmt.Sprintf("spelled like %s: %s", q, strings.Join(near, ", ")))
		}
	}
	return strings.Join(out, "\n")
}

// spelledLike are the names in reach nearest to one.
func (p place) spelledLike(name string) []string {
	most := min(nearChanges, len(name)/2)
	type hit struct {
		name string
		far  int
	}
	var hits []hit
	seen := map[string]bool{name: true}
	add := func(id string) {
		if !seen[id] {
			seen[id] = true
			if far := text.Distance(name, id, most); far <= most {
				hits = append(hits, hit{id, far})
			} else if text.Shortened(name, id) {
				hits = append(hits, hit{id, nearChanges + 1})
			}
		}
	}
	for _, id := range p.identifiersRound() {
		if p.inReach(id.Name) || p.target(id) {
			add(id.Name)
		}
	}
	for id := range p.f.ModuleNames() {
		add(id)
	}
	slices.SortFunc(hits, func(a, b hit) int { return cmp.Or(a.far-b.far, strings.Compare(a.name, b.name)) })
	var out []string
	for _, h := range hits[:min(len(hits), nearMost)] {
		out = append(out, h.name+p.bound(h.name))
	}
	return out
}

// identifiersRound are the identifiers of the outermost function round the place.
func (p place) identifiersRound() []syntax.Identifier {
	outer := -1
	for i := p.enclosing(syntax.Function); i >= 0; i = p.f.Owner(i) {
		outer = i
	}
	if outer < 0 {
		return nil
	}
	return p.f.Identifiers(p.s.LinesSpan(p.f.Nodes[outer].Lines))
}

// targets are what stands on a line before a name that a loop, a with or an
// except binds.
var targets = lazyre.New(`\b(?:for|as)\s+(?:\w+\s*,\s*|[(*])*$`)

// target reports whether an identifier is bound where it stands.
func (p place) target(id syntax.Identifier) bool {
	start := p.s.LineStart(p.s.LineAt(id.Span.Start))
	return targets.MatchString(p.s.Text()[start:id.Span.Start])
}

// inReach reports whether a statement or a signature binds a name where the place
// can see it.
func (p place) inReach(name string) bool {
	return slices.ContainsFunc(p.f.Bindings(name), func(b syntax.Binding) bool {
		if b.Self {
			return false
		}
		return b.Owner < 0 || p.f.Nodes[b.Owner].Kind == syntax.Function && p.f.Nodes[b.Owner].Lines.Contains(p.lines.Start)
	})
}

// bound says how a name is bound where the place is.
func (p place) bound(name string) string {
	for _, b := range p.f.Bindings(name) {
		switch {
		case b.Self, b.Owner >= 0 && !p.f.Nodes[b.Owner].Lines.Contains(p.lines.Start):
		case b.Kind == syntax.BindParameter:
			return " (parameter)"
		case b.Kind == syntax.BindImported:
			return " (imported)"
		case b.Owner >= 0 && b.Kind != syntax.BindDefinition:
			return " (local, line " + decimal(b.Lines.Start+1) + ")"
		default:
			return " (line " + decimal(b.Lines.Start+1) + ")"
		}
	}
	return ""
}

func decimal(n int) string { return strconv.Itoa(n) }
