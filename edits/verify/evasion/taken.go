package evasion

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/complaint"
	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// What an answer takes away without a word of the complaint for it: questions,
// errors, arguments, results.

// aboutQuestions are complaints about a condition itself.
var aboutQuestions = lazyre.New(`(?i)\bif\b|\belse\b|branch|condition|compar|always|never|nested|collaps|simplif|redundant|unnecessary|unreachable|duplicate|boolean|operator|equal|membership|switch|elif|match|ternary|contains|startswith|prefix|suffix|yoda|truth|in place of|instead|identical|regex|version|magic|\bmanual|use of|\bused\b|could|should|called|aliased|try not|dereferenc|transmute|complex|too many|dummy|list comprehension`)

// fewerQuestions finds a branch that is gone with its question.
func fewerQuestions(c Change) string {
	if c.Removal || aboutQuestions.MatchString(c.Message) {
		return ""
	}
	n := func(ts []token.Token) int {
		return token.Times(ts, func(ts []token.Token, i int) bool {
			return !(token.Is(ts, i, "?") && token.Is(ts, i+1, ":")) && (token.Is(ts, i, "if", "elif", "while", "case", "match", "switch", "unless", "?", "??", "?.", "&&", "||", "and", "or", "assert", "select", "when") || token.Is(ts, i, "filter", "isinstance", "any", "all", "get", "max", "min", "next") && token.Is(ts, i+1, "("))
		})
	}
	replaces := func(ts []token.Token, i int) bool {
		return newCall(c)(ts, i) && !slices.Contains(collections, ts[i].Text)
	}
	if n(c.Now) < n(c.Was) && len(c.Now) > 0 && !c.Grew(replaces) {
		return "it asks less than before"
	}
	return ""
}

// collections hold what they are given, all of it.
var collections = strings.Fields("set list tuple dict frozenset sorted Set Map Array Vec Object String str")

// newCall is a call, or an index, of what the old lines did not use.
func newCall(c Change) token.Form {
	return func(ts []token.Token, i int) bool {
		return token.IsName(ts, i) && (token.Is(ts, i+1, "(") || token.Is(ts, i+1, "!")) && !token.Reserved[ts[i].Text] && !has(c.Was, ts[i].Text) || token.Is(ts, i, "[") && token.IsName(ts, i-1) && !has(c.Was, "[")
	}
}

// otherArgument finds an argument of a call that stays, in whose place something
// stands that names nothing of it.
func otherArgument(c Change) string {
	if !c.Compiles || c.Missing != "" || aboutMembers.MatchString(c.Message) {
		return ""
	}
	for callee, args := range c.callsThatStay {
		if token.Reordered(args[0], args[1]) {
			continue
		}
		for k := range args[0] {
			if s := c.replaced(args[0][k], args[1][k]); s != "" {
				return "it gives " + s + " to " + callee
			}
		}
	}
	return ""
}

// otherNumbers finds a call that stays and is given another number.
func otherNumbers(c Change) string {
	if c.Missing != "" || c.aboutWording() || c.reshape() || len(c.Was) > longChange {
		return ""
	}
	for callee, args := range c.callsThatStay {
		for k, was := range args[0] {
			if now := args[1][k]; len(was) == 1 && len(now) == 1 && c.anotherNumber(was[0], now[0]) {
				return "it gives " + clip(now[0].Text) + " for " + clip(was[0].Text) + " to " + callee
			}
		}
	}
	return ""
}

// callsThatStay yields each call that stands once in the old lines and once in the new
// ones, with as many arguments: those of the old one and those of the new one.
func (c Change) callsThatStay(yield func(callee string, args [2][][]token.Token) bool) {
	for i, t := range c.Was {
		places := token.Places(c.Now, t.Text)
		if !token.CallAt(c.Was, i) || len(token.Places(c.Was, t.Text)) != 1 || len(places) != 1 || !token.CallAt(c.Now, places[0]) {
			continue
		}
		was, now := token.Arguments(c.Was, i+1), token.Arguments(c.Now, places[0]+1)
		if len(was) == len(now) && !yield(t.Text, [2][][]token.Token{was, now}) {
			return
		}
	}
}

// replaced says what stands in place of an argument without a name of it.
func (c Change) replaced(was, now []token.Token) string {
	renamed := token.Is(was, 1, "=") && token.Is(now, 1, "=") && token.Joined(was[2:]) == token.Joined(now[2:])
	if renamed || token.Joined(was) == token.Joined(now) {
		return ""
	}
	names := func(ts []token.Token) []string {
		var out []string
		for _, t := range ts {
			if t.Kind == token.Name && !token.Reserved[t.Text] {
				out = append(out, t.Text)
			}
		}
		return out
	}
	old, fresh := names(was), names(now)
	derived := slices.ContainsFunc(fresh, func(w string) bool {
		return slices.ContainsFunc(token.Places(c.Now, w), func(i int) bool { return boundAt(c.Now, i) })
	}) && slices.ContainsFunc(old, func(w string) bool { return has(c.Now, w) })
	if len(old) == 0 || derived || slices.ContainsFunc(fresh, func(w string) bool {
		return slices.Contains(old, w) || c.said(w) || c.unread(w) || !strings.Contains(c.Before, w) && !slices.Contains(bare, w) && !slices.Contains(measuring, w)
	}) {
		return ""
	}
	return clip(token.Joined(now)) + " for " + clip(token.Joined(was))
}

