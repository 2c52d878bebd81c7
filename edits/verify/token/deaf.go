package token

import (
	"slices"
	"strings"
	"unicode"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// CallAt reports whether a call of a name stands at token i.
func CallAt(ts []Token, i int) bool {
	return IsName(ts, i) && Is(ts, i+1, "(") && !Reserved[ts[i].Text] && ts[i].Text != "$" && !Is(ts, i-1, "def", "func", "fn", "function", "class", "new")
}

// Reserved are words of the languages that a bracket may follow.
var Reserved = func() map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(`if elif else while for switch match return catch except not and or in is await yield lambda assert
		pass break continue try finally fallthrough default do raise throw del global nonlocal import from as with case let const var debugger
		None True False null true false nil undefined this self super`) {
		out[w] = true
	}
	return out
}()

// Hears are names of functions that pass an error on.
var Hears = lazyre.New(`(?i)log|fatal|panic|warn|err|fail|exit|skip|report|abort|print|throw|reject|raise|trace|alert|notify|debug`)

// DeafCatch reports whether a catch clause begins at token i that does nothing with
// what it catches.
func DeafCatch(ts []Token, i int) bool {
	if !Is(ts, i, "catch") || Is(ts, i-1, ".") {
		return false
	}
	j, name := i+1, ""
	if Is(ts, j, "(") {
		end := Closing(ts, j)
		if IsName(ts, end-1) {
			name = ts[end-1].Text
		}
		j = end + 1
	}
	if !Is(ts, j, "{") {
		return false
	}
	for k := j + 1; k < Closing(ts, j); k++ {
		switch {
		case Is(ts, k, "throw"), CallAt(ts, k) && Hears.MatchString(ts[k].Text) && !Is(ts, k, "printStackTrace"):
			return false
		case name != "" && Is(ts, k, name) && !(Is(ts, k+1, ".") && Is(ts, k+2, "printStackTrace")) && !Is(ts, k+1, ";", "="):
			return false
		}
	}
	return true
}

// QuietArm reports whether the line from token i on tells nobody of anything.
func QuietArm(ts []Token, i int) bool {
	for j := i; j < len(ts) && ts[j].Line == ts[i].Line; j++ {
		if IsName(ts, j) && (Hears.MatchString(ts[j].Text) || Is(ts, j, "return", "None", "continue")) {
			return false
		}
	}
	return true
}

// Imported reports whether an import statement among tokens binds a name.
func Imported(ts []Token, name string) bool {
	return slices.ContainsFunc(Places(ts, name), func(i int) bool {
		for j := i; j >= 0 && !Is(ts, j, ";"); j-- {
			if Is(ts, j, "import", "require", "use") {
				return true
			}
			if ts[j].Line != ts[i].Line && !Is(ts, j, "(", ",", "{") && !IsName(ts, j) {
				return false
			}
		}
		return false
	})
}

// OpenedAt reports whether the bracket that closes at token i opens an expression,
// not a call's arguments.
func OpenedAt(ts []Token, i int, sign string) bool {
	for j := i - 1; j >= 0; j-- {
		if Is(ts, j, sign) {
			return j == 0 || !IsName(ts, j-1) || Reserved[ts[j-1].Text]
		}
	}
	return false
}

// IdleBody reports whether the body of an arrow function from token i on does
// nothing: {}, undefined, null, {return}, void 0.
func IdleBody(ts []Token, i, last int) bool {
	switch {
	case Is(ts, i, "{"):
		return Is(ts, i+1, "}") || Is(ts, i+1, "return") && Is(ts, Closing(ts, i)-1, ";", "return", "null", "undefined", "true", "false") && Closing(ts, i)-i <= 4
	case Is(ts, i, "void"):
		return true
	}
	return Literal(ts, i) != Unknown && (i+1 >= last || Is(ts, i+1, ",", ")"))
}

// SizeCall reports whether the bracket that closes at token i is a call of len.
func SizeCall(ts []Token, i int) bool {
	for j := i; j >= 0; j-- {
		if Is(ts, j, "(") && Closing(ts, j) == i {
			return Is(ts, j-1, "len", "size", "length", "count")
		}
	}
	return false
}

// Solid is a text without its blanks.
func Solid(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

// Definitions are the names of the functions that begin among tokens.
func Definitions(ts []Token) (names []string) {
	for i := range ts {
		if Is(ts, i, "def", "func", "fn", "function") && IsName(ts, i+1) {
			names = append(names, ts[i+1].Text)
		}
	}
	return names
}

// Parameters are the names that a function is given, each between blanks.
func Parameters(body string) string {
	head, _, _ := strings.Cut(body, "\n")
	out := " "
	for _, m := range givenName.FindAllStringSubmatch(head, -1) {
		out += m[1] + " "
	}
	return out
}

var givenName = lazyre.New(`[(,]\s*\*{0,2}(\w+)`)
