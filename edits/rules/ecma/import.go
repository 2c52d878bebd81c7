package ecma

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// binding is one name of an ES import: its specifier's span and what it is.
type binding struct {
	name string
	span text.Span // "a as b", "* as ns", "Default"
	kind byte      // 'd' default, '*' namespace, 'n' named
}

// word is a token of an import clause: a name, a string or one character.
type word struct {
	text string
	span text.Span
}

// UnusedImport removes a name that a JavaScript or TypeScript file imports
// and never uses.
func UnusedImport(p rule.Problem) ([]text.Edit, error) {
	f, err := rule.Facts(p)
	if err != nil {
		return nil, err
	}
	node, ok := importAt(f, p)
	if !ok {
		return nil, rule.Decline("no import at the diagnostic")
	}
	words, comments := clause(f, p.Snapshot.Text(), node.Span)
	list, err := bindings(words)
	if err != nil {
		return nil, err
	}
	node.Span.End = importEnd(words, node.Span.End)
	if allUnused(p.Diagnostic) {
		return []text.Edit{{Span: importLines(p.Snapshot, node.Span)}}, nil
	}
	i := pick(p, list)
	if i < 0 {
		return nil, rule.Decline("the message does not say which import is unused")
	}
	if list[i].name == "React" && p.Diagnostic.Tool != "tsc" && strings.HasSuffix(p.Snapshot.Lang, "react") {
		return nil, rule.Declined{Reason: "JSX may need React", Refutes: true}
	}
	if !resolves(p.Diagnostic) {
		if err := unreferenced(f, p, list[i].name, node.Span); err != nil {
			return nil, err
		}
	}
	if len(list) == 1 {
		return []text.Edit{{Span: importLines(p.Snapshot, node.Span)}}, nil
	}
	return dropBinding(p.Snapshot, words, list, i, comments)
}

// allUnused reports whether the diagnostic is about every name of an import.
func allUnused(d signal.Diagnostic) bool {
	return strings.TrimPrefix(d.Code, "TS") == "6192" ||
		strings.HasPrefix(d.Message, "All imports in import declaration are unused")
}

// resolves reports whether the tool knows of every name what it refers to, types
// and elements too. Others see a name of a type or of an element as unused.
func resolves(d signal.Diagnostic) bool {
	return signal.Tool(d.Tool) == "tsc" || strings.HasPrefix(d.Code, "@typescript-eslint/")
}

// importAt returns the innermost import at the diagnostic.
func importAt(f *syntax.File, p rule.Problem) (syntax.Node, bool) {
	var found syntax.Node
	ok := false
	for _, n := range f.Nodes {
		if n.Kind == syntax.Import && n.Span.Start <= p.Diagnostic.Span.Start && p.Diagnostic.Span.Start < n.Span.End {
			found, ok = n, true
		}
	}
	return found, ok
}

// clause cuts an import into words; comments reports whether it holds any.
func clause(f *syntax.File, src string, sp text.Span) (list []word, comments bool) {
	at, remarks := sp.Start, f.Comments(sp)
	for _, q := range f.NonCode(sp) {
		list = words(list, src, text.Span{Start: at, End: q.Start})
		if !slices.Contains(remarks, q) {
			list = append(list, word{src[q.Start:q.End], q})
		}
		at = q.End
	}
	return words(list, src, text.Span{Start: at, End: max(at, sp.End)}), len(remarks) > 0
}

// words adds the words of code without strings and comments.
func words(list []word, src string, sp text.Span) []word {
	for i := sp.Start; i < sp.End; {
		rest := src[i:sp.End]
		r, n := utf8.DecodeRuneInString(rest)
		if unicode.IsSpace(r) {
			i += n
			continue
		}
		if isName(r) && !unicode.IsMark(r) {
			n = len(rest) - len(strings.TrimLeftFunc(rest, isName))
		}
		list = append(list, word{src[i : i+n], text.Span{Start: i, End: i + n}})
		i += n
	}
	return list
}

