package effect

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/complaint"
	"github.com/fettle-dev/fettle/edits/verify/evasion"
	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// What a complaint leaves as it is: what stands there is right as far as anybody
// knows, and an answer that makes something else of it does more than it was asked for.

// wantsMore are complaints that something is missing beside what stands there.
var wantsMore = lazyre.New(`(?i)missing return|missing-return|lacks ending return|not all code paths return|expects? (?:a|to) return|expected to return a value|consistent-return|` +
	`must be awaited|never awaited|forg[oe]t to use "?'?await|unhandled promise|floating promise|expected a '?break|fallthrough|falls through|` +
	`must be used|return value .* not (?:checked|used)|should be called, not discarded`)

// lostBesideMissing finds a comparison, a call, a number or a text taken away or
// made another one, where something is to be added.
func lostBesideMissing(c evasion.Change) string {
	if !wantsMore.MatchString(c.Message) && !wantsMore.MatchString(c.Code) {
		return ""
	}
	have := map[string]int{}
	for i := range c.Now {
		have[staying(c.Now, i)]++
	}
	for i, t := range c.Was {
		s := staying(c.Was, i)
		if s == "" {
			continue
		}
		if have[s]--; have[s] < 0 && !(t.Kind == token.String && strings.Contains(c.Message, t.Text)) {
			return "it takes away " + clip(t.Text) + ", where something was to be added"
		}
	}
	return ""
}

// staying is what token i must still be, "" where it may become anything.
func staying(ts []token.Token, i int) string {
	switch t := ts[i]; {
	case t.Kind == token.String:
		return `"` + token.Inside(t)
	case t.Kind == token.Number, token.Is(ts, i, "<", ">", "<=", ">=", "&&", "||", "and", "or"):
		return t.Text
	case token.IsName(ts, i) && token.Is(ts, i+1, "(") && token.Is(ts, i-1, "."):
		return "." + t.Text
	}
	return ""
}

// fewArguments are complaints about a call with an argument too few.
var fewArguments = lazyre.New(`(?i)missing (?:\d+ )?(?:required )?(?:named |positional |keyword-only )*arguments?\b|arguments? missing|not enough arguments|too few (?:positional )?arguments|no value for argument|expected \d+(?:-\d+)? arguments?,? but got`)

// changedArgument finds a call that lacks an argument, of which those that it has
// become others.
func changedArgument(c evasion.Change) string {
	if !fewArguments.MatchString(c.Message) {
		return ""
	}
	for i := range c.Line {
		if !token.IsName(c.Line, i) || !token.Is(c.Line, i+1, "(") {
			continue
		}
		name := c.Line[i].Text
		now := slices.IndexFunc(c.Now, func(t token.Token) bool { return t.Text == name })
		if now < 0 || len(token.Places(c.Line, name)) != 1 || len(token.Places(c.Now, name)) != 1 || !token.Is(c.Now, now+1, "(") {
			continue
		}
		old, fresh := arguments(c.Line, i+1), arguments(c.Now, now+1)
		if len(fresh) <= len(old) {
			continue
		}
		for _, a := range old {
			if a != "" && !slices.Contains(fresh, a) && slices.ContainsFunc(fresh, func(f string) bool {
				return strings.HasPrefix(f, a+" ") && slices.Contains(strings.Fields("+ - * / // % ** << >>"), strings.Fields(strings.TrimPrefix(f, a))[0])
			}) {
				return "it makes another argument of " + clip(a)
			}
		}
	}
	return ""
}

// arguments are those of the call whose bracket is token i.
func arguments(ts []token.Token, i int) []string {
	var out []string
	end := token.Closing(ts, i)
	for from, j := i+1, i+1; j <= end && j < len(ts); j++ {
		switch {
		case j == end || token.Is(ts, j, ","):
			if j > from {
				out = append(out, token.Joined(ts[from:j]))
			}
			from = j + 1
		case token.Is(ts, j, "(", "[", "{"):
			j = min(token.Closing(ts, j), end-1)
		}
	}
	return out
}

