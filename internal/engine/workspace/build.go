package workspace

import (
	"context"
	"errors"
	"time"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/semantic"
)

// build updates a root's index, unless settings or trust forbid it:
// listing files and reading the log start git.
func (r *Set) build(ctx context.Context, root string) error {
	c := r.now()
	if !c.Context.Index.Enabled {
		return errors.New("the index is switched off (context.index.enabled)")
	}
	if c.Host.Denied(root) {
		return errors.New("this folder is not trusted: nothing is started in it, not even git")
	}
	p := r.Of(root)
	p.warmed.Store(true)
	if err := p.building.take(ctx); err != nil {
		return err
	}
	defer p.building.give()
	if p.Ready() {
		return nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(p.gone, cancel)()
	defer c.Progress(root, 0, 0)
	err := p.Index(ctx, func(done, total int) { c.Progress(root, done, total) }) // what could not be read is not there
	var log [][]string
	if c.Context.Index.Git { // without git, or a repository, nothing is known of the past
		log, _ = semantic.GitHistory(ctx, root, child.LookOptions{Roots: []string{root}})
	}
	p.relearn = func() { p.SetHistory(log) }
	p.relearn()
	return err
}

// turn lets one in at a time.
type turn chan struct{}

// take waits until nobody else is in, or the context ends.
func (t turn) take(ctx context.Context) error {
	select {
	case t <- struct{}{}:
		return nil
	default:
	}
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t turn) give() { <-t }

// taken reports whether somebody is in.
func (t turn) taken() bool { return len(t) > 0 }

// buildFor is build for no longer than some time, and for less where somebody
// else is building, who goes on. An index that is not complete by then is no
// error.
func (r *Set) buildFor(ctx context.Context, root string, most time.Duration) error {
	if r.Of(root).building.taken() {
		most = min(most, limits.QuestionBuild)
	}
	limited, done := context.WithTimeout(ctx, most)
	defer done()
	err := r.build(limited, root)
	// git has a limit of its own for the listing: what is known by then answers, too.
	late := limited.Err() != nil || errors.Is(err, context.DeadlineExceeded)
	if err == nil || r.Of(root).Ready() {
		return nil
	}
	if late && ctx.Err() == nil {
		r.goOn(root)
		return nil
	}
	return err
}

// goOn completes an index in the background: nobody may ask again.
func (r *Set) goOn(root string) {
	if p := r.Of(root); !p.building.taken() {
		r.behind(func() { r.index(p.gone, root) })
	}
}
