package evasion

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// What an answer brings that neither the text nor the complaint has: values that
// the model can only have made up, and measures that stand for what they measure.

// newValue finds a number or a text that neither the document nor the complaint
// holds. Where an error, a log line or a document is worded, words are new.
func newValue(c Change) string {
	if c.aboutWording() {
		return ""
	}
	for i, t := range c.Now {
		number := t.Kind == token.Number && !c.knownNumber(t.Text) && !aboutCases.MatchString(c.Message) && !unit(c.Now, i) && !mode.MatchString(t.Text)
		words := t.Kind == token.String && !c.knownText(i) && !environment(c.Now, i) && !imports(c.Now, i) && !slices.Contains(wellKnown, token.Inside(t))
		if (number || words) && !c.excused(i) {
			return "it brings " + clip(t.Text) + ", which neither the file nor the message has"
		}
	}
	return ""
}

// excused reports whether a new value may stand at token i all the same.
func (c Change) excused(i int) bool {
	return c.namedSetting(i) || c.sortsLast(i) || worded(c.Now, i) || c.ofFigure(i) || token.OfUnit(c.Now, i)
}

// ofFigure reports whether the number at token i is a small factor of what an object has,
// in a method that its type lacked: a square's border is 4 * self.side.
func (c Change) ofFigure(i int) bool {
	n, ok := token.NumberValue(c.Now[i].Text)
	return ok && n <= 6 && lacksMethod.MatchString(c.Message) &&
		(token.Is(c.Now, i+1, "*") && token.Is(c.Now, i+3, ".") || token.Is(c.Now, i-1, "*") && token.Is(c.Now, i-3, "."))
}

// sortsLast reports whether the text at token i is the number behind all others, in a
// key to sort by.
func (c Change) sortsLast(i int) bool {
	return strings.Contains(c.Message, `Argument "key" to`) && strings.TrimPrefix(token.Inside(c.Now[i]), "-") == "inf" && token.Is(c.Now, i-2, "float")
}

// aboutWording reports whether a complaint is about how a number, a text or a document
// is written. A type that it names, a constant variable or the code that it quotes is
// not the way something is written.
func (c Change) aboutWording() bool {
	return wording.MatchString(typesNamed.ReplaceAllString(c.Message, " "))
}

var (
	wording = lazyre.New(`(?i)docstring|documentation|string|literal|quot|format|regex|pattern|escape|hex|digit|\bmodes?\b|encod|unicode|percent|separator|precision|spell|url|header|copyright|octal|version|byte|manual|footnote|rounding|verbose|default|whitespace|\btabs?\b|space|indent`)
	// typesNamed are types where messages name them: 'string | null', "of type string",
	// "(variable of type []byte)", "have (string, error)".
	typesNamed = lazyre.New(`['"][^'"]*\b(?:string|bytes?|URL|Header)\b[^'"]*['"]|\b(?:[Tt]ypes?|as|want|have|got|expected|returns?) (?:[*&]|\[\w*\]|map\[\w+\])*(?:untyped )?(?:\w+\.)?(?:string|bytes?|URL|Header)\b|\([^()]*\b(?:string|bytes?|url\.URL|http\.Header)\b[^()]*\)|constant variable`)
)

// plainNumbers are in every program.
var plainNumbers = []float64{0, 1, 2}

// knownNumber reports whether a number, however it is written, stands in the old
// text or in the message.
func (c Change) knownNumber(s string) bool {
	n, ok := token.NumberValue(s)
	if !ok || slices.Contains(plainNumbers, n) || n == 10 && strings.Contains(c.Message, "radix") {
		return true
	}
	for _, w := range token.Numbers.FindAllString(c.Message+"\n"+c.Before, -1) {
		if m, ok := token.NumberValue(w); ok && m == n {
			return true
		}
	}
	return false
}

// wellKnown are texts that documentation names as cures.
var wellKnown = []string{"utf-8", "127.0.0.1", "localhost", "::1", "data", "noopener", "module", "button"}

// unit reports whether the number at token i makes one unit of another.
func unit(ts []token.Token, i int) bool {
	return slices.Contains([]string{"10", "24", "60", "100", "1000", "1024", "3600"}, ts[i].Text) && (token.Is(ts, i-1, "*", "/", "//", "%") || token.Is(ts, i+1, "*", "/"))
}

// mode is what a file's permissions are written as.
var mode = lazyre.New(`^0o?[0-7]{3,4}$`)

// imports reports whether the text at token i names a module.
func imports(ts []token.Token, i int) bool {
	return token.Is(ts, i-1, "from", "import") || token.Is(ts, i-1, "(") && token.Is(ts, i-2, "require", "import")
}