// moreThanQuotes finds a word of a shell made another one, where quotes were to be put
// around it.
func moreThanQuotes(c evasion.Change) string {
	if !c.Shell || !aboutQuotes.MatchString(c.Message) {
		return ""
	}
	for _, s := range []string{`\$`, "| cat", "eval "} {
		if strings.Count(c.After, s) > strings.Count(c.Before, s) {
			return "it does more than to quote a word"
		}
	}
	return ""
}

var aboutQuotes = lazyre.New(`(?i)\bquote`)

// twiceInARow finds a call for what it does that stands twice, one after the other.
func twiceInARow(c evasion.Change) string {
	if complaint.Reshapes(c.Code, c.Message) && !wantsMore.MatchString(c.Message) {
		return "" // what was spelled in two ways may be the same now
	}
	lines := strings.Split(c.After, "\n")
	for i, t := range c.Now {
		if !token.IsName(c.Now, i) || !token.StartsLine(c.Now, i) || t.Line < 1 || t.Line >= len(lines) {
			continue
		}
		said, above := strings.TrimSpace(lines[t.Line]), strings.TrimSpace(lines[t.Line-1])
		if said == above && !strings.Contains(said, "=") && calledLine.MatchString(said) && strings.Count(c.Before, said) < 2 {
			return "it does the same twice"
		}
	}
	return ""
}

// calledLine is a statement that only calls something with arguments, whole on its line.
var calledLine = lazyre.New(`^(?:await )?[\w.]+\([^()].*\)\??;?$`)

// lineFrom are the tokens on the line of token i from there on.
func lineFrom(ts []token.Token, i int) []token.Token {
	end := i
	for end < len(ts) && ts[end].Line == ts[i].Line {
		end++
	}
	return ts[i:end]
}

// crossed finds the values of a printed text that are named in it, each in the place of
// the other.
func crossed(c evasion.Change) string {
	for i, t := range c.Now {
		if t.Kind != token.String || !token.Is(c.Now, i+1, ",") || token.Around(c.Now, i) < 0 {
			continue
		}
		values := arguments(c.Now, token.Around(c.Now, i))
		before := verbs.FindAllStringSubmatch(t.Text, -1)
		at := slices.Index(values, t.Text)
		values = values[at+1:]
		for a := range before {
			for b := a + 1; b < min(len(before), len(values)); b++ {
				if before[a][1] != before[b][1] && strings.EqualFold(before[a][1], values[b]) && strings.EqualFold(before[b][1], values[a]) {
					return "it prints " + values[a] + " as " + before[a][1]
				}
			}
		}
	}
	return ""
}

// verbs are the places of a text in which a value is printed, with the word before it.
var verbs = lazyre.New(`(\w*)[ :=]*%[-+# 0]*[\d.]*[a-zA-Z]`)

// unwrapped finds an error that is only printed into another one that wrapped it.
func unwrapped(c evasion.Change) string {
	wraps := func(ts []token.Token) (n int) {
		for _, t := range ts {
			if t.Kind == token.String {
				n += strings.Count(t.Text, "%w")
			}
		}
		return n
	}
	if c.Family == power.Golang && wraps(c.Was) > wraps(c.Now) && c.Grew(func(ts []token.Token, i int) bool {
		return ts[i].Kind == token.String && (strings.Contains(ts[i].Text, "%v") || strings.Contains(ts[i].Text, "%s"))
	}) {
		return "its error no longer wraps the other one"
	}
	return ""
}

// ownLock finds a lock that each call makes for itself: it keeps nobody out.
func ownLock(c evasion.Change) string {
	for i := range c.Now {
		if !token.Is(c.Now, i, "Lock", "lock", "acquire") || !token.Is(c.Now, i-1, ".") || !token.IsName(c.Now, i-2) || !token.Is(c.Now, i+1, "(") {
			continue
		}
		name := c.Now[i-2].Text
		made := func(ts []token.Token, j int) bool {
			return token.Is(ts, j, name) && (token.Is(ts, j-1, "var") && token.Is(ts, j+1, "sync") || token.Is(ts, j+1, "=", ":=") && slices.ContainsFunc(lineFrom(ts, j), func(t token.Token) bool {
				return slices.Contains([]string{"Mutex", "RWMutex", "Lock", "RLock", "Semaphore"}, t.Text)
			}))
		}
		for j := range i - 2 {
			if made(c.Now, j) && c.Grew(made) && !slices.ContainsFunc(c.Now[j:], func(t token.Token) bool {
				return t.Text == "go" || t.Text == "func" || t.Text == "def" || t.Text == "lambda" || t.Text == "Thread"
			}) {
				return "each call locks a lock of its own"
			}
		}
	}
	return ""
}

