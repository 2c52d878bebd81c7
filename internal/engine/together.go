package engine

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/edits/changeset"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Together fixes for sure what can be fixed in some files of one root, in memory:
// all fixes are one change set, which each tool that has a say looks at once. said
// hears what is going on.
func (e *Engine) Together(ctx context.Context, root string, files []changeset.File, c fixer.Choice, said func(string)) (changeset.Result, error) {
	result, err := changeset.Run(ctx, files, changeset.Options{
		Propose: func(ctx context.Context, d *changeset.Document, found signal.Diagnostic) ([]fixer.Fix, *fixer.Decline) {
			p := fixer.Problem{Root: root, Snapshot: d.Snapshot, Diagnostic: found, Others: d.Others, Unsafe: c.Unsafe}
			if c.Deterministic {
				p.Rungs = []signal.Rung{signal.RungTool, signal.RungRule}
			}
			return e.ladder.Propose(ctx, p, c)
		},
		Check: func(ctx context.Context, tool string, all []text.Snapshot, changed map[string]bool) (map[string][]signal.Diagnostic, error) {
			return e.checkTogether(ctx, tool, linter.Texts{Root: root, Files: all, Changed: changed})
		},
		Owner: owner, Whole: func(tool string) bool { spec, _ := linter.Find(tool); return spec.Project },
		Judges: judges, Counts: judged, Said: said,
	})
	e.signProofs(ctx, root, result)
	return result, err
}

// signProofs adds to the proofs of fixes which version of each tool has looked.
func (e *Engine) signProofs(ctx context.Context, root string, r changeset.Result) {
	for _, f := range r.Files {
		for _, o := range f.Outcomes {
			if o.Fix == nil || o.Fix.Proof == nil {
				continue
			}
			for i := range o.Fix.Proof.Tools {
				if t := &o.Fix.Proof.Tools[i]; t.Version == "" {
					t.Version = e.runner.Version(ctx, t.Name, root)
				}
			}
		}
	}
}

// checkTogether runs a tool over texts in one run, or one by one where it cannot
// see several: then only those that are changed.
func (e *Engine) checkTogether(ctx context.Context, tool string, in linter.Texts) (map[string][]signal.Diagnostic, error) {
	out, err := e.runner.Together(ctx, tool, in)
	if !errors.Is(err, linter.ErrUnsuitable) {
		return out, err
	}
	out = map[string][]signal.Diagnostic{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	var failed error
	for _, s := range in.Files {
		if !in.Changed[s.Path] {
			continue
		}
		wg.Go(func() {
			list, err := e.check(ctx, tool, s)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				failed = err
				return
			}
			out[s.Path] = list
		})
	}
	wg.Wait()
	return out, failed
}

// owner is the name of the tool that brings a tool's findings: clippy's run gives
// those of rustc.
func owner(tool string) string {
	if spec, ok := linter.Find(tool); ok {
		return spec.Name
	}
	return tool
}

// judges are the tools that have a say in every fix of their language, where they
// run in the project: what they report as an error is wrong, whatever the project
// asks for.
func judges(tool string) bool {
	return slices.Contains([]string{"ruff", "mypy", "pyright", "go", "go vet", "tsc", "clippy"}, tool)
}

// judged reports whether a new finding of a judge refuses a fix for another tool.
// Of ruff's rules those of pyflakes and of the parser are about errors, the others
// about taste (https://docs.astral.sh/ruff/rules/).
func judged(d signal.Diagnostic) bool {
	switch d.Tool {
	case "ruff":
		return strings.HasPrefix(d.Code, "F") && !strings.HasPrefix(d.Code, "F4") && !strings.HasPrefix(d.Code, "F84") && onlyDigits(d.Code[1:]) ||
			strings.HasPrefix(d.Code, "E9") || d.Code == "invalid-syntax"
	case "go vet":
		return true
	}
	return d.Severity == signal.Error
}

func onlyDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
