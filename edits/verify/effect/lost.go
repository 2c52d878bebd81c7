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

// few is how many tokens a change has in which each one tells something.
const few = 40

// bytesAsText finds bytes turned into the text that shows them: str(b"x") is "b'x'".
func bytesAsText(c evasion.Change) string {
	if c.Family == power.Python && wantsText.MatchString(c.Message) && c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "str", "repr", "ascii") && token.Is(ts, i+1, "(") && token.Count(ts[i:min(len(ts), token.Closing(ts, i+1))], ",") == 0
	}) {
		return "it turns bytes into the text that shows them"
	}
	if writtenText.MatchString(c.Message) && c.Grew(func(ts []token.Token, i int) bool { return token.Is(ts, i, "decode") && token.Is(ts, i-1, ".") }) {
		return "it takes bytes for text that are to be written as they are"
	}
	return ""
}

// writtenText are complaints about bytes that are written to a file opened for text.
var writtenText = lazyre.New(`^Argument 1 to "write" of "_?TextIO.*"bytes"; expected "str"|type "bytes".*type "str" in function "write"`)

// wantsText are complaints about bytes where a text is wanted.
var wantsText = lazyre.New(`"(?:builtins\.)?bytes"[^"]*expected "str"|"bytes" is not assignable to .*"str"|type "bytes".*"str"`)

// errorForNobody finds an error that was made for nobody, and is not made at all now.
func errorForNobody(c evasion.Change) string {
	if m := madeError.FindStringSubmatch(c.Message); m != nil && !slices.ContainsFunc(c.Now, func(t token.Token) bool { return t.Text == m[1] }) {
		return "it no longer makes the error"
	}
	return ""
}

var madeError = lazyre.New(`result of (?:fmt|errors)\.(Errorf|New|Join) call not used`)

// otherHolder finds the value that may be missing, left out of what is asked for.
func otherHolder(c evasion.Change) string {
	if !c.Types || !maybeNone.MatchString(c.Message) || len(c.Was) > few {
		return ""
	}
	name := strings.TrimSpace(c.Target[strings.LastIndexByte(c.Target, '.')+1:])
	if m := asked.FindStringSubmatch(c.Message); m != nil { // a tool may mark what is asked for, or all of the line
		if of := regexp.MustCompile(`([A-Za-z_]\w*)\.` + m[1] + m[2] + `\b`).FindStringSubmatch(c.Target); of != nil {
			name = of[1]
		}
	}
	renamed := c.Grew(func(ts []token.Token, i int) bool { return token.Is(ts, i, "if") })
	if !oneName.MatchString(name) || renamed || len(token.Places(c.Was, name)) == 0 || len(token.Places(c.Now, name)) > 0 {
		return ""
	}
	return "it does not ask " + name + " any more"
}

var (
	maybeNone = lazyre.New(`^Item "None" of|is not a known attribute of "None"`)
	asked     = lazyre.New(`has no attribute "(\w+)"|^"(\w+)" is not a known`)
	oneName   = lazyre.New(`^[A-Za-z_]\w*$`)
)
