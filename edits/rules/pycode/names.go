package pycode

import (
	"slices"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/text"
)

// BreakSuite returns the edit that moves an inline suite to the next line.
func (m Module) BreakSuite(s *pytree.Stmt) text.Edit {
	colon, first := m.Tokens[s.Colon].Span, m.Tokens[s.Body[0].Decorators].Span
	return text.Edit{Span: text.Span{Start: colon.End, End: first.Start}, New: m.Eol(colon.Start) + m.Inner(s)}
}

// LineEnd returns the token that ends the logical line of token i.
func (m Module) LineEnd(i int) int {
	for m.Tokens[i].Kind != pytree.Newline && m.Tokens[i].Kind != pytree.End {
		i++
	}
	return i
}

// Assigned reports whether the tokens [first, last) may assign a name another
// value, in any way that Python has.
func (m Module) Assigned(name string, first, last int) bool {
	for i := range m.Named(name, first, last) {
		if m.Binds(i) {
			return true
		}
	}
	return false
}

// InClass reports whether a statement runs where a class is made.
func InClass(s *pytree.Stmt) bool {
	scope := s.Scope()
	return scope != nil && scope.Keyword == "class"
}

// IsDocstring reports whether a statement at the start of a body documents it: a
// string, or several that Python joins.
func (m Module) IsDocstring(s *pytree.Stmt) bool {
	for i := s.First; i < s.Last; i++ {
		switch t := m.Tokens[i]; {
		case t.Is("("), t.Is(")"), t.Kind == pytree.Comment:
		case t.Kind != pytree.String, t.Literal().Format(), HasBytes(t):
			return false
		}
	}
	return s.Keyword == ""
}

// IsStatementStart reports whether a statement begins with token i.
func (m Module) IsStatementStart(i int) bool {
	if i < 0 {
		return false // the file begins with a sign
	}
	s := m.At(m.Tokens[i].Span.Start)
	return s != nil && s.First == i
}

// Unpacks reports whether token i is one of the names that an assignment
// unpacks into.
func (m Module) Unpacks(i int) bool {
	s := m.At(m.Tokens[i].Span.Start)
	if s == nil || s.Keyword != "" {
		return false
	}
	eq := m.Find(s.First, s.Last, "=")
	if eq < 0 || i > eq {
		return false
	}
	for j := s.First; j < eq; j++ {
		if m.Tokens[j].Kind != pytree.Name && !m.Is(j, ",", "(", ")", "[", "]", "*") {
			return false
		}
		// f(x) = … is no target, but x, (y) = … is.
		if m.Is(j, "(", "[") && j > s.First && m.Tokens[j-1].Kind == pytree.Name {
			return false
		}
	}
	return m.Is(i+1, ",", ")", "]") || m.Is(i-1, ",", "(", "[", "*")
}

// Pure reports whether an expression surely does nothing: literals, names, and
// displays and sums of literals.
func (m Module) Pure(first, last int) bool {
	for i := first; i < last; i++ {
		if !m.harmless(i, first, last) {
			return false
		}
	}
	return true
}

// harmless reports whether token i cannot make the expression [first, last) do
// something.
func (m Module) harmless(i, first, last int) bool {
	t := m.Tokens[i]
	switch t.Kind {
	case pytree.Number, pytree.Comment:
		return true
	case pytree.String:
		return !t.Literal().Fields()
	case pytree.Name:
		return !t.Is("await", "yield", "for", "if", "else", "and", "or", "in", "not", "is", "lambda", "async")
	}
	switch t.Text {
	case "(", "[":
		// A call or a subscript may do anything.
		return i == first || m.Tokens[i-1].Kind != pytree.Name && m.Tokens[i-1].Kind != pytree.String &&
			!m.Is(i-1, ")", "]", "}")
	case "{", "**":
		return !m.hashes(i, last)
	}
	return t.Kind != pytree.Op || t.Is(")", "]", "}", ",", "-", ":")
}

// hashes reports whether a brace display holds names, whose hash is taken.
func (m Module) hashes(i, last int) bool {
	return slices.ContainsFunc(m.Tokens[i:last], func(t pytree.Token) bool {
		return t.Kind == pytree.Name && !t.Is("None", "True", "False")
	})
}

// Dotted returns the end of a name and its members that begin at a token.
func (m Module) Dotted(i int) int {
	if i < 0 || i >= len(m.Tokens) || m.Tokens[i].Kind != pytree.Name {
		return i
	}
	for i++; m.Is(i, ".") && i+1 < len(m.Tokens) && m.Tokens[i+1].Kind == pytree.Name; {
		i += 2
	}
	return i
}

// HasBytes reports whether a text is one of bytes.
func HasBytes(t pytree.Token) bool {
	for _, c := range t.Literal().Prefix {
		if c == 'b' || c == 'B' {
			return true
		}
	}
	return false
}

// Term returns the end of the factors that begin at a token.
func (m Module) Term(i, last int) int {
	for {
		for m.Is(i, "-", "~") {
			i++
		}
		if m.Is(i, "(", "[", "{") {
			i = m.Tokens[i].Close
		}
		i++
		for i < last && m.Is(i, ".", "(", "[") {
			if m.Is(i, ".") {
				i += 2
			} else {
				i = m.Tokens[i].Close + 1
			}
		}
		if i >= last || !m.Is(i, "*", "/", "//", "%", "**", "@") {
			return i
		}
		i++
	}
}
