package linter

import (
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/signal"
)

// result is a finished run.
type result struct {
	list   []signal.Diagnostic
	said   map[string][]signal.Diagnostic // by path, of a run over several texts
	single runKey                         // what else that run has answered
	at     time.Time
}

// held returns how many diagnostics a result contains.
func (e result) held() (n int) {
	for _, list := range e.said {
		n += len(list)
	}
	return n + len(e.list)
}

// fresh reports whether a result may still be used. What depends on the text
// and the configuration alone holds until one of them changes; what depends on
// the whole project grows stale, since changes by other programs may be missed.
func (e result) fresh(s Spec, now time.Time) bool {
	return !s.Project || now.Sub(e.at) < limits.LinterResultAge
}

// lru keeps the most recently used results: a number of them, and no more than
// limits.LinterHeld diagnostics in all.
type lru struct {
	max  int
	uses int // so far
	of   map[runKey]*used
}

type used struct {
	result
	last int // of the uses
}

func newLRU(n int) *lru { return &lru{max: n, of: map[runKey]*used{}} }

func (c *lru) get(k runKey) (result, bool) {
	e, ok := c.of[k]
	if !ok {
		return result{}, false
	}
	c.uses++
	e.last = c.uses
	return e.result, true
}

func (c *lru) put(k runKey, v result) {
	c.uses++
	c.of[k] = &used{v, c.uses}
	held := 0
	for _, e := range c.of {
		held += e.held()
	}
	for len(c.of) > c.max || held > limits.LinterHeld && len(c.of) > 0 {
		oldest := k
		for key, e := range c.of {
			if e.last < c.of[oldest].last {
				oldest = key
			}
		}
		held -= c.of[oldest].held()
		delete(c.of, oldest)
		if oldest == k {
			return
		}
	}
}
