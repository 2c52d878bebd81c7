package token

import "slices"

// fillers are methods that put something into what they are called on.
var fillers = []string{"append", "appendleft", "add", "push", "push_back", "push_str", "unshift", "extend", "insert", "update", "set", "write", "WriteString", "setdefault"}

// Filled counts the places where the tokens put something into a name, and those
// where they take it for something else.
func Filled(ts []Token, name string) (filled, read int) {
	for _, i := range Places(ts, name) {
		switch {
		case fillsAt(ts, i):
			filled++
		case Is(ts, i-1, ".", "?."), Is(ts, i+1, "=", ":="), Is(ts, i-1, "let", "var", "const", "mut"), StartsLine(ts, i) && Is(ts, i+1, ":"):
		case Is(ts, i-1, "(") && Is(ts, i-2, "append") && Is(ts, i-3, "=") && Is(ts, i-4, name): // the other half of Go's
		default:
			read++
		}
	}
	return filled, read
}

// fillsAt reports whether something is put into the name that is token i.
func fillsAt(ts []Token, i int) bool {
	switch {
	case Is(ts, i-1, ".", "?."):
		return false
	case Is(ts, i+1, "="): // Go
		return Is(ts, i+2, "append") && Is(ts, i+3, "(") && Is(ts, i+4, ts[i].Text)
	case Is(ts, i+1, "["):
		return Is(ts, Closing(ts, i+1)+1, "=", "+=", "++", ".")
	case Is(ts, i+1, "."):
		return Is(ts, i+2, fillers...) && Is(ts, i+3, "(")
	}
	return Is(ts, i+1, "+=", "|=", "++")
}

// StartsEmpty reports whether a value is what something begins with that is to be
// filled: an empty container or text, nought, or a new container of the library.
func StartsEmpty(v []Token) bool {
	switch Joined(v) {
	case "[ ]", "{ }", "dict ( )", "list ( )", "set ( )", "0", "0.0", `""`, "''", "``", "Vec :: new ( )", "String :: new ( )", "HashMap :: new ( )", "BTreeMap :: new ( )",
		"HashSet :: new ( )", "vec ! [ ]", "new Map ( )", "new Set ( )", "Counter ( )", "deque ( )", "defaultdict ( list )", "defaultdict ( int )", "defaultdict ( set )":
		return true
	}
	if n := len(v); n > 3 && (Is(v, 0, "[") || Is(v, 0, "map")) && Is(v, n-2, "{") && Is(v, n-1, "}") {
		return !slices.ContainsFunc(v[:n-2], func(t Token) bool { return t.Text == "{" || t.Text == "(" }) // Go: []string{}
	}
	return Is(v, 0, "make") && Is(v, 1, "(")
}

// AnotherBegins reports whether the code lets another name begin empty, and does
// nothing else with it: that one may be meant.
func AnotherBegins(ts []Token, name string) bool {
	for i, t := range ts {
		if t.Kind == Name && t.Text != name && BeginsEmpty(ts, i) {
			if filled, read := Filled(ts, t.Text); filled == 0 || read == 0 {
				return true
			}
		}
	}
	return false
}

// BeginsEmpty reports whether token i is a name that begins empty there.
func BeginsEmpty(ts []Token, i int) bool {
	if v, ok := BoundTo(ts, i); ok {
		return StartsEmpty(v)
	}
	return Is(ts, i-1, "var") && Is(ts, i+1, "[", "map", "string", "int") // Go's "var out []string"
}

// Declares reports whether the code declares a name.
func Declares(ts []Token, name string) bool {
	return slices.ContainsFunc(Places(ts, name), func(i int) bool { return Is(ts, i-1, "let", "const", "var") || Is(ts, i+1, ":=") })
}

// Blank reports whether an empty value, and nothing more, stands at token i.
func Blank(ts []Token, i int) bool {
	end := i
	for end < len(ts) && ts[end].Line == ts[min(i, len(ts)-1)].Line && !Is(ts, end, ";", "}") {
		end++
	}
	return i < end && (StartsEmpty(ts[i:end]) || end == i+1 && Literal(ts, i) == Falsy)
}