// endsWhatItGives finds a context that the function ends before its caller has it.
func endsWhatItGives(c evasion.Change) string {
	if c.Family != power.Golang {
		return ""
	}
	for i := range c.Now {
		if !token.Is(c.Now, i, "context") || !token.Is(c.Now, i-1, ":=", "=") || !token.IsName(c.Now, i-2) || !token.Is(c.Now, i-3, ",") || !token.IsName(c.Now, i-4) {
			continue
		}
		ctx, cancel := c.Now[i-4].Text, c.Now[i-2].Text
		ends := func(ts []token.Token, j int) bool {
			return token.Is(ts, j, cancel) && token.Is(ts, j+1, "(") && token.Is(ts, j-1, "defer")
		}
		if c.Grew(ends) && givesName(ctx, c.Body) {
			return "it ends the context that it gives back"
		}
	}
	return ""
}

// givesName reports whether a function gives back a name as one of its values.
func givesName(name, body string) bool {
	for line := range strings.Lines(body) {
		values, ok := strings.CutPrefix(strings.TrimSpace(line), "return ")
		if ok && slices.Contains(strings.FieldsFunc(values, func(r rune) bool { return r == ',' || r == ' ' }), name) {
			return true
		}
	}
	return false
}

// lostOperand finds a constant of a calculation whose types do not fit taken out, or
// made another one of its kind: minutes are not seconds.
func lostOperand(c evasion.Change) string {
	if !c.Compiles || !aboutOperands.MatchString(c.Message) {
		return ""
	}
	for i := range c.Line {
		if !token.Is(c.Line, i, "*", "/") {
			continue
		}
		for _, j := range []int{i - 3, i + 1} {
			if token.IsName(c.Line, j) && token.Is(c.Line, j+1, ".") && token.IsName(c.Line, j+2) && beginsUpper(c.Line[j+2].Text) && !token.Repeats(token.Joined(c.Now), c.Line[j:j+3]) {
				return "it no longer reckons with " + c.Line[j].Text + "." + c.Line[j+2].Text
			}
		}
		if token.Times(c.Now, func(ts []token.Token, j int) bool { return token.Is(ts, j, "/") }) > token.Times(c.Line, func(ts []token.Token, j int) bool { return token.Is(ts, j, "/") }) && token.Is(c.Line, i, "*") {
			return "it divides where it multiplied"
		}
	}
	return ""
}

var aboutOperands = lazyre.New(`(?i)mismatched types|unsupported operand`)

func beginsUpper(s string) bool { return s[0] >= 'A' && s[0] <= 'Z' }

// documentedGone finds a parameter taken out of which the description says what it is for.
func documentedGone(c evasion.Change) string {
	m := parameters.FindStringSubmatch(c.Body)
	if m == nil || c.Unused == "" || !slices.Contains(token.Words(m[1]), c.Unused) || !token.WholeWord(c.Description(), c.Unused) {
		return ""
	}
	if now := parameters.FindStringSubmatch(token.Joined(c.Now)); now != nil && !slices.Contains(token.Words(now[1]), c.Unused) {
		return "its description says what " + c.Unused + " is for"
	}
	return ""
}

// cutBeforeScaled finds a number cut to a whole one before it is multiplied: what stood
// behind the point is lost.
func cutBeforeScaled(c evasion.Change) string {
	if c.Grew(func(ts []token.Token, i int) bool {
		if !token.Is(ts, i, "int", "round", "trunc", "floor", "int64", "int32", "Duration") || !token.Is(ts, i+1, "(") || !token.IsName(ts, i+2) {
			return false
		}
		end := token.Closing(ts, i+1)
		if token.Is(ts, i, "Duration") && !strings.Contains(c.Message, "float") {
			return false
		}
		return token.Is(ts, end+1, "*") && end+2 < len(ts) && (ts[end+2].Kind == token.Number && len(ts[end+2].Text) > 1 || token.Is(ts, end+2, "time"))
	}) && strings.Contains(c.Message, "float") {
		return "it cuts off what stands behind the point before it multiplies"
	}
	return ""
}

