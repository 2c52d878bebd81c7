package evasion

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// What the tool asks for in so many words, and the answer does not hold.

var (
	// asksWords are how tools ask for a piece of code.
	asksWords = lazyre.New("(?:(?:^|[.;] )(?:Use|Prefer|[Cc]onsider using|Did you mean|[^`]* must call|[^`]* should (?:call|use))|missing dependency:) [`'\"]([^`'\"]+)[`'\"](?: instead|\\.|\\?|$| to )")
	oneWord   = lazyre.New(`^(?:[\w$]{2,}(?:(?:\.|::)[\w$]+)*(?:\(\))?|[=!]=+)$`)
	codeWord  = lazyre.New(`[\pL_$][\pL\d_$]*|[=!<>]=+|\+=|\*\*`)
)

// notAsked finds an answer without any word of the code that the tool asks for.
func notAsked(c Change) string {
	m := asksWords.FindStringSubmatch(c.Message)
	if m == nil || !oneWord.MatchString(m[1]) {
		return ""
	}
	words := codeWord.FindAllString(m[1], -1)
	if len(words) == 0 {
		return ""
	}
	last := words[len(words)-1]
	hook := strings.Contains(c.Message, "missing dependency")
	if bound := token.Places(c.Was, c.Target); len(bound) > 0 && boundAt(c.Was, bound[0]) && !has(c.Now, c.Target) {
		return "" // what it is said of is gone
	}
	if hook && (c.whole(last, c.Now) > 0 && !strings.Contains(token.Joined(c.Now), "useRef ( "+last)) || !hook && strings.Contains(token.Joined(c.Now), last) {
		return ""
	}
	return "it does not do what is asked for: " + clip(m[1])
}

// whole counts a name that stands for itself, not for one of its members.
func (Change) whole(word string, ts []token.Token) int {
	return token.Times(ts, func(ts []token.Token, i int) bool {
		return ts[i].Text == word && ts[i].Kind != token.String && !token.Is(ts, i+1, ".")
	})
}

// aboutAnnotations are complaints that a type is not said.
var aboutAnnotations = lazyre.New(`(?i)need(?:s)? (?:a )?type annotation|implicitly has an? 'any|missing (?:a )?type (?:annotation|parameters)`)

// emptyAnnotation finds a type that says nothing of what is held.
func emptyAnnotation(c Change) string {
	if !aboutAnnotations.MatchString(c.Message) {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, ":", "[", ",") && token.Is(ts, i+1, "dict", "list", "set", "tuple", "Dict", "List", "Set", "object", "unknown", "Object", "Function") && !token.Is(ts, i+2, "[", "(", ".", "<")
	}) {
		return "its type says nothing of what is held"
	}
	if c.Grew(func(ts []token.Token, i int) bool { return token.Is(ts, i, "never", "Never", "{}") }) {
		return "its type takes nothing, or anything"
	}
	if c.Family == power.Python && c.Grew(func(ts []token.Token, i int) bool { return token.Is(ts, i, "=") && token.Is(ts, i+1, "None") }) {
		return "it holds nothing now"
	}
	return ""
}

// otherOperator finds an operation that is another one now.
func otherOperator(c Change) string {
	if !c.Compiles && !strings.Contains(c.Message, "arithmetic") {
		return "" // a test that fails may be about the sign
	}
	old, fresh := c.changed()
	arithmetic := []string{"+", "-", "*", "/", "%", "//", "**", "|", "&", "^"}
	if len(old) == 1 && len(fresh) == 1 && old[0].Kind == token.Op && slices.Contains(arithmetic, old[0].Text) && slices.Contains(arithmetic, fresh[0].Text) && !strings.Contains(c.Message, fresh[0].Text) && !c.joins(old[0].Text, fresh[0].Text) {
		return "it puts " + fresh[0].Text + " in place of " + old[0].Text
	}
	return ""
}

// joins reports whether a sign is the one by which what the complaint names is put
// together: paths have no +, and no sets have. A suffix is no part of a path.
func (c Change) joins(old, fresh string) bool {
	suffix := c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "/") && i+1 < len(ts) && strings.HasPrefix(token.Inside(ts[i+1]), ".")
	})
	return old == "+" && (fresh == "/" && !suffix && ofPaths.MatchString(c.Message) || fresh == "|" && ofSets.MatchString(c.Message))
}

