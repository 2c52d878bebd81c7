package evasion

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// What goes on beside what was to change: a part for the whole, another order, the
// same thing by a new name.

// partOfMany finds something that goes through a part of what it went through.
func partOfMany(c Change) string {
	if c.Removal {
		return ""
	}
	for _, w := range []string{"skip", "take", "islice", "limit", "head", "tail", "step_by", "slice", "LimitReader"} {
		if !c.said(w) && strings.Count(c.Before, w) == 0 && !(w == "skip" && c.fromSecond()) && c.Grew(func(ts []token.Token, i int) bool {
			return token.Is(ts, i, w) && !token.Is(ts, i-1, "::") && token.Is(ts, i+1, "(") && !token.Is(ts, i+2, ")")
		}) {
			return "it takes a part of what there is"
		}
	}
	return ""
}

// fromSecond reports whether a loop that left out what comes first still does, and adds
// up what it added up.
func (c Change) fromSecond() bool {
	was, now := token.Joined(c.Was), token.Joined(c.Now)
	return rangeFromOne.MatchString(was) && strings.Contains(now, "iter ( ) . skip") && strings.Contains(was, "+=") == strings.Contains(now, "+=")
}

// rangeFromOne is a range of Rust that leaves out what comes first.
var rangeFromOne = lazyre.New(`\b[1-9]\d* \.\.`)

// swapped finds values of a text or of a call in another order.
func swapped(c Change) string {
	if !aboutTexts.MatchString(c.Message) || strings.Contains(c.Message, "mport") || strings.Contains(c.Message, "wrong type") && sameTokens(c.Was, c.Now) {
		return ""
	}
	once := func(ts, others []token.Token) []string {
		var out []string
		for _, t := range ts {
			if t.Kind == token.Name && !token.Reserved[t.Text] && !slices.Contains(bare, t.Text) && len(token.Places(ts, t.Text)) == 1 && len(token.Places(others, t.Text)) == 1 {
				out = append(out, t.Text)
			}
		}
		return out
	}
	was, now := once(c.Was, c.Now), once(c.Now, c.Was)
	if len(was) > 1 && len(was) == len(now) && !slices.Equal(was, now) && len(c.Was) > 0 && c.Was[0].Line == c.Was[len(c.Was)-1].Line {
		return "it puts " + clip(strings.Join(now, ", ")) + " in another order"
	}
	return ""
}

// sameTokens reports whether two lists differ in their order at most: where a value is
// of the wrong type for its verb, that is what was to change.
func sameTokens(a, b []token.Token) bool {
	texts := func(ts []token.Token) []string {
		var out []string
		for _, t := range ts {
			out = append(out, t.Text)
		}
		slices.Sort(out)
		return out
	}
	return slices.Equal(texts(a), texts(b))
}

// removesInstead finds a value taken away in the place where it was to get another one.
func removesInstead(c Change) string {
	sets := func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "=", ":=", "++", "--", "+=", "-=", "*=", "/=", "|=", "&=", "%=", "**=", "//=", "<<=", ">>=", "^=")
	}
	if !c.Compiles || token.Times(c.Was, sets) == 0 || token.Times(c.Now, sets) > 0 {
		return ""
	}
	for i, t := range c.Now {
		if token.Is(c.Now, i, "delete", "del", "clear", "pop", "remove", "discard", "drop", "splice", "unset") && !has(c.Was, t.Text) && !c.said(t.Text) {
			return "it removes what was to be changed"
		}
	}
	return ""
}

// aboutTexts are complaints about how values are put into a text.
var aboutTexts = lazyre.New(`(?i)format|percent|f-string|concatenat|interpolat|template`)

// anotherName finds the thing complained about bound to a new name, and the name in
// its place.
func anotherName(c Change) string {
	target := strings.TrimSpace(c.Target)
	if c.Removal || c.Missing != "" || c.Compiles {
		return ""
	}
	if !oneName.MatchString(target) || slices.ContainsFunc(token.Places(c.Was, target), func(i int) bool { return boundAt(c.Was, i) }) || !has(c.Was, target) {
		return c.aliased()
	}
	for _, i := range token.Places(c.Now, target) {
		from := i
		for from > 0 && c.Now[from-1].Line == c.Now[i].Line {
			from--
		}
		if name := c.Now[from].Text; bindsAt(c.Now, from) && !strings.Contains(c.Before, name) && !token.Is(c.Now, i+1, "(") && len(token.Places(c.Now, name)) > 1 {
			return "it calls " + target + " by the name " + name
		}
	}
	return c.aliased()
}

// aliased finds a name that what is complained about was given, kept under a new one
// that it is given now: the tool does not look what a variable stands for.
func (c Change) aliased() string {
	for i, t := range c.Now {
		alone := i+3 >= len(c.Now) || c.Now[i+3].Line != t.Line
		if !token.IsName(c.Now, i) || !token.StartsLine(c.Now, i) || !token.Is(c.Now, i+1, "=", ":=") || !token.IsName(c.Now, i+2) || !alone || token.Reserved[c.Now[i+2].Text] || token.WholeWord(c.Before, t.Text) {
			continue
		}
		old, given := c.Now[i+2].Text, func(name string) token.Form {
			return func(ts []token.Token, j int) bool {
				return token.Is(ts, j, name) && token.Is(ts, j-1, "(", ",") && token.Is(ts, j+1, ")", ",")
			}
		}
		if strings.Contains(c.Target, old) && c.Grew(given(t.Text)) && token.Times(c.Now, given(old)) < token.Times(c.Was, given(old)) {
			return "it calls " + old + " by the name " + t.Text
		}
	}
	return ""
}

var oneName = lazyre.New(`^[A-Za-z_][\w.]*$`)

