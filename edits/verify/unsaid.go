package verify

import (
	"context"
	"errors"
	"slices"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Unsaid reports whether what a tool says of a line that did not change was so before,
// and the tool only did not come to it: Go's analyzers name an error of a package that
// does not compile, and look for what else there is when it does. They name one such
// error at a time; the compiler has named them all. Was are the reports on the old text.
func Unsaid(tool string, f signal.Diagnostic, before, now text.Snapshot, hunks []diff.Hunk, was ...[]signal.Diagnostic) bool {
	if !analyzesGo(tool) {
		return false
	}
	line, same := diff.Source(hunks, now.LineAt(f.Span.Start))
	if !same {
		return false
	}
	broken := false
	for _, list := range was {
		for _, w := range list {
			if w.Code == f.Code && w.Message == f.Message && before.LineAt(w.Span.Start) == line {
				return true
			}
			broken = broken || w.Tool == "go" || ofCompiler(w.Tool, w)
		}
	}
	return broken && !ofCompiler(tool, f)
}

func analyzesGo(tool string) bool {
	return slices.Contains([]string{"go vet", "staticcheck", "golangci-lint"}, tool)
}

// ofCompiler reports whether an analyzer of Go's passes on what the compiler says.
func ofCompiler(tool string, d signal.Diagnostic) bool {
	return tool == "go vet" && d.Severity == signal.Error || d.Code == "compile" || d.Code == "typecheck"
}

// ErrNotLooked is the error of a tool that did not come to the document: go vet stops
// at the first package, or file, that does not compile.
var ErrNotLooked = errors.New("did not look at")

// unsaid is [Unsaid] for a tool that looks at the text of this check, whatever the
// compiler says of the old text being asked when it is needed.
func (c *check) unsaid(ctx context.Context, tool string, was ...[]signal.Diagnostic) func(signal.Diagnostic) bool {
	asked := !analyzesGo(tool) || !slices.Contains(c.in.Judges.Tools, "go") || c.in.Lint == nil
	return func(f signal.Diagnostic) bool {
		if _, same := diff.Source(c.hunks, c.after.LineAt(f.Span.Start)); !same {
			return false
		}
		if !asked {
			asked = true
			if list, err := c.in.Lint(ctx, "go", c.before); err == nil {
				was = append(was, list)
			}
		}
		return Unsaid(tool, f, c.before, c.after, c.hunks, was...)
	}
}
