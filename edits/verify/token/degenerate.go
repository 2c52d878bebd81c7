package token

import (
	"slices"
	"strings"
)

// degenerateAt names a condition or a loop at token i that can only come out one
// way although it holds variables: a length below zero, a value that differs from
// itself, a loop over nothing, a choice by a literal.
func degenerateAt(ts []Token, i int) string {
	switch {
	case Is(ts, i, "<") && Is(ts, i+1, "0") && !Is(ts, i+2, ".") && length(ts, i-1):
		return "a length below zero"
	case sameSides(ts, i) || sameCompared(ts, i):
		return "a value compared with itself"
	case overNothing(ts, i) || rangeOfNothing(ts, i):
		return "a loop over nothing"
	case Is(ts, i, "switch", "match") && literalSwitch(ts, i+1):
		return "a choice by a literal"
	case shellConstant(ts, i):
		return "a comparison of two constants"
	case Is(ts, i, "loop") && Is(ts, i+1, "{") && Is(ts, i+2, "break"):
		return "a loop that ends at once"
	case endless(ts, i):
		return NeverEnds
	case contradiction(ts, i):
		return "a value that is what it is not"
	case Is(ts, i, "{") && Is(ts, i-1, ":") && Is(ts, i+1, "break") && strings.HasPrefix(Joined(ts[max(0, i-3):i]), "'"):
		return "a block that ends at once"
	}
	return ""
}

// NeverEnds says what a loop without an end and without a body is.
const NeverEnds = "a loop that never ends"

// endless reports whether token i begins a loop that does nothing for ever.
func endless(ts []Token, i int) bool {
	switch {
	case Is(ts, i, "for", "loop", "select") && Is(ts, i+1, "{"):
		return Is(ts, i+2, "}")
	case Is(ts, i, "while"):
		v, to := Value(ts, i+1)
		return v == Truthy && (Is(ts, to, ":") && Is(ts, to+1, "pass", "...", "continue") || Is(ts, to, ";") || Is(ts, to, "{") && Is(ts, to+1, "}"))
	}
	return false
}

// contradiction reports whether token i joins a value and its opposite.
func contradiction(ts []Token, i int) bool {
	if !Is(ts, i, "and", "&&") {
		return false
	}
	l, r := operand(ts, i-1, -1), operand(ts, i+1, 1)
	if a, b := strings.Replace(l, " != ", " == ", 1), strings.Replace(r, " != ", " == ", 1); l != r && a == b && a != "" && strings.Contains(a, " == ") {
		return true
	}
	left, right := Is(ts, i-1-len(strings.Fields(l)), "not", "!"), Is(ts, i+1, "not", "!")
	if right {
		r = operand(ts, i+2, 1)
	}
	return l != "" && l == r && left != right
}

// sameSides reports whether token i compares a value with itself.
func sameSides(ts []Token, i int) bool {
	if !Is(ts, i, "==", "!=", "===", "!==", "<", ">", "is") {
		return false
	}
	l, r := operand(ts, i-1, -1), operand(ts, i+1, 1)
	return l != "" && l == r && strings.ContainsFunc(l, func(x rune) bool { return NameRune(x, false) })
}

// sameCompared reports whether token i is a method that compares a value with itself.
func sameCompared(ts []Token, i int) bool {
	return Is(ts, i, "eq", "equals", "is", "ne") && Is(ts, i-1, ".") && Is(ts, i+1, "(") && Is(ts, i+3, ")") && IsName(ts, i-2) && !Is(ts, i-3, ".") && ts[i-2].Text == ts[i+2].Text
}

// overNothing reports whether what token i goes through is empty.
func overNothing(ts []Token, i int) bool {
	switch {
	case Is(ts, i, "in", "of") && NothingAt(ts, i+1), Is(ts, i, "in") && Is(ts, i+1, ";"):
		return true
	case Is(ts, i, "in") && Is(ts, i+1, "range"):
		return Is(ts, i+2, "(") && Is(ts, i+3, "0") && Is(ts, i+4, ")")
	}
	return Is(ts, i, "[") && Is(ts, i+1, ":") && Is(ts, i+2, "0") && Is(ts, i+3, "]") && (Is(ts, i+4, ":", ")", "{", ",", "]", ";") || i+4 >= len(ts) || ts[i+4].Line != ts[i].Line) || neverCounts(ts, i)
}

