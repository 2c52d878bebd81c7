package effect

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/evasion"
	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// lacksMember finds a literal put in place of another kind of value, on which the
// function goes on to do what literals of its kind cannot.
func lacksMember(c evasion.Change) string {
	if c.Family != power.Python || c.Body == "" {
		return ""
	}
	for i, t := range c.Now {
		if !token.IsName(c.Now, i) || !token.Is(c.Now, i+1, "=") || !unchangeable(c.Now, i+2) || slices.ContainsFunc(token.Places(c.Was, t.Text), func(j int) bool { return unchangeable(c.Was, j+2) }) {
			continue
		}
		asked := asksWhether(t.Text, c.After)
		for _, m := range changesInPlace.FindAllStringSubmatch(c.Body, -1) {
			if m[1] == t.Text && !asked {
				return "it gives " + t.Text + " a value that has no " + m[2]
			}
		}
	}
	return ""
}

// changesInPlace is a call that changes the value it is called on.
var changesInPlace = lazyre.New(`\b(\w+)\.(append|extend|insert|setdefault|update|add|popitem|appendleft|discard|clear)\(`)

// asksWhether reports whether a text asks for a name, or gives it another value.
func asksWhether(name, text string) bool {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, name+" =") || strings.HasPrefix(line, "if ") && token.WholeWord(line, name) {
			return true
		}
	}
	return false
}

// unchangeable reports whether a literal that cannot be changed is all of the value
// at token i.
func unchangeable(ts []token.Token, i int) bool {
	switch {
	case token.Is(ts, i, "(") && token.Is(ts, i+1, ")"):
		return true
	case i < len(ts) && (ts[i].Kind == token.Number || ts[i].Kind == token.String), token.Is(ts, i, "None", "True", "False"):
		return token.Is(ts, i+1, ")", ",") || ends(ts, i+1)
	}
	return false
}

// aboutTypes are complaints about a value of one type where another one is wanted.
var aboutTypes = lazyre.New(`(?i)incompatible|not assignable|cannot be assigned|cannot use .* as|mismatched types`)

// otherValue finds a value that is worked out, or asked about, inside the conversion
// that a complaint about types needs: what is converted is another value.
func otherValue(c evasion.Change) string {
	if !c.Compiles || !aboutTypes.MatchString(c.Message) || token.Times(c.Was, worksOut) > 0 {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		if !token.IsName(ts, i) || !slices.Contains(conversions, ts[i].Text) || !token.Is(ts, i+1, "(") {
			return false
		}
		for j := i + 2; j < token.Closing(ts, i+1); j++ {
			if worksOut(ts, j) {
				return true
			}
		}
		return false
	}) {
		return "it converts another value"
	}
	return ""
}

func worksOut(ts []token.Token, i int) bool {
	return token.Is(ts, i, "==", "!=", "===", "!==", "<=", ">=", "%", "/", "//") || token.Is(ts, i, "+", "-", "*") && (i+1 < len(ts) && ts[i+1].Kind == token.Number) && i > 0 && ts[i-1].Kind != token.Op
}

// conversions make a value of another type of the one that they are given.
var conversions = strings.Fields(`int float str bool bytes complex Number String Boolean BigInt parseInt parseFloat from into try_from
	string int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 float32 float64 i8 i16 i32 i64 u8 u16 u32 u64 usize isize f32 f64`)

// handsEmpty finds an empty value handed, in place of one that may be missing, to a
// call that is there for what it does.
func handsEmpty(c evasion.Change) string {
	if !c.Types {
		return ""
	}
	for i := range c.Now {
		if !token.IsName(c.Now, i) || !token.StartsLine(c.Now, i) {
			continue
		}
		at := i
		for token.Is(c.Now, at+1, ".") {
			at += 2
		}
		end := token.Closing(c.Now, at+1)
		if !token.Is(c.Now, at+1, "(") || !ends(c.Now, end+1) {
			continue
		}
		for j := at + 2; j < end; j++ {
			if token.Is(c.Now, j, "or", "??") && j+1 < len(c.Now) && nothing(c.Now, j+1) && !strings.Contains(c.Before, token.Joined(c.Now[j:j+2])) {
				return "it hands on nothing where something is missing"
			}
		}
	}
	return ""
}

// nothing reports whether the value at token i holds nothing.
func nothing(ts []token.Token, i int) bool {
	return token.Is(ts, i, "0", "None", "null", "undefined", "False", "false") || ts[i].Kind == token.String && token.Inside(ts[i]) == ""
}

// boundUnread finds the value that nobody reads, under another name or in a list of
// names, where still nobody reads it.
func boundUnread(c evasion.Change) string {
	if c.Unused == "" || c.Own == "" {
		return ""
	}
	for i, t := range c.Now {
		if !token.IsName(c.Now, i) || strings.HasPrefix(t.Text, "_") || !bindsAt(c.Now, i) || t.Text != c.Unused && token.WholeWord(c.Before, t.Text) {
			continue
		}
		if strings.Count(c.After, t.Text) == len(token.Places(c.Now, t.Text)) && !slices.ContainsFunc(token.Places(c.Now, t.Text), func(j int) bool { return !bindsAt(c.Now, j) }) {
			return "nobody reads " + t.Text
		}
	}
	return ""
}

// bindsAt reports whether the name at token i is given a value, alone or in a list.
func bindsAt(ts []token.Token, i int) bool {
	first := firstOf(ts, i)
	if token.Is(ts, i-1, ".", "=") || token.Is(ts, first, "if", "for", "while", "with", "match", "case", "switch", "return", "import", "from", "elif", "def", "fn", "func") {
		return false
	}
	for j := first; j < len(ts) && ts[j].Line == ts[i].Line; j++ {
		switch {
		case token.Is(ts, j, "=", ":="):
			return j > i
		case token.IsName(ts, j), token.Is(ts, j, ",", "(", ")", ":"):
		default:
			return false
		}
	}
	return false
}

// otherParameters finds a function in Rust that takes something else now, because one
// of its parameters had no use.
func otherParameters(c evasion.Change) string {
	if c.Family != power.Rust || c.Unused == "" {
		return ""
	}
	was, now := types(c.Was), types(c.Now)
	if was != "" && now != "" && was != now {
		return "its function takes something else now"
	}
	return ""
}

// types are those of the parameters of the function that begins among tokens.
func types(ts []token.Token) string {
	i := slices.IndexFunc(ts, func(t token.Token) bool { return t.Text == "fn" })
	if i < 0 || !token.Is(ts, i+2, "(") {
		return ""
	}
	var out []token.Token
	for j := i + 3; j < token.Closing(ts, i+2); j++ {
		if token.Is(ts, j, ":") {
			out = append(out, token.UpTo(ts, j+1, ",", ")")...)
		}
	}
	return token.Joined(out)
}
