package token

import "slices"

// Brackets, and what stands in them.

// InCall reports whether token i stands in the brackets of a call or a signature.
func InCall(ts []Token, i int) bool {
	j := Around(ts, i)
	return Is(ts, j, "(") && IsName(ts, j-1)
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
