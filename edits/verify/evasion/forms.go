package evasion

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// endings are forms that end a program, or keep it from going on, each counted by
// itself: one that takes another one's place mends nothing.
var endings = []token.Form{
	method("expect"), method("unwrap"), method("unwrap_unchecked"), method("exit"), method("abort"), method("park"),
	macro("panic"), macro("unreachable"), macro("todo"), macro("unimplemented"), macro("assert"), macro("assert_eq"),
	func(ts []token.Token, i int) bool { return token.Is(ts, i, "loop") && token.Is(ts, i+1, "{") },
	func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "[") && (token.IsName(ts, i-1) && !token.Reserved[ts[i-1].Text] || token.Is(ts, i-1, ")", "]"))
	},
	func(ts []token.Token, i int) bool { return token.Is(ts, i, "/", "%") && token.Is(ts, i+1, "(", "0") },
}

func method(name string) token.Form {
	return func(ts []token.Token, i int) bool {
		return token.Is(ts, i, name) && token.Is(ts, i-1, ".", "::") && token.Is(ts, i+1, "(")
	}
}

func macro(name string) token.Form {
	return func(ts []token.Token, i int) bool { return token.Is(ts, i, name) && token.Is(ts, i+1, "!") }
}

// endsStill finds another way to end the program where one was complained about.
func endsStill(c Change) string {
	found := func(f token.Form) bool {
		return c.Grew(func(ts []token.Token, i int) bool { return f(ts, i) && !saysWhy(c.Message, ts, i) })
	}
	if c.Family == power.Rust && aboutEndings.MatchString(c.Message) && slices.ContainsFunc(endings, found) {
		return "it ends the program in another way"
	}
	return ""
}

// saysWhy reports whether an unwrap became an expect with a sentence, which is what
// clippy's own help asks for.
func saysWhy(message string, ts []token.Token, i int) bool {
	return strings.Contains(message, "used `unwrap()`") && token.Is(ts, i, "expect") && strings.Contains(strings.TrimSpace(token.Inside(ts[min(i+2, len(ts)-1)])), " ")
}

var aboutEndings = lazyre.New("may panic|^`?(?:panic|unwrap|expect)|used `(?:unwrap|expect|panic)")

// idlePython finds a statement of Python's that does nothing: a name, a text made
// for nobody, a zero added.
func idlePython(c Change) string {
	named := slices.ContainsFunc(lineStarts(c.Was), func(i int) bool { return bareLine(c.Was, i) }) // by the rule's own words: np.DataSource
	if c.Family == power.Python && !named && (c.Grew(addsNothing) || c.Grew(namesOnly) || c.Grew(textForNobody)) {
		return "it adds a statement that does nothing"
	}
	return ""
}

func addsNothing(ts []token.Token, i int) bool {
	return token.Is(ts, i, "+=", "-=") && token.Is(ts, i+1, "0") || token.Is(ts, i, "*=", "//=") && token.Is(ts, i+1, "1")
}

// namesOnly reports whether a statement begins at token i that is a name, or a
// member of one.
func namesOnly(ts []token.Token, i int) bool {
	return token.StartsLine(ts, i) && !continued(ts, i) && token.DepthAt(ts, i) == 0 && bareLine(ts, i)
}

func lineStarts(ts []token.Token) []int {
	var out []int
	for i := range ts {
		if token.StartsLine(ts, i) {
			out = append(out, i)
		}
	}
	return out
}

// bareLine reports whether the line from token i on is a name or a member of one.
func bareLine(ts []token.Token, i int) bool {
	if !token.IsName(ts, i) || token.Reserved[ts[i].Text] {
		return false
	}
	for token.Is(ts, i+1, ".") && token.IsName(ts, i+2) {
		i += 2
	}
	return i+1 >= len(ts) || ts[i+1].Line != ts[i].Line
}

// textForNobody reports whether a text that shows values stands alone at token i.
func textForNobody(ts []token.Token, i int) bool {
	return ts[i].Kind == token.String && strings.HasPrefix(strings.ToLower(ts[i].Text), "f") && i > 0 && token.StartsLine(ts, i) &&
		token.IsName(ts, i+1) && !continued(ts, i) && token.DepthAt(ts, i) == 0
}