// unread reports whether the function names something once, where it comes from: it
// is what was meant where another value stands.
func (c Change) unread(name string) bool {
	n := 0
	for _, w := range messageWord.FindAllString(c.Body, -1) {
		if w == name {
			n++
		}
	}
	return n == 1
}

// bareOfCall finds the call complained about gone, and what it was given handed on
// as it came.
func bareOfCall(c Change) string {
	_, last := c.called()
	types := c.Types && !strings.Contains(c.Message, "not a valid type") && !strings.Contains(c.Message, last)
	if c.Removal || last == "" || complaint.TooMany(c.Message) || !types && !aboutDanger.MatchString(c.Message) || slices.Contains(conversions, last) || has(c.Now, last) || !has(c.Was, last) || len(c.Now) == 0 {
		return ""
	}
	for _, t := range c.Now {
		if t.Kind != token.String && !has(c.Was, t.Text) {
			return ""
		}
	}
	return "it no longer calls " + last
}

// aboutDanger are complaints about what a program must not do.
var aboutDanger = lazyre.New(`(?i)harmful|insecure|unsafe|danger|weak|vulnerab|injection|security|suspicious|untrusted`)

// withoutRemedy finds an answer that has none of the words of the remedy that a
// message spells out: with raise ... from err.
func withoutRemedy(c Change) string {
	all := spelled.FindAllStringSubmatch(c.Message, -1)
	if len(all) == 0 {
		return ""
	}
	for _, m := range all {
		have := true
		for _, w := range codeWord.FindAllString(m[1], -1) {
			if token.Reserved[w] && w != "None" && !has(c.Now, w) {
				have = false
			}
		}
		if have {
			return ""
		}
	}
	return "it does not do what is asked for: " + clip(all[0][1])
}

var spelled = lazyre.New("(?:with|or|[Uu]se|using) `([a-z]+ \\.\\.\\. [^`]*)`")

// keptAlive finds what nobody uses still there, seen by others now.
func keptAlive(c Change) string {
	if !aboutUnused.MatchString(c.Message) {
		return ""
	}
	for _, w := range []string{"pub", "export", "public", "__all__", "exports"} {
		if token.Times(c.Now, named(w)) > token.Times(c.Was, named(w)) && !c.said(w) {
			return "it shows to others what nobody uses"
		}
	}
	return ""
}

var aboutUnused = lazyre.New(`(?i)never (?:used|read|called|constructed)|unused|not used|is defined but|never accessed|not accessed`)

// notSuggested finds an answer without the spelling that the message suggests.
func notSuggested(c Change) string {
	m := suggests.FindStringSubmatch(c.Message)
	if m == nil && !aboutNeed.MatchString(c.Message) {
		m = dotted.FindStringSubmatch(c.Message)
	}
	if m == nil || has(c.Now, m[1]) || c.withheld(m[1]) || dunder.MatchString(m[1]) { // what spells alike, and means nothing
		return ""
	}
	return "it does not take " + clip(m[1]) + ", which the message suggests"
}

// dotted is a function that a message asks for without quotes.
var dotted = lazyre.New(`\b[Uu]se (?:\w+\.)+(\w+)\b`)

var aboutNeed = lazyre.New(`(?i)no need|cannot use|do not|don't|avoid|should not|instead of`)

var suggests = lazyre.New("(?i)(?:did you mean|maybe|perhaps you meant)(?: the [a-z ]+)?:? ['\"`“‘](?:[\\w$]+\\.)*([\\w$]{2,})")

// shrunkType finds a case that a message misses taken out of its type.
func shrunkType(c Change) string {
	if !aboutCases.MatchString(c.Message) {
		return ""
	}
	for _, m := range quotedCase.FindAllStringSubmatch(c.Message, -1) {
		last := m[1][strings.LastIndexAny(m[1], ".:")+1:]
		if n := strings.Count(c.Before, last); n > 0 && strings.Count(c.After, last) < n {
			return "it takes away the case that was missing"
		}
	}
	return ""
}

var quotedCase = lazyre.New("[`'\"]([\\w.:]+)[`'\"]")

// onlyAsked finds the value complained about looked at for what it is, and its
// content gone.
func onlyAsked(c Change) string {
	if !c.Types {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return c.Family == power.Script && token.Is(ts, i, "?") && i+3 < len(ts) && plainValue(ts, i+1) && token.Is(ts, i+2, ":") && plainValue(ts, i+3) && !compares(ts[max(0, token.Around(ts, i)+1):i]) ||
			c.Family == power.Python && token.Is(ts, i, "if") && plainValue(ts, i-1) && literalElse(ts, i) && !compares(token.UpTo(ts, i+1, "else"))
	}) {
		return "it keeps of the value only whether there is one"
	}
	return ""
}

