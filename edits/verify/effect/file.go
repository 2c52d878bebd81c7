package effect

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/evasion"
	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// What the rest of the file, or the function's description, has another way for.

// convertsItself finds a value converted by what the language has, where a function of
// the file takes every value of its type and makes the same of it: Number(price) of a
// "price: Cell", beside "value(cell: Cell): number".
func convertsItself(c evasion.Change) string {
	for i, t := range c.Now {
		to := converters[t.Text]
		if to == "" || token.Is(c.Now, i-1, ".") || !token.Is(c.Now, i+1, "(") || !token.IsName(c.Now, i+2) || !token.Is(c.Now, i+3, ")") {
			continue
		}
		value := c.Now[i+2].Text
		if strings.Contains(token.Joined(c.Was), t.Text+" ( "+value+" )") {
			continue
		}
		m := regexp.MustCompile(`\b` + value + `\??: ?([A-Z]\w*)\b`).FindStringSubmatch(c.Body)
		if m == nil {
			continue
		}
		own := regexp.MustCompile(`\b(\w+) ?(?:= ?)?\(\w+: ?` + m[1] + `\) ?(?::|->) ?(?:` + to + `)\b`)
		if f := own.FindStringSubmatch(c.Before); f != nil && f[1] != c.Own {
			return "it makes another thing of " + value + " than " + f[1] + " does, which takes every " + m[1]
		}
	}
	return ""
}

// converters are what values are converted by, with the types that they make.
var converters = map[string]string{
	"Number": "number", "parseInt": "number", "parseFloat": "number", "String": "string", "Boolean": "boolean",
	"int": "int|float", "float": "float", "str": "str", "bool": "bool",
}

// flagSaidOtherwise finds a switch that is turned on where the function's description
// says that what it is named for is not there, and the other way round.
func flagSaidOtherwise(c evasion.Change) string {
	says := strings.ToLower(c.Description())
	for i, t := range c.Now {
		name := t.Text
		if t.Kind != token.Name || !token.Is(c.Now, i+1, "=", ":") || !token.Is(c.Now, i+2, "True", "False", "true", "false") || len(token.Places(c.Was, name)) > 0 {
			continue
		}
		m := switchName.FindStringSubmatch(strings.ToLower(name))
		if m == nil {
			continue
		}
		on := strings.EqualFold(c.Now[i+2].Text, "true")
		without := regexp.MustCompile(`\b(?:below|under|without|no|not|except|but|excluding|beside) (?:the |any |an? |its |their )?` + m[1] + `s?\b|\b` + m[1] + `s? (?:is|are) (?:left out|skipped|missing|not)\b`)
		with := regexp.MustCompile(`\b(?:with|including|and) (?:the |an? |its |their |all )?` + m[1] + `s?\b`)
		switch {
		case on && without.MatchString(says):
			return "it turns " + name + " on, of which its description says that there is none"
		case !on && with.MatchString(says) && !without.MatchString(says):
			return "it turns " + name + " off, of which its description speaks"
		}
	}
	return ""
}

// switchName are names that say of what a thing has or gets something.
var switchName = lazyre.New(`^(?:with|include|has|show|add|keep|print|use)_?([a-z]{3,})$`)

// lengthInLetters finds a text made bytes, where its length is still that of the text and
// the function's description counts bytes.
func lengthInLetters(c evasion.Change) string {
	if c.Family != power.Python || !strings.Contains(c.Description(), "bytes") {
		return ""
	}
	for i := range c.Now {
		if !token.IsName(c.Now, i) || !token.Is(c.Now, i+1, ".") || !token.Is(c.Now, i+2, "encode") || strings.Contains(token.Joined(c.Was), "encode") {
			continue
		}
		name := c.Now[i].Text
		length := "len(" + name + ")"
		if strings.Contains(c.Statements(), length) && strings.Count(c.After, length) >= strings.Count(c.Before, length) && !strings.Contains(token.Joined(c.Now), name+" = "+name+" . encode") {
			return "it counts the letters of " + name + " and not its bytes"
		}
	}
	return ""
}

