package report

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// What Node.js and ESLint write before they give up: what went wrong stands above the
// calls that led there, and below ESLint's version.
var (
	nodeError  = lazyre.New(`(?m)^(\w*Error(?: \[\w+\])?: .+)$`)
	nodeCall   = lazyre.New(`(?m)^\s+at .+:\d+:\d+\)?$`)
	eslintGave = lazyre.New(`(?m)^ESLint: \d.*\n+(ESLint .+)$`)
)

// Telling returns the line of an error output that says what is wrong: most tools end
// with it.
func Telling(stderr string) string {
	if m := eslintGave.FindStringSubmatch(stderr); m != nil {
		return CleanMessage(m[1])
	}
	if m := nodeError.FindStringSubmatch(stderr); m != nil && nodeCall.MatchString(stderr) {
		return CleanMessage(m[1])
	}
	return LastLine(stderr)
}

// LastLine returns the last line with something in it, cleaned.
func LastLine(s string) string {
	lines := strings.Split(s, "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		if l := CleanMessage(lines[i]); l != "" {
			return l
		}
	}
	return ""
}