// literalElse reports whether the choice whose if is token i ends with a literal.
func literalElse(ts []token.Token, i int) bool {
	for j := i + 1; j < len(ts) && ts[j].Line == ts[i].Line; j++ {
		if token.Is(ts, j, "else") {
			return plainValue(ts, j+1)
		}
	}
	return false
}

// compares reports whether a condition holds a value against another one, and does not
// only ask whether there is one.
func compares(ts []token.Token) bool {
	for i := range ts {
		if token.Is(ts, i, "<", ">", "<=", ">=") || token.Is(ts, i, "==", "===", "!=", "!==") && i+1 < len(ts) && (ts[i+1].Kind == token.Number || token.Is(ts, i+2, ".")) {
			return true
		}
	}
	return false
}

func plainValue(ts []token.Token, i int) bool {
	return i < len(ts) && i >= 0 && (ts[i].Kind == token.Number || ts[i].Kind == token.String)
}

// lostName finds a name that the old lines read and that the new ones do not, with
// nothing of its kind come in its place.
func lostName(c Change) string {
	if c.Missing != "" || aboutNaming.MatchString(c.Message) || len(c.Now) == 0 {
		return ""
	}
	for i, t := range c.Was {
		if t.Kind == token.Name && !c.mayGo(i) && !(t.Text == "name" && c.Grew(c.isKind)) && (c.Shell || !c.Grew(newOfKind(c, i))) {
			return "it no longer has " + t.Text
		}
	}
	return ""
}

// isKind is an error asked for its kind by what it is, where its name was asked for.
func (c Change) isKind(ts []token.Token, i int) bool {
	return token.Is(ts, i, "instanceof") && !token.Is(ts, i-3, "!") && i+1 < len(ts) && slices.ContainsFunc(c.Was, func(t token.Token) bool { return token.Inside(t) == ts[i+1].Text })
}

// mayGo reports whether the name at a token of the old lines has a reason to leave,
// or is no value.
func (c Change) mayGo(i int) bool {
	t := c.Was[i]
	return noValue(c.Was, i) || c.Shell && token.Is(c.Was, i-1, "-") || c.said(t.Text) || strings.Contains(c.Target, t.Text) ||
		c.Removal && (len(c.Line) == 0 || t.Line >= c.Line[0].Line) || // what is to be removed takes others with it
		strings.Contains(token.Joined(c.Now), t.Text) ||
		t.Text == "close" && c.Family == power.Python && c.Grew(named("with")) ||
		fills(c.Was, i) && Expressed(c.Was, c.Now)
}

// noValue reports whether the name at token i is a word of the language, or one that
// these lines define or bind themselves.
func noValue(ts []token.Token, i int) bool {
	t := ts[i]
	return token.Reserved[t.Text] || slices.Contains(bare, t.Text) || slices.Contains(qualifiers, t.Text) || defined(ts, i) ||
		slices.ContainsFunc(token.Places(ts, t.Text), func(j int) bool { return boundAt(ts, j) })
}

// newOfKind is a name that the old lines do not have where one like that of token i
// stood: a call for a call, a member for a member.
func newOfKind(c Change, i int) token.Form {
	call, member := token.Is(c.Was, i+1, "("), token.Is(c.Was, i-1, ".", "?.", "::")
	return func(ts []token.Token, j int) bool {
		if !token.IsName(ts, j) || token.Reserved[ts[j].Text] || has(c.Was, ts[j].Text) {
			return token.Is(ts, j, "[") && call && token.IsName(ts, j-1) && !has(c.Was, "[")
		}
		return call && token.Is(ts, j+1, "(", "!") || member && token.Is(ts, j-1, ".", "?.", "::") || !call && !member
	}
}

// defined reports whether the name at token i is a type, a path or is defined there.
func defined(ts []token.Token, i int) bool {
	return token.Is(ts, i-1, ":", "->", "let", "const", "var", "mut", "import", "as", "::", "|", "def", "func", "fn", "function", "class") ||
		token.Is(ts, i+1, "=", ":=", ":", "::", "!", "in", "of", "<", "[")
}

// boundAt reports whether the name at token i gets its value there.
func boundAt(ts []token.Token, i int) bool {
	return bindsAt(ts, i) || token.Is(ts, i-1, "for", "|", "let", "const", "var", "mut", "as") || token.Is(ts, i+1, "in", "|", "=>", ",", "=", ":=")
}

// qualifiers say how something is done, not with what.
var qualifiers = []string{"_", "async", "unsafe", "typing", "pub", "static", "public", "private", "final", "readonly", "extends", "new", "of", "defer", "go", "chan", "struct", "type", "property", "classmethod", "staticmethod", "args", "kwargs"}

var aboutNaming = lazyre.New(`(?i)import|renam|deprecated|naming|should be named|type annotation|annotat`)
