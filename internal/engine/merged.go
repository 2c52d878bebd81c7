package engine

import (
	"context"
	"errors"
	"slices"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Change is a file of a project as it is and as it is to become.
type Change struct{ Before, After text.Snapshot }

// Seen is what tools say of the text that a file is to become: all of it, and what
// there is more of than in the text that it is.
type Seen struct{ All, More []signal.Diagnostic }

// Grown returns what tools say of the texts that files are to become, by path. All tools that may run look at all
// texts at once; those that look at a file alone only at files that change.
func (e *Engine) Grown(ctx context.Context, root string, list []Change) (grown map[string]Seen, err error) {
	grown = map[string]Seen{}
	byTool := map[string][]Change{}
	for _, c := range list {
		for _, tool := range e.Names(c.Before) {
			if spec, _ := e.tools.Find(tool); spec.Project || c.Before.Hash() != c.After.Hash() {
				byTool[tool] = append(byTool[tool], c)
			}
		}
	}
	session := e.runner.Session(root)
	defer session.Close()
	for tool, some := range byTool {
		if !slices.ContainsFunc(some, func(c Change) bool { return c.Before.Hash() != c.After.Hash() }) {
			continue
		}
		if err := e.grown(ctx, session, root, tool, some, grown); err != nil {
			return nil, err
		}
	}
	return grown, nil
}

func (e *Engine) grown(ctx context.Context, session *linter.Session, root, tool string, list []Change,
	grown map[string]Seen) error {
	var before, after []text.Snapshot
	changed := map[string]bool{}
	for _, c := range list {
		before, after = append(before, c.Before), append(after, c.After)
		changed[c.After.Path] = c.Before.Hash() != c.After.Hash()
	}
	e.runner.Survey(ctx, before, func(text.Snapshot) []string { return []string{tool} })
	now, err := e.checkTogether(ctx, session, tool, linter.Texts{Root: root, Files: after, Changed: changed})
	if err != nil {
		return err
	}
	for i, s := range after {
		found, looked := now[s.Path]
		was, err := e.Lint(ctx, tool, before[i])
		switch {
		case errors.Is(err, linter.ErrUnsuitable):
			continue
		case err != nil:
			return err
		case !looked && changed[s.Path]:
			return &linter.Error{Tool: tool, Kind: linter.ErrUnsuitable, Detail: "it did not look at " + s.Path}
		}
		seen := grown[s.Path]
		grown[s.Path] = Seen{All: append(seen.All, found...), More: append(seen.More, more(was, found)...)}
	}
	return nil
}

// more returns the findings of a list that another one has fewer of, by their words.
func more(was, now []signal.Diagnostic) (out []signal.Diagnostic) {
	type words struct{ tool, code, message string }
	count := map[words]int{}
	for _, d := range was {
		count[words{d.Tool, d.Code, d.Message}]++
	}
	for _, d := range now {
		if w := (words{d.Tool, d.Code, d.Message}); count[w] > 0 {
			count[w]--
			continue
		}
		out = append(out, d)
	}
	return out
}

// Forbidden reports whether a finding is an error that no fix may cause, whatever
// it fixes.
func Forbidden(d signal.Diagnostic) bool { return judging(d.Tool) && refusesFix(d) }
