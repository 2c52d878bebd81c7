package pytree

import (
	"iter"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/internal/text"
)

// Stmt is a simple statement, or one clause of a compound statement: each of
// if, elif, else, try, except, finally, for, while, with, match, case, def and
// class is a Stmt with a Body. Clauses of one statement are neighbours in
// their parent's list.
type Stmt struct {
	First, Last int    // tokens, half-open; without decorators, ";", comment and line end
	Keyword     string // first word of a keyword statement ("def" for "async def"), else ""
	Async       bool
	Colon       int // token of the header's colon, -1 for simple statements
	Body        []*Stmt
	Inline      bool // the suite stands on the header's line
	Decorators  int  // first token of the first decorator, or First
	Parent      *Stmt
	Indent      string // blanks before the statement's line
	Index       int    // place in the list that holds it
	Semicolon   int    // token of the ";" behind it, -1 if none
	Alone       bool   // the only one on its logical line
}

// Tree is a parsed text.
type Tree struct {
	Src    string
	Tokens []Token
	Body   []*Stmt

	once    sync.Once
	places  map[string][]int // see Places
	formats []int            // see Formats
	star    bool             // see Star
	wording sync.Once
	texts   map[string][]int // see Texts
}

// clauses are the words that open a suite.
var clauses = []string{"if", "elif", "else", "try", "except", "finally", "for", "while", "with", "def", "class",
	"match", "case"}

// keywords start simple statements.
var keywords = []string{"import", "from", "return", "raise", "assert", "del", "pass", "break", "continue", "global",
	"nonlocal", "type"}

// Parse reads a text. The error is ErrBroken, wrapped.
func Parse(src string) (*Tree, error) {
	tokens, err := Scan(src)
	if err != nil {
		return nil, err
	}
	t := &Tree{Src: src, Tokens: tokens}
	return t, t.build()
}

// level is an open suite.
type level struct {
	indent string
	owner  *Stmt // nil at the top
}

// build makes statements from logical lines. Nesting is an explicit stack.
func (t *Tree) build() error {
	levels := []level{{}}
	var pending *Stmt // header whose indented suite must follow
	decorators := -1
	for i := 0; i < len(t.Tokens); {
		switch t.Tokens[i].Kind {
		case Comment, Newline:
			i++
			continue
		case End:
			if pending != nil {
				return broken(t.Tokens[pending.Colon].Span.Start, "a missing suite")
			}
			return nil
		}
		end := i
		for t.Tokens[end].Kind != Newline {
			end++
		}
		indent := t.indentAt(t.Tokens[i].Span.Start)
		switch {
		case pending != nil:
			if width(indent) <= width(levels[len(levels)-1].indent) {
				return broken(t.Tokens[pending.Colon].Span.Start, "a missing suite")
			}
			levels = append(levels, level{indent, pending})
			pending = nil
		case indent != levels[len(levels)-1].indent:
			for len(levels) > 1 && width(levels[len(levels)-1].indent) > width(indent) {
				levels = levels[:len(levels)-1]
			}
			if levels[len(levels)-1].indent != indent {
				return broken(t.Tokens[i].Span.Start, "an indentation that fits no block")
			}
		}
		if t.Tokens[i].Is("@") {
			if decorators < 0 {
				decorators = i
			}
			i = end
			continue
		}
		var err error
		if pending, err = t.line(levels[len(levels)-1].owner, i, end, indent, decorators); err != nil {
			return err
		}
		decorators = -1
		i = end
	}
	return nil
}

// line reads one logical line: tokens [from, end). It returns the header whose
// suite is to come, if there is one.
func (t *Tree) line(owner *Stmt, from, end int, indent string, decorators int) (*Stmt, error) {
	first := from
	for first < end {
		s := &Stmt{First: first, Colon: -1, Parent: owner, Indent: indent, Decorators: first, Semicolon: -1}
		if decorators >= 0 {
			s.Decorators, decorators = decorators, -1
		}
		stop := t.Find(first, end, ";")
		if stop < 0 {
			stop = end
		}
		if stop == first {
			return nil, broken(t.Tokens[first].Span.Start, "a semicolon with nothing before it")
		}
		s.Keyword, s.Async = t.keyword(first, end)
		if slices.Contains(clauses, s.Keyword) {
			s.Colon = t.Colon(first, end)
		}
		if s.Colon >= 0 && first != from {
			return nil, broken(t.Tokens[first].Span.Start, "a block that opens in the middle of a line")
		}
		t.attach(s)
		if s.Colon >= 0 {
			s.Last = s.Colon + 1
			next := s.Colon + 1
			if t.code(next, end) == end {
				return s, nil
			}
			s.Inline = true
			owner, first = s, t.code(next, end)
			continue
		}
		s.Last = t.trimmed(first, stop)
		s.Alone = first == from && stop == end
		if stop == end {
			return nil, nil
		}
		s.Semicolon = stop
		if first = t.code(stop+1, end); first == end {
			s.Alone = s.First == from
		}
	}
	return nil, nil
}

