package evasion

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// bare are names that say nothing of the program: types, their limits, and
// functions that make a value of a literal.
var bare = strings.Fields(`int float str bool bytes bytearray complex list dict set tuple frozenset object len range min max abs sum round pow ord chr
	String Number Boolean BigInt Array Object Math Infinity NaN Map Set Symbol Date Some Ok Default Vec vec Box format f32 f64 i8 i16 i32 i64 i128 isize
	u8 u16 u32 u64 u128 usize int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 byte rune float32 float64 string make new math time
	None True False null true false nil undefined if else lambda let const var default static file line column module_path help license credits copyright print repr id hash`)

// constantForName finds a name that is not defined and whose place a constant
// takes, as it is or spelled in a roundabout way: nobody said that this was meant.
func constantForName(c Change) string {
	if c.Missing == "" || c.Types && c.Family != power.Script {
		return ""
	}
	old, fresh := c.changed()
	if len(token.Places(old, c.Missing)) == 0 || len(fresh) == 0 || len(fresh) > 14 || slices.Contains(wordsForLiterals, strings.ToLower(c.Missing)) {
		return ""
	}
	for i, t := range fresh {
		if t.Kind != token.Name || slices.Contains(bare, t.Text) || token.Is(fresh, i-1, ".", "::") {
			continue
		}
		return ""
	}
	makes := func(ts []token.Token, i int) bool {
		return ts[i].Kind == token.Number || ts[i].Kind == token.String || token.Literal(ts, i) != token.Unknown || token.Is(ts, i, ".", "::", "!", "Infinity", "NaN") || token.CallAt(ts, i)
	}
	if token.Times(fresh, makes) == 0 || onlyStrings(fresh) && onlyStrings(slices.DeleteFunc(slices.Clone(old), func(t token.Token) bool { return t.Text == c.Missing })) {
		return ""
	}
	return "it puts the constant " + clip(token.Joined(fresh)) + " in place of " + c.Missing
}

// wordsForLiterals are other languages' words for nothing, true and false: their
// place is a literal's.
var wordsForLiterals = []string{"nil", "null", "none", "true", "false", "undefined", "nan", "void", "infinity", "inf"}

func onlyStrings(ts []token.Token) bool {
	return !slices.ContainsFunc(ts, func(t token.Token) bool { return t.Kind != token.String })
}

// ofItself finds a missing or an unused name that is kept on the function around
// it, where nothing sets or reads it.
func ofItself(c Change) string {
	name := c.Missing + c.Unused
	if name == "" || c.Own == "" {
		return ""
	}
	for _, i := range token.Places(c.Now, name) {
		if token.Is(c.Now, i-1, ".") && token.Is(c.Now, i-2, c.Own) && !strings.Contains(c.Before, c.Own+"."+name) {
			return "it keeps " + name + " on " + c.Own + ", where nobody looks for it"
		}
	}
	return ""
}

// unusedStill finds an unused name that only seems to be used: as a default, by
// its number, in a loop or a pattern that does nothing.
func unusedStill(c Change) string {
	if c.Unused == "" {
		return ""
	}
	if s := c.otherParameters(); s != "" {
		return s
	}
	for _, i := range token.Places(c.Now, c.Unused) {
		switch {
		case token.Is(c.Now, i-1, "=") && token.IsName(c.Now, i-2) && token.Is(c.Now, i-3, ",") && token.Is(c.Now, i+1, ")", ","):
			return "it uses " + c.Unused + " as a default of what nobody reads"
		case token.Is(c.Now, i-1, "for") && token.Is(c.Now, i+1, "in") && len(token.Places(c.Now, c.Unused)) == 1 && !strings.HasPrefix(c.Unused, "_"):
			return "it loops over " + c.Unused + " and does nothing with it"
		case token.Is(c.Now, i-1, "case") && token.Is(c.Now, i+1, ":"):
			return "it matches " + c.Unused + " and does nothing with it"
		case token.Is(c.Now, i-1, ".") && token.Is(c.Now, i+1, "=") && !strings.Contains(c.Before, "."+c.Unused):
			return "it keeps " + c.Unused + " where nobody looks for it"
		}
	}
	return ""
}

// otherParameters says how a function of a script comes by its parameters now.
func (c Change) otherParameters() string {
	switch {
	case c.Family != power.Script:
		return ""
	case c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "arguments") && token.Is(ts, i+1, "[", ".", ";")
	}):
		return "it reads the parameter by its number"
	case c.Grew(takesApart):
		return "it takes its parameters apart, and leaves " + c.Unused + " out"
	}
	return ""
}

