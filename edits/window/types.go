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
	typeForm   = lazyre.New(`^[\w."'(][\w\s.,|"'\[\]()#]*$`)
	typeValues = lazyre.New(`\b(?:Annotated|Literal)\s*\[`)
	typeName   = lazyre.New(`^(?:\w+\.)*(?:[A-Z]\w*|str|int|float|bool|bytes|complex|object|dict|list|tuple|set` +
		`|frozenset|type)$`)
)

// makesType reports whether a statement names a type. A type expression
// is names, dots, brackets and bars; a name alone is one where it is written as
// types are.
func makesType(t string) bool {
	if typeKeyword.MatchString(t) || typeAlias.MatchString(t) {
		return true
	}
	name, value, ok := strings.Cut(t, "=")
	if !ok || !dotted(strings.TrimSpace(name)) {
		return false
	}
	value = withoutValues(strings.TrimSpace(value))
	switch {
	case typeMaker.MatchString(value):
		return true
	case !typeForm.MatchString(value) || value[0] >= '0' && value[0] <= '9' || called(value):
		return false
	}
	return strings.ContainsAny(value, "[|") || typeName.MatchString(strings.Trim(value, `"'()`))
}

// withoutValues returns a type expression without the brackets of Annotated and Literal:
// values and calls may stand in them, which are no types.
func withoutValues(t string) string {
	var b strings.Builder
	for {
		at := typeValues.FindStringIndex(t)
		if at == nil {
			break
		}
		end := at[1] + closing(t[at[1]:])
		b.WriteString(t[:at[1]-1])
		t = t[min(end+1, len(t)):]
	}
	return b.String() + t
}

// closing returns where the bracket closes that was opened before a text, its end where
// none does. Brackets in strings do not count.
func closing(t string) int {
	depth, quote := 0, byte(0)
	for i := 0; i < len(t); i++ {
		switch c := t[i]; {
		case quote != 0 && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return len(t)
}

// called reports whether an expression calls something.
func called(value string) bool {
	i := strings.IndexByte(value, '(')
	return i > 0 && value[i-1] != ' ' && value[i-1] != '[' && value[i-1] != '('
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
	for _, q := range quotedNames(message) {
		out = append(out, q[strings.LastIndexByte(q, '.')+1:])
	}
	return out
}
