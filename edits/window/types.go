package window

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// An assignment makes a type in one of three ways: by a word of its own (type A =
// …), by an annotation (A: TypeAlias = …), or by what stands on its right: a call
// that makes types, or a type expression.
var (
	typeKeyword = lazyre.New(`^(?:export\s+|pub(?:\([^)]*\))?\s+)?type\s+\w+`)
	typeAlias   = lazyre.New(`^\w+\s*:\s*["']?(?:\w+\.)*TypeAlias\b`)
	typeMaker   = lazyre.New(`^(?:\w+\.)*(?:TypeVar|TypeVarTuple|ParamSpec|NewType|TypedDict|NamedTuple|namedtuple|Enum` +
		`|Protocol|TypeAliasType|make_dataclass|new_class)\s*\(`)
	typeForm = lazyre.New(`(?s)^[("']*(?:\w+\.)*(?:[A-Z]\w*|str|int|float|bool|bytes|complex|object|dict|list|tuple|set` +
		`|frozenset|type|None)(?:\[.*\])?(?:\s*\|.*)?["')]*$`)
)

// makesType reports whether a statement names a type. A type expression is a name that is
// written as types are, what it is of in brackets, and others behind bars.
func makesType(t string) bool {
	if typeKeyword.MatchString(t) || typeAlias.MatchString(t) {
		return true
	}
	name, value, ok := strings.Cut(t, "=")
	value = strings.TrimSpace(value)
	return ok && dotted(strings.TrimSpace(name)) && (typeMaker.MatchString(value) || typeForm.MatchString(value))
}

// types returns the declarations of the types that the message names: classes by
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
			if n := p.f.Nodes[b.Node]; n.Kind == syntax.Class && n.Name == word {
				out = append(out, titled{title: n.Keyword + " " + word, lines: p.typeOutline(b.Node)})
			} else if p.alias(b) {
				out = append(out, titled{title: "type " + word, lines: []text.Lines{n.Lines}})
			} else {
				continue
			}
			break
		}
	}
	return out
}

// alias reports whether a binding of the module names a type.
func (p place) alias(b syntax.Binding) bool {
	n := p.f.Nodes[b.Node]
	return n.Kind == syntax.Statement && b.Owner < 0 && makesType(p.s.Slice(n.Span))
}

// aliasesIn returns the declarations of the types that some lines name by an alias, at
// most so many.
func (p place) aliasesIn(lines []text.Lines, most int) []titled {
	var out []titled
	seen := map[string]bool{}
	for _, l := range lines {
		for _, id := range p.f.Identifiers(p.s.LinesSpan(l)) {
			bound := p.f.Bindings(id.Name)
			if i := slices.IndexFunc(bound, p.alias); i >= 0 && !seen[id.Name] && len(out) < most {
				out = append(out, titled{title: "type " + id.Name, lines: []text.Lines{bound[i].Lines}})
			}
			seen[id.Name] = true
		}
	}
	return out
}

// typeOutline returns a class without the bodies of its methods.
func (p place) typeOutline(c int) []text.Lines {
	n := p.f.Nodes[c]
	if n.Lines.Len() <= usedLines {
		return []text.Lines{n.Lines}
	}
	return p.classOutline(c)
}

// typeWord is a name that may be a type's: CamelCase, or anything in quotes.
var typeWord = lazyre.New(`[A-Z]\w*[a-z]\w*`)

func typeWords(message string) []string {
	out := typeWord.FindAllString(message, 32)
	for _, q := range QuotedNames(message) {
		out = append(out, q[strings.LastIndexByte(q, '.')+1:])
	}
	return out
}
