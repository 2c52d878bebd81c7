package token

import "slices"

// InSignature reports whether token i stands in the parentheses of a definition.
func InSignature(ts []Token, i int) bool {
	depth := 0
	for j := i - 1; j >= 0; j-- {
		switch {
		case Is(ts, j, ")"):
			depth++
		case Is(ts, j, "(") && depth > 0:
			depth--
		case Is(ts, j, "("):
			return Is(ts, j-1, "func", "function", "lambda") || IsName(ts, j-1) && Is(ts, j-2, "def", "function", "func", "fn", ")")
		case Is(ts, j, "lambda") && depth == 0:
			return true
		}
	}
	return false
}

// BindsNothing reports whether token i is the name, given a value that stands
// for nothing: a literal, an empty container, itself, a body that does nothing.
func BindsNothing(ts []Token, i int, name string) bool {
	if !Is(ts, i, name) || Is(ts, i-1, ".") {
		return false
	}
	v := i + 1
	switch {
	case Is(ts, i-1, "global", "nonlocal"):
		return false
	case Is(ts, i-1, "for") && Is(ts, i+1, "in", "of"):
		b, _ := Value(ts, i+2)
		return b == Falsy
	case Is(ts, i-1, "def", "class", "function", "fn"):
		return emptyBody(ts, i)
	case Is(ts, v, ":") && (Is(ts, i-1, "let", "var", "const", "static") || StartsLine(ts, i)):
		for v++; v < len(ts) && ts[v].Line == ts[i].Line && !Is(ts, v, "=", ";"); v++ {
		}
		if !Is(ts, v, "=") {
			return true // declared, without a value
		}
	case Is(ts, i-1, "let", "var") && (v >= len(ts) || Is(ts, v, ";", ",") || ts[v].Line != ts[i].Line):
		return true
	case Is(ts, i-1, "var") && IsName(ts, v) || Is(ts, i-1, "var") && Is(ts, v, "interface"):
		for v < len(ts) && ts[v].Line == ts[i].Line && !Is(ts, v, "=") {
			v++
		}
		if !Is(ts, v, "=") {
			return true // Go: "var x int"
		}
	}
	if !Is(ts, v, "=", ":=") {
		return false
	}
	v++
	end := v
	for end < len(ts) && ts[end].Line == ts[v].Line && !Is(ts, end, ";") {
		end++
	}
	return StandsForNothing(ts[min(v, len(ts)):end], name)
}

// StandsForNothing reports whether an expression stands for nothing.
func StandsForNothing(ts []Token, name string) bool {
	for len(ts) > 0 && Is(ts, len(ts)-1, ")") && Count(ts, ")") > Count(ts, "(") {
		ts = ts[:len(ts)-1]
	}
	if len(ts) == 0 {
		return true
	}
	if i := slices.IndexFunc(ts, func(t Token) bool { return t.Text == "as" }); i > 0 {
		ts = ts[:i]
	}
	if len(ts) == 1 {
		return ts[0].Kind != Name || Literal(ts, 0) != Unknown || ts[0].Text == name || ts[0].Text == "..." || ts[0].Text == "undefined"
	}
	if Is(ts, 0, "-", "+") && len(ts) == 2 {
		return true
	}
	switch Joined(ts) {
	case "( )", "[ ]", "{ }", "object ( )", "dict ( )", "list ( )", "set ( )", "str ( )", "int ( )", "tuple ( )", "Object ( )", "lambda : None", "( ) => { }", "Default :: default ( )":
		return true
	}
	return Is(ts, 0, "lambda") || Is(ts, 0, "type", "Mock", "MagicMock", "SimpleNamespace") && Is(ts, 1, "(")
}