// continued reports whether the line of token i goes on with the one before.
func continued(ts []token.Token, i int) bool {
	return i == 0 || !token.Is(ts, i-1, ":", ")", "]", "}") && ts[i-1].Kind == token.Op
}

// aboutSilence are complaints about a handler that does nothing.
var aboutSilence = lazyre.New("`try`-`except`-`(?:pass|continue)`|(?i)try, except, (?:pass|continue)|empty (?:block|catch|except)|suppress(?:ed)? exceptions?")

// silentStill finds a handler that calls nothing and raises nothing.
func silentStill(c Change) string {
	from := max(at(c.Now, "except"), at(c.Now, "catch"), at(c.Now, "rescue"), 0)
	if aboutSilence.MatchString(c.Message) && slices.Contains([]string{";", "nil", "null"}, token.Joined(c.Now)) {
		return "it adds a statement that does nothing"
	}
	if !aboutSilence.MatchString(c.Message) || from == 0 && !has(c.Now, "except") && !has(c.Now, "catch") && !has(c.Now, "rescue") && (has(c.Was, "except") || has(c.Was, "catch") || !has(c.Was, "pass") && !has(c.Now, "return")) {
		return ""
	}
	body := c.Now[from:]
	for i := range body {
		if c.tells(body, i) || token.Is(body, i, "raise", "throw", "await", "new", "yield") {
			return ""
		}
	}
	if strings.Contains(c.Message, "block") && c.Family == power.Script && token.Joined(c.Now) == token.Joined(c.Was) {
		return "" // a comment is what the rule asks for
	}
	return "its handler still tells nobody"
}

// tells reports whether a call stands at token i of a handler.
func (c Change) tells(ts []token.Token, i int) bool {
	return !token.Is(ts, i, "except", "catch", "rescue") && (token.CallAt(ts, i) || c.Lang == "ruby" && command(ts, i))
}

func at(ts []token.Token, text string) int {
	return slices.IndexFunc(ts, func(t token.Token) bool { return t.Text == text && t.Kind != token.String })
}

// onTheSpot finds a function that is made and called in one place, out of a tool's
// sight, and the function complained about made in another place.
func onTheSpot(c Change) string {
	if c.Family != power.Python {
		return ""
	}
	lambdas := named("lambda")
	if c.Grew(lambdas) && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "(") && token.Is(ts, i+1, "lambda") && token.Is(ts, token.Closing(ts, i)+1, "(")
	}) {
		return "it makes a function and calls it on the spot"
	}
	if strings.Contains(c.Message, "assign a `lambda`") && token.Times(c.Now, lambdas) > 0 && !has(c.Now, "def") {
		return "it still gives a lambda a name"
	}
	return ""
}

// innerMember finds a member that is the language's own and is set by hand, and one
// that is asked for at run time.
func innerMember(c Change) string {
	if c.Family != power.Python {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return token.IsName(ts, i) && dunder.MatchString(ts[i].Text) && token.Is(ts, i-1, ".") && token.Is(ts, i+1, "=") && !c.said(ts[i].Text) &&
			!token.Is(ts, i, "__doc__", "__name__", "__version__", "__cause__", "__qualname__", "__module__")
	}) {
		return "it sets what the language sets itself"
	}
	if c.Types && !strings.Contains(c.Message, "has no attribute") && c.Grew(func(ts []token.Token, i int) bool { return token.Is(ts, i, "hasattr") && token.Is(ts, i+1, "(") }) {
		return "it asks at run time for what the checker says is not there"
	}
	if strings.Contains(c.Message, "abstract") && token.Times(c.Now, named("abstractmethod")) < token.Times(c.Was, named("abstractmethod")) {
		return "it no longer asks for what the class must have"
	}
	return ""
}

func named(name string) token.Form {
	return func(ts []token.Token, i int) bool { return token.Is(ts, i, name) }
}

