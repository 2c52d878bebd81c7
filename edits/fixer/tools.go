package fixer

import (
	"context"
	"slices"

	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Tools are the tools that check fixes.
type Tools interface {
	// Check is what a tool says of a text; base is the text that it would fix, the zero
	// Snapshot where it fixes none.
	Check(ctx context.Context, tool string, base, s text.Snapshot) ([]signal.Diagnostic, error)
	// Look has a tool look at the text of a fix, wherever it is seen: [verify.Look].
	Look(ctx context.Context, tool string, before, after text.Snapshot) (verify.Looked, error)
	// Judges are the tools that have a say in every fix of a document.
	Judges(s text.Snapshot) verify.Judges
	// Extend has a tool look for a rule that its configuration leaves out, and reports
	// whether it looks for it now.
	Extend(ctx context.Context, tool string, s text.Snapshot, codes []string) bool
}

// ToolInfo is what tools say of themselves and of their rules.
type ToolInfo interface {
	Version(ctx context.Context, tool, root string) string
	Rationale(ctx context.Context, tool, code, root string) string
}

// LintOnly are tools that a function runs, on the text of a fix as on any other: none
// looks at more, none is a judge, none can be extended.
func LintOnly(lint verify.Lint) Tools { return lintOnly(lint) }

type lintOnly verify.Lint

func (l lintOnly) Check(ctx context.Context, tool string, _, s text.Snapshot) ([]signal.Diagnostic, error) {
	return l(ctx, tool, s)
}

func (l lintOnly) Look(ctx context.Context, tool string, before, after text.Snapshot) (verify.Looked, error) {
	return lookAlone{l}.Look(ctx, tool, before, after)
}

func (lintOnly) Judges(text.Snapshot) verify.Judges                           { return verify.Judges{} }
func (lintOnly) Extend(context.Context, string, text.Snapshot, []string) bool { return false }

// lookAlone are tools that look at the document and at nothing else.
type lookAlone struct{ Tools }

func (l lookAlone) Look(ctx context.Context, tool string, before, after text.Snapshot) (verify.Looked, error) {
	list, err := l.Check(ctx, tool, before, after)
	return verify.Looked{Here: list}, err
}

// WithShortLimits returns the engine with short limits for the tools that check: for a client
// that waits for the answer of a request, and for work nobody waits for. A tool
// that does not make it leaves the fix unverified.
func (e Ladder) WithShortLimits() Ladder {
	if e.Tools != nil {
		e.Tools = shortLimits{e.Tools}
	}
	return e
}

// shortLimits are tools with short limits.
type shortLimits struct{ Tools }

func (shortLimits) within(ctx context.Context, tool string) (context.Context, context.CancelFunc) {
	if tool == "ruff" || tool == "eslint" {
		return context.WithTimeout(ctx, limits.GateFast)
	}
	return context.WithTimeout(ctx, limits.GateSlow)
}

func (b shortLimits) Check(ctx context.Context, tool string, base, s text.Snapshot) ([]signal.Diagnostic, error) {
	ctx, cancel := b.within(ctx, tool)
	defer cancel()
	return b.Tools.Check(ctx, tool, base, s)
}

func (b shortLimits) Look(ctx context.Context, tool string, before, after text.Snapshot) (verify.Looked, error) {
	ctx, cancel := b.within(ctx, tool)
	defer cancel()
	return b.Tools.Look(ctx, tool, before, after)
}

// WithoutSlow returns the ladder without the judges that need seconds, and those. A menu has
// many fixes, of which one will be chosen: these judges are asked about that one.
func (e Ladder) WithoutSlow(s text.Snapshot, slow func(tool string) bool) (quick Ladder, left []string) {
	if e.Tools != nil {
		all := e.Tools.Judges(s)
		left = slices.DeleteFunc(slices.Clone(all.Tools), func(tool string) bool { return !slow(tool) })
		all.Tools = slices.DeleteFunc(slices.Clone(all.Tools), slow)
		e.Tools = withJudges{e.Tools, all}
	}
	return e, left
}

// withJudges are tools of which only these judge.
type withJudges struct {
	Tools
	judges verify.Judges
}

func (t withJudges) Judges(text.Snapshot) verify.Judges { return t.judges }