// neverCounts reports whether token i begins the question of a counting loop that
// is over before its first round: "i := 0; i < 0".
func neverCounts(ts []Token, i int) bool {
	if !Is(ts, i, ";") || !number(ts, i-1) || !Is(ts, i-2, ":=", "=") || !IsName(ts, i+1) || ts[i+1].Text != ts[max(0, i-3)].Text || !number(ts, i+3) || !Is(ts, i+4, ";") {
		return false
	}
	return Is(ts, i+2, "<", ">", "!=") && ts[i-1].Text == ts[i+3].Text
}

// rangeOfNothing is overNothing for Go.
func rangeOfNothing(ts []Token, i int) bool {
	if !Is(ts, i, "range") {
		return false
	}
	if Is(ts, i+1, "0") || i+1 < len(ts) && ts[i+1].Kind == String && Inside(ts[i+1]) == "" {
		return Is(ts, i+2, "{")
	}
	if Is(ts, i+1, "[") && Is(ts, i+2, "0") {
		i++
	}
	return Is(ts, i+2, "]") && IsName(ts, i+3) && NothingAt(ts, i+4)
}

// shellConstant reports whether a shell compares two words or numbers at token i.
func shellConstant(ts []Token, i int) bool {
	switch {
	case Is(ts, i, "-") && Is(ts, i+1, "eq", "ne", "lt", "gt", "le", "ge"):
		return number(ts, i-1) && number(ts, i+2)
	case Is(ts, i, "case"):
		return word(ts, i+1) && Is(ts, i+2, "in")
	case Is(ts, i, "[") && (StartsLine(ts, i) || Is(ts, i-1, "if", "while", "until")):
		return word(ts, i+1) && Is(ts, i+2, "=", "==", "!=") && word(ts, i+3) && Is(ts, i+4, "]") && Is(ts, i+5, ";", "&&", "||")
	}
	return false
}

// word reports whether token i is a word of a shell, not a variable.
func word(ts []Token, i int) bool { return IsName(ts, i) && !strings.HasPrefix(ts[i].Text, "$") }

func number(ts []Token, i int) bool { return i >= 0 && i < len(ts) && ts[i].Kind == Number }

// length reports whether the expression that ends at token i is a length.
func length(ts []Token, i int) bool {
	if Is(ts, i, "length", "Length", "size") {
		return true
	}
	if !Is(ts, i, ")") {
		return false
	}
	for depth := 0; i >= 0; i-- {
		switch {
		case Is(ts, i, ")"):
			depth++
		case Is(ts, i, "("):
			if depth--; depth == 0 {
				return Is(ts, i-1, "len", "size", "count", "length", "cap")
			}
		}
	}
	return false
}

// NothingAt reports whether an empty list stands at token i.
func NothingAt(ts []Token, i int) bool {
	return (Is(ts, i, "(") && Is(ts, i+1, ")") || Is(ts, i, "[") && Is(ts, i+1, "]") || Is(ts, i, "{") && Is(ts, i+1, "}")) && !Is(ts, i+2, ".", "+", "or", "||", "[", "(", "|")
}

// literalSwitch reports whether a number or a text stands where a switch looks.
func literalSwitch(ts []Token, i int) bool {
	if Is(ts, i, "(") {
		i++
	}
	return i < len(ts) && (ts[i].Kind == Number || ts[i].Kind == String || Is(ts, i, "None", "null")) && Is(ts, i+1, "{", ":", ")")
}

// operand is the side of a comparison from token i on, in one direction.
func operand(ts []Token, i, step int) string {
	var part []string
	depth := 0
	for j := i; j >= 0 && j < len(ts) && len(part) < 20; j += step {
		open, shut := Is(ts, j, "(", "["), Is(ts, j, ")", "]")
		if step < 0 {
			open, shut = shut, open
		}
		switch {
		case open:
			depth++
		case shut && depth == 0:
			j = -2
		case shut:
			depth--
		case depth == 0 && (ts[j].Line != ts[i].Line || Is(ts, j, "if", "elif", "while", "and", "or", "not", "!", "&&", "||", "assert", "return", "=", ",", ":", "{", "}", ";", "for", "else", ":=", "?", "in", "case", "elif", "until", "unless", "when")):
			j = -2
		}
		if j < 0 {
			break
		}
		part = append(part, ts[j].Text)
	}
	if step < 0 {
		slices.Reverse(part)
	}
	return strings.Join(part, " ")
}

// StartsLine reports whether token i is the first of its line.
func StartsLine(ts []Token, i int) bool { return i == 0 || ts[i-1].Line != ts[i].Line }
