package window

import (
	"regexp"
	"slices"
	"strings"

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
	Lines []text.Lines // sorted, disjoint, whole statements or headers
	Note  string       // a finding that is no source text
}

// Text is the piece's lines, with "…" for what is left out between them.
func (p Piece) Text(s text.Snapshot) string {
	var b strings.Builder
	for i, l := range p.Lines {
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

// Needs gives the same-file context that the requirement asks for, cheapest
// first, without what the windows show already. Needs that other files answer
// are left to the providers.
func Needs(s text.Snapshot, f *syntax.File, d signal.Diagnostic, r signal.Requirement, shown Set) []Piece {
	p := place{s: s, f: f, d: d, lines: s.LinesOf(d.Span)}
	var out []Piece
	for _, n := range r.Needs {
		for _, t := range p.needed(n) {
			if rest := p.unshown(t.lines, shown); len(rest) > 0 {
				out = append(out, Piece{Need: n, Title: t.title, Lines: rest})
			}
		}
		if n != signal.NeedSideEffects {
			continue
		}
		if note := p.sideEffects(); note != "" {
			out = append(out, Piece{Need: n, Title: "side effects", Note: note})
		}
	}
	return out
}

// unshown are those of some lines that the windows do not show, at most so many.
func (p place) unshown(lines []text.Lines, shown Set) []text.Lines {
	var rest []text.Lines
	left := pieceLines
	for _, l := range join(slices.Clone(lines)) {
		l = clamp(l, p.s.LineCount())
		if l.Len() == 0 || shown.Covers(l) || left <= 0 {
			continue
		}
		l.End = min(l.End, l.Start+left)
		left -= l.Len()
		rest = append(rest, l)
	}
	return rest
}

// needed are the lines that answer a need.
func (p place) needed(n signal.Need) []titled {
	switch n {
	case signal.NeedFunction:
		if i := p.enclosing(syntax.Function); i >= 0 {
			return []titled{{"function " + p.f.Nodes[i].Name, []text.Lines{p.f.Nodes[i].Lines}}}
		}
	case signal.NeedClass:
		if i := p.enclosing(syntax.Class); i >= 0 {
			return []titled{{"class " + p.f.Nodes[i].Name, p.classOutline(i)}}
		}
	case signal.NeedConstants:
		return []titled{{"constants", p.constants()}}
	case signal.NeedTypes:
		return p.types()
	case signal.NeedRelated:
		return p.called()
	case signal.NeedPrevious:
		return []titled{{"earlier definition", p.previous()}}
	case signal.NeedDict:
		return []titled{{"dict", []text.Lines{p.literal()}}}
	}
	return nil
}

// titled is lines with a title.
type titled struct {
	title string
	lines []text.Lines
}

// classOutline is what one must know of a class: header, docstring, class-level
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
			}
		case syntax.Function, syntax.Class:
			out = append(out, m.Header)
			if m.Name != "__init__" && m.Name != "constructor" {
				continue
			}
			for j := range p.f.Children(i) {
				a := p.f.Nodes[j]
				t := p.s.Slice(a.Span)
				if a.Kind == syntax.Statement && a.Lines.Len() <= usedLines && (strings.HasPrefix(t, "self.") || strings.HasPrefix(t, "this.")) {
					out = append(out, a.Lines)
				}
			}
		}
	}
	return out
}

// constantName is how constants are written: UPPER_CASE.
var constantName = regexp.MustCompile(`^(?:export |pub |static |const )*([A-Z][A-Z0-9_]+)\s*(?::|=)`)

// constants are the constants of the module.
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

// typeStatement recognises a type that is made by an assignment: TypeVar,
// NewType, an alias.
var typeStatement = regexp.MustCompile(`(?s)^(?:type\s+\w+|\w+\s*(?::\s*(?:\w+\.)?TypeAlias\s*)?=\s*(?:\w+\.)?(?:TypeVar|ParamSpec|NewType|Union|Optional|Dict|List|Tuple|Callable|Literal|TypedDict|NamedTuple|namedtuple|Annotated|Type|Mapping|Sequence|Iterable|dict|list|tuple|set)\b)`)

