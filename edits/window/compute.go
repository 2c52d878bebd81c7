package window

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Compute returns the lines that a fix of the diagnostic may change.
func Compute(s text.Snapshot, f *syntax.File, d signal.Diagnostic, r signal.Requirement) Set {
	p := place{s: s, f: f, d: d, lines: s.LinesOf(d.Span)}
	scope := likelyImports
	if slices.Contains(r.Needs, signal.NeedLookup) {
		scope = wholeBlock // nobody knows yet where the name comes from
	}
	return p.set(LevelRow, p.pieces(r.Window, scope))
}

// place is one diagnostic on one text.
type place struct {
	s     text.Snapshot
	f     *syntax.File
	d     signal.Diagnostic
	lines text.Lines // of the diagnostic
}

// piece is a range of lines and the role it plays.
type piece struct {
	lines text.Lines
	role  Role
}

// pieces returns the ranges of a window expression, not yet snapped or merged.
func (p place) pieces(w signal.Window, scope importScope) []piece {
	out := []piece{{p.shape(w), Primary}}
	add := func(role Role, lines ...text.Lines) {
		for _, l := range lines {
			out = append(out, piece{l, role})
		}
	}
	if w.Signature {
		for i := p.enclosing(syntax.Function); i >= 0; i = p.f.Owner(i) {
			if p.f.Nodes[i].Kind == syntax.Function {
				add(Signature, p.f.Nodes[i].Header)
			}
		}
	}
	if w.Imports {
		add(Imports, p.imports(scope)...)
	}
	if w.Names {
		add(Names, p.names()...)
	}
	if w.Class || w.SelfClass && p.aboutSelf() {
		add(Class, p.classHead()...)
	}
	if l, ok := Lacking(p.s, p.f, p.d); ok {
		add(Related, l)
	}
	if w.Related {
		for _, rel := range p.d.Related {
			if rel.Path == "" || rel.Path == p.s.Path {
				add(Related, rel.Lines)
			}
		}
	}
	return out
}

// Lacking returns where a file defines the class that lacks what a diagnostic is about; in
// Go its method, where it has one of that name that is not as it should be.
func Lacking(s text.Snapshot, f *syntax.File, d signal.Diagnostic) (text.Lines, bool) {
	class := signal.Lacking(d)
	if f == nil || class == "" {
		return text.Lines{}, false
	}
	kind, name := syntax.Class, class
	wanted, has := signal.Wanted(d)
	if has {
		kind, name = syntax.Function, wanted[0]
	}
	for _, n := range f.Nodes {
		if n.Kind == kind && n.Name == name && (!has || receiver(s.Slice(n.Span)) == class) {
			return n.Lines, true
		}
	}
	return text.Lines{}, false
}

// methodHead is how a method begins in Go, with the type that it is one of.
var methodHead = lazyre.New(`^func \([^)]*?(\w+)(?:\[[^)]*)?\)`)

// receiver returns the type of which a function in Go is a method, "" of others.
func receiver(function string) string {
	if m := methodHead.FindStringSubmatch(function); m != nil {
		return m[1]
	}
	return ""
}

// aboutSelf reports whether the message or the place speaks of an attribute of
// the object at hand.
func (p place) aboutSelf() bool {
	return strings.Contains(p.d.Message, "self.") || strings.Contains(p.s.Slice(p.s.LinesSpan(p.lines)), "self.")
}

// set snaps, sorts and merges pieces.
func (p place) set(level Level, pieces []piece) Set {
	n := p.s.LineCount()
	var runs []Run
	for _, q := range pieces {
		l := clamp(q.lines, n)
		if l.Len() == 0 && q.role != Imports {
			continue
		}
		if l.Len() > 0 || !p.f.Edge(l.Start) {
			l = p.f.Statement(l)
		}
		run := Run{Lines: l, Role: q.role}
		if q.role == Imports {
			run.ImportOnly = []text.Lines{l}
		}
		runs = append(runs, run)
	}
	slices.SortStableFunc(runs, func(a, b Run) int {
		return cmp.Or(cmp.Compare(a.Lines.Start, b.Lines.Start), cmp.Compare(a.Lines.End, b.Lines.End))
	})
	var out []Run
	for _, r := range runs {
		if k := len(out) - 1; k >= 0 && out[k].Lines.Touches(r.Lines) {
			out[k] = merge(out[k], r)
			continue
		}
		out = append(out, r)
	}
	return Set{Runs: out, Level: level}.Numbered()
}

func clamp(l text.Lines, n int) text.Lines {
	start := max(0, min(l.Start, n))
	return text.Lines{Start: start, End: max(start, min(l.End, n))}
}

// merge joins two touching runs under the role that comes first. A line stays
// restricted to imports only where every run that holds it was.
func merge(a, b Run) Run {
	out := Run{Lines: a.Lines.Union(b.Lines), Role: min(a.Role, b.Role)}
	anything := append(free(a), free(b)...)
	for _, l := range slices.Concat(a.ImportOnly, b.ImportOnly) {
		out.ImportOnly = append(out.ImportOnly, subtract(l, anything)...)
	}
	out.ImportOnly = Join(out.ImportOnly)
	return out
}

// free returns the parts of a run where anything may change.
func free(r Run) []text.Lines { return subtract(r.Lines, r.ImportOnly) }

// subtract returns what is left of l without the others. An empty l is gone if one
// of them touches it.
func subtract(l text.Lines, others []text.Lines) []text.Lines {
	rest := []text.Lines{l}
	for _, o := range others {
		var next []text.Lines
		for _, r := range rest {
			if r.Len() == 0 {
				if !o.Touches(r) {
					next = append(next, r)
				}
				continue
			}
			if !r.Overlaps(o) {
				next = append(next, r)
				continue
			}
			if r.Start < o.Start {
				next = append(next, text.Lines{Start: r.Start, End: o.Start})
			}
			if o.End < r.End {
				next = append(next, text.Lines{Start: o.End, End: r.End})
			}
		}
		rest = next
	}
	return rest
}

// Join returns ranges in order, those that touch as one.
func Join(list []text.Lines) []text.Lines {
	ls := slices.Clone(list)
	slices.SortFunc(ls, func(a, b text.Lines) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	var out []text.Lines
	for _, l := range ls {
		if k := len(out) - 1; k >= 0 && out[k].Touches(l) {
			out[k] = out[k].Union(l)
			continue
		}
		out = append(out, l)
	}
	return out
}
