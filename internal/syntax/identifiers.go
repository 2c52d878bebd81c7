package syntax

import (
	"slices"
	"sort"
	"unicode"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
)

// Identifiers returns the names that occur in a span of code, in order, outside
// comments and strings; the code inside interpolated strings counts. Keywords
// of the language are left out.
func (f *File) Identifiers(span text.Span) []Identifier { return f.identifiers(nil, span) }

// NameAt returns the identifier that begins at an offset, "" if none does.
func (f *File) NameAt(at int) string {
	src, end := f.doc.Text(), at
	for end < len(src) {
		r, n := utf8.DecodeRuneInString(src[end:])
		if !isNameRune(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			break
		}
		end += n
	}
	if ids := f.Identifiers(text.Span{Start: at, End: end}); len(ids) > 0 && ids[0].Span.Start == at {
		return ids[0].Name
	}
	return ""
}

// identifiers appends to out what Identifiers returns.
func (f *File) identifiers(out []Identifier, span text.Span) []Identifier {
	src := f.doc.Text()
	span.Start = max(0, min(span.Start, len(src)))
	span.End = max(span.Start, min(span.End, len(src)))
	spans := f.lexed().NonCode
	q := sort.Search(len(spans), func(i int) bool { return spans[i].End > span.Start })
	for i := span.Start; i < span.End; {
		for q < len(spans) && spans[q].End <= i {
			q++
		}
		if q < len(spans) && spans[q].Contains(i) {
			i = spans[q].End
			continue
		}
		r, n := utf8.DecodeRuneInString(src[i:])
		if !isNameRune(r) {
			i += n
			continue
		}
		j := i
		for j < span.End {
			r, n := utf8.DecodeRuneInString(src[j:])
			if !isNameRune(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
				break
			}
			j += n
		}
		j = max(j, i+n)
		if i == 0 || !isDigit(src[i-1]) { // 1e5, 0xff
			if name := src[i:min(j, span.End)]; !isKeyword(f.dia.Family, name) {
				out = append(out, Identifier{name, text.Span{Start: i, End: i + len(name)}})
			}
		}
		i = j
	}
	return out
}

func isNameRune(r rune) bool { return r == '_' || unicode.IsLetter(r) }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isIdentifier reports whether s is one plain name.
func isIdentifier(s string) bool {
	for i, r := range s {
		if !isNameRune(r) && (i == 0 || !unicode.IsDigit(r)) && r != '$' {
			return false
		}
	}
	return s != ""
}

func isKeyword(fam lex.Family, name string) bool {
	var list []string
	switch fam {
	case lex.Python:
		list = pythonKeywords[:]
	case lex.Go:
		list = goKeywords[:]
	case lex.Script:
		list = scriptKeywords[:]
	case lex.Rust:
		list = rustKeywords[:]
	default:
		return false
	}
	_, ok := slices.BinarySearch(list, name)
	return ok
}

// The keywords, sorted. Soft keywords, which may be names, are not among them.
var (
	pythonKeywords = [...]string{"False", "None", "True", "and", "as", "assert", "async", "await", "break", "class",
		"continue",
		"def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda",
		"nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield"}
	goKeywords = [...]string{"break", "case", "chan", "const", "continue", "default", "defer", "else", "fallthrough",
		"for",
		"func", "go", "goto", "if", "import", "interface", "map", "package", "range", "return", "select", "struct", "switch",
		"type", "var"}
	scriptKeywords = [...]string{"async", "await", "break", "case", "catch", "class", "const", "continue", "debugger",
		"default",
		"delete", "do", "else", "export", "extends", "false", "finally", "for", "function", "if", "import", "in",
		"instanceof",
		"let", "new", "null", "return", "super", "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while",
		"with", "yield"}
	rustKeywords = [...]string{"Self", "as", "async", "await", "break", "const", "continue", "crate", "dyn", "else",
		"enum",
		"extern", "false", "fn", "for", "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref",
		"return", "self", "static", "struct", "super", "trait", "true", "type", "unsafe", "use", "where", "while"}
)
