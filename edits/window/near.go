package window

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// Names are like another one up to so many changed letters, and so many are shown.
const (
	nearChanges = 2
	nearMost    = 3
)

// nearNames says which names in reach of the place are spelled like one that the
// message quotes: locals, parameters, and what the module binds. "" where none is.
func (p place) nearNames() string {
	var out []string
	for _, q := range QuotedNames(p.d.Message) {
		if strings.Contains(q, ".") || len(p.f.Bindings(q)) > 0 && p.inReach(q) {
			continue
		}
		if near := p.spelledLike(q); len(near) > 0 {
			out = append(out, fmt.Sprintf("spelled like %s: %s", q, strings.Join(near, ", ")))
		}
	}
	return strings.Join(out, "\n")
}

// spelledLike returns the names in reach nearest to one.
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

// identifiersRound returns the identifiers of the outermost function round the place; of
// the module, those of its statements.
func (p place) identifiersRound() []syntax.Identifier {
	outer := -1
	for i := p.enclosing(syntax.Function); i >= 0; i = p.f.Owner(i) {
		outer = i
	}
	if outer >= 0 {
		return p.f.Identifiers(p.s.LinesSpan(p.f.Nodes[outer].Lines))
	}
	var out []syntax.Identifier
	for i := range p.f.Children(-1) {
		if k := p.f.Nodes[i].Kind; k == syntax.Statement || k == syntax.Block {
			out = append(out, p.f.Identifiers(p.f.Nodes[i].Span)...)
		}
	}
	return out
}

// target reports whether an expression or a clause of Python binds an identifier where it stands, so that the place can
// see it: a loop, a with, an except, := or a comprehension; a lambda if the place lies in it.
func (p place) target(id syntax.Identifier) bool {
	type parsed struct{}
	t, _ := p.s.Fact(parsed{}, func() any {
		t, _ := pytree.Parse(p.s.Text())
		return t
	}).(*pytree.Tree)
	if t == nil || p.s.Lang != "python" {
		return false
	}
	i := t.TokenAt(id.Span.Start)
	if t.Tokens[i].Span != id.Span || t.Is(i-1, ".") || !t.Binds(i) && !t.BindsInside(i) {
		return false
	}
	lambda := i - 1
	for lambda >= 0 && t.Tokens[lambda].In == t.Tokens[i].In && !t.Is(lambda, "lambda", "for", ":") {
		lambda--
	}
	if !t.Is(lambda, "lambda") {
		return true
	}
	in, body := t.Tokens[i].In, false
	for j := i; j < t.TokenAt(p.d.Span.Start); j++ {
		switch tok := t.Tokens[j]; {
		case tok.Kind == pytree.Newline, in >= 0 && j == t.Tokens[in].Close, body && tok.In == in && tok.Is(","):
			return false
		default:
			body = body || tok.In == in && tok.Is(":")
		}
	}
	return body
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
