package token

import (
	"slices"
	"strings"
)

// The same thing in other words: spellings that tools do not read.

// SpelledShell reports whether token i asks for a shell in words that bandit does
// not read.
func SpelledShell(ts []Token, i int) bool {
	if ts[i].Kind == String {
		text := strings.Trim(ts[i].Text, "\"'`rbfRBF")
		return text == "shell" || text == "-c"
	}
	return Is(ts, i, "shell") && Is(ts, i+1, "=") && !Is(ts, i+2, "False", "True")
}

// SpelledUnwrap reports whether token i ends the program as unwrap does.
func SpelledUnwrap(ts []Token, i int) bool {
	return Is(ts, i, "panic") && Is(ts, i+1, "!") || Is(ts, i, "::") && Is(ts, i+1, "unwrap", "expect") ||
		Is(ts, i, "expect") && Is(ts, i+1, "(") && i+2 < len(ts) && ts[i+2].Text == `""`
}

// ShellCodes reports whether a rule of bandit or ruff is about a shell.
func ShellCodes(code string) bool {
	return slices.Contains([]string{"B602", "B604", "B605", "S602", "S604", "S605"}, code)
}

// EmptyBranch reports whether token i is the word of a branch without statements.
func EmptyBranch(ts []Token, i int) bool {
	if !Is(ts, i, "if") {
		return false
	}
	for j := i + 1; j < len(ts) && ts[j].Line <= ts[i].Line+3; j++ {
		if Is(ts, j, "{") {
			return Is(ts, j+1, "}") && !Is(ts, j+2, "else") && !Is(ts, j-1, "=", "(", ",")
		}
	}
	return false
}

// TypeParameter reports whether a name is a type parameter of the code.
func TypeParameter(ts []Token, name string) bool {
	for i := range ts {
		if Is(ts, i, name) && Is(ts, i-1, "<") && Is(ts, i+1, ",", ">", "extends") {
			return true
		}
	}
	return false
}

// Starred counts variadic parameters without a type.
func Starred(ts []Token) int {
	n := 0
	for i := range ts {
		if Is(ts, i, "*", "**") && Is(ts, i-1, "(", ",") && IsName(ts, i+1) && Is(ts, i+2, ")", ",") && defined(ts, i) {
			n++
		}
	}
	return n
}

// Generator reports whether the parenthesis at token i holds a generator and ends
// its line.
func Generator(ts []Token, i int) bool {
	depth, loops := 0, false
	for j := i; j < len(ts); j++ {
		switch {
		case Is(ts, j, "(", "[", "{"):
			depth++
		case Is(ts, j, ")", "]", "}"):
			if depth--; depth == 0 {
				return loops && (j+1 >= len(ts) || ts[j+1].Line != ts[j].Line)
			}
		case depth == 1 && Is(ts, j, "for"):
			loops = true
		}
	}
	return false
}

// Converted reports whether a name is called.
func Converted(ts []Token, name string) bool {
	return slices.ContainsFunc(Places(ts, name), func(i int) bool { return Is(ts, i+1, "(") })
}

// RaisedBefore reports whether token i is what an except clause calls the error
// that the statements before it only raise.
func RaisedBefore(ts []Token, i int) bool {
	j := i
	for j >= 0 && ts[j].Line == ts[i].Line && !Is(ts, j, "except") {
		j--
	}
	return Is(ts, j, "except") && j > 0 && slices.ContainsFunc(ts[:j], func(t Token) bool { return t.Text == "raise" })
}

// ShortFor reports whether the letters of a name stand in a text in that order.
func ShortFor(name, text string) bool {
	text = strings.NewReplacer("import", "", "from", "").Replace(strings.ToLower(text))
	for _, r := range strings.ToLower(strings.ReplaceAll(name, "_", "")) {
		i := strings.IndexRune(text, r)
		if i < 0 {
			return false
		}
		text = text[i+1:]
	}
	return true
}

// defined reports whether token i stands in the head of a definition.
func defined(ts []Token, i int) bool {
	for j := i; j >= 0 && ts[j].Line >= ts[i].Line-5; j-- {
		if Is(ts, j, "def") {
			return true
		}
		if Is(ts, j, ":") && !IsName(ts, j-1) {
			return false
		}
	}
	return false
}
