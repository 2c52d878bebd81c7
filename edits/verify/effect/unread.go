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

// unreadParameter finds a parameter that the function read, and does not read any
// more: Point(0, 0, name=name) became Point(0, 0), and what the caller gives as the
// name is lost.
func unreadParameter(c evasion.Change) string {
	m := parameters.FindStringSubmatchIndex(c.Body)
	if m == nil || c.Removal || c.Unused != "" || c.Missing != "" || complaint.TooMany(c.Message) && !aboutKeyword.MatchString(c.Message) ||
		!strings.Contains(c.After, c.Body[m[2]:m[3]]) {
		return ""
	}
	code := c.Statements()
	if len(code) < m[3] {
		return ""
	}
	for p := range strings.SplitSeq(c.Body[m[2]:m[3]], ",") {
		name := strings.Trim(firstWord.FindString(p), " *\n\t")
		if name == "" || slices.Contains(receivers, name) {
			continue
		}
		word := regexp.MustCompile(`\b` + name + `\b`)
		in := func(ts []token.Token) int { return len(word.FindAllString(token.Joined(ts), -1)) }
		if n := in(c.Was); n > 0 && len(word.FindAllString(code[m[3]:], -1)) == n && in(c.Now) == 0 {
			return "nothing reads the parameter " + name + " any more"
		}
	}
	return ""
}

// filledCopy finds what was to be filled copied under a name, and the copy filled, that
// nobody reads: c := out; json.Unmarshal(b, &c).
func filledCopy(c evasion.Change) string {
	if c.Family != power.Golang {
		return ""
	}
	for i := range c.Now {
		if copies(c.Now, i) && has(c.Line, c.Now[i+2].Text) && onlyFilled(c, c.Now[i].Text) {
			return "it fills a copy of " + c.Now[i+2].Text + " that nobody reads"
		}
	}
	return ""
}

// copies reports whether token i is a name that another one's value is kept under.
func copies(ts []token.Token, i int) bool {
	return token.IsName(ts, i) && token.Is(ts, i+1, ":=") && token.IsName(ts, i+2) && ends(ts, i+3)
}

// onlyFilled reports whether all that is done with a new name is to give its address.
func onlyFilled(c evasion.Change, name string) bool {
	filled := 0
	for _, i := range token.Places(c.Now, name) {
		if token.Is(c.Now, i-1, "&") {
			filled++
		}
	}
	return filled > 0 && len(regexp.MustCompile(`\b`+name+`\b`).FindAllString(c.After, -1)) == filled+1
}

// receivers are parameters that a method has in any case.
var receivers = []string{"self", "cls", "this", "mut"}

// aboutKeyword are complaints about the name of an argument, whose value has another
// place more often than none.
var aboutKeyword = lazyre.New(`(?i)unexpected keyword argument|no parameter named`)

// firstWord is the name of a parameter: what stands behind it is its type or default.
var firstWord = lazyre.New(`^\s*\**[A-Za-z_]\w*`)

// noObject finds a function that asks for its object, in a file without classes.
func noObject(c evasion.Change) string {
	self := func(ts []token.Token, i int) bool { return token.Is(ts, i, "self") }
	if c.Family != power.Python || c.Body == "" || token.WholeWord(c.Body, "self") || token.WholeWord(c.Message, "self") || token.WholeWord(c.After, "class") || !c.Grew(self) {
		return ""
	}
	return "it asks for self where there is no object"
}