// attach puts the statement into its parent's list.
func (t *Tree) attach(s *Stmt) {
	list := &t.Body
	if s.Parent != nil {
		list = &s.Parent.Body
	}
	s.Index = len(*list)
	*list = append(*list, s)
}

// keyword returns the statement's first word, and whether "async" stands before it.
// Soft keywords count only where the line reads as their statement.
func (t *Tree) keyword(first, end int) (string, bool) {
	word, async := t.Tokens[first], false
	if word.Kind != Name {
		return "", false
	}
	if word.Text == "async" && first+1 < end {
		word, async = t.Tokens[first+1], true
	}
	switch w := word.Text; {
	case w == "match" || w == "case" || w == "type":
		if t.soft(w, first, end) {
			return w, false
		}
	case slices.Contains(clauses, w), slices.Contains(keywords, w):
		return w, async
	}
	return "", false
}

// soft reports whether a soft keyword begins its statement here, and is no name.
func (t *Tree) soft(w string, first, end int) bool {
	next := t.Tokens[first+1]
	if w == "type" {
		return next.Kind == Name
	}
	subject := next.Kind == Name || next.Kind == String || next.Kind == Number ||
		next.Is("(", "[", "{", "-", "*", "...", "~", "+")
	colon := t.Colon(first, end)
	return subject && colon >= 0 && (w == "case" || colon == t.trimmed(first, end)-1)
}

// Level yields those of the tokens [first, last) that no bracket among them
// holds. Of their brackets it yields the opening ones.
func (t *Tree) Level(first, last int) iter.Seq2[int, Token] {
	return func(yield func(int, Token) bool) {
		for i := first; i < last; i++ {
			if tok := t.Tokens[i]; tok.In == t.Tokens[first].In && !yield(i, tok) {
				return
			}
		}
	}
}

// Colon returns the token that ends a header, or a lambda's parameters: a ":" outside
// brackets that belongs to no lambda among the tokens; -1 if there is none.
func (t *Tree) Colon(first, last int) int {
	lambdas := 0
	for i, tok := range t.Level(first, last) {
		switch {
		case tok.Is("lambda"):
			lambdas++
		case tok.Is(":") && lambdas == 0:
			return i
		case tok.Is(":"):
			lambdas--
		}
	}
	return -1
}

// Find returns the first token with one of these texts in [first, last), outside
// brackets; -1 if there is none.
func (t *Tree) Find(first, last int, texts ...string) int {
	for i, tok := range t.Level(first, last) {
		if tok.Is(texts...) {
			return i
		}
	}
	return -1
}

// code returns the first token from i that is no comment, or end.
func (t *Tree) code(i, end int) int {
	for i < end && t.Tokens[i].Kind == Comment {
		i++
	}
	return i
}

// trimmed cuts comments off the end.
func (t *Tree) trimmed(first, end int) int {
	for end > first && t.Tokens[end-1].Kind == Comment {
		end--
	}
	return end
}

// indentAt returns the blanks before the offset's line begins.
func (t *Tree) indentAt(offset int) string {
	start := offset
	for start > 0 && (t.Src[start-1] == ' ' || t.Src[start-1] == '\t' || t.Src[start-1] == '\f') {
		start--
	}
	for start < offset && t.Src[start] == '\f' {
		start++
	}
	return t.Src[start:offset]
}

// width counts columns with tab stops of eight, as Python does.
func width(indent string) int {
	n := 0
	for _, c := range indent {
		if c == '\t' {
			n = n/8*8 + 8
		} else {
			n++
		}
	}
	return n
}

// Span returns the statement's bytes, without decorators; a header ends with its
// colon.
func (t *Tree) Span(s *Stmt) text.Span {
	return text.Span{Start: t.Tokens[s.First].Span.Start, End: t.Tokens[s.Last-1].Span.End}
}

