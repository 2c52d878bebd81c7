package effect

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/evasion"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// otherMeant finds a text that is not allowed replaced by one that is, where another
// allowed one is spelled much more like it: what is meant is known.
func otherMeant(c evasion.Change) string {
	old, fresh := contents(c.Was), contents(c.Now)
	for _, was := range old {
		if slices.Contains(fresh, was) || !strings.Contains(c.Message, was) {
			continue
		}
		for _, now := range fresh {
			if slices.Contains(old, now) || text.Alike(was, now) {
				continue
			}
			for _, other := range quotedWords(c.Before) {
				if other != was && other != now && text.Alike(was, other) && strings.Contains(c.Before, now) {
					return "it writes " + now + ", where " + other + " is spelled like " + was
				}
			}
		}
	}
	return ""
}

func quotedWords(s string) []string {
	var out []string
	for _, m := range quotedWord.FindAllStringSubmatch(s, -1) {
		out = append(out, m[1]+m[2])
	}
	return out
}

var quotedWord = lazyre.New(`"([\w./:-]+)"|'([\w./:-]+)'`)

// contents are what the strings among tokens hold, without empty ones.
func contents(ts []token.Token) []string {
	var out []string
	for _, t := range ts {
		if s := token.Inside(t); s != "" && !strings.ContainsAny(s, " \n") {
			out = append(out, s)
		}
	}
	return out
}

// parameters are the header of a function of Python, JavaScript, Go or Rust.
var parameters = lazyre.New(`(?s)^[^(]*\b(?:def|function|func|fn)\b[^(]*\((.*?)\)`)

// spelledOut finds a parameter's name as a part of a path or a key that an answer writes
// down, where the description used it for the parameter's value.
func spelledOut(c evasion.Change) string {
	m := parameters.FindStringSubmatch(c.Body)
	if m == nil {
		return ""
	}
	names := token.Words(m[1])
	for _, s := range contents(c.Now) {
		parts := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("/.:-", r) })
		if len(parts) < 2 || slices.Contains(contents(c.Was), s) {
			continue
		}
		for _, part := range parts {
			if slices.Contains(names, part) && strings.Contains(c.Description(), s) {
				return "it writes the word " + part + " where the description means the value of the parameter"
			}
		}
	}
	return ""
}

// onlyKeys finds a mapping that a function built of which only the keys are given back,
// where its description speaks of more and the complaint is of another type.
func onlyKeys(c evasion.Change) string {
	m := mappingGiven.FindStringSubmatch(c.Message)
	if m == nil || !aboutMapping.MatchString(c.Description()) {
		return ""
	}
	for i := range c.Was {
		if !token.Is(c.Was, i, "return") || !token.IsName(c.Was, i+1) {
			continue
		}
		name := c.Was[i+1].Text
		values := func(ts []token.Token, j int) bool {
			return token.Is(ts, j, name) && (token.Is(ts, j+1, ".") && token.Is(ts, j+2, "items", "values") || token.Is(ts, j+1, "["))
		}
		keys := func(ts []token.Token, j int) bool {
			return token.Is(ts, j, name) && (token.Is(ts, j+1, ".") && token.Is(ts, j+2, "keys") || token.Is(ts, j-1, "(") && token.Is(ts, j-2, "list", "sorted", "set", "tuple") && token.Is(ts, j+1, ")"))
		}
		if c.Grew(keys) && !c.Grew(values) {
			return "of what " + name + " maps only the keys are left"
		}
	}
	return ""
}

// aboutMapping are descriptions of what is looked up by what.
var aboutMapping = lazyre.New(`(?i)\bmap(?:s|ping)?\b|\bdict|\beach\b.*\b(?:to|with)\b|\bhow (?:often|many|much)\b`)

// mappingGiven is what type checkers say of a function that returns a mapping.
var mappingGiven = lazyre.New(`(?i)^Incompatible return value type \(got "(?:builtins\.)?(?:dict|defaultdict|Counter|OrderedDict|Mapping)\b|^Type "(?:dict|defaultdict|Counter|OrderedDict|Mapping)\[.*is not assignable to return type`)