// formatSpec is how a value is written that a text holds: the end of f"{x:.2f}".
var formatSpec = lazyre.New(`^:[\w.,<>^+%-]{1,8}\}["']*$`)

// knownText reports whether the words of a text stand in the old text or in the
// message.
func (c Change) knownText(i int) bool {
	words := token.Words(token.Inside(c.Now[i]))
	if c.namesItself(i) || formatSpec.MatchString(c.Now[i].Text) || c.sameMode(i) {
		return true
	}
	if c.Now[i].Text != "" && token.Inside(c.Now[i]) == "" {
		words = token.Words(c.Now[i].Text)
	}
	if token.StartsLine(c.Now, i) && (i+1 >= len(c.Now) || c.Now[i+1].Line != c.Now[i].Line) {
		return true // a document, or a piece of a longer text
	}
	if c.Family == power.Python && (token.Is(c.Now, i-1, "->") || token.Is(c.Now, i-1, ":") && token.IsName(c.Now, i-2)) {
		return true // a type
	}
	return !slices.ContainsFunc(words, func(w string) bool {
		return len(w) > 1 && !strings.Contains(token.Inside(c.Now[i]), "$"+w) && !strings.Contains(c.Before, w) && !strings.Contains(c.Message, w)
	})
}

// sameMode reports whether the text at token i opens a file as it was opened, but for
// bytes: "wb" for "w".
func (c Change) sameMode(i int) bool {
	mode := token.Inside(c.Now[i])
	plain := strings.TrimSuffix(mode, "b")
	return plain != mode && slices.Contains([]string{"r", "w", "a", "x"}, plain) && strings.Contains(c.Message, "bytes") &&
		(plain == "r" || slices.ContainsFunc(c.Was, func(t token.Token) bool { return t.Kind == token.String && token.Inside(t) == plain }))
}

// namesItself reports whether the text at token i is the name that is made with it:
// T = TypeVar("T").
func (c Change) namesItself(i int) bool {
	return token.Is(c.Now, i-1, "(") && token.Is(c.Now, i-3, "=") && token.Is(c.Now, i-4, token.Inside(c.Now[i]))
}

// namedSetting reports whether the value at token i is given by a name that the
// message has: timeout=10.
func (c Change) namedSetting(i int) bool {
	for j := i - 1; j >= 0 && c.Now[j].Line == c.Now[i].Line && j > i-12; j-- {
		if token.Is(c.Now, j, "=", ":") && token.IsName(c.Now, j-1) {
			if token.Around(c.Now, j) < 0 {
				return false // a variable
			}
			name := strings.ToLower(c.Now[j-1].Text)
			return c.said(c.Now[j-1].Text) || len(name) > 2 && strings.Contains(strings.ToLower(c.Message), name)
		}
		if token.Is(c.Now, j, ",", ";", "{") && token.DepthAt(c.Now[j:i], i-j) == 0 {
			return false
		}
	}
	return false
}

// telling are names of what takes words for people.
var telling = lazyre.New(`(?i)err|ok_or|context|exception|raise|throw|panic|warn|log|print|fail|assert|debug|info|expect|bail|unreachable|todo|exit|fatal|trace|abort|skip|help|usage|message|describe|title|label`)

// worded reports whether token i stands in what people read: an error, a line of a
// log.
func worded(ts []token.Token, i int) bool {
	for j := token.Around(ts, i); j >= 0; j = token.Around(ts, j) {
		if k := j - 1; token.IsName(ts, k) && telling.MatchString(ts[k].Text) || token.Is(ts, k, "New") && token.Is(ts, k-2, "errors") || token.Is(ts, k, "!") && token.IsName(ts, k-1) && telling.MatchString(ts[k-1].Text) {
			return true
		}
	}
	for j := i; j >= 0 && ts[j].Line == ts[i].Line; j-- {
		if token.Is(ts, j, "raise", "throw", "assert", "panic") {
			return true
		}
	}
	return false
}

// environment reports whether the text at token i is looked up in the environment.
func environment(ts []token.Token, i int) bool {
	return token.Is(ts, i-1, "[", "(") && (token.Is(ts, i-2, "environ", "env", "getenv", "Getenv", "LookupEnv", "var") || token.Is(ts, i-2, "get") && token.Is(ts, i-4, "environ"))
}

// measuring are functions that give a number for a value, and lose it.
var measuring = []string{"len", "hash", "id", "ord", "bool", "any", "count", "size", "cap", "length", "is_empty", "is_some", "is_ok", "sizeof"}

