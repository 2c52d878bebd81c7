package token

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// OnlySet reports whether a name stands in a text, and only where it is set.
func OnlySet(text, name string) bool {
	all, set := 0, 0
	for line := range strings.Lines(text) {
		n := 0
		for _, w := range oneWord.FindAllString(line, -1) {
			if w == name {
				n++
			}
		}
		all += n
		if m := setAt.FindStringSubmatch(line); m != nil && m[1] == name {
			set += n
		}
	}
	return all > 0 && all == set
}

// SetTo is what a name is first set to in a text, without blanks.
func SetTo(text, name string) string {
	for line := range strings.Lines(text) {
		if m := setAt.FindStringSubmatchIndex(line); m != nil && line[m[2]:m[3]] == name {
			return strings.ReplaceAll(strings.Trim(strings.TrimSpace(line[m[1]:]), ";"), " ", "")
		}
	}
	return ""
}

var (
	setAt   = lazyre.New(`^\s+(?:(?:let|const|var|mut)\s+)*([\w$]+)(?:: [^=]+?)? :?= `)
	oneWord = lazyre.New(`[\pL_$][\pL\d_$]*`)
)

// Sets counts how often statements give each name a value, also as one of several.
func Sets(ts []Token) map[string]int {
	out := map[string]int{}
	for i := range ts {
		if !Is(ts, i, "=", ":=") || InCall(ts, i) {
			continue
		}
		first := i
		for first > 0 && ts[first-1].Line == ts[i].Line {
			first--
		}
		for j := first; j < i; j++ {
			if IsName(ts, j) && Is(ts, j+1, ",", "=", ":=") && !Is(ts, j-1, ".", "->", "::", ":") && DepthAt(ts[first:], j-first) == 0 {
				out[ts[j].Text]++
			}
		}
	}
	return out
}

// Sides are the names, with their members, on both sides of token i, "" where something
// else stands.
func Sides(ts []Token, i int) (left, right string) {
	first, last := i-1, i+1
	for Is(ts, first-1, ".") && IsName(ts, first-2) {
		first -= 2
	}
	for Is(ts, last+1, ".") && IsName(ts, last+2) {
		last += 2
	}
	last++
	if !IsName(ts, first) || !IsName(ts, last-1) {
		return "", ""
	}
	if Is(ts, last, "(", "[") {
		return "", ""
	}
	return Joined(ts[first:i]), Joined(ts[i+1 : last])
}

// Constant is what a text gives a name outside of functions, or in a group of constants,
// "" if that is not told.
func Constant(text, name string) string {
	for line := range strings.Lines(text) {
		if m := constant.FindStringSubmatch(line); m != nil && m[1] == name {
			return m[2]
		}
	}
	return ""
}

var constant = lazyre.New(`^(?:(?:export )?const |\t)?([\pL_$][\pL\d_$]*)(?:: ?[\w.\[\]]+| [\w.]+)? = (\S+?);?\s*$`)