// takesApart reports whether the rest of the parameters is taken apart at token i.
func takesApart(ts []token.Token, i int) bool {
	return token.Is(ts, i, "...") && token.Is(ts, i+1, "[", "{") && token.Is(ts, i-1, "(", ",") && token.SignatureAt(ts, i)
}

// innerName finds an operator or a built-in that is called by its inner name,
// where no tool looks for it.
func innerName(c Change) string {
	if c.Family != power.Python {
		return ""
	}
	said := ""
	if c.Grew(func(ts []token.Token, i int) bool {
		if !token.IsName(ts, i) || !dunder.MatchString(ts[i].Text) || !token.Is(ts, i-1, ".") || !token.Is(ts, i+1, "(") || token.Is(ts, i-2, ")") && token.Is(ts, i-4, "super") || token.Is(ts, i, "__init__", "__init_subclass__", "__post_init__") {
			return false
		}
		if c.said(ts[i].Text) || token.Places(c.Was, ts[i].Text) != nil {
			return false
		}
		said = ts[i].Text
		return true
	}) {
		return "it calls " + said + " by its inner name"
	}
	return ""
}

var dunder = lazyre.New(`^__[a-z]\w*__$`)

// idleStatement finds a statement that only names something, or nothing at all.
func idleStatement(c Change) string {
	if c.Family != power.Script && c.Family != power.Rust {
		return ""
	}
	before, after := c.Before, c.After
	if c.Family == power.Rust {
		before, after = "", "" // rules of style leave a value alone where a call stood
	}
	if token.Times(c.Now, func(ts []token.Token, i int) bool { return idleAt(after, ts, i) }) > token.Times(c.Was, func(ts []token.Token, i int) bool { return idleAt(before, ts, i) }) {
		return "it adds a statement that does nothing"
	}
	return ""
}

// idleAt reports whether a statement begins at token i of a text that only names
// something, or nothing.
func idleAt(src string, ts []token.Token, i int) bool {
	switch {
	case token.Is(ts, i, ";"):
		return token.Is(ts, i-1, "{") && token.Is(ts, i+1, "}")
	case !beginsStatement(src, ts, i):
		return false
	case token.Is(ts, i, "void"):
		return token.IsName(ts, i+1) && token.Is(ts, i+2, ";", "}") || i+1 < len(ts) && ts[i+1].Kind == token.Number
	}
	return (token.IsName(ts, i) && !token.Reserved[ts[i].Text] || token.Is(ts, i, "undefined", "null", "true", "false") || ts[i].Kind == token.Number) && token.Is(ts, i+1, ";")
}

// beginsStatement reports whether a statement begins at token i: behind another one,
// or on a line of its own below one.
func beginsStatement(src string, ts []token.Token, i int) bool {
	if i > 0 {
		return token.Is(ts, i-1, ";", "{", "}") || ts[i-1].Line != ts[i].Line && token.Is(ts, i-1, ")")
	}
	lines := strings.Split(src, "\n")
	if at := ts[0].Line - 1; at >= 0 && at < len(lines) {
		above := strings.TrimSpace(lines[at])
		return strings.HasSuffix(above, "{") || strings.HasSuffix(above, ";") || strings.HasSuffix(above, "}")
	}
	return false
}

// aboutLiterals are complaints about a comparison with a literal.
var aboutLiterals = lazyre.New("(?i)compar.*(?:`(?:None|True|False)`|\\bnull\\b|\\bNone\\b|\\btrue\\b|\\bfalse\\b)|(?:===|!==)")

// literalByName finds the literal complained about under a name, and a comparison
// that is gone instead of being mended.
func literalByName(c Change) string {
	if !aboutLiterals.MatchString(c.Message) || c.Removal {
		return ""
	}
	for i := range c.Now {
		if token.IsName(c.Now, i) && token.Is(c.Now, i+1, "=", ":=") && token.Literal(c.Now, i+2) != token.Unknown && len(token.Places(c.Was, c.Now[i].Text)) == 0 {
			return "it only gives another name to what is compared"
		}
	}
	if c.Family == power.Python && strings.Contains(c.Message, "None") && has(c.Was, "None") && !has(c.Now, "None") && token.Times(c.Now, comparison) == 0 {
		return "it no longer asks what was asked"
	}
	return ""
}

func comparison(ts []token.Token, i int) bool {
	return token.Is(ts, i, "==", "!=", "is", "===", "!==", "isna", "isnull", "is_", "is_not", "isnot", "notna", "notnull")
}

// clip shortens a text for a one-line message.
func clip(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return s
}