// otherError finds an error that is not nil answered with another one, which nobody
// has asked about.
func otherError(c evasion.Change) string {
	if c.Family != power.Golang {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		if !token.Is(ts, i, "if") || !token.IsName(ts, i+1) || !token.Is(ts, i+2, "!=") || !token.Is(ts, i+3, "nil") || !token.Is(ts, i+4, "{") || !token.Is(ts, i+5, "return") {
			return false
		}
		values := token.UpTo(ts, i+6, ";", "}")
		return slices.ContainsFunc(values, func(t token.Token) bool { return t.Text == "Err" }) && !slices.ContainsFunc(values, func(t token.Token) bool { return t.Text == ts[i+1].Text })
	}) {
		return "it gives another error than the one it asked about"
	}
	return ""
}

// copyThenChanged finds the parameter that a function changes replaced by a copy, or by
// a new one where a given one is empty: its caller sees nothing of it any more.
func copyThenChanged(c evasion.Change) string {
	if c.Family != power.Python || !strings.Contains(strings.ToLower(c.Message), "default") {
		return ""
	}
	for _, m := range changesInPlace.FindAllStringSubmatch(c.Body, -1) {
		name := m[1]
		head := parameters.FindStringSubmatch(c.Body)
		if head == nil || !slices.Contains(token.Words(head[1]), name) {
			continue
		}
		if c.Grew(func(ts []token.Token, i int) bool {
			if !token.Is(ts, i, name) || !token.StartsLine(ts, i) || !token.Is(ts, i+1, "=") {
				return false
			}
			value := lineFrom(ts, i)[2:]
			return token.Is(value, 0, name) && token.Is(value, 1, "or", ".", "[") || token.Is(value, 0, "list", "dict", "set", "copy", "deepcopy") && has(value, name) && !has(value, "is")
		}) {
			return "what it changes is no longer what " + name + " was given"
		}
	}
	return ""
}

// neverFails finds a function that gave nothing in a case where its description says
// that it fails, and that gives something now.
func neverFails(c evasion.Change) string {
	if !noReturn.MatchString(c.Message) {
		return ""
	}
	fails := slices.ContainsFunc(sentence.FindAllString(c.Description(), -1), func(s string) bool { return failsThen.MatchString(s) && otherCase.MatchString(s) })
	if !fails || failing.MatchString(c.Statements()) || slices.ContainsFunc(c.Now, func(t token.Token) bool { return failing.MatchString(t.Text) }) {
		return ""
	}
	return "it gives something where its description says that it fails"
}

var (
	noReturn  = lazyre.New(`(?i)missing return|lacks ending return|not all code paths return|must return value`)
	failsThen = lazyre.New(`(?i)\b(?:rais(?:es?|ing)|throws?|panics?|an? (?:\w+ )?error)\b`)
	otherCase = lazyre.New(`(?i)\b(?:no|not|unknown|other|others|otherwise|else|any|invalid|missing|without)\b`)
	failing   = lazyre.New(`\b(?:raise|throw|panic|panic!|unreachable!|Err|Errorf|errors|assertNever|assert_never)\b`)
)

// otherExtreme finds the largest taken where the description is about the smallest, or
// the other way round.
func otherExtreme(c evasion.Change) string {
	says := c.Description()
	small, large := aboutSmallest.MatchString(says), aboutLargest.MatchString(says)
	if small == large {
		return ""
	}
	takes := func(names ...string) bool {
		return c.Grew(func(ts []token.Token, i int) bool {
			if !token.Is(ts, i, names...) || !token.Is(ts, i+1, "(") {
				return false
			}
			given := slices.DeleteFunc(arguments(ts, i+1), func(a string) bool { return strings.Contains(a, " = ") })
			return len(given) == 1 // of two values it is a bound
		})
	}
	low, high := takes("min", "min_by", "min_by_key", "nsmallest"), takes("max", "max_by", "max_by_key", "nlargest")
	switch {
	case small && high && !low:
		return "it takes the largest where its description is about the smallest"
	case large && low && !high:
		return "it takes the smallest where its description is about the largest"
	}
	return ""
}

