package effect

import (
	"regexp"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/evasion"
	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// notYetSet finds a member handed to the initialiser of the class above that only this
// one sets: super().__init__(self.name).
func notYetSet(c evasion.Change) string {
	if c.Family != power.Python {
		return ""
	}
	for i := range c.Now {
		if !token.Is(c.Now, i, "super") || !token.Is(c.Now, i+4, "__init__") || !token.Is(c.Now, i+5, "(") {
			continue
		}
		for j := i + 6; j < token.Closing(c.Now, i+5); j++ {
			if !token.Is(c.Now, j, "self") || !token.Is(c.Now, j+1, ".") || !token.IsName(c.Now, j+2) {
				continue
			}
			if name := c.Now[j+2].Text; !setsBefore(c.After, c.Now[i].Line, name) {
				return "it asks for self." + name + " before anything sets it"
			}
		}
	}
	return ""
}

// setsBefore reports whether a member is there when the statement on a line runs: the
// class or its initialiser has set it before that, or it is a method of it.
func setsBefore(src string, line int, name string) bool {
	lines := strings.SplitAfter(src, "\n")
	line = min(line, len(lines))
	before, behind := strings.Join(lines[:line], ""), strings.Join(lines[line:], "")
	if class := strings.LastIndex(before, "\nclass "); class >= 0 {
		before = before[class:]
	}
	behind, _, _ = strings.Cut(behind, "\nclass ")
	member := regexp.MustCompile(`\bdef ` + name + `\b`)
	return regexp.MustCompile(`(?m)^\s+(?:self\.)?`+name+`\b *[:=]`).MatchString(before) || member.MatchString(before+behind)
}

// callersGive finds a parameter without a default that an initialiser gets for what a
// call in it lacks: whoever makes such an object has to give it from now on.
func callersGive(c evasion.Change) string {
	if c.Family != power.Python || !lacksArgument.MatchString(c.Message) {
		return ""
	}
	was, now := initialiser.FindStringSubmatch(token.Joined(c.Was)), initialiser.FindStringSubmatch(token.Joined(c.Now))
	if was == nil || now == nil || strings.Count(now[1], ",")-strings.Count(now[1], "=") <= strings.Count(was[1], ",")-strings.Count(was[1], "=") {
		return ""
	}
	return "whoever makes such an object has to give more than before"
}

var (
	lacksArgument = lazyre.New(`^Missing positional argument|^Argument missing for parameter`)
	initialiser   = lazyre.New(`def __init__ \(([^)]*)\)`)
)

// onlyLast finds a value put alone into a container under a key, in a loop, where the
// container was to gather: groups[k] = [v].
func onlyLast(c evasion.Change) string {
	if !gathers.MatchString(c.Message) || !inLoop.MatchString(c.Body) {
		return ""
	}
	if c.Grew(func(ts []token.Token, i int) bool {
		end := token.Closing(ts, i+2)
		return token.Is(ts, i, "]") && token.Is(ts, i+1, "=") && token.Is(ts, i+2, "[", "{") && token.IsName(ts, i+3) &&
			end < len(ts) && token.Count(ts[i+2:end], ",", "for", "*") == 0 && (end+1 == len(ts) || ts[end+1].Line != ts[i].Line)
	}) {
		return "it keeps only the last of several"
	}
	return ""
}

var (
	gathers = lazyre.New(`target has type "(?:list|set)\[|parameter "value" of type "(?:list|set)\[`)
	inLoop  = lazyre.New(`(?m)^\s*(?:async )?(?:for|while)\b`)
)

// otherEnding finds the ending of a path replaced, where a text was added.
func otherEnding(c evasion.Change) string {
	if addedToPath.MatchString(c.Message) && c.Grew(func(ts []token.Token, i int) bool { return token.Is(ts, i, "with_suffix", "with_stem") }) {
		return "it replaces the ending, to which something was added"
	}
	return ""
}

var addedToPath = lazyre.New(`(?:operand type for \+ \("|"\+" not supported for types ")\w*Path"`)
