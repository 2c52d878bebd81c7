package token

import (
	"regexp"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/lex"
)

// SaidOf is what the comments of a Go text say of a type and of a method that an interface
// asks of it: the comment above each of them, and every sentence with the type's name.
func SaidOf(src, typed, method string) string {
	var said []string
	lines := strings.Split(src, "\n")
	for i, l := range lines {
		l = strings.TrimSpace(l)
		if !strings.HasPrefix(l, "type "+typed+" ") && (!strings.HasPrefix(l, method+"(") || i == 0) {
			continue
		}
		said = append(said, lex.Comments(l, lex.For("go"))...)
		for k := i - 1; k >= 0 && strings.HasPrefix(strings.TrimSpace(lines[k]), "//"); k-- {
			said = append(said, lines[k])
		}
	}
	of := regexp.MustCompile(`\b` + regexp.QuoteMeta(typed) + `\b`)
	all := commentMark.ReplaceAllString(strings.Join(lex.Comments(src, lex.For("go")), " "), "")
	for _, s := range sentence.FindAllString(all, -1) {
		if of.MatchString(s) {
			said = append(said, s)
		}
	}
	return strings.Join(said, "\n")
}

// SaidAbove reports whether the last comment above a line has a literal: a text in its
// quotes, or a number.
func SaidAbove(src string, line int, literal string) bool {
	lines := strings.Split(src, "\n")
	i := min(line, len(lines)) - 1
	for i >= 0 && !commentRow.MatchString(lines[i]) {
		i--
	}
	for ; i >= 0 && commentRow.MatchString(lines[i]); i-- {
		for at := 0; ; {
			j := strings.Index(lines[i][at:], literal)
			if j < 0 {
				break
			}
			end := at + j + len(literal)
			if !numberBefore.MatchString(lines[i][:at+j]) && !numberBehind.MatchString(lines[i][end:]) {
				return true
			}
			at = end
		}
	}
	return false
}

var (
	commentRow = lazyre.New(`^\s*(?://|/?\*|#|"""|\x27\x27\x27)`)
	// What goes on with more of a number, before and behind it.
	numberBefore = lazyre.New(`[\w.]$`)
	numberBehind = lazyre.New(`^\.?\w`)
)

// WithoutComments is a Go text without its comments.
func WithoutComments(src string) string { return lex.WithoutRemarks(src, lex.For("go")) }

var (
	commentMark = lazyre.New(`//|/\*|\*/`)
	sentence    = lazyre.New(`(?:[^.]|\.\S)+`)
)
