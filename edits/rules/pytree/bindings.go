package pytree

import "strings"

// Bindings are the names that a Python text binds, anywhere.
type Bindings struct {
	Names  map[string]bool
	tokens []Token
}

// Bound collects every name that stands where Python binds names. A text
// that cannot be read binds everything it mentions: the parse gate judges it.
func Bound(src string) *Bindings {
	b := &Bindings{Names: map[string]bool{}}
	t, err := Parse(src)
	if err != nil {
		if t != nil {
			b.tokens = t.Tokens
		}
		for _, tok := range b.tokens {
			b.Names[tok.Text] = true
		}
		return b
	}
	b.tokens = t.Tokens
	for s := range t.All {
		b.statement(t, s)
	}
	b.expressions()
	return b
}

// statement binds what one statement binds by its form.
func (b *Bindings) statement(t *Tree, s *Stmt) {
	switch s.Keyword {
	case "def", "class", "type", "global", "nonlocal", "import", "from", "except", "case":
		// The names of modules are no reads; they are included.
		for i := s.First; i < s.Last; i++ {
			if s.Keyword == "type" && b.is(i, "=") {
				break
			}
			if s.Keyword == "except" && !b.is(i-1, "as") {
				continue
			}
			if (s.Keyword == "def" || s.Keyword == "class") && !b.declares(s, i) {
				continue
			}
			b.bind(i)
		}
	case "for":
		for i := s.First + 1; i < s.Last && !b.is(i, "in"); i++ {
			b.bind(i)
		}
	case "with":
		b.withTargets(s)
	case "":
		b.assignment(s)
	}
}

// declares reports whether token i of a definition's header is its name, a
// parameter or a type parameter.
func (b *Bindings) declares(s *Stmt, i int) bool {
	if b.is(i-1, "def", "class") {
		return true
	}
	if s.Keyword == "class" {
		return b.bracketed(s.First, i, "[")
	}
	return b.is(i-1, "(", ",", "*", "**", "[")
}

// bracketed reports whether the first bracket open at token i is that one.
func (b *Bindings) bracketed(first, i int, open string) bool {
	depth := 0
	for j := first; j < i; j++ {
		switch {
		case b.is(j, "(", "[", "{"):
			if depth == 0 && !b.is(j, open) {
				return false
			}
			depth++
		case b.is(j, ")", "]", "}"):
			depth--
		}
	}
	return depth > 0
}

// withTargets binds what follows "as".
func (b *Bindings) withTargets(s *Stmt) {
	for i := s.First; i < s.Last; i++ {
		if !b.is(i, "as") {
			continue
		}
		depth := 0
		for j := i + 1; j < s.Last; j++ {
			switch {
			case b.is(j, "(", "["):
				depth++
			case b.is(j, ")", "]"):
				depth--
			}
			if depth < 0 || depth == 0 && b.is(j, ",", ":") {
				break
			}
			b.bind(j)
		}
	}
}

// assignment binds the names in the targets of "a = (b, *c) = value" and of
// "a: T".
func (b *Bindings) assignment(s *Stmt) {
	depth, last := 0, s.First
	for i := s.First; i < s.Last; i++ {
		switch {
		case b.is(i, "(", "[", "{"):
			depth++
		case b.is(i, ")", "]", "}"):
			depth--
		case depth == 0 && b.is(i, "="):
			for j := last; j < i; j++ {
				// A call or a subscript is no name: "f(x).y = 1", "a[i] = 1".
				if !b.is(j+1, ".", "(", "[") {
					b.bind(j)
				}
			}
			last = i + 1
		}
	}
	if b.is(s.First+1, ":") {
		b.bind(s.First)
	}
}

// expressions binds the names of walruses, comprehensions and lambdas.
func (b *Bindings) expressions() {
	for i := range b.tokens {
		switch {
		case b.is(i, ":="):
			b.bind(i - 1)
		case b.is(i, "for"):
			for j := i + 1; j < len(b.tokens) && !b.is(j, "in") && b.tokens[j].Kind != Newline; j++ {
				b.bind(j)
			}
		case b.is(i, "lambda"):
			for j := i + 1; j < len(b.tokens) && !b.is(j, ":") && b.tokens[j].Kind != Newline; j++ {
				if b.is(j-1, "lambda", ",", "*", "**") {
					b.bind(j)
				}
			}
		}
	}
}

func (b *Bindings) bind(i int) {
	if i >= 0 && b.tokens[i].Kind == Name && !b.is(i-1, ".") {
		b.Names[b.tokens[i].Text] = true
	}
}

func (b *Bindings) is(i int, texts ...string) bool {
	if i < 0 || i >= len(b.tokens) {
		return false
	}
	for _, t := range texts {
		if b.tokens[i].Is(t) {
			return true
		}
	}
	return false
}

// InFormat reports whether the offset stands in the format specification of an
// f-string's field, or in a part of a literal that a walk over its fields would
// bind: f"{x:b}", f"{(y := 1)}", f"{[z for z in w]}".
func (b *Bindings) InFormat(src string, offset int) bool {
	for _, t := range b.tokens {
		if t.Kind != String || !t.Span.Contains(offset) {
			continue
		}
		field := strings.LastIndexByte(src[t.Span.Start:offset], '{')
		if field < 0 {
			return true
		}
		inside := src[t.Span.Start+field : offset]
		whole := src[t.Span.Start:t.Span.End]
		return strings.Contains(inside, ":") || strings.Contains(whole, ":=") || strings.Contains(whole, " for ") ||
			strings.Contains(whole, "lambda")
	}
	return false
}
