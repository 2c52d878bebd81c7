package rules

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/text"
)

// module is a Python document taken apart.
type module struct {
	Problem
	*pytree.Tree
}

// read parses the problem's document, or declines.
func read(p Problem) (module, error) {
	t, err := pytree.Parse(p.Snapshot.Text())
	if err != nil {
		return module{}, decline("the file has a syntax error")
	}
	return module{p, t}, nil
}

// readStatement parses the problem's document and finds the statement at the
// diagnostic, or declines.
func readStatement(p Problem) (module, *pytree.Stmt, error) {
	m, err := read(p)
	if err != nil {
		return m, nil, err
	}
	s, err := m.statement()
	return m, s, err
}

// eol is the line end to use near an offset.
func (m module) eol(offset int) string {
	if t := m.Snapshot.Terminator(m.Snapshot.LineAt(offset)); t != "" {
		return t
	}
	return m.Snapshot.MajorityTerminator()
}

// step is one level of indentation in this document: that of the first
// indented suite.
func (m module) step() string {
	for s := range m.All {
		if s.Parent != nil && !s.Parent.Inline {
			if step, ok := strings.CutPrefix(s.Indent, s.Parent.Indent); ok && step != "" {
				return step
			}
		}
	}
	return "    "
}

// inner is the indentation of a suite that hangs under the statement.
func (m module) inner(s *pytree.Stmt) string {
	if strings.Contains(s.Indent, "\t") {
		return s.Indent + "\t"
	}
	return s.Indent + m.step()
}

// lines are the zero-based lines of the diagnostic.
func (m module) lines() text.Lines { return m.Snapshot.LinesOf(m.Diagnostic.Span) }

// onLines reports whether the token starts on the diagnostic's lines.
func (m module) onLines(i int) bool {
	return m.lines().Contains(m.Snapshot.LineAt(m.Tokens[i].Span.Start))
}

// statement is the innermost statement at the diagnostic, or the first one on
// its line where the diagnostic starts between two.
func (m module) statement() (*pytree.Stmt, error) {
	if s := m.At(m.Diagnostic.Span.Start); s != nil {
		return s, nil
	}
	line := m.Snapshot.LineAt(m.Diagnostic.Span.Start)
	for s := range m.All {
		if m.Snapshot.LineAt(m.Tokens[s.First].Span.Start) == line {
			return s, nil
		}
	}
	return nil, decline("no statement at the diagnostic")
}

// is reports whether the token at i exists and is this name or operator.
func (m module) is(i int, texts ...string) bool {
	if i < 0 || i >= len(m.Tokens) {
		return false
	}
	for _, t := range texts {
		if m.Tokens[i].Is(t) {
			return true
		}
	}
	return false
}

// text is the source of tokens [first, last), with what stands between them.
func (m module) text(first, last int) string {
	if last <= first {
		return ""
	}
	return m.Src[m.Tokens[first].Span.Start:m.Tokens[last-1].Span.End]
}

// replace is the edit that puts s in place of tokens [first, last).
func (m module) replace(first, last int, s string) text.Edit {
	return text.Edit{Span: text.Span{Start: m.Tokens[first].Span.Start, End: m.Tokens[last-1].Span.End}, New: s}
}

// inside reports whether the edits of a rule may touch these tokens: comments
// between them would be lost.
func (m module) commented(first, last int) bool {
	for i := first; i < last; i++ {
		if m.Tokens[i].Kind == pytree.Comment {
			return true
		}
	}
	return false
}

// bracket is the token of the bracket that encloses token i, or -1.
func (m module) bracket(i int) int {
	depth := 0
	for j := i - 1; j >= 0; j-- {
		switch t := m.Tokens[j]; {
		case t.Kind == pytree.Newline:
			return -1
		case t.Kind != pytree.Op:
		case t.Text == ")" || t.Text == "]" || t.Text == "}":
			depth++
		case t.Text == "(" || t.Text == "[" || t.Text == "{":
			if depth == 0 {
				return j
			}
			depth--
		}
	}
	return -1
}