// stub finds the member that a complaint misses, made up with a body that does
// nothing.
func stub(c Change) string {
	if !aboutMissing.MatchString(c.Message) {
		return ""
	}
	for i := range c.Now {
		if !token.IsName(c.Now, i) || !c.said(c.Now[i].Text) || token.Times(c.Was, named(c.Now[i].Text)) >= token.Times(c.Now, named(c.Now[i].Text)) || !token.Is(c.Now, i+1, "(") {
			continue
		}
		if method := token.Is(c.Now, i-1, "def", "fn") || (token.Is(c.Now, i-1, ")") && c.Family == power.Golang || c.Family == power.Plain && token.IsName(c.Now, i-1) && !token.Reserved[c.Now[i-1].Text]); method && hollowBody(c.Now, i+1) && !c.onlyHead(i) && !c.spelledBefore(i) && !c.saidOfType(i) {
			return "it makes up " + c.Now[i].Text + ", which does nothing"
		}
	}
	return ""
}

// spelledBefore reports whether the function at token i gives back a number that the
// file tells, as in """Has two legs.""" or "4 legs" of legs. "one" is said of anything.
func (c Change) spelledBefore(i int) bool {
	for k := i + 1; k < len(c.Now) && c.Now[k].Line <= c.Now[i].Line+2; k++ {
		n, ok := token.NumberValue(c.Now[k].Text)
		if ok && token.Is(c.Now, k-1, "return") && strings.Contains(strings.ToLower(c.Before), " "+c.Now[k].Text+" "+strings.ToLower(c.Now[i].Text)) {
			return true
		}
		for word, m := range token.NumberWords {
			if ok && n > 1 && m == n && token.Is(c.Now, k-1, "return") && strings.Contains(strings.ToLower(c.Before), word+" "+strings.ToLower(c.Now[i].Text)) {
				return true
			}
		}
	}
	return false
}

// saidOfType reports whether the method at token i gives what comments say of its type: a
// text in its quotes, or the only number of them that the code does not have yet.
func (c Change) saidOfType(i int) bool {
	at := token.Places(c.Now[i:], "return")
	if c.Family != power.Golang || len(at) == 0 || i+at[0]+2 >= len(c.Now) || !token.Is(c.Now, i+at[0]+2, "}") {
		return false
	}
	said, gives := token.SaidOf(c.Before, c.Now[i-2].Text, c.Now[i].Text), c.Now[i+at[0]+1]
	if gives.Kind == token.String {
		return token.Inside(gives) != "" && strings.Contains(said, `"`+token.Inside(gives)+`"`)
	}
	free := token.Untold(said, token.WithoutComments(c.Before))
	n, ok := token.NumberValue(gives.Text)
	return ok && len(free) == 1 && free[0] == n
}

var aboutMissing = lazyre.New(`(?i)missing method|no method named|abstract (?:attribute|method|class)|not all trait items|missing:? |does not implement|does not override abstract|has no (?:attribute|field or method)`)

// onlyHead reports whether the function whose name is token i is one that had another
// name: no more functions begin than before, and its body is none of the changes.
func (c Change) onlyHead(i int) bool {
	head := func(ts []token.Token, i int) bool { return token.Is(ts, i, "def", "fn", "func") }
	j := token.Closing(c.Now, i+1)
	for j < len(c.Now) && !token.Is(c.Now, j, "{", ":") {
		j++
	}
	return token.Times(c.Was, head) >= token.Times(c.Now, head) && (j+1 >= len(c.Now) || c.Now[j+1].Line > c.Now[j].Line+1)
}

// hollowBody reports whether the function whose parameters begin at token i has a
// body of constants.
func hollowBody(ts []token.Token, i int) bool {
	j := token.Closing(ts, i) + 1
	for j < len(ts) && !token.Is(ts, j, "{", ":", ";") {
		j++
	}
	end := token.Closing(ts, j)
	if token.Is(ts, j, ":") {
		end = j + 1
		for end < len(ts) && !token.Is(ts, end, "def", "class", "@") && (end == j+1 || ts[end].Line <= ts[j].Line+2) {
			end++
		}
	}
	if j >= len(ts) || token.Is(ts, j, ";") || token.Is(ts, j+1, "...") && token.Is(ts, j, ":") {
		return false
	}
	for k := j + 1; k < min(end, len(ts)); k++ {
		if token.IsName(ts, k) && !token.Reserved[ts[k].Text] && !slices.Contains(bare, ts[k].Text) {
			return false
		}
	}
	return true
}

