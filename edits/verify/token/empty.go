package token

import "strings"

// Values that stand for nothing.

// ReturnedLiteral reports whether token i is a number or a text that is the whole
// result.
func ReturnedLiteral(ts []Token, i int) bool {
	return (ts[i].Kind == Number || ts[i].Kind == String) && Is(ts, i-1, "return") && (i+1 >= len(ts) || ts[i+1].Line != ts[i].Line || Is(ts, i+1, ";"))
}

// EmptyRust reports whether token i gives the empty value of a type.
func EmptyRust(ts []Token, i int) bool {
	return Is(ts, i, "unwrap_or_default") || Is(ts, i, "default", "new") && Is(ts, i-1, "::") && Is(ts, i-2, "Default", "String", "Vec", "HashMap") && Is(ts, i+1, "(")
}

// EmptyValue reports whether a number, a text or a list that holds nothing stands at
// token i.
func EmptyValue(ts []Token, i int) bool {
	switch {
	case ts[i].Kind == Number:
		return strings.Trim(ts[i].Text, "0._fFdDlLuU") == ""
	case ts[i].Kind == String:
		return Inside(ts[i]) == ""
	case Is(ts, i, "["):
		return Is(ts, i+1, "]")
	case Is(ts, i, "{"):
		return Is(ts, i+1, "}") && !Is(ts, i-1, "=>", "else")
	}
	return Is(ts, i, "NaN")
}

// HandedOn reports whether the value at token i is a result, a default or what a
// name is given.
func HandedOn(ts []Token, i int) bool {
	switch {
	case Is(ts, i-1, "return", "??", "||", "or", "else", "=>", "??=", "||="):
		return true
	case Is(ts, i-1, "("):
		return Is(ts, i-2, "unwrap_or")
	case Is(ts, i-1, "="):
		return !InCall(ts, i)
	case Is(ts, i-1, ":"):
		return !IsName(ts, i)
	}
	return Is(ts, i-1, "{") && Is(ts, i-2, "else")
}

// EmptyWord reports whether the value at token i stands for nothing.
func EmptyWord(ts []Token, i int) bool {
	return Literal(ts, i) == Falsy || Is(ts, i, "[", "{", "(") && Is(ts, i+1, "]", "}", ")")
}

// EmptyBrackets reports whether a list, an object or a value of a type that holds
// nothing begins at token i.
func EmptyBrackets(ts []Token, i int) bool {
	switch {
	case !Is(ts, i+1, "]", "}"):
		return false
	case Is(ts, i, "[", "{") && Is(ts, i-1, "=", "return", "(", ",", ":", "??", "||", "or"):
		return !Is(ts, i+2, "{") && !(IsName(ts, i+2) && ts[i+2].Line == ts[i].Line)
	}
	return Is(ts, i, "{") && IsName(ts, i-1) && Is(ts, i-2, "=", ":=", "return", "&", "]", ",") && !Is(ts, i-1, "struct", "interface", "else", "do")
}

// EmptyOrNone reports whether an empty value, or none, stands at token i.
func EmptyOrNone(ts []Token, i int) bool {
	return i >= len(ts) || EmptyWord(ts, i) || ts[i].Kind == String && Inside(ts[i]) == "" || Is(ts, i, "throw", "null", "undefined", "None")
}

// EmptyText reports whether a token is a text without a letter, and no piece of one.
func EmptyText(t Token) bool {
	return len(t.Text) > 1 && strings.ContainsAny(t.Text, "\"'`") && strings.Trim(t.Text, "rbfuRBFU\"'`") == ""
}
