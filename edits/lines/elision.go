package lines

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

var (
	// commentSign begins a comment in one of the languages.
	commentSign = lazyre.New(`^(?:#|//|/\*|--|<!--|\{/\*|;|%)`)
	// elision are words that stand for code: "# ... existing code ...". Many a comment ends in dots: then it has to
	// speak of code that is there already.
	elision = lazyre.New(`(?i)^(?:\.\.\.|…)|\brest of\b|\bexisting (?:code|implementation|logic)\b|` +
		`\b(?:code|remains?|is|stays?) (?:unchanged|the same)\b|\bunchanged (?:code|lines)\b|\bsame as before\b|` +
		`\bremaining code\b|\bcode (?:here|omitted)\b|\(unchanged\)|^unchanged$|\b(?:existing|rest|remain(?:ing|s)?|` +
		`unchanged|same|omitted|previous|other|more|code|implementation|body)\b.*(?:\.\.\.|…)$`)
	// bareElision are the same words without a comment's sign.
	bareElision = lazyre.New(`(?i)^…$|^\.\.\..*(?:existing|rest of|unchanged)`)
)

// longComment is where prose begins: a sentence of that length is no marker.
const longComment = 60

// Elided reports whether a line, without its indentation, is a comment or dots in place of code.
func Elided(line string) bool {
	if !commentSign.MatchString(line) {
		return bareElision.MatchString(line)
	}
	return len(line) <= longComment && elision.MatchString(strings.Trim(line, "#/*-<!>{};% \t"))
}
