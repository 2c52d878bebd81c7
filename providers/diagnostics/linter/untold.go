package linter

import (
	"slices"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Untold reports whether what a tool says of a line that had this number before was so
// then, and the tool only did not come to it: Go's analyzers name an error of a package
// that does not compile, and look for what else there is when it does. They name one
// such error at a time; the compiler has named them all. Was are the reports on the old
// text.
func Untold(tool string, f signal.Diagnostic, before text.Snapshot, line int, was ...[]signal.Diagnostic) bool {
	if !StopsAtErrors(tool) {
		return false
	}
	broken := false
	for _, list := range was {
		for _, w := range list {
			if w.Code == f.Code && w.Message == f.Message && before.LineAt(w.Span.Start) == line {
				return true
			}
			broken = broken || w.Tool == "go" || OfCompiler(w.Tool, w)
		}
	}
	return broken && !OfCompiler(tool, f)
}

// StopsAtErrors reports whether a tool goes no further than to an error of the compiler.
func StopsAtErrors(tool string) bool {
	return slices.Contains([]string{"go vet", goFix, "staticcheck", "golangci-lint"}, tool)
}

// OfCompiler reports whether such a tool passes on what the compiler says.
func OfCompiler(tool string, d signal.Diagnostic) bool {
	return vets(tool) && d.Severity == signal.Error || d.Code == "compile" || d.Code == "typecheck"
}
