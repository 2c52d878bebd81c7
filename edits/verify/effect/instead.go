package effect

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/complaint"
	"github.com/fettle-dev/fettle/edits/verify/evasion"
	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// What fits the types and is another thing: it compiles, and does not do what was there.

// usedUp finds an iterator of Python gone through a second time, where nothing is left of it.
func usedUp(c evasion.Change) string {
	name := strings.TrimSpace(c.Target)
	if m := measuredName.FindStringSubmatch(token.Joined(c.Line)); m != nil {
		name = m[1]
	}
	if c.Family != power.Python || !isIterator.MatchString(c.Message) || !plainName.MatchString(name) {
		return ""
	}
	consumed := regexp.MustCompile(`\b(?:` + consumers + `) ?\( ?` + name + `\b|\bin ` + name + `\b|[(,[] ?\*` + name + `\b`)
	made := regexp.MustCompile(`(?m)^\s*` + name + `\b[^=\n]*= *(?:list|tuple|sorted|set|\[)`)
	if m := parameters.FindStringSubmatch(c.Body); m != nil && slices.Contains(token.Words(m[1]), name) {
		return ""
	}
	if now := cmp.Or(functionNow(c), token.Joined(c.Now)); !made.MatchString(c.After) && len(consumed.FindAllString(now, -1)) > 1 {
		return "nothing is left of " + name + " the second time"
	}
	return ""
}

const consumers = "join|sum|list|tuple|sorted|set|max|min|any|all|len|enumerate|dict"

var (
	isIterator   = lazyre.New(`\b(?:Iterator|Generator|map|filter|zip)\[`)
	measuredName = lazyre.New(`\blen \( ([A-Za-z_]\w*) \)`)
	plainName    = lazyre.New(`^[A-Za-z_]\w*$`)
)

// wrapsRaised finds the error that is raised put into another one.
func wrapsRaised(c evasion.Change) string {
	if c.Family != power.Python || !strings.Contains(c.Message, "must be derived from") && !strings.Contains(c.Message, "must derive from") {
		return ""
	}
	at := slices.IndexFunc(c.Was, func(t token.Token) bool { return t.Text == "raise" })
	if !token.IsName(c.Was, at+1) || at < 0 {
		return ""
	}
	name := c.Was[at+1].Text
	if c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "raise") && token.IsName(ts, i+1) && token.Is(ts, i+2, "(") && token.Is(ts, i+3, name) && token.Is(ts, i+4, ")")
	}) {
		return "it raises another error than " + name
	}
	return ""
}

// namedError is a class of errors that a description names.
var namedError = lazyre.New(`\b[A-Z]\w*(?:Error|Exception)\b`)

// otherErrorClass finds an error raised that the function's description does not name,
// where it names another one that nothing raises.
func otherErrorClass(c evasion.Change) string {
	named := namedError.FindAllString(c.Description(), -1)
	if len(named) == 0 || slices.ContainsFunc(named, func(n string) bool { return token.WholeWord(c.Statements(), n) }) {
		return ""
	}
	raised := ""
	for i := range c.Now {
		at := i + 1
		if token.Is(c.Now, at, "new") {
			at++
		}
		if !token.Is(c.Now, i, "raise", "throw") || !token.IsName(c.Now, at) || !token.Is(c.Now, at+1, "(") {
			continue
		}
		if slices.Contains(named, c.Now[at].Text) {
			return ""
		}
		raised = c.Now[at].Text
	}
	if raised == "" || strings.Contains(c.Before, "class "+raised) {
		return ""
	}
	return "it raises " + raised + " where its description speaks of " + named[0]
}

// entriesOfMap finds the members of an object asked of a map, which has none.
// See https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/Object/entries.
func entriesOfMap(c evasion.Change) string {
	if c.Family == power.Script && mapOrSet.MatchString(c.Message) && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "Object") && token.Is(ts, i+1, ".") && token.Is(ts, i+2, "entries", "keys", "values") && token.Is(ts, i+3, "(")
	}) {
		return "a map has no members of its own"
	}
	return ""
}

var mapOrSet = lazyre.New(`'(?:Readonly)?(?:Map|Set)<`)

// truthAsOrder finds a comparison turned into a number where an order is asked for:
// it is never below zero.
func truthAsOrder(c evasion.Change) string {
	if c.Family == power.Script && strings.Contains(c.Message, "boolean") && strings.Contains(c.Message, "number") && c.Grew(func(ts []token.Token, i int) bool {
		if !token.Is(ts, i, "Number") || !token.Is(ts, i+1, "(") {
			return false
		}
		inside := ts[i+2 : max(i+2, token.Closing(ts, i+1))]
		return slices.ContainsFunc(inside, func(t token.Token) bool { return t.Text == "<" || t.Text == ">" || t.Text == "<=" || t.Text == ">=" })
	}) {
		return "its order is never below zero"
	}
	return ""
}

