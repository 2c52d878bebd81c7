// Package pycode is what the rules for Python share: a parsed document, and what is
// asked of it and written into it again and again.
package pycode

import (
	"iter"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// Module is a parsed Python document.
type Module struct {
	rule.Problem
	*pytree.Tree
	whole *pytree.Tree // where the diagnostic is in the field of an f-string, and its code in the tree: the one without
}

// In returns a fix for a Python document that parses.
func In(fix func(Module) ([]text.Edit, error)) func(rule.Problem) ([]text.Edit, error) {
	return func(p rule.Problem) ([]text.Edit, error) {
		m, err := Read(p)
		if err != nil {
			return nil, err
		}
		return m.Fold(fix(m))
	}
}

// At returns a fix for the statement at the diagnostic.
func At(fix func(Module, *pytree.Stmt) ([]text.Edit, error)) func(rule.Problem) ([]text.Edit, error) {
	return func(p rule.Problem) ([]text.Edit, error) {
		m, s, err := ReadStatement(p)
		if err != nil {
			return nil, err
		}
		return m.Fold(fix(m, s))
	}
}

// Read parses the problem's document, or declines. Rules are asked about one finding after
// another of the same text: its tree is a fact of it. Nobody changes a tree.
func Read(p rule.Problem) (Module, error) {
	type tree struct{}
	t, _ := p.Snapshot.Fact(tree{}, func() any {
		t, err := pytree.Parse(p.Snapshot.Text())
		if err != nil {
			t = nil
		}
		return t
	}).(*pytree.Tree)
	if t == nil {
		return Module{}, rule.Decline("the file has a syntax error")
	}
	m := Module{Problem: p, Tree: t}
	if at := m.TokenAt(p.Diagnostic.Span.Start); at >= 0 && m.Tokens[at].Literal().Fields() &&
		m.Tokens[at].Span.Start < p.Diagnostic.Span.Start {
		m = m.Unfold()
	}
	return m, nil
}

// ReadStatement parses the problem's document and finds the statement at the
// diagnostic, or declines.
func ReadStatement(p rule.Problem) (Module, *pytree.Stmt, error) {
	m, err := Read(p)
	if err != nil {
		return m, nil, err
	}
	s, err := m.Statement()
	return m, s, err
}

// Eol returns the line end to use near an offset.
func (m Module) Eol(offset int) string {
	if t := m.Snapshot.Terminator(m.Snapshot.LineAt(offset)); t != "" {
		return t
	}
	return m.Snapshot.MajorityTerminator()
}

// Step is one level of indentation in this document: that of the first
// indented suite.
func (m Module) Step() string {
	for s := range m.All {
		if s.Parent != nil && !s.Parent.Inline {
			if step, ok := strings.CutPrefix(s.Indent, s.Parent.Indent); ok && step != "" {
				return step
			}
		}
	}
	return "    "
}

// Inner returns the indentation of a suite that hangs under the statement.
func (m Module) Inner(s *pytree.Stmt) string {
	if strings.Contains(s.Indent, "\t") {
		return s.Indent + "\t"
	}
	return s.Indent + m.Step()
}

// Lines returns the zero-based lines of the diagnostic.
func (m Module) Lines() text.Lines { return m.Snapshot.LinesOf(m.Diagnostic.Span) }

// OnLines reports whether the token starts on the diagnostic's lines.
func (m Module) OnLines(i int) bool {
	return m.Lines().Contains(m.Snapshot.LineAt(m.Tokens[i].Span.Start))
}

// Statement returns the innermost statement at the diagnostic, or the first one on
// its line where the diagnostic starts between two.
func (m Module) Statement() (*pytree.Stmt, error) {
	if s := m.At(m.Diagnostic.Span.Start); s != nil {
		return s, nil
	}
	line := m.Snapshot.LineAt(m.Diagnostic.Span.Start)
	for s := range m.All {
		if m.Snapshot.LineAt(m.Tokens[s.First].Span.Start) == line {
			return s, nil
		}
	}
	return nil, rule.Decline("no statement at the diagnostic")
}

// Range is from the first of tokens [first, last) to the end of the last one.
func (m Module) Range(first, last int) text.Span {
	return text.Span{Start: m.Tokens[first].Span.Start, End: m.Tokens[last-1].Span.End}
}

// Text returns the source of tokens [first, last), with what stands between them.
func (m Module) Text(first, last int) string {
	if last <= first {
		return ""
	}
	return m.Snapshot.Slice(m.Range(first, last))
}

// Replace returns the edit that puts s in place of tokens [first, last).
func (m Module) Replace(first, last int, s string) text.Edit {
	return text.Edit{Span: m.Range(first, last), New: s}
}

// Commented reports whether there is a comment among the tokens [first, last),
// which an edit of them would lose.
func (m Module) Commented(first, last int) bool {
	return slices.ContainsFunc(m.Tokens[min(first, last):last],
		func(t pytree.Token) bool { return t.Kind == pytree.Comment })
}

// Named yields where the tokens [first, last) hold a name that is not an
// attribute of something.
func (m Module) Named(name string, first, last int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, i := range pytree.Among(m.Places(name), first, last) {
			if !m.Is(i-1, ".") && !yield(i) {
				return
			}
		}
	}
}

// Any reports whether one of the tokens [first, last) is one of these names and
// operators.
func (m Module) Any(first, last int, texts ...string) bool {
	return slices.ContainsFunc(m.Tokens[first:last], func(t pytree.Token) bool { return t.Is(texts...) })
}

// Given reports whether the name at token i gets a value by "=" or ":=".
func (m Module) Given(i int) bool { return m.Is(i+1, "=", ":=") && m.Tokens[i].In < 0 }

// Keyword reports whether the name at token i is that of an argument in a call,
// or of a parameter with a default.
func (m Module) Keyword(i int) bool { return m.Is(i+1, "=") && m.Tokens[i].In >= 0 }

// Mentions counts how often the tokens [first, last) use a name: as a name that
// Is no attribute and no keyword of a call, or as a word of a string (f-strings
// and quoted annotations hold names too).
func (m Module) Mentions(name string, first, last int) int {
	n := 0
	for range m.Named(name, first, last) {
		n++
	}
	for _, i := range pytree.Among(m.Texts(name), first, last) {
		if m.Tokens[i].Kind == pytree.String {
			n++
		}
	}
	return n
}

// Dynamic reports whether the text reads names by their spelling, so that no
// name is surely unused.
func (m Module) Dynamic() bool {
	for _, name := range [...]string{"locals", "globals", "vars", "eval", "exec", "dir"} {
		for _, i := range m.Places(name) {
			if !m.Is(i-1, ".") && m.Is(i+1, "(") {
				return true
			}
		}
	}
	return false
}

// Shadowed reports whether the document binds the name of a builtin anywhere.
func (m Module) Shadowed(name string) bool {
	return m.Tree.Star() || m.Assigned(name, 0, len(m.Tokens))
}

// Star reports whether the statement imports whatever a module has.
func (m Module) Star(s *pytree.Stmt) bool { return s.Keyword == "from" && m.Is(s.Last-1, "*") }

// Apart puts blanks round a word that replaces an operator, where the text has
// none.
func (m Module) Apart(i int, word string) text.Edit {
	sp := m.Tokens[i].Span
	if sp.Start > 0 && !blank(m.Src[sp.Start-1]) {
		word = " " + word
	}
	if sp.End < len(m.Src) && !blank(m.Src[sp.End]) {
		word += " "
	}
	return text.Edit{Span: sp, New: word}
}

func blank(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' || b == '\\' }
