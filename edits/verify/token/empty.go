package token

import (
	"slices"
	"strings"
)

// Values that stand for nothing, and where a value stands.

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

// InCall reports whether token i stands in the brackets of a call or a signature.
func InCall(ts []Token, i int) bool {
	j := Around(ts, i)
	return Is(ts, j, "(") && IsName(ts, j-1)
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

// SignatureAt reports whether token i stands in the brackets of a definition.
func SignatureAt(ts []Token, i int) bool {
	j := Around(ts, i)
	return Is(ts, j, "(") && (Is(ts, j-2, "def", "func", "fn", "function") || Is(ts, j-1, "function", "=", "async", "constructor") || Is(ts, Closing(ts, j)+1, "=>", "{", ":"))
}

// OptionalAt reports whether the parameter at token i may be left out, and stands
// for nothing then.
func OptionalAt(ts []Token, i int) bool {
	return Is(ts, i+1, "=") && EmptyWord(ts, i+2) || Is(ts, i+1, "?") && Is(ts, i+2, ":") ||
		Is(ts, i+1, ":") && IsName(ts, i+2) && Is(ts, i+3, "=") && EmptyWord(ts, i+4)
}

// Reordered reports whether the same arguments stand in another order: which one a
// parameter takes is what compilers check.
func Reordered(was, now [][]Token) bool {
	sorted := func(list [][]Token) []string {
		var out []string
		for _, a := range list {
			out = append(out, Joined(a))
		}
		slices.Sort(out)
		return out
	}
	return slices.Equal(sorted(was), sorted(now))
}

// Arguments are the tokens of each argument of the call whose bracket is token i.
func Arguments(ts []Token, i int) [][]Token {
	var out [][]Token
	end, from := Closing(ts, i), i+1
	depth := 0
	for j := i + 1; j < min(end, len(ts)); j++ {
		switch {
		case Is(ts, j, "(", "[", "{"):
			depth++
		case Is(ts, j, ")", "]", "}"):
			depth--
		case Is(ts, j, ",") && depth == 0:
			out = append(out, ts[from:j])
			from = j + 1
		}
	}
	if from < min(end, len(ts)) {
		out = append(out, ts[from:min(end, len(ts))])
	}
	return out
}

// BodyOf is the token behind the condition that token i asks.
func BodyOf(ts []Token, i int) int {
	if Is(ts, i+1, "(") {
		return min(Closing(ts, i+1)+1, len(ts))
	}
	for i < len(ts) && !Is(ts, i, "{", ":") {
		i++
	}
	return min(i+1, len(ts))
}

// DepthAt is how many brackets are open at token i.
func DepthAt(ts []Token, i int) int {
	depth := 0
	for j := range i {
		switch {
		case Is(ts, j, "(", "[", "{"):
			depth++
		case Is(ts, j, ")", "]", "}"):
			depth = max(0, depth-1)
		}
	}
	return depth
}

// NeedNotBe reports whether token i says of a member that it may be missing.
func NeedNotBe(ts []Token, i int) bool {
	return Is(ts, i, "?") && Is(ts, i+1, ":") && IsName(ts, i-1) || Is(ts, i, "total") && Is(ts, i+1, "=") && Is(ts, i+2, "False") || Is(ts, i, "NotRequired") && Is(ts, i+1, "[")
}