// changeable finds what was not to be changed made what may be changed, in place of
// another way to get at a changed one.
func changeable(c evasion.Change) string {
	if c.Removal || c.Unused != "" {
		return ""
	}
	readonly := func(ts []token.Token, i int) bool { return token.Is(ts, i, "readonly", "Readonly", "ReadonlyArray") }
	if c.Family == power.Script && token.Times(c.Now, readonly) < token.Times(c.Was, readonly) {
		return "what was not to be changed may be changed now"
	}
	if c.Family == power.Script && strings.Contains(c.Message, "read-only") && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "set") && token.IsName(ts, i+1) && token.Is(ts, i+2, "(")
	}) {
		return "what was not to be set may be set now"
	}
	class := func(ts []token.Token, i int) bool { return token.Is(ts, i, "ClassVar", "Final") }
	if c.Family == power.Python && c.Types && token.Times(c.Now, class) < token.Times(c.Was, class) {
		return "what belonged to the class, or was final, no longer does"
	}
	return ""
}

// saysWhatThisIs finds the type of "this" written down, where nothing gives that.
func saysWhatThisIs(c evasion.Change) string {
	if c.Family != power.Script || !strings.Contains(c.Message, "'this'") {
		return ""
	}
	for i := range c.Now {
		if !token.Is(c.Now, i, "this") || !token.Is(c.Now, i+1, ":") || !token.Is(c.Now, i-1, "(") || !token.Is(c.Now, i-2, "function") {
			continue
		}
		if call := token.Around(c.Now, i-2); call < 0 || !token.Is(c.Now, token.Closing(c.Now, call)-1, "this") && !strings.Contains(strings.ReplaceAll(c.After, " ", ""), "},this)") {
			return "nothing gives its function that this"
		}
	}
	return ""
}

// madeAndLost finds an object made for one call, where that call was of what is there.
func madeAndLost(c evasion.Change) string {
	if c.Family == power.Script && c.Grew(func(ts []token.Token, i int) bool {
		if !token.Is(ts, i, "new") || !token.StartsLine(ts, i) || !token.IsName(ts, i+1) || !token.Is(ts, i+2, "(") {
			return false
		}
		end := token.Closing(ts, i+2)
		return token.Is(ts, end+1, ".") && token.IsName(ts, end+2) && slices.ContainsFunc(c.Was, func(t token.Token) bool { return t.Text == "this" }) && has(c.Was, ts[min(end+2, len(ts)-1)].Text)
	}) {
		return "it changes an object that nobody has"
	}
	return ""
}

// alwaysDeleted finds whether there was something told by a removal, which always says yes.
// See https://developer.mozilla.org/docs/Web/JavaScript/Reference/Operators/delete.
func alwaysDeleted(c evasion.Change) string {
	if c.Family == power.Script && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "delete") && token.Is(ts, i-1, "return", "=", "(", "!") && token.Is(ts, i+2, ".", "[")
	}) {
		return "it says yes whether or not there was something"
	}
	return ""
}

// noLongerIs finds a class that no longer says what it implements, in place of doing so.
func noLongerIs(c evasion.Change) string {
	m := implementsWhat.FindStringSubmatch(c.Message)
	if m == nil {
		return ""
	}
	says := func(ts []token.Token, i int) bool { return token.Is(ts, i, m[1]) }
	if head := func(ts []token.Token, i int) bool { return token.Is(ts, i, "class") }; token.Times(c.Was, head) > 0 && token.Times(c.Now, says) < token.Times(c.Was, says) {
		return "it no longer is a " + m[1]
	}
	return ""
}

var implementsWhat = lazyre.New(`incorrectly (?:implements interface|extends base class) '(\w+)`)

// cutFactor finds a factor with a fraction turned into a whole one.
func cutFactor(c evasion.Change) string {
	if c.Family != power.Golang || !strings.Contains(c.Message, "mismatched types") || !strings.Contains(c.Message, "float") || !strings.Contains(c.Message, "Duration") {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		if !token.Is(ts, i, "Duration") || !token.Is(ts, i+1, "(") {
			return false
		}
		end := token.Closing(ts, i+1)
		scaled := slices.ContainsFunc(ts[i+1:min(end, len(ts))], func(t token.Token) bool { return t.Text == "*" || t.Text == "/" })
		return !scaled && (token.Is(ts, end+1, "*") || token.Is(ts, i-3, "*"))
	}) {
		return "it cuts off what stands behind the point before it multiplies"
	}
	return ""
}

// fewerTypes finds a type parameter of Go that takes fewer types, written down one by one.
func fewerTypes(c evasion.Change) string {
	if c.Family == power.Golang && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "|") && token.IsName(ts, i-1) && token.IsName(ts, i+1) && !token.Is(ts, i-2, "~") && slices.ContainsFunc(ts[firstOf(ts, i):i], func(t token.Token) bool { return t.Text == "func" || t.Text == "type" })
	}) && has(c.Was, "comparable") {
		return "it takes fewer types than it did"
	}
	return ""
}