// Whole returns the statement's bytes with decorators and suite.
func (t *Tree) Whole(s *Stmt) text.Span {
	sp := text.Span{Start: t.Tokens[s.Decorators].Span.Start, End: t.Span(s).End}
	for len(s.Body) > 0 {
		s = s.Body[len(s.Body)-1]
		sp.End = t.Span(s).End
	}
	return sp
}

// All yields every statement in document order.
func (t *Tree) All(yield func(*Stmt) bool) {
	stack := reversed(t.Body)
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !yield(s) {
			return
		}
		stack = append(stack, reversed(s.Body)...)
	}
}

func reversed(l []*Stmt) []*Stmt {
	out := slices.Clone(l)
	slices.Reverse(out)
	return out
}

// At returns the innermost statement whose own tokens hold the offset, nil if none
// does. A header holds its colon, its suite does not belong to it; decorators
// belong to what they decorate.
func (t *Tree) At(offset int) *Stmt {
	for list := t.Body; ; {
		i := sort.Search(len(list), func(i int) bool { return t.Tokens[list[i].Decorators].Span.Start > offset }) - 1
		if i < 0 {
			return nil
		}
		if offset < t.Span(list[i]).End {
			return list[i]
		}
		list = list[i].Body
	}
}

// Places returns the tokens of a spelling, in their order: of a name that thousands of
// findings ask for the text is read through once.
func (t *Tree) Places(spelling string) []int {
	t.once.Do(t.index)
	return t.places[spelling]
}

// Formats returns the tokens that are f-strings, in their order.
func (t *Tree) Formats() []int {
	t.once.Do(t.index)
	return t.formats
}

// Star reports whether a statement imports whatever a module has.
func (t *Tree) Star() bool {
	t.once.Do(t.index)
	return t.star
}

// Texts returns the strings and comments that hold a word, in their order: see [Words].
func (t *Tree) Texts(word string) []int {
	t.wording.Do(func() {
		t.texts = map[string][]int{}
		for i, tok := range t.Tokens {
			if tok.Kind != String && tok.Kind != Comment {
				continue
			}
			for _, w := range Words(tok.Text) {
				if list := t.texts[w]; len(list) == 0 || list[len(list)-1] != i {
					t.texts[w] = append(list, i)
				}
			}
		}
	})
	return t.texts[word]
}

// Words returns the words of a text: letters, digits and underscores in a row.
func Words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r < utf8.RuneSelf && !wordByte[r] })
}

func (t *Tree) index() {
	t.places = map[string][]int{}
	for i, tok := range t.Tokens {
		switch {
		case tok.Kind == Name:
			t.places[tok.Text] = append(t.places[tok.Text], i)
		case tok.Kind == String && tok.Literal().Format():
			t.formats = append(t.formats, i)
		case tok.Kind == Op && tok.Text == "*" && i > 0 && t.Tokens[i-1].Text == "import":
			t.star = true
		}
	}
}

// Among returns those of some tokens in order that lie in [first, last).
func Among(tokens []int, first, last int) []int {
	from, _ := slices.BinarySearch(tokens, first)
	to, _ := slices.BinarySearch(tokens, max(first, last))
	return tokens[from:to]
}

// TokenAt returns the index of the token that contains the offset, or the first one
// behind it.
func (t *Tree) TokenAt(offset int) int {
	i, _ := slices.BinarySearchFunc(t.Tokens, offset, func(tok Token, o int) int {
		if tok.Span.End <= o {
			return -1
		}
		if tok.Span.Start > o {
			return 1
		}
		return 0
	})
	return min(i, len(t.Tokens)-1)
}

// Siblings returns the list that contains the statement.
func (t *Tree) Siblings(s *Stmt) []*Stmt {
	if s.Parent != nil {
		return s.Parent.Body
	}
	return t.Body
}

// Function returns the innermost def around the statement, nil outside functions.
func (s *Stmt) Function() *Stmt {
	for p := s.Parent; p != nil; p = p.Parent {
		if p.Keyword == "def" {
			return p
		}
	}
	return nil
}

// Scope returns the innermost def or class around the statement, nil at module
// level.
func (s *Stmt) Scope() *Stmt {
	for p := s.Parent; p != nil; p = p.Parent {
		if p.Keyword == "def" || p.Keyword == "class" {
			return p
		}
	}
	return nil
}