// madePointer finds a pointer to nothing of the program, where a missing one was
// complained about.
func madePointer(c Change) string {
	if c.Family == power.Golang && aboutNil.MatchString(c.Message) && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "&") && token.IsName(ts, i+1) && token.Is(ts, i+2, "{") && token.Is(ts, i+3, "}") || token.Is(ts, i, "new") && token.Is(ts, i+1, "(")
	}) {
		return "it makes up a value that holds nothing"
	}
	return ""
}

var aboutNil = lazyre.New(`(?i)\bnil (?:pointer |map )?deref|possible nil`)

// aboutNull are complaints about a value that may be missing.
var aboutNull = lazyre.New(`(?i)null ?pointer|\bnull\b.*(?:deref|possibl)|(?:may|possibly|could) be (?:'?null|'?undefined|None)|\bNone\b`)

// catchesIt finds the failure that a complaint foretells, caught instead of kept
// from happening, or the missing value made a text.
func catchesIt(c Change) string {
	if !aboutNull.MatchString(c.Message) {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "NullPointerException", "NullReferenceException", "AttributeError", "TypeError") && slices.ContainsFunc(ts[max(0, i-3):i], func(t token.Token) bool { return t.Text == "catch" || t.Text == "except" })
	}) {
		return "it waits for the failure instead of asking"
	}
	if c.Family == power.Plain && !c.Grew(asks) && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "valueOf", "toString") && token.Is(ts, i-2, "String", "Objects")
	}) {
		return "it turns a value that may be missing into a text"
	}
	return ""
}

// looserType finds a type that asks for less than the one it replaces, a number
// that is none, and a list or an object that is called something else.
func looserType(c Change) string {
	if !c.Types || c.Family != power.Script {
		return ""
	}
	switch {
	case c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "Partial", "DeepPartial", "Omit", "Exclude", "Extract") && token.Is(ts, i+1, "<") && !c.said(ts[i].Text)
	}):
		return "its type asks for less"
	case c.Grew(named("NaN")) && !c.said("NaN"):
		return "it makes up a number that is none"
	case c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "<") && token.Is(ts, i+1, "[", "{", "(") && (token.StartsLine(ts, i) || token.Is(ts, i-1, "return", "(", "=", ",", "=>", ":", "[", "?"))
	}):
		return "it is an assertion of a type: the checker takes its word for it"
	}
	return ""
}

// aboutScripts are complaints about what others write and a shell then reads.
var aboutScripts = lazyre.New(`(?i)untrusted|(?:script|template|code|command)[- ]injection`)

// expanded is a place where a template is put into a text; onlyValue one that is a
// value by itself.
var (
	expanded  = lazyre.New(`\$\{\{.*?\}\}`)
	onlyValue = lazyre.New(`^\s*[\w-]+:\s*["']?\$\{\{.*?\}\}["']?\s*$`)
	runLine   = lazyre.New(`^\s*(?:- )?run:`)
)

// expandsStill finds the untrusted text still put into a script.
func expandsStill(c Change) string {
	if !aboutScripts.MatchString(c.Message) || c.Family != power.Plain {
		return ""
	}
	open := func(s string) int {
		n := 0
		for line := range strings.Lines(s) {
			line = strings.TrimRight(line, "\r\n")
			if expanded.MatchString(line) && (runLine.MatchString(line) || !onlyValue.MatchString(line)) {
				n++
			}
		}
		return n
	}
	if n := open(c.Before); n > 0 && open(c.After) >= n {
		return "it still puts the text into a script"
	}
	return ""
}

// asksUser finds a program that waits for somebody to type.
func asksUser(c Change) string {
	if c.Family == power.Python && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "input", "raw_input") && token.Is(ts, i+1, "(") && !token.Is(ts, i-1, ".", "def")
	}) && !c.said("input") {
		return "it asks whoever runs it"
	}
	return ""
}