// leavesFactorOut finds parts of a value named or skipped when it is taken apart, of which
// another function multiplies one with what is used here.
func leavesFactorOut(c evasion.Change) string {
	if c.Family != power.Python || !strings.Contains(c.Message, "unpack") {
		return ""
	}
	joined := token.Joined(c.Now)
	now := takenApart.FindStringSubmatch(joined)
	if now == nil {
		return ""
	}
	code := c.Statements() + "\n" + joined
	parts := strings.Split(now[1], " , ")
	for _, m := range takenApart.FindAllStringSubmatch(strings.ReplaceAll(c.Before, ", ", " , "), -1) {
		others := strings.Split(m[1], " , ")
		if len(others) != len(parts) {
			continue
		}
		for i, a := range others {
			j := slices.IndexFunc(others, func(b string) bool {
				return a != b && (strings.Contains(c.Before, a+" * "+b) || strings.Contains(c.Before, b+" * "+a))
			})
			if j >= 0 && used(code, parts[i]) && !used(code, parts[j]) {
				return "it leaves out what " + a + " is multiplied by elsewhere"
			}
		}
	}
	return ""
}

// takenApart are the names of the parts of a value.
var takenApart = lazyre.New(`\bfor ((?:\w+ , )+\w+) in \w`)

// used reports whether a name stands in code more than once.
func used(code, name string) bool {
	return name != "_" && len(regexp.MustCompile(`\b`+name+`\b`).FindAllString(code, 2)) > 1
}

// asksCallers finds a parameter added to the described function around a call that lacks
// an argument: whoever calls it as it is described would have to give that now.
func asksCallers(c evasion.Change) string {
	if c.Own == "" || c.Description() == "" || !withoutArgument.MatchString(c.Message) {
		return ""
	}
	before, after := required(c.Before, c.Own), required(c.After, c.Own)
	if before >= 0 && after > before {
		return "it asks the callers of " + c.Own + " for what it lacks"
	}
	return ""
}

var withoutArgument = lazyre.New(`(?i)missing (?:positional|named|\d+ required)? ?(?:positional )?arguments?\b|not enough arguments in call|^Expected \d+(?:-\d+)? (?:more )?(?:positional )?arguments?\b|arguments? missing for`)

// required is how many parameters without a default a function of that name has, -1 where
// the file has no such function, or more than one.
func required(src, name string) int {
	at := regexp.MustCompile(`\b(?:def|func|function|fn) +(?:\([^()]*\) *)?`+regexp.QuoteMeta(name)+` *(?:\[[^\]]*\]|<[^>]*>)?\(`).FindAllStringIndex(src, -1)
	if len(at) != 1 {
		return -1
	}
	n, depth, start := 0, 1, at[0][1]
	for i := start; i < len(src); i++ {
		end := false
		switch src[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
			end = depth == 0
		case ',':
			end = depth == 1
		}
		if !end {
			continue
		}
		if p := strings.TrimSpace(src[start:i]); p != "" && !strings.ContainsAny(p, "=?*") && !strings.HasPrefix(p, "...") {
			n++
		}
		if depth == 0 {
			return n
		}
		start = i + 1
	}
	return -1
}

// otherWords finds the words of a format changed where it was given too few values.
func otherWords(c evasion.Change) string {
	if !fewValues.MatchString(c.Message) {
		return ""
	}
	was, now := formats(c.Was), formats(c.Now)
	if len(was) == 1 && len(now) == 1 && was[0] != now[0] && strings.Count(was[0], "%") <= strings.Count(now[0], "%") {
		return "it prints other words than before"
	}
	return ""
}

// formats are the texts with verbs, without what the verbs are.
func formats(ts []token.Token) (all []string) {
	for _, t := range ts {
		if t.Kind == token.String && strings.Contains(t.Text, "%") {
			all = append(all, formatVerbs.ReplaceAllString(t.Text, "%"))
		}
	}
	return all
}

var (
	fewValues   = lazyre.New(`format %\S* reads arg #\d+, but call has|not enough arguments for format`)
	formatVerbs = lazyre.New(`%[-+# 0-9.*\[\]]*[a-zA-Z]`)
)