// measured finds what was complained about measured: its length in its place.
func measured(c Change) string {
	if c.Removal || lacksMethod.MatchString(c.Message) || !c.Compiles && !aboutTypesOfValues.MatchString(c.Message) {
		return ""
	}
	members := aboutMembers.MatchString(c.Message) // of which a measure may be what is meant, but not that of another one
	for i, t := range c.Now {
		if !slices.Contains(measuring, t.Text) || c.said(t.Text) || asksAround(c.Now, i) || !c.Grew(measures(t.Text)) {
			continue
		}
		if c.measuresAt(i, members) {
			return "it gives " + t.Text + " of the value for the value"
		}
	}
	return ""
}

// measuresAt reports whether the measure at token i of the new lines is one of what was
// there; of a member that was not, where a member is missing.
func (c Change) measuresAt(i int, members bool) bool {
	of := token.Is(c.Now, i+1, "(") && token.IsName(c.Now, i+2) && has(c.Was, c.Now[i+2].Text)
	if of && len(c.Line) > 0 && !has(c.Line, c.Now[i+2].Text) && !has(c.Was, "return") {
		return false // what gave nothing gives something now: nobody complained about that value
	}
	if c.measuredBefore(i, of) {
		return false
	}
	if members {
		return of && token.Is(c.Now, i+3, ".") && token.IsName(c.Now, i+4) && !has(c.Was, c.Now[i+4].Text)
	}
	return of || token.Is(c.Now, i-1, ".")
}

// measuredBefore reports whether the old lines took the measure at token i, too.
func (c Change) measuredBefore(i int, byCall bool) bool {
	from, end := max(i-2, 0), i+1
	if byCall {
		from, end = i, min(token.Closing(c.Now, i+1)+1, len(c.Now))
	}
	return (byCall || token.Is(c.Now, i-1, ".")) && strings.Contains(token.Joined(c.Was), token.Joined(c.Now[from:end]))
}

// measures is a measure taken by a function of that name.
func measures(name string) token.Form {
	return func(ts []token.Token, i int) bool {
		return token.Is(ts, i, name) && (token.Is(ts, i+1, "(") || token.Is(ts, i-1, "."))
	}
}

// lacksMethod are complaints about a class without what its kind has: a new method may
// reckon with anything.
var lacksMethod = lazyre.New(`(?i)incorrectly (?:implements|extends)|abstract (?:class|attributes?|methods?)|missing method|does not implement`)

var aboutTypesOfValues = lazyre.New(`(?i)\btypes?\b`)

// asksAround reports whether token i stands in a question.
func asksAround(ts []token.Token, i int) bool {
	for j := i; j >= 0 && ts[j].Line == ts[i].Line; j-- {
		if token.Is(ts, j, "if", "while", "assert", "elif", "for", "unless", "&&", "||", "and", "or") {
			return true
		}
	}
	for j := i; j < len(ts) && ts[j].Line == ts[i].Line; j++ {
		if token.Is(ts, j, "if", "?", ">", "<", "==", "!=", ">=", "<=", "===", "!==") {
			return true
		}
	}
	return false
}

// stillWritten finds the literal that a rule of style does not want, in the same
// statement as before.
func stillWritten(c Change) string {
	old := strings.TrimSpace(c.Target)
	if c.Compiles || len(c.Line) == 0 || !literalTarget.MatchString(old) || c.aboutWording() {
		return ""
	}
	for i, t := range c.Now {
		if t.Text != old || t.Kind == token.Op {
			continue
		}
		if !(token.Is(c.Now, i-1, "=", ":=") && token.IsName(c.Now, i-2) && (i+1 >= len(c.Now) || c.Now[i+1].Line != c.Now[i].Line || token.Is(c.Now, i+1, ";"))) {
			return "it still writes " + clip(old) + " where it was"
		}
	}
	return ""
}

var literalTarget = lazyre.New(`^(?:\d[\w.]*|"[^"]*"|'[^']*')$`)

// blankGrows finds results that Go's blank name takes, and took not.
func blankGrows(c Change) string {
	blank := func(ts []token.Token, i int) bool {
		if !token.Is(ts, i, "_") || !token.Is(ts, i+1, ",", "=", ":=") {
			return false
		}
		j := i + 1
		for j < len(ts) && ts[j].Line == ts[i].Line && !token.Is(ts, j, "=", ":=", "{") {
			j++
		}
		if !token.Is(ts, j, "=", ":=") || token.Is(ts, j+1, "range") {
			return false
		}
		for j < len(ts) && ts[j].Line == ts[i].Line && !token.Is(ts, j, "(", ";") {
			j++
		}
		return token.Is(ts, j, "(") && !token.Is(ts, j-1, "Close", "Rollback", "Remove", "RemoveAll", "Unlock", "Sync", "Flush")
	}
	another := func(ts []token.Token, i int) bool { return blank(ts, i) && token.Is(ts, i+1, ",") } // not the one it was
	if c.Family == power.Golang && !c.Removal && (c.Grew(blank) || c.Grew(another)) {
		return "it throws a result away"
	}
	return ""
}
