package window

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// namesPer is how many definitions of one quoted name belong to a window.
const namesPer = 4

// quoted finds what a message puts in quotes: `x`, 'x', "x" and typographic
// quotes.
var quoted = lazyre.New("`([^`]+)`|\"([^\"]+)\"|(?:^|[^\\w])'([^']+)'|[‘“]([^’”]+)[’”]")

// subject is a bare name that a message begins with: "x is declared to …".
var subject = lazyre.New(`^([A-Za-z_][\w.]*) is `)

// QuotedNames returns the dotted names that a message quotes, in order, once each.
func QuotedNames(message string) []string {
	var out []string
	if m := subject.FindStringSubmatch(message); m != nil {
		out = append(out, m[1])
	}
	for _, m := range quoted.FindAllStringSubmatch(message, 16) {
		q, _, _ := strings.Cut(strings.Join(m[1:], ""), "(")
		q = strings.TrimSpace(q)
		if dotted(q) && !slices.Contains(out, q) {
			out = append(out, q)
		}
	}
	return out
}

func dotted(s string) bool {
	if s == "" {
		return false
	}
	for _, r := range s {
		if r != '.' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r < 0x80 {
			return false
		}
	}
	return true
}

// names returns the lines that define, in this file, the names the message quotes:
// signatures, class headers, annotated and assigned variables, and parameters
// of the function round the place.
func (p place) names() []text.Lines {
	var out []text.Lines
	for _, q := range QuotedNames(p.d.Message) {
		out = append(out, p.definitions(q)...)
	}
	return append(append(out, p.implemented()...), p.used()...)
}

// implementedLines is the longest type, in lines, that comes whole.
const implementedLines = 30

// implemented returns the type that an impl (Rust) at the place is for.
func (p place) implemented() []text.Lines {
	i := p.at()
	if i < 0 || p.f.Nodes[i].Keyword != "impl" {
		return nil
	}
	for _, b := range p.f.Bindings(p.f.Nodes[i].Name) {
		n := p.f.Nodes[b.Node]
		if b.Kind != syntax.BindDefinition || n.Keyword == "impl" || b.Owner != p.f.Owner(i) {
			continue
		}
		if n.Lines.Len() <= implementedLines {
			return []text.Lines{n.Lines}
		}
		return []text.Lines{n.Header}
	}
	return nil
}

// definitions returns the best places that define a dotted name.
func (p place) definitions(q string) []text.Lines {
	parts := strings.Split(q, ".")
	last, owner := parts[len(parts)-1], ""
	if len(parts) > 1 {
		owner = parts[len(parts)-2]
	}
	type hit struct {
		rank, far int
		lines     text.Lines
	}
	var hits []hit
	fn := p.enclosing(syntax.Function)
	inHeader := fn >= 0 && p.f.Nodes[fn].Header.Contains(p.lines.Start)
	for _, b := range p.f.Bindings(last) {
		in := ""
		if b.Owner >= 0 {
			in = p.f.Nodes[b.Owner].Name
		}
		h := hit{lines: b.Lines, far: abs(b.Lines.Start - p.lines.Start)}
		switch b.Kind {
		case syntax.BindDefinition:
			if last == "__init__" && owner != "" && in != owner {
				continue
			}
			if in != owner {
				h.rank = 1
			}
		case syntax.BindParameter:
			if b.Node != fn && !inHeader {
				h.rank = 3 // a value handed through has one type in all signatures
			}
		case syntax.BindAnnotated, syntax.BindImported:
		default:
			h.rank = 2
		}
		hits = append(hits, h)
	}
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.far, b.far), cmp.Compare(a.lines.Start, b.lines.Start))
	})
	var out []text.Lines
	for _, h := range hits[:min(len(hits), namesPer)] {
		out = append(out, h.lines)
	}
	return out
}

func abs(n int) int { return max(n, -n) }

// classHead returns the header of the class round the place: bases, docstring,
// class-level annotations, signature of __init__.
func (p place) classHead() []text.Lines {
	c := p.enclosing(syntax.Class)
	if c < 0 {
		return nil
	}
	n := p.f.Nodes[c]
	out := []text.Lines{n.Header}
	for i := range p.f.Children(c) {
		m := p.f.Nodes[i]
		t := p.s.Slice(m.Span)
		switch {
		case m.Kind == syntax.Statement && (annotated(t) || docstring(t) && m.Lines.Start == n.Header.End):
			out = append(out, m.Lines)
		case m.Kind == syntax.Function && (m.Name == "__init__" || m.Name == "constructor"):
			out = append(out, m.Header)
		}
	}
	return out
}

// annotated reports a class-level "name: type".
func annotated(t string) bool {
	name, _, ok := strings.Cut(t, ":")
	return ok && dotted(strings.TrimSpace(name))
}

func docstring(t string) bool {
	t = strings.TrimLeft(t, "rRuUbB")
	return strings.HasPrefix(t, `"`) || strings.HasPrefix(t, "'")
}
