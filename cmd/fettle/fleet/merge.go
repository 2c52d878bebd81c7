package fleet

import (
	"context"
	"fmt"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/internal/engine"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// mergeRounds bounds how often a change is looked at again without the files that
// it was refused for.
const mergeRounds = 4

// read is a file of a job as it is on this machine. It must be what the worker had.
func (c *coordinator) read(p *planned, i int) (text.Snapshot, error) {
	t, err := c.app.Read(p.targets[i].Shown, p.targets[i].Snapshot.Path)
	if err != nil {
		return text.Snapshot{}, err
	}
	if sumOf(t.Snapshot) != p.job.Files[i].Sum {
		return text.Snapshot{}, fmt.Errorf("%s has changed since the run began", t.Shown)
	}
	return t.Snapshot, nil
}

// check has the tools of this machine look at all texts of a job together: a
// project, or files that no tool sees another of. A change that brings findings
// which its worker does not speak of, or errors, is refused; where they stand in a
// file that was not changed, all of it is.
func (c *coordinator) check(ctx context.Context, p *planned, r result) (map[int]string, error) {
	refused := map[int]string{}
	for range mergeRounds {
		var list []engine.Change
		var at []int
		changed := 0
		for i, f := range r.Files {
			if f.After == nil && !p.whole {
				continue
			}
			before, err := c.read(p, i)
			if err != nil {
				refused[i] = err.Error()
				continue
			}
			one := engine.Change{Before: before, After: before}
			if f.After != nil && refused[i] == "" {
				one.After = before.With(*f.After)
				changed++
			}
			list, at = append(list, one), append(at, i)
		}
		if changed == 0 {
			return refused, nil
		}
		grown, err := c.app.Engine.Grown(ctx, p.root, list)
		if err != nil {
			return nil, fmt.Errorf("the merged change could not be checked: %w", err)
		}
		good, elsewhere := true, ""
		for k, one := range list {
			i := at[k]
			why := unspoken(grown[one.Before.Path], r.Files[i].Findings)
			if why == "" {
				continue
			}
			good = false
			if one.Before.Hash() == one.After.Hash() {
				elsewhere = p.targets[i].Shown + ": " + why
				continue
			}
			refused[i] = why
		}
		if good {
			return refused, nil
		}
		if elsewhere != "" {
			return nil, fmt.Errorf("the merged change brings up %s", elsewhere)
		}
	}
	return nil, fmt.Errorf("the merged change brings up new findings again and again")
}

// unspoken is what is new in a file and may not be: an error, or a finding that its
// worker has not listed among those that are left; "" if there is none.
func unspoken(grown []signal.Diagnostic, listed []app.Far) string {
	type words struct{ tool, code, message string }
	left := map[words]int{}
	for _, f := range listed {
		if !f.Applied {
			left[words{f.Tool, f.Code, f.Message}]++
		}
	}
	for _, d := range grown {
		w := words{d.Tool, d.Code, d.Message}
		if engine.Forbidden(d) || d.Severity <= signal.Warning && left[w] == 0 {
			return fmt.Sprintf("%s newly reports %s: %s", d.Tool, d.Code, d.Message)
		}
		left[w]--
	}
	return ""
}
