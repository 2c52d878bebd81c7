package token

import "strings"

// Constants lists the conditions without a variable.
func Constants(ts []Token) []string {
	var out []string
	for i := range ts {
		if s := constantAt(ts, i); s != "" {
			out = append(out, s)
		}
		if s := degenerateAt(ts, i); s != "" {
			out = append(out, s)
		}
		if s := decided(ts, i); s != "" && constantAt(ts, i) == "" {
			out = append(out, s)
		}
	}
	return out
}

func constantAt(ts []Token, i int) string {
	said := func(to int) string { return Joined(ts[i:min(to, len(ts))]) }
	switch {
	case Is(ts, i, "if", "elif", "while", "until", "unless", "for", "assert"):
		v, to := Value(ts, i+1)
		if v == Unknown || Is(ts, to, "<", ">", "==", "!=", ".", "+", "-", "in", "is", "not", "<=", ">=", "===", "!==", "..", "[", "*", "%", "?") {
			return ""
		}
		if Is(ts, i+1, "TYPE_CHECKING") && Is(ts, to, ":") && Is(ts, to+1, "import", "from") {
			return "" // an import for types
		}
		if v == Truthy && Is(ts, i, "while", "for") || Is(ts, i, "assert") && v == Falsy || Is(ts, to, ",") && !Is(ts, i, "assert") {
			return "" // an endless loop; "assert False" Is a jump; a list
		}
		return said(to)
	case Is(ts, i, "case") && Is(ts, i+1, "false") && Is(ts, i+2, ":"):
		return said(i + 3)
	case Is(ts, i, "and", "&&"):
		if v, to := Value(ts, i+1); v == Falsy && closes(ts, to) || v != Unknown && Is(ts, to, "and", "&&") {
			return said(to)
		}
	case Is(ts, i, "or", "||"):
		if v, to := Value(ts, i+1); v == Truthy && Is(ts, i+1, "True", "true", "1", "not", "!") && closes(ts, to) {
			return said(to)
		}
	case Is(ts, i, "any", "not") && Is(ts, i-1, "(") && (Is(ts, i-2, "cfg") || Is(ts, i-2, "!") && Is(ts, i-3, "cfg")) && Is(ts, i+1, "(") && Is(ts, i+2, ")"):
		return said(i + 3)
	case opensValue(ts, i):
		v, to := Value(ts, i)
		if v != Unknown && (Is(ts, to, "and", "&&", "||") || Is(ts, to, "or") || Is(ts, to, "?") && !Is(ts, to+1, ".", ":")) {
			return said(to + 1)
		}
	}
	return ""
}

// opensValue reports whether an operand may begin at token i.
func opensValue(ts []Token, i int) bool {
	return i == 0 || ts[i-1].Line != ts[i].Line || Is(ts, i-1, "(", "=", ",", "return", "{", ";", ":", "=>", "[", "then", "and", "or", "&&", "||", ":=", "case")
}

// closes reports whether an expression ends before token i.
func closes(ts []Token, i int) bool {
	return i >= len(ts) || Is(ts, i, ")", ":", "{", ";", "}", ",", "and", "or", "&&", "||", "?", "else", "then", "]") || ts[i].Line != ts[i-1].Line
}

// Truth is what is known of an expression.
type Truth uint8

// What is known.
const (
	Unknown Truth = iota
	Truthy
	Falsy
)

func truthOf(b bool) Truth {
	if b {
		return Truthy
	}
	return Falsy
}

// Value reads an expression without variables from token i; to is the token
// behind it.
func Value(ts []Token, i int) (v Truth, to int) {
	if Is(ts, i, "not", "!") {
		v, to = Value(ts, i+1)
		switch v {
		case Truthy:
			return Falsy, to
		case Falsy:
			return Truthy, to
		}
		return Unknown, to
	}
	if Is(ts, i, "(", "[", "{") && Is(ts, i+1, ")", "]", "}") {
		return Falsy, i + 2
	}
	if Is(ts, i, "(") {
		v, to = Value(ts, i+1)
		if v == Unknown || !Is(ts, to, ")") {
			return Unknown, to
		}
		return v, to + 1
	}
	v = Literal(ts, i)
	if v == Unknown {
		return Unknown, i
	}
	if Is(ts, i+1, "==", "!=", "===", "!==", "<", ">", "<=", ">=", "is") && Literal(ts, i+2) != Unknown {
		return compared(ts[i].Text, ts[i+1].Text, ts[i+2].Text), i + 3
	}
	return v, i + 1
}

// compared is the outcome of a comparison of two literals, as far as it matters:
// that there is one.
func compared(a, op, b string) Truth {
	return truthOf((a == b) == (op == "==" || op == "===" || op == "<=" || op == ">="))
}

// Literal is what is known of token i alone.
func Literal(ts []Token, i int) Truth {
	if i >= len(ts) || i < 0 {
		return Unknown
	}
	switch t := ts[i]; t.Kind {
	case Number:
		return truthOf(strings.Trim(t.Text, "0.xXbBoO_") != "")
	case String:
		return truthOf(strings.Trim(t.Text, "\"'`rRbBuU") != "")
	case Name:
		switch t.Text {
		case "True", "true":
			return Truthy
		case "False", "false", "None", "null", "undefined", "nil", "NaN", "TYPE_CHECKING", "MYPY":
			return Falsy // the last two: when the program runs
		}
	case Op:
	}
	return Unknown
}
