package window

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/imports"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Limits of what is shown read-only from the same file.
const (
	pieceLines     = 60 // of one piece
	relatedPieces  = 6  // called functions
	typePieces     = 6  // named types
	constantPieces = 40 // lines of constants
)

// Piece is context from the same file, to be shown read-only.
type Piece struct {
	Need  signal.Need
	Title string       // what it shows: "class Shape", "constants"
	Lines []text.Lines // whole statements or headers
	Note  string       // a finding that is no source text
}

// Text returns the piece's lines, with "…" for what is left out between them.
func (p Piece) Text(s text.Snapshot) string {
	var b strings.Builder
	for i, l := range Join(p.Lines) {
		if i > 0 {
			b.WriteString("…\n")
		}
		t := s.Slice(s.LinesSpan(l))
		b.WriteString(t)
		if t != "" && !strings.HasSuffix(t, "\n") && !strings.HasSuffix(t, "\r") {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Needs returns the same-file context of a diagnostic: what the requirement asks
// for, and what every fix should see. Needs that other files answer are left to
// the providers. What of it a prompt shows already, [Piece.Unshown] removes.
func Needs(s text.Snapshot, f *syntax.File, d signal.Diagnostic, r signal.Requirement) []Piece {
	p := place{s: s, f: f, d: d, lines: s.LinesOf(d.Span)}
	var out []Piece
	add := func(n signal.Need, list ...titled) {
		for _, t := range list {
			if piece := (Piece{Need: n, Title: t.title, Lines: p.inFile(t.lines),
				Note: t.note}); len(piece.Lines) > 0 || t.note != "" {
				out = append(out, piece)
			}
		}
	}
	for _, n := range r.Needs {
		add(n, p.needed(n)...)
	}
	add(Always, p.always()...)
	return out
}

// inFile returns ranges cut to those of the file, without the empty ones.
func (p place) inFile(lines []text.Lines) []text.Lines {
	var out []text.Lines
	for _, l := range lines {
		if l = clamp(l, p.s.LineCount()); p.s.Slice(p.s.LinesSpan(l)) != "" {
			out = append(out, l)
		}
	}
	return out
}

// Unshown returns the piece without the lines that are shown, at most so many; false
// where that leaves nothing.
func (p Piece) Unshown(shown []text.Lines) (Piece, bool) {
	covered := func(l text.Lines) bool {
		return slices.ContainsFunc(shown, func(s text.Lines) bool { return s.Covers(l) })
	}
	var rest []text.Lines
	left := pieceLines
	for _, l := range p.Lines {
		if covered(l) || left <= 0 {
			continue
		}
		l.End = min(l.End, l.Start+left)
		left -= l.Len()
		rest = append(rest, l)
	}
	p.Lines = Join(rest)
	return p, len(p.Lines) > 0 || p.Note != ""
}

// needed returns the lines that answer a need.
func (p place) needed(n signal.Need) []titled {
	switch n {
	case signal.NeedFunction:
		if i := p.enclosing(syntax.Function); i >= 0 {
			return []titled{{title: "function " + p.f.Nodes[i].Name, lines: p.brief(i)}}
		}
	case signal.NeedClass:
		if i := p.enclosing(syntax.Class); i >= 0 {
			return []titled{{title: "class " + p.f.Nodes[i].Name, lines: p.classOutline(i)}}
		}
	case signal.NeedConstants:
		return []titled{{title: "constants", lines: p.constants()}}
	case signal.NeedTypes:
		return p.types()
	case signal.NeedRelated:
		return p.related()
	case signal.NeedPrevious:
		return []titled{{title: "earlier definition", lines: p.previous()}}
	case signal.NeedDict:
		return []titled{{title: "dict", lines: []text.Lines{p.statement()}}}
	case signal.NeedSideEffects:
		if note := p.importNote(); note != "" {
			return []titled{{title: "side effects", note: note}}
		}
	case signal.NeedLookup:
		if note := p.nearNames(); note != "" {
			return []titled{{title: "names in reach", note: note}}
		}
	case signal.NeedLate:
		return []titled{{title: "code above the import, which may be why it stands so late", lines: p.above()}}
	}
	return nil
}

// importNote says what speaks for the import at the diagnostic.
func (p place) importNote() string {
	i := p.f.Enclosing(p.lines.Start, syntax.Import)
	if i < 0 || p.s.Lang != "python" {
		return ""
	}
	return imports.Note(p.s, p.f.Nodes[i].Span.Start)
}

// titled is lines, or a finding, with a title.
type titled struct {
	title string
	lines []text.Lines
	note  string
}

// classOutline returns what one must know of a class: header, docstring, class-level
// statements, what __init__ assigns, and the signatures of the methods.
func (p place) classOutline(c int) []text.Lines {
	n := p.f.Nodes[c]
	out := []text.Lines{n.Header}
	for i := range p.f.Children(c) {
		m := p.f.Nodes[i]
		switch m.Kind {
		case syntax.Statement:
			if m.Lines.Len() <= usedLines {
				out = append(out, m.Lines)
			} else if docstring(p.s.Slice(m.Span)) {
				out = append(out, p.shortDoc(m.Lines))
			}
		case syntax.Function, syntax.Class:
			out = append(out, m.Header)
			if m.Name != "__init__" && m.Name != "constructor" {
				continue
			}
			for j := range p.f.Children(i) {
				a := p.f.Nodes[j]
				t := p.s.Slice(a.Span)
				if a.Kind == syntax.Statement && a.Lines.Len() <= usedLines &&
					(strings.HasPrefix(t, "self.") || strings.HasPrefix(t, "this.")) {
					out = append(out, a.Lines)
				}
			}
		}
	}
	return out
}

// constantName is how constants are written: UPPER_CASE.
var constantName = lazyre.New(`^(?:export |pub |static |const )*([A-Z][A-Z0-9_]+)\s*(?::|=)`)

// constants returns the constants of the module.
func (p place) constants() []text.Lines {
	var out []text.Lines
	left := constantPieces
	goConst := p.s.Lang == "go"
	for i := range p.f.Children(-1) {
		n := p.f.Nodes[i]
		if n.Kind != syntax.Statement || n.Lines.Len() > left {
			continue
		}
		t := p.s.Slice(n.Span)
		if goConst && !strings.HasPrefix(t, "const") || !goConst && !constantName.MatchString(t) {
			continue
		}
		out = append(out, n.Lines)
		left -= n.Lines.Len()
	}
	return out
}

// related returns the signatures of the functions that the statement calls, and what
// the aliases in them stand for.
func (p place) related() []titled {
	var out []titled
	var signatures []text.Lines
	var seen []string
	src := p.s.Text()
	stmt := p.statement()
	for _, id := range p.f.Identifiers(p.s.LinesSpan(stmt)) {
		if id.Span.End >= len(src) || src[id.Span.End] != '(' || slices.Contains(seen, id.Name) {
			continue
		}
		seen = append(seen, id.Name)
		for _, b := range p.f.Bindings(id.Name) {
			if b.Kind != syntax.BindDefinition || stmt.Covers(b.Lines) {
				continue
			}
			n := p.f.Nodes[b.Node]
			signature, lines := p.callee(b)
			signatures = append(signatures, signature...)
			out = append(out, titled{title: n.Keyword + " " + n.Name, lines: lines})
			break
		}
		if len(out) >= relatedPieces {
			break
		}
	}
	return append(out, p.aliasesIn(signatures, typePieces)...)
}

// callee returns the signature of what is called by a name, and what is shown of it.
func (p place) callee(b syntax.Binding) (signature, shown []text.Lines) {
	if p.f.Nodes[b.Node].Kind != syntax.Class {
		shown = []text.Lines{b.Lines}
		if doc := p.docLine(p.doc(b.Node)); doc.Len() > 0 {
			shown = append(shown, doc)
		}
		return []text.Lines{b.Lines}, shown
	}
	for i := range p.f.Children(b.Node) { // the call goes to its constructor
		if m := p.f.Nodes[i]; m.Kind == syntax.Function && (m.Name == "__init__" || m.Name == "constructor") {
			signature = append(signature, m.Header)
		}
	}
	return signature, append([]text.Lines{b.Lines}, signature...)
}

// previous returns the definition that this one repeats: of the names the message
// quotes, or of the definition at the place, the last one before it.
func (p place) previous() []text.Lines {
	names := QuotedNames(p.d.Message)
	if i := p.at(); i >= 0 && p.f.Nodes[i].Name != "" {
		names = append(names, p.f.Nodes[i].Name)
	}
	for _, name := range names {
		best := -1
		for _, b := range p.f.Bindings(name[strings.LastIndexByte(name, '.')+1:]) {
			if b.Kind == syntax.BindParameter || b.Lines.Start >= p.lines.Start {
				continue
			}
			best = b.Node
		}
		if best >= 0 {
			return p.brief(best)
		}
	}
	return nil
}