// closing is the token of the bracket that closes the one at i, or -1.
func (m module) closing(i int) int {
	depth := 0
	for j := i; j < len(m.Tokens); j++ {
		if m.Tokens[j].Kind != pytree.Op {
			continue
		}
		switch m.Tokens[j].Text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return -1
}

// mentions counts how often the tokens [first, last) use a name: as a name that
// is no attribute and no keyword of a call, or as a word of a string (f-strings
// and quoted annotations hold names too).
func (m module) mentions(name string, first, last int) int {
	n := 0
	for i := first; i < last; i++ {
		switch t := m.Tokens[i]; t.Kind {
		case pytree.Name:
			if t.Text == name && !m.is(i-1, ".") {
				n++
			}
		case pytree.String:
			if hasWord(t.Text, name) {
				n++
			}
		}
	}
	return n
}

// dynamic reports whether the text reads names by their spelling, so that no
// name is surely unused.
func (m module) dynamic() bool {
	for i, t := range m.Tokens {
		if t.Kind == pytree.Name && !m.is(i-1, ".") && m.is(i+1, "(") {
			switch t.Text {
			case "locals", "globals", "vars", "eval", "exec", "dir":
				return true
			}
		}
	}
	return false
}

// shadowed reports whether the document binds the name of a builtin anywhere.
func (m module) shadowed(name string) bool {
	for i, t := range m.Tokens {
		if t.Kind != pytree.Name || t.Text != name || m.is(i-1, ".") {
			continue
		}
		if m.is(i+1, "=", ":=") && m.bracket(i) < 0 || m.is(i-1, "as", "import", "def", "class", "for", "global", "nonlocal") || m.unpacks(i) {
			return true
		}
	}
	for s := range m.All {
		if s.Keyword == "from" && m.is(s.Last-1, "*") {
			return true
		}
		if s.Keyword == "from" || s.Keyword == "import" || s.Keyword == "def" || s.Keyword == "for" {
			bound := s.First
			for ; bound < s.Last && !(s.Keyword == "from" && m.is(bound, "import")) && s.Keyword == "from"; bound++ {
			}
			for i := bound; i < s.Last; i++ {
				if m.is(i, name) && s.Keyword != "def" && s.Keyword != "for" {
					return true
				}
				if s.Keyword == "def" && m.is(i, name) && m.is(i-1, "(", ",", "*", "**") && m.is(m.bracket(i), "(") {
					return true
				}
				if s.Keyword == "for" && m.is(i, "in") {
					break
				}
				if s.Keyword == "for" && m.is(i, name) {
					return true
				}
			}
		}
	}
	return false
}

// hasWord looks for the word with no letter, digit or underscore around it.
func hasWord(s, w string) bool {
	for from := 0; ; {
		i := strings.Index(s[from:], w)
		if i < 0 {
			return false
		}
		i += from
		if (i == 0 || !wordByte(s[i-1])) && (i+len(w) == len(s) || !wordByte(s[i+len(w)])) {
			return true
		}
		from = i + 1
	}
}

func wordByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}

// apart puts blanks round a word that replaces an operator, where the text has
// none.
func (m module) apart(i int, word string) text.Edit {
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

func insertAt(offset int, s string) text.Edit {
	return text.Edit{Span: text.Span{Start: offset, End: offset}, New: s}
}

// find is the first token with that text in [first, last), outside brackets;
// -1 if there is none.
func (m module) find(first, last int, s string) int {
	depth := 0
	for i := first; i < last; i++ {
		switch {
		case m.is(i, "(", "[", "{"):
			depth++
		case m.is(i, ")", "]", "}"):
			depth--
		case depth == 0 && m.is(i, s):
			return i
		}
	}
	return -1
}
