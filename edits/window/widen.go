package window

import (
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// FileLines is the largest file, in lines, that may become one window.
const FileLines = 600

// Widen returns the next set that is wider than the given one: the enclosing
// function with signature, imports and named definitions, then the class, then
// the file if it has at most [FileLines] lines. False means that there is none.
func Widen(s text.Snapshot, f *syntax.File, d signal.Diagnostic, from Set) (Set, bool) {
	p := place{s: s, f: f, d: d, lines: s.LinesOf(d.Span)}
	kept := from.pieces()
	for level := from.Level + 1; level <= LevelFile; level++ {
		w := signal.Window{Signature: true, Imports: true, Names: true}
		switch level {
		case LevelFunction:
			if p.enclosing(syntax.Function) < 0 {
				continue
			}
			w.Shape = signal.ShapeFunction
		case LevelClass:
			if p.enclosing(syntax.Class) < 0 {
				continue
			}
			w.Shape = signal.ShapeClass
		case LevelFile:
			if s.LineCount() > FileLines {
				return from, false
			}
			w = signal.Window{Shape: signal.ShapeFile}
		}
		next := p.set(level, append(p.pieces(w, wholeBlock), kept...))
		if next.LineCount() > from.LineCount() {
			return next, true
		}
	}
	return from, false
}

// pieces splits a set up again.
func (s Set) pieces() []piece {
	var out []piece
	for _, r := range s.Runs {
		for _, l := range r.ImportOnly {
			out = append(out, piece{l, Imports})
		}
		role := r.Role
		if role == Imports {
			role = Related // what anything may change in is not for imports only
		}
		for _, l := range free(r) {
			out = append(out, piece{l, role})
		}
	}
	return out
}

// WithMember opens the class of this file that lacks a member which the diagnostic says
// is used, and reports false where there is none.
func WithMember(s text.Snapshot, f *syntax.File, d signal.Diagnostic, from Set) (Set, bool) {
	p := place{s: s, f: f, d: d, lines: s.LinesOf(d.Span)}
	name, member := signal.LackingMember(d)
	if name == "" {
		return from, false
	}
	for _, n := range f.Nodes {
		if n.Kind != syntax.Class || n.Name != name || n.Lines.Overlaps(p.lines) || len(p.membersLike(n, member)) > 0 {
			continue
		}
		next := p.set(from.Level, append(from.pieces(), piece{n.Lines, Related}))
		next.Member = n.Lines
		return next, true
	}
	return from, false
}

// membersLike returns names in a class that are spelled like one.
func (p place) membersLike(class syntax.Node, name string) []string {
	var out []string
	for _, id := range p.f.Identifiers(p.s.LinesSpan(class.Lines)) {
		if text.Alike(name, id.Name) {
			out = append(out, id.Name)
		}
	}
	return out
}
