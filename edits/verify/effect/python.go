package effect

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/evasion"
	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/lex"
)

// What Python does otherwise than it looks: defaults that all calls share, sets without an
// order, numbers that lose what was asked for.

var pythonHead = lazyre.New(`(?m)^([ \t]*)(async[ \t]+)?def[ \t]+(\w+)`)

// pythonFunction is a function of a text: its name, whether it is async, and its text
// without descriptions and comments.
type pythonFunction struct {
	name  string
	async bool
	text  string
}

// pythonFunctions are all functions of a text.
func pythonFunctions(src string) (out []pythonFunction) {
	src = lex.WithoutRemarks(src, lex.For("python"))
	for _, m := range pythonHead.FindAllStringSubmatchIndex(src, -1) {
		end := m[1]
		for l := range strings.Lines(src[m[1]:]) {
			first := strings.TrimLeft(l, " \t")
			deeper := len(l)-len(first) > m[3]-m[2]
			if end > m[1] && !deeper && strings.TrimSpace(l) != "" && !strings.HasPrefix(first, ")") {
				break
			}
			end += len(l)
		}
		out = append(out, pythonFunction{src[m[6]:m[7]], m[4] >= 0, src[m[0]:end]})
	}
	return out
}

// functionNow is the text of the function around the place after the answer, without
// descriptions and comments, "" if there is none of its name, or more than one.
func functionNow(c evasion.Change) string {
	m := pythonHead.FindStringSubmatch(c.Body)
	if c.Family != power.Python || m == nil {
		return ""
	}
	found := ""
	for _, f := range pythonFunctions(c.After) {
		if f.name != m[3] {
			continue
		}
		if found != "" {
			return ""
		}
		found = f.text
	}
	return found
}

// changing are methods that change a list, a dict or a set.
const changing = "append|add|extend|insert|update|setdefault|pop|popitem|remove|discard|clear|sort|reverse|appendleft|popleft"

// reading are functions that keep nothing of what they are given, and give nothing of it.
const reading = "len|sum|min|max|any|all|sorted|list|set|tuple|dict|frozenset|enumerate|zip|map|filter|range|str|repr|print|isinstance|bool|join|iter|next|reversed|copy|deepcopy"

// sharedDefault finds a container put as a parameter's default that the body changes,
// returns or hands on: all calls share it. See
// https://docs.python.org/3/tutorial/controlflow.html#default-argument-values.
func sharedDefault(c evasion.Change) string {
	if c.Family != power.Python {
		return ""
	}
	was := map[string]bool{}
	for _, f := range pythonFunctions(c.Before) {
		head, _ := f.split()
		for _, m := range containerDefault.FindAllStringSubmatch(head, -1) {
			was[f.name+"."+m[1]] = true
		}
	}
	for _, f := range pythonFunctions(c.After) {
		head, body := f.split()
		for _, m := range containerDefault.FindAllStringSubmatch(head, -1) {
			if !was[f.name+"."+m[1]] && keepsShared(body, m[1]) {
				return "all calls share what " + m[1] + " is by default"
			}
		}
	}
	return ""
}

// containerDefault is a parameter that is a container by default.
var containerDefault = lazyre.New(`[(,]\s*(\w+)[ \t]*(?::[^=\n]*)?=[ \t]*(?:\[|\{|(?:set|list|dict)\()`)

// split is the head of a function, with the brackets of its parameters, and the rest.
func (f pythonFunction) split() (head, body string) {
	depth := 0
	for i, r := range f.text {
		switch r {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return f.text[:i+1], f.text[i+1:]
			}
		}
	}
	return f.text, ""
}

// keepsShared reports whether code changes what a name stands for, returns it or hands it on.
func keepsShared(body, name string) bool {
	if regexp.MustCompile(`\b` + name + `(?:\.(?:` + changing + `)\b|\[[^\]\n]*\] *(?:[-+*/|&^]|//|\*\*)?=(?:[^=]|$)| *[-+|&^*]=)|\bdel ` + name + `\[|(?m:(?:\b(?:return|yield)|=) +` + name + ` *$)`).MatchString(body) {
		return true
	}
	for _, m := range regexp.MustCompile(`(\w+)\((?:[^()\n]*[ ,(*=])?`+name+`\b *[,)]`).FindAllStringSubmatch(body, -1) {
		if !onlyReads.MatchString(m[1]) {
			return true
		}
	}
	return false
}

var onlyReads = lazyre.New(`^(?:` + reading + `)$`)

// unsortedSet finds a list made of a set as it comes, where the description promises an order.
func unsortedSet(c evasion.Change) string {
	if c.Family != power.Python || !setForList.MatchString(c.Message) || !promisesOrder.MatchString(c.Description()) || ordersItems.MatchString(functionNow(c)) {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "list") && token.Is(ts, i+1, "(") || token.Is(ts, i, "[") && token.Is(ts, i+1, "*") || token.Is(ts, i, "for") && token.Is(ts, i-2, "[")
	}) {
		return "a set has no order, and its description promises one"
	}
	return ""
}

