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
	setAt   = lazyre.New(`^\s+(?:(?:let|const|var|mut)\s+)*([\w$]+) :?= `)
	oneWord = lazyre.New(`[\pL_$][\pL\d_$]*`)
)
