package engine

import (
	"context"
	"sync"

	"github.com/fettle-dev/fettle/edits/review"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Compare has the tools that may run look at files of a root as they are and as they are to become, all together, and
// adds to the files what they say. A tool that fails is an error, also one that does not look at a file that changes.
func (e *Engine) Compare(ctx context.Context, root string, list []*review.File) error {
	c := Edit{Root: root, Files: list, Disk: map[string]*text.Snapshot{}}
	for _, f := range list {
		c.Disk[f.Before.Path] = &f.Before
	}
	for tool, some := range e.lookers(c, e.Names) {
		if _, err := e.reviewBy(ctx, c, tool, some, nil, new(sync.Mutex)); err != nil {
			return err
		}
		if left := unseenBy(tool, some); len(left) > 0 {
			return &linter.Error{Tool: tool, Kind: linter.ErrUnsuitable, Detail: "it did not look at " + left[0]}
		}
	}
	return nil
}

// Forbidden reports whether a finding is an error that no fix may cause, whatever
// it fixes.
func Forbidden(d signal.Diagnostic) bool { return judging(d.Tool) && refusesFix(d) }