var (
	setForList    = lazyre.New(`"(?:builtins\.)?(?:frozen)?set\[.*"list\[`)
	promisesOrder = lazyre.New(`(?i)\b(?:sorted|alphabet\w*|ascending|descending|(?:rising|falling|increasing|decreasing) order|(?:smallest|largest|highest|lowest|newest|oldest|longest|shortest) first|in order\b)`)
	ordersItems   = lazyre.New(`\bsort(?:ed)?\b|\bn(?:smallest|largest)\b|insort`)
)

// otherKind finds a value converted into another kind than the description says it is: a
// number made a text, a fraction cut off.
func otherKind(c evasion.Change) string {
	if c.Family != power.Python {
		return ""
	}
	says := c.Description()
	switch {
	case !c.Types:
	case numberForText.MatchString(c.Message) && (asNumber.MatchString(says) || numbersHeld.MatchString(c.Message) && counts.MatchString(says)) && !givenAs.MatchString(says) && c.Grew(makesText):
		return "it makes a text of what its description calls a number"
	case aboutFloat.MatchString(c.Message) && withFraction.MatchString(says) && !withoutFraction.MatchString(says) && c.Grew(cutsFraction):
		return "it cuts the fraction off that its description speaks of"
	}
	return ""
}

func makesText(ts []token.Token, i int) bool {
	return token.Is(ts, i, "str", "repr") && token.Is(ts, i+1, "(")
}

func cutsFraction(ts []token.Token, i int) bool {
	return token.Is(ts, i, "int", "round", "floor", "ceil", "trunc") && token.Is(ts, i+1, "(") || token.Is(ts, i, "//") || token.Is(ts, i, "/") && token.Is(ts, i+1, "/")
}

var (
	asNumber        = lazyre.New(`(?i)\bas (?:an? )?(?:whole )?(?:numbers?|integers?|ints?|floats?)\b`)
	givenAs         = lazyre.New(`(?i)\b(?:comes?|given|takes?|reads?|stored?|arrives?|passed)\b[^.;]{0,20}\bas (?:an? )?(?:whole )?(?:number|int|float)`)
	aboutFloat      = lazyre.New(`".*\bfloat\b.*"`)
	numberForText   = lazyre.New(`(?:int|float)\]*".*str\]*"`)
	numbersHeld     = lazyre.New(`(?:int|float)\]+".*str\]+"`)
	counts          = lazyre.New(`(?i)\b(?:how (?:many|much|often|long)|(?:numbers?|counts?|lengths?|sizes?|sums?|amounts?) of)\b`)
	withFraction    = lazyre.New(`(?i)\bfraction(?:s|al)?\b|\bnot rounded\b|\bunrounded\b|(?:^|[^\w.])\d+\.\d+\b`)
	withoutFraction = lazyre.New(`(?i)\bwhole\b|\bround(?:s|ed)? |\b(?:without|no|drop\w*|cut\w*|ignor\w*|los\w*)\b[^.;,]{0,20}\bfraction|\bfractions?\b[^.;,]{0,20}\b(?:dropped|cut|ignored|lost|left)\b`)
)

// runsWhereOneRuns finds a loop of events started in a function that an async one calls, or
// that is said to be waited for.
func runsWhereOneRuns(c evasion.Change) string {
	m := pythonHead.FindStringSubmatch(c.Body)
	if c.Family != power.Python || m == nil || m[2] != "" || !c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "run") && token.Is(ts, i-2, "asyncio") || token.Is(ts, i, "run_until_complete")
	}) {
		return ""
	}
	if saidToWait.MatchString(c.Description()) {
		return "it starts a loop of events where its description calls it a coroutine"
	}
	called := regexp.MustCompile(`\b` + m[3] + `\(`)
	for _, f := range pythonFunctions(c.After) {
		if f.async && called.MatchString(f.text) {
			return "it starts a loop of events, and an async function calls it"
		}
	}
	return ""
}

var saidToWait = lazyre.New(`(?i)\b(?:a|this|as) coroutine\b|\bto be awaited\b|\bawaitable\b`)

// ignoresWhatBaseUses finds a parameter that an override takes now, as what it overrides
// does, and does nothing with, where that one uses it.
func ignoresWhatBaseUses(c evasion.Change) string {
	if c.Family != power.Python || !strings.Contains(c.Message, "incompatible with supertype") {
		return ""
	}
	var same []pythonFunction
	was := pythonFunctions(c.Before)
	for _, f := range pythonFunctions(c.After) {
		if f.name == c.Own {
			same = append(same, f)
		}
	}
	for _, name := range token.Words(token.Joined(c.Now)) {
		uses, ignores := false, false
		for _, f := range same {
			head, body := f.split()
			word := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`)
			if !regexp.MustCompile(`[(,]\s*`+regexp.QuoteMeta(name)+`\b`).MatchString(head) || name == "self" {
				continue
			}
			if slices.Contains(was, f) {
				uses = uses || word.MatchString(body)
			} else {
				ignores = ignores || !word.MatchString(body)
			}
		}
		if uses && ignores {
			return "it does nothing with " + name + ", which the method that it overrides uses"
		}
	}
	return ""
}