// roundabout finds a comparison or a conversion whose operands are all written out.
func roundabout(c Change) string {
	written := func(ts []token.Token, i int) bool {
		return i < len(ts) && i >= 0 && (ts[i].Kind == token.String || ts[i].Kind == token.Number)
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "len", "int", "bool", "Boolean", "Number", "float", "parseInt", "strlen", "ord") && token.Is(ts, i+1, "(") && written(ts, i+2) && token.Is(ts, i+3, ")") && !c.sortsLast(i+2) ||
			token.Is(ts, i, "length") && token.Is(ts, i-1, ".") && written(ts, i-2)
	}) && !c.aboutWording() {
		return "it writes a constant in a roundabout way"
	}
	return ""
}

// comparesTexts finds a comparison of what its sides look like.
func comparesTexts(c Change) string {
	if c.Compiles || c.aboutWording() {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "==", "!=", "===", "!==") && (token.Is(ts, i+1, "str", "String", "repr") && token.Is(ts, i+2, "(") || token.Is(ts, i, "==", "===", "!=", "!==") && token.Is(ts, i+1, "JSON") && token.Is(ts, i+3, "stringify") || i+1 < len(ts) && ts[i+1].Kind == token.String && strings.HasSuffix(ts[i+1].Text, "${") || token.Is(ts, i-1, ")") && token.Is(ts, i-3, "Error", "toString", "String"))
	}) {
		return "it compares what both look like"
	}
	return ""
}

// unawaited finds something that is no longer waited for.
func unawaited(c Change) string {
	awaits, useless := named("await"), 0
	if aboutUselessWaits.MatchString(c.Message) {
		useless = max(1, token.Times(c.Line, awaits)) // what is said of one does not let others go
	}
	if token.Times(c.Now, awaits) >= token.Times(c.Was, awaits)-useless || has(c.Now, "yield") {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "all", "allSettled", "gather", "race", "wait", "then", "TaskGroup", "join", "return", "join_all") || method("catch")(ts, i)
	}) {
		return ""
	}
	return "it no longer waits"
}

// inBackground finds what was done on the spot left to somebody else, who does it some
// time.
func inBackground(c Change) string {
	if aboutConcurrency.MatchString(c.Message) {
		return ""
	}
	if c.Family == power.Golang && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "go") && token.StartsLine(ts, i) && token.IsName(ts, i+1)
	}) {
		return "it no longer waits"
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "Thread", "spawn", "create_task", "ensure_future", "setTimeout", "setImmediate", "queueMicrotask", "nextTick", "call_soon") && token.Is(ts, i+1, "(") && !c.known(ts[i].Text)
	}) {
		return "it no longer waits"
	}
	return ""
}

// aboutConcurrency are complaints about who waits for what.
var aboutConcurrency = lazyre.New(`(?i)async|await|block|promise|corout|task|thread|goroutine|floating|lock|deprecat|sleep|timer|undefined|not defined|cannot find`)

var aboutUselessWaits = lazyre.New(`(?i)redundant|unnecessary|useless|not (?:a )?promise|thenable|not awaitable|non-promise|is not async|needless|only awaits|in "await"|no effect on the type`)

// wrongOne finds what nobody used still there, under its name or another one.
func wrongOne(c Change) string {
	m := hidden.FindStringSubmatch(c.Message)
	if m == nil {
		return ""
	}
	old := strings.Split(c.Before, "\n")
	n, err := strconv.Atoi(m[1])
	if err != nil || n < 1 || n >= len(old) {
		return ""
	}
	body := "\n" + old[n] + "\n"
	if strings.TrimSpace(old[n]) != "" && strings.Count(c.After, body) >= strings.Count(c.Before, body) {
		return "what nobody used is still there"
	}
	return ""
}

// hidden says where what nobody uses is defined.
var hidden = lazyre.New(`(?i)redefinition of unused .* from line (\d+)`)

// emptyOfType reports whether tokens are a type that is called without anything.
func emptyOfType(ts []token.Token) bool {
	return len(ts) == 3 && slices.Contains(bare, ts[0].Text) && token.Is(ts, 1, "(") && token.Is(ts, 2, ")")
}

// allWritten reports whether tokens are a literal, also counted in units or put together
// of several: 24*time.Hour.
func (c Change) allWritten(ts []token.Token) bool {
	for i, t := range ts {
		unit := token.Is(ts, i-1, ".") && token.Is(ts, i-2, "time", "Duration", "timedelta")
		if t.Kind == token.Name && !slices.Contains(bare, t.Text) && !unit || t.Kind == token.Op && !token.Is(ts, i, "*", ".", "+", "-", "/") {
			return false
		}
	}
	return slices.ContainsFunc(ts, func(t token.Token) bool { return t.Kind != token.Name && t.Kind != token.Op })
}

// writtenArgument finds a literal as the argument that was missing.
func writtenArgument(c Change) string {
	if !lacksArgument.MatchString(c.Message) {
		return ""
	}
	old, fresh := c.changed()
	for len(fresh) > 0 && token.Is(fresh, 0, ",") {
		fresh = fresh[1:]
	}
	if len(fresh) > 2 && token.IsName(fresh, 0) && token.Is(fresh, 1, "=", ":") {
		fresh = fresh[2:]
	}
	if len(fresh) == 1 && len(c.Line) > 0 && token.SaidAbove(c.Before, c.Line[0].Line, fresh[0].Text) {
		return ""
	}
	if len(old) == 0 && (len(fresh) > 0 && c.allWritten(fresh) || emptyOfType(fresh)) {
		return "it makes up the argument " + clip(token.Joined(fresh))
	}
	return ""
}
