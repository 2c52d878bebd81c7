package verify

import (
	"context"
	"errors"
	"slices"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Unsaid is [linter.Untold] for a change of the text.
func Unsaid(tool string, f signal.Diagnostic, before, now text.Snapshot, hunks []diff.Hunk,
	was ...[]signal.Diagnostic) bool {
	line, same := diff.Source(hunks, now.LineAt(f.Span.Start))
	return same && linter.Untold(tool, f, before, line, was...)
}

// Revealed reports whether a type checker could not know before what it says of a line that did not change: a name was
// unknown that a rule has defined or imported, and what is unknown fits everything. A model may have imported the wrong
// thing: what is said then counts.
func Revealed(tool string, f signal.Diagnostic, source Source, fixed signal.Diagnostic, now text.Snapshot,
	hunks []diff.Hunk) bool {
	if source != Rule || !typeChecker(tool) || signal.Cause(fixed) != "undefined name" {
		return false
	}
	_, same := diff.Source(hunks, now.LineAt(f.Span.Start))
	return same
}

// ErrNotLooked is the error of a tool that did not come to the document: go vet stops
// at the first package, or file, that does not compile.
var ErrNotLooked = errors.New("did not look at")

// unsaid is [Unsaid] for a tool that looks at the text of this check. The compiler is
// asked about the old text when it is needed.
func (c *check) unsaid(ctx context.Context, tool string, was ...[]signal.Diagnostic) func(signal.Diagnostic) bool {
	asked := !linter.StopsAtErrors(tool) || !slices.Contains(c.in.Judges.Tools, "go") || c.in.Lint == nil
	return func(f signal.Diagnostic) bool {
		if !asked {
			asked = true
			if list, err := c.in.Lint(ctx, "go", c.before); err == nil {
				was = append(was, list)
			}
		}
		return Unsaid(tool, f, c.before, c.after, c.hunks, was...) ||
			Revealed(tool, f, c.in.Source, c.in.Target, c.after, c.hunks)
	}
}

// typeChecker reports whether a tool checks types.
func typeChecker(tool string) bool {
	switch tool {
	case "mypy", "pyright", "basedpyright", "pyre", "ty", "pyrefly", "tsc", "typescript", "ts", "flow", "vtsls":
		return true
	}
	return false
}
