package window

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// unusedImport are the words by which tools call an import unused.
var unusedImport = lazyre.New(`(?i)imported but (?:unused|never used)|unused import|^unused \S+ imported|import \S+ is not accessed`)

// KeptImport says why the import that a diagnostic calls unused may be there for
// what it does; "" if nothing speaks for it, or the diagnostic is about
// something else. Such an import is not to be removed without the user's word.
func KeptImport(s text.Snapshot, f *syntax.File, d signal.Diagnostic) string {
	if s.Lang != "python" || !unusedImport.MatchString(d.Message) {
		return ""
	}
	p := place{s: s, f: f, d: d, lines: s.LinesOf(d.Span)}
	if why := p.sideEffects(); why != "" {
		return why
	}
	i := f.Enclosing(p.lines.Start, syntax.Import)
	if i < 0 {
		return ""
	}
	for _, name := range f.Nodes[i].Names {
		if strings.Contains(d.Message, name) && len(name) > 2 && p.onlyInText(name) {
			return "a string of the file is " + name + ": it may be looked up by that name"
		}
		if strings.Contains(d.Message, name) && p.inTypeComment(name) {
			return "a type comment of the file names " + name
		}
	}
	return ""
}

// typeComment is a type where old versions of Python have no place for one
// (https://peps.python.org/pep-0484/#type-comments). Ruff takes no notice of them.
var (
	typeComment = lazyre.New(`#[ \t]*type:[ \t]*([^#\n]+)`)
	commentWord = lazyre.New(`\w+`)
)

func (p place) inTypeComment(name string) bool {
	for _, m := range typeComment.FindAllStringSubmatch(p.s.Text(), -1) {
		if !strings.HasPrefix(m[1], "ignore") && slices.Contains(commentWord.FindAllString(m[1], -1), name) {
			return true
		}
	}
	return false
}

// onlyInText reports whether a string of the file is exactly the name, as in
// getattr(module, "name") or a registry's key.
func (p place) onlyInText(name string) bool {
	for _, q := range p.f.Quiet(text.Span{End: p.s.Len()}) {
		if t := p.s.Slice(q); t == `"`+name+`"` || t == "'"+name+"'" {
			return true
		}
	}
	return false
}

// notSorted are the words about a list of names whose order is not the alphabet's,
// with the name of the list.
var notSorted = lazyre.New("`(?:[\\w.]+\\.)?(__\\w+__)` is not sorted")

// otherType are the words about a type that is to be spelled in another way.
var otherType = lazyre.New("(?i)^use `[^`]+` (?:instead of|for) .*\\btype annotations?$")

// comparedTo and comparedWith are what stands before or behind a side of a comparison.
var (
	comparedTo   = lazyre.New(`(?:[!=]=|\bis|\bis not)\s*["']?$`)
	comparedWith = lazyre.New(`^["']?\s*(?:[!=]=|is\b)`)
)

// ReadAtRunTime says why the program itself may read what a diagnostic wants to be
// written in another way: it goes through a list of names in their order, or compares
// a type with another one. typing.List[int] is not list[int], though a checker sees no
// difference. "" if nothing speaks for it.
func ReadAtRunTime(s text.Snapshot, d signal.Diagnostic) string {
	if s.Lang != "python" {
		return ""
	}
	if m := notSorted.FindStringSubmatch(d.Message); m != nil && m[1] != "__all__" && strings.Contains(s.Text(), "."+m[1]) {
		return "the file reads " + m[1] + ", whose order may matter"
	}
	if !otherType.MatchString(d.Message) || d.Span.End > s.Len() {
		return ""
	}
	name, _, _ := strings.Cut(s.Slice(d.Span), "[")
	if name = strings.TrimSpace(name); len(name) < 3 {
		return ""
	}
	for whole, name, at := s.Text(), name+"[", 0; ; {
		i := strings.Index(whole[at:], name)
		if i < 0 {
			return ""
		}
		line := s.Line(s.LineAt(at + i))
		at = s.LineSpan(s.LineAt(at + i)).End
		before, rest, ok := strings.Cut(line, name)
		if ok && (comparedTo.MatchString(before) || comparedWith.MatchString(behindBracket(rest))) {
			return "the file compares " + strings.TrimSuffix(name, "[") + " with other types: " + strings.TrimSpace(line)
		}
	}
}

// behindBracket is what follows the bracket that closes one that is open already.
func behindBracket(s string) string {
	depth := 1
	for i, r := range s {
		switch r {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return s[i+1:]
			}
		}
	}
	return ""
}