// types are the declarations of the types that the message names: classes by
// header and class-level statements, aliases whole.
func (p place) types() []titled {
	var out []titled
	var seen []string
	for _, word := range typeWords(p.d.Message) {
		if slices.Contains(seen, word) || len(out) >= typePieces {
			continue
		}
		seen = append(seen, word)
		for _, b := range p.f.Bindings(word) {
			n := p.f.Nodes[b.Node]
			switch {
			case n.Kind == syntax.Class && n.Name == word:
				out = append(out, titled{n.Keyword + " " + word, p.typeOutline(b.Node)})
			case n.Kind == syntax.Statement && b.Owner < 0 && typeStatement.MatchString(p.s.Slice(n.Span)):
				out = append(out, titled{"type " + word, []text.Lines{n.Lines}})
			default:
				continue
			}
			break
		}
	}
	return out
}

// typeOutline is a class without the bodies of its methods.
func (p place) typeOutline(c int) []text.Lines {
	n := p.f.Nodes[c]
	if n.Lines.Len() <= usedLines {
		return []text.Lines{n.Lines}
	}
	return p.classOutline(c)
}

// typeWord is a name that may be a type's: CamelCase, or anything in quotes.
var typeWord = regexp.MustCompile(`[A-Z]\w*[a-z]\w*`)

func typeWords(message string) []string {
	out := typeWord.FindAllString(message, 32)
	for _, q := range quotedNames(message) {
		out = append(out, q[strings.LastIndexByte(q, '.')+1:])
	}
	return out
}

// called are the signatures of the functions that the statement calls.
func (p place) called() []titled {
	var out []titled
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
			lines := []text.Lines{b.Lines}
			n := p.f.Nodes[b.Node]
			if n.Kind == syntax.Class { // the call goes to its constructor
				for i := range p.f.Children(b.Node) {
					if m := p.f.Nodes[i]; m.Kind == syntax.Function && (m.Name == "__init__" || m.Name == "constructor") {
						lines = append(lines, m.Header)
					}
				}
			} else if doc := p.docLine(b.Node); doc.Len() > 0 {
				lines = append(lines, doc)
			}
			out = append(out, titled{n.Keyword + " " + n.Name, lines})
			break
		}
		if len(out) >= relatedPieces {
			break
		}
	}
	return out
}

// docLine is the first line of a function's docstring.
func (p place) docLine(fn int) text.Lines {
	for i := range p.f.Children(fn) {
		n := p.f.Nodes[i]
		if n.Kind == syntax.Decorator {
			continue
		}
		if n.Kind == syntax.Statement && docstring(p.s.Slice(n.Span)) {
			return text.Lines{Start: n.Lines.Start, End: n.Lines.Start + 1}
		}
		break
	}
	return text.Lines{}
}

// previous is the definition that this one repeats: of the names the message
// quotes, or of the definition at the place, the last one before it.
func (p place) previous() []text.Lines {
	names := quotedNames(p.d.Message)
	if i := p.at(); i >= 0 && p.f.Nodes[i].Name != "" {
		names = append(names, p.f.Nodes[i].Name)
	}
	for _, name := range names {
		var best text.Lines
		for _, b := range p.f.Bindings(name[strings.LastIndexByte(name, '.')+1:]) {
			if b.Kind == syntax.BindParameter || b.Lines.Start >= p.lines.Start {
				continue
			}
			best = p.f.Nodes[b.Node].Lines
		}
		if best.Len() > 0 {
			return []text.Lines{best}
		}
	}
	return nil
}

// literal is the whole statement that holds the diagnostic's literal.
func (p place) literal() text.Lines { return p.statement() }
