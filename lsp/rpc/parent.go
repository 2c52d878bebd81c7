package rpc

import (
	"context"
	"os"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
)

// WatchParent ends the connection when the process dies, looked at every
// limits.ParentPoll. A process that cannot be seen at the start is assumed to
// live in another process namespace and is not watched, nor is a pid below 2.
func (c *Conn) WatchParent(pid int) {
	if pid < 2 || pid == os.Getpid() || !alive(pid) {
		c.log.Debug("parent is not watched", "pid", pid)
		return
	}
	// A direct parent is known by our own parent changing, which neither a
	// zombie nor another process with its number can hide.
	direct := os.Getppid() == pid
	c.Go("parent watch", func(ctx context.Context) {
		tick := time.NewTicker(limits.ParentPoll)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				// After shutdown a client may still die before it sends exit.
				select {
				case <-c.ending:
					return
				case <-tick.C:
				}
			case <-tick.C:
			}
			if direct && os.Getppid() != pid || !alive(pid) {
				c.finish(ending{why: "the editor is gone"})
				return
			}
		}
	})
}
