package workspace

import (
	"context"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
)

// embedLater makes the vectors that a root lacks once nothing has happened for
// a while. Calling it again begins the wait anew.
func (r *Set) embedLater(root string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.roots[root]
	if p == nil || r.choices.Embedding == nil || r.closed {
		return
	}
	if p.embed == nil {
		p.embed = time.AfterFunc(limits.EmbedIdle, func() { r.behind(func() { r.embedNow(p.gone, root, p) }) })
		return
	}
	p.embed.Reset(limits.EmbedIdle)
}

// embedNow makes the missing vectors of a root.
func (r *Set) embedNow(ctx context.Context, root string, p *Workspace) {
	c := r.now()
	if c.Embedding == nil || c.Host.Denied(root) {
		return
	}
	if err := p.Embed(ctx); err != nil && ctx.Err() == nil {
		c.Log.Debug("embedding stopped; it goes on after the next change", "err", err)
	}
}