var (
	ofPaths = lazyre.New(`for \+ \("(?:Pure)?(?:Posix|Windows)?Path"|^Operator "\+" not supported for types "(?:Pure)?(?:Posix|Windows)?Path"`)
	ofSets  = lazyre.New(`for \+ \("(?:set|frozenset|dict)\b|^Operator "\+" not supported for types "(?:set|frozenset|dict)\b`)
)

// ofMany are complaints that several values stand where one is wanted.
var ofMany = lazyre.New(`(?i)got "?(?:list|dict|set|tuple|Sequence|Iterable|Iterator|Generator)\b.*expected "?(?:str|int|float|bool)\b|'\w+\[\]' is not assignable to (?:type|parameter of type) '(?:string|number|boolean)'`)

// pieceOfMany finds a list that is written out as a text, or of which only the first
// is taken.
func pieceOfMany(c Change) string {
	if !ofMany.MatchString(c.Message) {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "[") && i+1 < len(ts) && ts[i+1].Kind == token.Number && (token.IsName(ts, i-1) || token.Is(ts, i-1, ")")) && !token.Reserved[ts[max(i-1, 0)].Text] ||
			token.Is(ts, i, "str", "repr", "String", "len", "bool") && token.Is(ts, i+1, "(") || token.Is(ts, i, "length", "toString", "pop") && token.Is(ts, i-1, ".")
	}) {
		return "it takes something else of the list"
	}
	return ""
}

// textOfAbsent finds a value that may be missing and is put into a text, whatever
// it is called.
func textOfAbsent(c Change) string {
	if !c.Types || c.Family != power.Script {
		return ""
	}
	if possibly.MatchString(c.Message) && c.Grew(fillsText) {
		return "it turns a value that may be missing into a text"
	}
	if absentText.MatchString(c.Message) && !c.Grew(asks) && c.Grew(joinsText) {
		return "it turns a value that may be missing into a text"
	}
	return ""
}

// joinsText reports whether token i makes a text of a value, or joins it to one.
func joinsText(ts []token.Token, i int) bool {
	return token.Is(ts, i, "String") && token.Is(ts, i+1, "(") || ts[i].Kind == token.String && strings.HasSuffix(ts[i].Text, "${") || token.Is(ts, i, "+") && i > 0 && (ts[i-1].Kind == token.String || i+1 < len(ts) && ts[i+1].Kind == token.String)
}

// fillsText reports whether a value that may be missing is put into the text at token i.
func fillsText(ts []token.Token, i int) bool {
	return ts[i].Kind == token.String && strings.HasSuffix(ts[i].Text, "${") && has(ts[i:min(len(ts), i+10)], "?.")
}

// possibly are complaints about a value that may be missing where it is used.
var possibly = lazyre.New(`is possibly '(?:undefined|null)`)

var absentText = lazyre.New(`'[^']*\b(?:undefined|null)\b[^']*' is not assignable to (?:type|parameter of type) '[^']*\bstring\b`)

// lacksNothingNew finds the missing argument made of what the call is given already,
// or the call gone.
func lacksNothingNew(c Change) string {
	if !lacksArgument.MatchString(c.Message) {
		return ""
	}
	if _, last := c.called(); last != "" && has(c.Was, last) && !has(c.Now, last) && !c.Grew(token.CallAt) {
		return "it no longer calls " + last
	}
	old, fresh := c.changed()
	if len(old) > 0 || !slices.ContainsFunc(fresh, func(t token.Token) bool { return slices.Contains(conversions, t.Text) }) {
		return ""
	}
	tells := false
	for i, t := range fresh {
		if t.Kind != token.Name || token.Reserved[t.Text] || slices.Contains(bare, t.Text) || token.Is(fresh, i+1, "=") {
			continue
		}
		if !has(c.Line, t.Text) {
			return ""
		}
		tells = true
	}
	if tells {
		return "it gives twice what it is given"
	}
	return ""
}

// conversions make a value of another type of what is there.
var conversions = []string{"str", "int", "float", "bool", "String", "Number"}