// emptyBody reports whether the definition at Tokenen i does nothing.
func emptyBody(ts []Token, i int) bool {
	body := i + 1
	depth := 0
	for ; body < len(ts); body++ {
		switch {
		case Is(ts, body, "(", "["):
			depth++
		case Is(ts, body, ")", "]"):
			depth--
		}
		if depth == 0 && Is(ts, body, ":", "{", ";") {
			break
		}
	}
	if Is(ts, body, ";") || body >= len(ts) {
		return true
	}
	rest := ts[body+1:]
	return len(rest) == 0 || Is(rest, 0, "pass", "...", "}", "raise", "throw", "panic") || Is(rest, 0, "return") && (len(rest) == 1 || Literal(rest, 1) != Unknown || rest[1].Line != rest[0].Line)
}

// OnlyNames reports whether a statement does nothing but name a name.
func OnlyNames(ts []Token, name string) bool {
	rest := 0
	for _, t := range ts {
		switch t.Text {
		case name, "_", "=", ":=", "let", "var", "const", "del", "assert", "void", "(", ")", ";", "drop", "std", "mem", "::", "print", "println",
			"console", ".", "log", "fmt", "Println", "Print", "func", "{", "}", "use", "&", "static", "import", "as", "export", "[", "]", ",", "!", "try", ":", "id", "bool", "type", "str", "repr", "len", "hash", "tuple", "if", "is", "not", "None", "pass", "noop", "locals", "globals", "vars":
		default:
			if t.Kind == String {
				continue
			}
			rest++
		}
	}
	return rest == 0 || Is(ts, 0, "var") && Is(ts, 1, "_") || Is(ts, 0, "_") && Is(ts, 1, "=", ":=") && len(ts) <= 5
}

// BoundTo is the value that a pattern with token i in it is bound to: behind the
// sign of the assignment, or what a loop goes through.
func BoundTo(ts []Token, i int) ([]Token, bool) {
	j := i + 1
	for ; j < len(ts) && ts[j].Line == ts[i].Line; j++ {
		switch {
		case Is(ts, j, "=", ":="):
			if InSignature(ts, i) {
				return UpTo(ts, j+1, ",", ")"), true
			}
			if Is(ts, i-2, "let") || Is(ts, i-3, "let") || Is(ts, i-4, "let") {
				for k := i - 1; k >= 0 && ts[k].Line == ts[i].Line; k-- {
					if Is(ts, k, "if", "while") {
						return UpTo(ts, j+1, "{"), true
					}
				}
			}
			return UpTo(ts, j+1, ";"), true
		case Is(ts, j, "in", "of"):
			if !slices.ContainsFunc(ts[:i], func(t Token) bool { return t.Text == "for" && t.Line == ts[i].Line }) {
				return nil, false
			}
			return UpTo(ts, j+1, ":", "{"), true
		case IsName(ts, j) || Is(ts, j, ",", ")", "]", "}", "*", ":", "[", "<", ">", "&", "|"):
		default:
			return nil, false
		}
	}
	return nil, false
}

// UpTo is the tokens of a line from i to one of some signs outside brackets.
func UpTo(ts []Token, i int, ends ...string) []Token {
	depth, j := 0, i
	for ; j < len(ts) && ts[j].Line == ts[min(i, len(ts)-1)].Line; j++ {
		if depth == 0 && Is(ts, j, ends...) {
			break
		}
		switch {
		case Is(ts, j, "(", "[", "{"):
			depth++
		case Is(ts, j, ")", "]", "}"):
			depth--
		}
		if depth < 0 {
			break
		}
	}
	return ts[min(i, len(ts)):j]
}

// Abandoned reports whether the new text binds a name and nobody reads it.
func Abandoned(ts []Token, name string) bool {
	bound, read := false, false
	for _, i := range Places(ts, name) {
		_, ok := BoundTo(ts, i)
		switch {
		case ok:
			bound = true
		case !Is(ts, i-1, "del", "global", "nonlocal", "void"):
			read = true
		}
	}
	return bound && !read
}

// Count is how many of the tokens are one of some words or signs.
func Count(ts []Token, words ...string) int {
	n := 0
	for i := range ts {
		if Is(ts, i, words...) {
			n++
		}
	}
	return n
}