// comparesPrinted finds two values compared as they are printed: ten comes before nine.
func comparesPrinted(c evasion.Change) string {
	if c.Grew(func(ts []token.Token, i int) bool {
		if token.Is(ts, i, "Compare", "compare", "localeCompare") && token.Is(ts, i+1, "(") {
			return token.Is(ts, i+2, "fmt") && token.Is(ts, i+4, "Sprint", "Sprintf") || token.Is(ts, i+2, "str", "String") && token.Is(ts, i+3, "(")
		}
		if !token.Is(ts, i, "<", ">", "<=", ">=") || !token.Is(ts, i-1, ")") {
			return false
		}
		return token.Is(ts, i+1, "str", "String", "Sprint") && token.Is(ts, i+2, "(") || token.Is(ts, i+1, "fmt") && token.Is(ts, i+3, "Sprint", "Sprintf")
	}) {
		return "it compares how values are printed"
	}
	return ""
}

// setsOther finds an assignment to itself turned round: what was set no longer is.
func setsOther(c evasion.Change) string {
	if !strings.Contains(c.Message, "self-assign") && !strings.Contains(c.Message, "assigned to itself") {
		return ""
	}
	at := slices.IndexFunc(c.Line, func(t token.Token) bool { return t.Text == "=" })
	if at < 1 || len(c.Now) == 0 {
		return ""
	}
	if set := token.Joined(c.Line[:at]); strings.Contains(token.Joined(c.Now), "=") && !strings.Contains(token.Joined(c.Now)+" ", set+" = ") {
		return "it no longer sets " + clip(strings.ReplaceAll(set, " ", ""))
	}
	return ""
}

// boundTooEarly finds what a loop's variable leads to bound in its place.
func boundTooEarly(c evasion.Change) string {
	m := loopVariable.FindStringSubmatch(c.Message)
	if c.Family != power.Python || m == nil {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		if !token.Is(ts, i, "=") || !inHead(ts, i) {
			return false
		}
		value := token.UpTo(ts, i+1, ",", ")", ":")
		return len(value) > 1 && has(value, m[1])
	}) {
		return "it binds what " + m[1] + " leads to now, and not " + m[1]
	}
	return ""
}

var loopVariable = lazyre.New("loop variable [`'\"](\\w+)")

// inHead reports whether token i stands in the head of a function or a lambda.
func inHead(ts []token.Token, i int) bool {
	return slices.ContainsFunc(ts[firstOf(ts, i):i], func(t token.Token) bool { return t.Text == "def" || t.Text == "lambda" })
}

// failsNever finds a value that is not there given or asserted, where the function's
// description names the error of that case and nothing raises it.
func failsNever(c evasion.Change) string {
	if !complaint.MaybeNothing(c.Message) && !strings.Contains(c.Message, "must be derived from") {
		return ""
	}
	raised := raisedThen.FindStringSubmatch(c.Description())
	if raised == nil {
		return ""
	}
	name := raised[1] + raised[2] + raised[3]
	if token.WholeWord(c.Statements(), name) || slices.ContainsFunc(c.Now, func(t token.Token) bool { return t.Text == name }) || fromCallee(name, c) {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "assert", "return", "or", "??", "continue", "else")
	}) {
		return "its description speaks of " + name + " where there is nothing"
	}
	return ""
}

// raisedThen is an error that descriptions say is raised.
var raisedThen = lazyre.New(`\b(?:is|are|with|as) an? ([A-Z]\w*(?:Error|Exception))\b|\b([A-Z]\w*(?:Error|Exception))\b[^.;:]*\b(?:is|are) (?:raised|thrown)|\b(?:[Rr]aises?|[Tt]hrows?)\b(?: an?| the)? :?[\w:` + "`" + `]*?\b([A-Z]\w*(?:Error|Exception))\b`)

// fromCallee reports whether what the function calls may raise an error by itself.
func fromCallee(name string, c evasion.Change) bool {
	code := c.Statements()
	switch name {
	case "ValueError":
		return strings.Contains(code, "int(") || strings.Contains(code, "float(") || strings.Contains(code, ".index(") || strings.Contains(code, "strptime") || strings.Contains(code, "fromisoformat")
	case "KeyError", "IndexError":
		return strings.Contains(code, "[") || strings.Contains(code, ".pop(")
	case "TypeError", "AttributeError", "OSError", "FileNotFoundError", "UnicodeDecodeError":
		return true
	}
	return false
}

// catchAll finds a member of Python's classes and modules that stands for every other
// one: no name is wrong any more. See https://docs.python.org/3/reference/datamodel.html#object.__getattr__.
func catchAll(c evasion.Change) string {
	if c.Family == power.Python && !strings.Contains(c.Message, "__getattr") && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "__getattr__", "__getattribute__") && token.Is(ts, i-1, "def")
	}) {
		return "it has every member that anybody asks for"
	}
	return ""
}
