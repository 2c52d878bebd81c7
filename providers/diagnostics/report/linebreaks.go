package report

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// OtherLines reports whether a tool counts the lines of a text in another way than editors, and so snapshots, which end
// one at "\n", "\r\n" and a lone "\r". Tools of JavaScript also end one at U+2028 and U+2029, as its grammar does, and
// compilers that read bytes end none at a lone "\r". Files with such characters are rare, and what is said of one by
// its lines has no place in it. Biome, though it reads JavaScript, counts as editors do.
func OtherLines(tool string, s text.Snapshot) bool {
	switch tool {
	case "eslint", "tsc":
		return strings.ContainsAny(s.Text(), "\u2028\u2029")
	case "go", "go vet", "go fix", "staticcheck", "golangci-lint", "rustc", "clippy":
		return strings.Count(s.Text(), "\r") > strings.Count(s.Text(), "\r\n")
	}
	return false
}
