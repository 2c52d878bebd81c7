package token

import "slices"

// decided is a condition that begins at token i and holds no variable: the words of
// the language, literals, and calls that work out nothing but those. However it is
// written, it comes out one way. "" if token i begins none.
func decided(ts []Token, i int) string {
	from, to := condition(ts, i)
	if from >= to || to-from < 2 || !free(ts[from:to]) {
		return ""
	}
	return Joined(ts[from-1 : to])
}

// condition are the bounds of the condition that the word at token i asks, 0, 0 if
// it asks none.
func condition(ts []Token, i int) (from, to int) {
	from, ends := asked(ts, i)
	if ends == nil {
		return 0, 0
	}
	if end := Closing(ts, from); Is(ts, from, "(") && closesAll(ts, end) {
		return from + 1, end
	}
	j := from
	for j < len(ts) && !Is(ts, j, ends...) && ts[j].Line == ts[i].Line {
		if Is(ts, j, "let") || Is(ts, i, "for") && Is(ts, j, ":=", "=", "range", "in", "of", "for") {
			return 0, 0
		}
		j = past(ts, j)
	}
	if j > len(ts) || Is(ts, i, "match") && !Is(ts, j, "{") || Is(ts, i, "case") && !slices.ContainsFunc(ts[from:j], judges) {
		return 0, 0
	}
	return from, j
}

// closesAll reports whether a condition ends with the bracket at token i.
func closesAll(ts []Token, i int) bool {
	return Is(ts, i+1, "{", ";") || i+1 >= len(ts) || ts[i+1].Line != ts[i].Line
}

// asked is where the condition of the word at token i begins, and what may end it;
// nothing ends what is none.
func asked(ts []Token, i int) (from int, ends []string) {
	switch {
	case Is(ts, i, "if", "while") && Is(ts, i+1, "let"):
		for i++; i < len(ts) && !Is(ts, i, "=", "{", ";"); i++ {
		}
		return i + 1, []string{"{", "&&"}
	case Is(ts, i, "match") && slices.ContainsFunc(UpTo(ts, i, "{"), func(t Token) bool { return t.Text == "(" }):
		return i + 1, []string{"{"} // Rust: what a choice is made of
	case Is(ts, i, "if", "elif", "while", "until", "unless"):
		return i + 1, []string{":", "{", "then", "else", "=>", "do", ",", ";", ")", "]"}
	case Is(ts, i, "for") && !Is(ts, i-1, "]", ")") && !Is(ts, i+1, "("):
		return i + 1, []string{"{", ":"} // Go's loop on a condition
	case Is(ts, i, "case"):
		return i + 1, []string{":"}
	}
	return 0, nil
}

// past is the token behind the one at i, or behind the brackets or the list of types
// that opens there.
func past(ts []Token, i int) int {
	switch {
	case Is(ts, i, "::") && Is(ts, i+1, "<"):
		return behindTypes(ts, i+1)
	case Is(ts, i, "(", "["), Is(ts, i, "{") && Is(ts, i+1, "}"):
		return Closing(ts, i) + 1
	}
	return i + 1
}

// behindTypes is the token behind the list of types that opens at token i.
func behindTypes(ts []Token, i int) int {
	depth := 0
	for ; i < len(ts); i++ {
		switch {
		case Is(ts, i, "<"):
			depth++
		case Is(ts, i, ">"):
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return i
}

// judges reports whether a token makes a truth of values: what a case holds beside
// is a value to compare with.
func judges(t Token) bool {
	return t.Kind != String && slices.Contains([]string{"==", "!=", "<", ">", "<=", ">=", "&&", "||", "!", "true", "false", "Contains", "HasPrefix", "bool"}, t.Text)
}

// pure are functions of the languages that work out nothing but what they are given,
// and words that may stand in an expression without variables.
var pure = []string{"len", "cap", "bool", "int", "str", "max", "min", "any", "all", "abs", "sum", "Some", "None", "Ok", "Err", "Boolean", "Number", "String",
	"True", "False", "true", "false", "nil", "null", "undefined", "NaN", "and", "or", "not", "is", "in", "typeof", "void", "as", "func", "function", "lambda",
	"return", "matches", "vec", "string", "u8", "u16", "u32", "u64", "usize", "i32", "i64", "f64", "default", "isinstance", "list", "dict", "set", "tuple", "object",
	"float", "bytes", "type", "byte", "rune", "int64", "float64", "parseInt", "Array", "Object", "issubclass"}

// free reports whether tokens hold no variable.
func free(ts []Token) bool {
	told := false
	for j := 0; j < len(ts); j++ {
		switch t := ts[j]; {
		case Is(ts, j, "::") && Is(ts, j+1, "<"):
			j = behindTypes(ts, j+1) - 1
		case t.Kind == Number || t.Kind == String, Is(ts, j, "[") && Is(ts, j+1, "]"):
			told = true
		case t.Kind == Op:
		case Is(ts, j, "iter", "next", "into_iter"):
			return false // a loop that was meant to end at its first round
		case slices.Contains(pure, t.Text):
			told = told || Is(ts, j+1, "(", "!", "::") || Literal(ts, j) != Unknown
		case !part(ts, j) && !packages(ts, j):
			return false
		}
	}
	return told
}

// part reports whether the name at token i is a part of what is no variable.
func part(ts []Token, i int) bool {
	return i > 1 && (Is(ts, i-1, "::") || Is(ts, i-1, ".") && (ts[i-2].Kind != Name || slices.Contains(pure, ts[i-2].Text) || packages(ts, i-2)))
}

// packages reports whether the name at token i is the standard library of Rust, or one
// of Go's packages that only work out what they are given, and is given something.
func packages(ts []Token, i int) bool {
	return Is(ts, i, "std", "core") && Is(ts, i+1, "::") || Is(ts, i, "strings", "bytes", "strconv", "math", "unicode", "utf8") && Is(ts, i+1, ".") && Is(ts, i+3, "(") && !Is(ts, i+4, ")")
}