var (
	aboutSmallest = lazyre.New(`(?i)\b(?:nearest|closest|smallest|lowest|shortest|cheapest|earliest|fewest|lightest|youngest)\b`)
	aboutLargest  = lazyre.New(`(?i)\b(?:farthest|furthest|largest|biggest|highest|longest|dearest|latest|greatest|heaviest|oldest)\b`)
)

// onlyOnce finds a set made of what may hold the same twice, where the complaint is
// about its type alone.
func onlyOnce(c evasion.Change) string {
	if !c.Types || strings.Contains(strings.ToLower(c.Message), "set") || askedOnce.MatchString(c.Description()) {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		switch c.Family {
		case power.Script:
			return token.Is(ts, i, "Set") && token.Is(ts, i-1, "new") && token.Is(ts, i-2, "...", "(") && token.Is(ts, i+1, "(")
		case power.Python:
			return token.Is(ts, i, "set", "frozenset", "fromkeys") && token.Is(ts, i+1, "(") && token.Is(ts, i-1, "(") && token.Is(ts, i-2, "list", "sorted", "tuple", "len")
		}
		return false
	}) {
		return "what is there twice is there once now"
	}
	return ""
}

var askedOnce = lazyre.New(`(?i)\b(?:different|distinct|unique|once|duplicates?|set|twice)\b`)

// errorAsSuccess finds an error of Rust answered with success.
func errorAsSuccess(c evasion.Change) string {
	if c.Family == power.Rust && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "is_err") && token.Is(ts, i+3, "{") && token.Is(ts, i+4, "return") && token.Is(ts, i+5, "Ok") || token.Is(ts, i, "Err") && token.Is(ts, token.Closing(ts, i+1)+1, "=>") && token.Is(ts, token.Closing(ts, i+1)+2, "return") && token.Is(ts, token.Closing(ts, i+1)+3, "Ok")
	}) {
		return "it says that all went well where something failed"
	}
	return ""
}

// lumpsNamed finds a switch of TypeScript with one answer for all other cases, where its
// type names one of them: that case has an answer of its own.
func lumpsNamed(c evasion.Change) string {
	form := func(word, next string) token.Form {
		return func(ts []token.Token, i int) bool {
			return token.Is(ts, i, word) && (next == "" || token.Is(ts, i+1, next))
		}
	}
	if c.Family != power.Script || !noReturn.MatchString(c.Message) || !c.Grew(form("default", ":")) || c.Grew(form("case", "")) {
		return ""
	}
	if m := switchedOn.FindStringSubmatch(c.Body); m != nil {
		for _, name := range kindsOf(m[1], c) {
			if !strings.Contains(c.Body, "case "+name) {
				return "it gives one answer for all cases, where " + name + " is one"
			}
		}
	}
	return ""
}

var (
	switchedOn  = lazyre.New(`\bswitch \(([\w.]+)\)`)
	textLiteral = lazyre.New(`"[^"\n]*"|'[^'\n]*'`)
)

// kindsOf are the texts, in their quotes, that a value may be by its type: a member that
// tells objects apart, or a name whose type lists them.
func kindsOf(value string, c evasion.Change) []string {
	if at := strings.LastIndex(value, "."); at >= 0 {
		var out []string
		for _, m := range regexp.MustCompile(`\b`+value[at+1:]+`: *("[^"\n]*"|'[^'\n]*')`).FindAllStringSubmatch(c.Before, -1) {
			out = append(out, m[1])
		}
		return out
	}
	typed := regexp.MustCompile(`\b` + value + `: *(\w+)`).FindStringSubmatch(c.Body)
	if typed == nil {
		return nil
	}
	listed := regexp.MustCompile(`\btype ` + typed[1] + ` *=([^;{]*)(?:;|\n\n)`).FindStringSubmatch(c.Before)
	if listed == nil {
		return nil
	}
	return textLiteral.FindAllString(listed[1], -1)
}
