package linter

import (
	"container/list"
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
	max   int
	held  int        // diagnostics
	order *list.List // of *lruEntry, most recent first
	byKey map[runKey]*list.Element
}

type lruEntry struct {
	key   runKey
	value result
}

func newLRU(n int) *lru { return &lru{max: n, order: list.New(), byKey: map[runKey]*list.Element{}} }

func (c *lru) get(k runKey) (result, bool) {
	e, ok := c.byKey[k]
	if !ok {
		return result{}, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*lruEntry).value, true
}

func (c *lru) put(k runKey, v result) {
	if e, ok := c.byKey[k]; ok {
		c.remove(e)
	}
	c.byKey[k] = c.order.PushFront(&lruEntry{k, v})
	c.held += v.held()
	for c.order.Len() > c.max || c.held > limits.LinterHeld && c.order.Len() > 0 {
		c.remove(c.order.Back())
	}
}

func (c *lru) remove(e *list.Element) {
	entry := e.Value.(*lruEntry)
	c.held -= entry.value.held()
	delete(c.byKey, entry.key)
	c.order.Remove(e)
}

func (c *lru) drop(which func(runKey) bool) {
	for e := c.order.Front(); e != nil; {
		next := e.Next()
		if which(e.Value.(*lruEntry).key) {
			c.remove(e)
		}
		e = next
	}
}
