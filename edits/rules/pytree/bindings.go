package pytree

// Binds reports whether a statement binds the name at token i, which is no attribute: as its target, as a parameter,
// by an import or a definition. Where that is hard to say, it does.
func (t *Tree) Binds(i int) bool {
	s := t.At(t.Tokens[i].Span.Start)
	if s == nil || t.Is(i+1, ":=") {
		return true
	}
	switch s.Keyword {
	case "import", "from", "global", "nonlocal", "del", "case", "type":
		return true
	case "def", "class":
		return t.Is(i-1, "def", "class") || t.isParameter(s, i)
	case "for":
		return i < t.Find(s.First, s.Colon, "in") && !t.Is(i+1, ".", "[", "(")
	case "with", "except":
		return t.Is(i-1, "as") || t.Is(t.Tokens[i].In-1, "as")
	case "":
		return t.assignee(s, i)
	}
	return false
}

// BindsInside reports whether an expression binds the name at token i for a part of itself: it is the target of a
// comprehension, or a parameter of a lambda.
func (t *Tree) BindsInside(i int) bool {
	in, colon := false, false
	for j := i - 1; j >= 0 && t.Tokens[j].Kind != Newline; j-- {
		switch {
		case t.Is(j, "for") && !in, t.Is(j, "lambda") && !colon && t.Is(i-1, "lambda", ",", "*", "**"):
			return true
		}
		in, colon = in || t.Is(j, "in"), colon || t.Is(j, ":")
	}
	return false
}

// Bound reports whether the text may bind a name, anywhere.
func (t *Tree) Bound(name string) bool {
	for _, i := range t.Places(name) {
		if !t.Is(i-1, ".") && (t.Binds(i) || t.BindsInside(i)) {
			return true
		}
	}
	return t.Star()
}

// augmented are the operators that assign the name before them a new value.
var augmented = []string{":", "+=", "-=", "*=", "/=", "//=", "%=", "**=", ">>=", "<<=", "&=", "^=", "|=", "@="}

// assignee reports whether a simple statement assigns to the name at token i, alone or as one of several.
func (t *Tree) assignee(s *Stmt, i int) bool {
	if t.Is(i+1, ".", "[", "(") {
		return false // its object is changed or called
	}
	if i == s.First && t.Is(i+1, augmented...) {
		return true
	}
	open := -1 // the outermost bracket around it
	for b := t.Tokens[i].In; b >= 0; b = t.Tokens[b].In {
		open = b
	}
	if open < s.First {
		return t.Find(i, s.Last, "=") >= 0
	}
	if open > s.First && (t.Tokens[open-1].Kind == Name || t.Is(open-1, ")", "]")) {
		return false // an argument or an index
	}
	return t.Find(t.Tokens[open].Close+1, s.Last, "=") >= 0
}

// isParameter reports whether token i names a parameter of a definition, or one of its type parameters, whose bracket
// follows the definition's name.
func (t *Tree) isParameter(s *Stmt, i int) bool {
	open := t.Tokens[i].In
	return i < s.Colon && t.Is(i-1, "(", "[", ",", "*", "**") && (t.Is(open, "(") && s.Keyword == "def" ||
		t.Is(open, "[") && t.Is(open-2, "def", "class")) && t.Tokens[open].In < 0
}

// Is reports whether the token at i exists and is one of these names and operators.
func (t *Tree) Is(i int, texts ...string) bool {
	return i >= 0 && i < len(t.Tokens) && t.Tokens[i].Is(texts...)
}

// notCalled are the keywords before a bracket that opens no call.
var notCalled = []string{"and", "or", "not", "in", "is", "if", "else", "elif", "while", "return", "yield", "await",
	"lambda", "for", "with", "as",
	"assert", "del", "raise", "from", "import", "except", "global", "nonlocal", "def", "class"}

// Callee reports whether the token at i ends what a bracket behind it calls.
func (t *Tree) Callee(i int) bool {
	soft := t.Is(i, "case", "match") && (i == 0 || t.Tokens[i-1].Kind == Newline) // elsewhere they are names
	return t.Tokens[i].Kind == Name && !soft && !t.Is(i, notCalled...) && !t.Is(i-1, "def", "class") ||
		t.Tokens[i].Kind == String || t.Is(i, ")", "]", "}")
}