// isName reports whether a character may be part of a name.
func isName(r rune) bool {
	return r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// bindings of "import D, * as N, { a, b as c, type d } from 'm'".
func bindings(words []word) ([]binding, error) {
	if !wordIs(words, 0, "import") {
		return nil, rule.Decline("only import statements are handled, not require")
	}
	words = words[1:]
	if wordIs(words, 0, "type") && !wordIs(words, 1, "from", ",") {
		words = words[1:]
	}
	if wordIs(words, 1, "=") {
		return []binding{{words[0].text, words[0].span, 'd'}}, nil
	}
	var out []binding
	for ; len(words) > 0 && words[0].text != "from"; words = words[1:] {
		switch w := words[0]; w.text[0] {
		case ',':
		case '{':
			n := upTo(words, "}")
			out = append(out, specifiers(words[1:n])...)
			words = words[min(n, len(words)-1):]
		case '*':
			if !wordIs(words, 1, "as") || len(words) < 3 {
				return nil, rule.Decline("this form of import cannot be read")
			}
			out = append(out, binding{words[2].text, join(w, words[2]), '*'})
			words = words[2:]
		case '\'', '"':
			return nil, rule.Decline("this form of import binds no name")
		default:
			out = append(out, binding{w.text, w.span, 'd'})
		}
	}
	if len(out) == 0 || len(words) == 0 {
		return nil, rule.Decline("this form of import binds no name")
	}
	return out, nil
}

// wordIs reports whether there is an i-th word, and it is one of these.
func wordIs(words []word, i int, texts ...string) bool {
	return i < len(words) && slices.Contains(texts, words[i].text)
}

// upTo returns how many words stand before the first of that text.
func upTo(words []word, s string) int {
	if n := slices.IndexFunc(words, func(w word) bool { return w.text == s }); n >= 0 {
		return n
	}
	return len(words)
}

// specifiers returns the bindings between braces: "a, b as c, type d".
func specifiers(words []word) []binding {
	var out []binding
	for len(words) > 0 {
		n := upTo(words, ",")
		if n > 0 {
			out = append(out, binding{words[n-1].text, join(words[0], words[n-1]), 'n'})
		}
		words = words[min(n+1, len(words)):]
	}
	return out
}

// importEnd returns where the import statement among the words ends: the facts of a
// broken text may give it the rest of its line.
func importEnd(words []word, end int) int {
	for i, w := range words {
		if w.text != "from" || i+1 >= len(words) {
			continue
		}
		j := i + 1
		if j+2 < len(words) && (words[j+1].text == "with" || words[j+1].text == "assert") && words[j+2].text == "{" {
			for j < len(words)-1 && words[j].text != "}" {
				j++
			}
		}
		if j+1 < len(words) && words[j+1].text == ";" {
			j++
		}
		return words[j].span.End
	}
	return end
}

func join(a, b word) text.Span { return text.Span{Start: a.span.Start, End: b.span.End} }

// pick returns the binding that the diagnostic names, or stands on.
func pick(p rule.Problem, list []binding) int {
	name := rule.Quoted(p.Diagnostic.Message)
	found := -1
	for i, b := range list {
		at := p.Diagnostic.Span
		meant := b.span.Contains(at.Start) || at.Start <= b.span.Start && b.span.End <= at.End // Biome's "{ a }"
		if name != "" && b.name == name || name == "" && meant {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}

// unreferenced returns an error if the name is used elsewhere in code.
func unreferenced(f *syntax.File, p rule.Problem, name string, except text.Span) error {
	src := p.Snapshot.Text()
	for _, id := range f.Identifiers(text.Span{End: len(src)}) {
		if id.Name != name || except.Contains(id.Span.Start) {
			continue
		}
		before := strings.TrimRight(src[:id.Span.Start], " \t\r\n")
		if strings.HasSuffix(before, ".") && !strings.HasSuffix(before, "...") {
			continue
		}
		key := strings.HasSuffix(before, "{") || strings.HasSuffix(before, ",")
		if key && strings.HasPrefix(strings.TrimLeft(src[id.Span.End:], " \t\r\n"), ":") {
			continue // of an object, or a label
		}
		return rule.Decline("%s occurs elsewhere in this file too", name)
	}
	return nil
}

// importLines returns what goes with a whole import: its lines if it has them for
// itself, and a directive for the line below the one above.
func importLines(s text.Snapshot, sp text.Span) text.Span {
	lines := s.LinesOf(sp)
	full := s.LinesSpan(lines)
	full.Start = rule.LineButMark(s, lines.Start).Start
	before := s.Text()[full.Start:sp.Start]
	rest := strings.TrimLeft(s.Text()[sp.End:full.End], "; \t")
	switch {
	case strings.TrimSpace(rest) != "" && !strings.HasPrefix(rest, "//"):
		sp.End = full.End - len(rest)
		return sp
	case strings.TrimSpace(before) != "":
		sp.Start = full.Start + len(strings.TrimRight(before, " \t"))
		return sp
	}
	if lines.Start > 0 && forNextLine(s.Line(lines.Start-1)) {
		full.Start = rule.LineButMark(s, lines.Start-1).Start
	}
	return full
}

// forNextLine reports whether a line is nothing but a directive about the line
// below it.
func forNextLine(line string) bool {
	line = strings.TrimSpace(strings.TrimPrefix(line, rule.Mark))
	switch {
	case strings.HasPrefix(line, "//"):
	case strings.HasPrefix(line, "/*") && strings.Index(line, "*/") == len(line)-2:
	default:
		return false
	}
	line = strings.TrimLeft(line, "/* \t")
	for _, d := range []string{"eslint-disable-next-line", "oxlint-disable-next-line", "@ts-ignore", "@ts-expect-error",
		"biome-ignore ", "prettier-ignore"} {
		if strings.HasPrefix(line, d) {
			return true
		}
	}
	return false
}

// dropBinding removes one of several names.
func dropBinding(s text.Snapshot, words []word, list []binding, i int, comments bool) ([]text.Edit, error) {
	b := list[i]
	named := 0
	for _, o := range list {
		if o.kind == 'n' {
			named++
		}
	}
	// A name that has its line for itself goes with its line and comment.
	if line := s.LinesSpan(s.LinesOf(b.span)); b.kind == 'n' && named > 1 &&
		onlySpecifier(s.Slice(line), s.Slice(b.span)) {
		return []text.Edit{{Span: line}}, nil
	}
	if comments {
		return nil, rule.Decline("there is a comment among the imported names")
	}
	first := slices.IndexFunc(words, func(w word) bool { return w.span.Start == b.span.Start })
	last := slices.IndexFunc(words, func(w word) bool { return w.span.End >= b.span.End })
	gone := b.span
	switch {
	case b.kind == '*', b.kind == 'n' && named == 1: // with its braces and the comma before
		for words[last].text != "from" {
			last++
		}
		for words[first].text != "," {
			first--
		}
		gone = text.Span{Start: words[first-1].span.End, End: words[last-1].span.End}
	case b.kind == 'd', words[last+1].text == "," && words[last+2].text != "}": // with the comma behind
		gone.End = words[last+2].span.Start
	default:
		gone.Start = words[first-2].span.End
	}
	return []text.Edit{{Span: gone}}, nil
}

// onlySpecifier reports whether a line holds nothing but a specifier, its comma
// and a comment up to the line's end.
func onlySpecifier(line, specifier string) bool {
	code := lex.WithoutComments(line, lex.For("typescript"))
	code = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(code), ","))
	return code == specifier && !strings.Contains(strings.Replace(line, specifier, "", 1), "/*")
}
