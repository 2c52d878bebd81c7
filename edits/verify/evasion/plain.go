package evasion

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// What passes where a language has no checker of its own to object: C, Java, Ruby, the
// shell, workflows.

// unquotedStill finds a shell's value that is still split into words, also by way of
// another name.
func unquotedStill(c Change) string {
	if !c.Shell || !aboutSplitting.MatchString(c.Message) {
		return ""
	}
	if was := unquoted(linesOf(c.Before, c.Was)); was > 0 && unquoted(linesOf(c.After, c.Now)) >= was {
		return "its value is still split into words"
	}
	return ""
}

var aboutSplitting = lazyre.New(`(?i)\bquote (?:this )?to prevent`)

// linesOf is the text of the lines that tokens stand on.
func linesOf(src string, ts []token.Token) string {
	lines := strings.Split(src, "\n")
	if len(ts) == 0 || ts[len(ts)-1].Line >= len(lines) {
		return ""
	}
	return strings.Join(lines[ts[0].Line:ts[len(ts)-1].Line+1], "\n")
}

// unquoted counts the values that a shell splits into words: of names and of commands,
// neither in quotes nor given to a name.
func unquoted(src string) (n int) {
	quoted := []bool{false} // within the commands around, the innermost last
	for i := range src {
		in := &quoted[len(quoted)-1]
		switch src[i] {
		case '"':
			*in = !*in
		case ')':
			if len(quoted) > 1 && !*in {
				quoted = quoted[:len(quoted)-1]
			}
		case '$':
			if !*in && (i == 0 || src[i-1] != '=') {
				n++
			}
			if strings.HasPrefix(src[i+1:], "(") {
				quoted = append(quoted, false)
			}
		}
	}
	return n
}

// valueGone finds an untrusted value that nothing is told of any more.
func valueGone(c Change) string {
	m := untrusted.FindStringSubmatch(c.Message)
	if m != nil && !c.Removal && strings.Contains(c.Before, m[1]) && !strings.Contains(c.After, m[1]) {
		return "it no longer uses " + clip(m[1])
	}
	return ""
}

// untrusted is a value that anybody may set, as tools for workflows name it.
var untrusted = lazyre.New(`"([\w.*-]+\.[\w.*-]+)" is potentially untrusted`)

// standsForNull finds another object, or a default, where there may be none, and a question
// that fails as the use did.
func standsForNull(c Change) string {
	if c.Family != power.Plain || !aboutNull.MatchString(c.Message) || c.Removal {
		return ""
	}
	target := firstOf(strings.TrimSpace(c.Target))
	switch {
	case c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "=") && token.Is(ts, i-1, target) && token.Is(ts, i+1, "new")
	}):
		return "it makes up a value for the case that there is none"
	case c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "orElse", "requireNonNullElse") && token.Is(ts, i+1, "(") && !token.Is(ts, i+2, "null")
	}):
		return "it decides what stands in for a missing value"
	case c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "requireNonNull") && token.Is(ts, i+1, "(") && len(token.Arguments(ts, i+1)) < 2
	}):
		return "it fails all the same, and says no more"
	}
	return ""
}

// castByHand finds a pointer that is called another type where nobody complained about
// types.
func castByHand(c Change) string {
	if c.Family != power.Plain || aboutConversions.MatchString(c.Message) {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		end := token.Closing(ts, i)
		return token.Is(ts, i, "(") && token.Is(ts, end-1, "*") && end-i < 5 && token.IsName(ts, end+1) && (!token.IsName(ts, i-1) || token.Reserved[ts[i-1].Text])
	}) {
		return "it calls a value something else"
	}
	return ""
}

var aboutConversions = lazyre.New(`(?i)cast|conver|\btypes?\b|sign|format|const|qualif|incompatible|implicit|malloc|void`)

// lostFormatted finds a value that was to be shown and is not any more, and a format
// that stands where no tool compares it with its values.
func lostFormatted(c Change) string {
	if !aboutArgumentsOfFormats.MatchString(c.Message) || c.Removal || len(c.Now) == 0 {
		return ""
	}
	for name := range c.values() {
		if !slices.Contains(bare, name) && has(c.Was, name) && !has(c.Now, name) {
			return "it no longer shows " + name
		}
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		return token.Is(ts, i, "=", ":=", "]") && i+1 < len(ts) && ts[i+1].Kind == token.String && strings.Contains(ts[i+1].Text, "%") && slices.ContainsFunc(c.Was, func(t token.Token) bool { return t.Text == ts[i+1].Text })
	}) {
		return "it puts the format where no tool reads it"
	}
	return ""
}

// aboutArgumentsOfFormats are complaints about a format and the values it is given.
var aboutArgumentsOfFormats = lazyre.New(`(?i)format ['"]?%|format specifies|format string .*(?:argument|requires)|has arg |too (?:many|few) arguments (?:for|in) (?:format|call)`)

// pureStatement finds a statement that only asks a value for itself.
func pureStatement(c Change) string {
	if c.Family != power.Python && c.Grew(func(ts []token.Token, i int) bool {
		end := token.Closing(ts, i+1)
		if !token.Is(ts, i+1, "(") {
			end = i
		}
		alone := token.Is(ts, end+1, ";") || c.Lang == "ruby" && !(end+1 < len(ts) && ts[end+1].Line == ts[i].Line) && !closesBlock(c.After, ts[i].Line+1)
		return alone && end <= i+2 && token.Is(ts, i, "itself", "inspect", "to_s", "nil?", "toString", "hashCode", "getClass", "length", "size", "clone", "to_owned", "to_string", "valueOf", "freeze", "object_id") &&
			token.Is(ts, i-1, ".", "?.", "&.") && beginsWithName(ts, i)
	}) {
		return "it adds a statement that does nothing"
	}
	return ""
}

// closesBlock reports whether a line ends a block of Ruby's, so that the statement above
// gives its value.
func closesBlock(src string, line int) bool {
	lines := strings.Split(src, "\n")
	return line >= len(lines) || slices.Contains([]string{"end", "}", "else", "ensure", "rescue", ""}, strings.TrimSpace(lines[line]))
}

// beginsWithName reports whether the line of token i is a path of names up to it.
func beginsWithName(ts []token.Token, i int) bool {
	first := i
	for first > 0 && ts[first-1].Line == ts[i].Line && (token.IsName(ts, first-1) || token.Is(ts, first-1, ".", "?.", "&.", "&")) {
		first--
	}
	return token.StartsLine(ts, first) && !token.Reserved[ts[first].Text]
}
