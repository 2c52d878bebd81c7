package lsp

import (
	"strconv"
	"sync"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// action is what a menu entry stands for. The client gets only its id.
type action struct {
	snapshot   text.Snapshot
	diagnostic signal.Diagnostic
	rungs      []signal.Rung
	title      string
	all        bool // every diagnostic on lines
	lines      text.Lines
}

// actionTable maps the opaque ids of menu entries to actions. Old entries fall
// out: a menu that has been closed for long is not chosen from.
type actionTable struct {
	mu    sync.Mutex
	next  int
	byID  map[string]action
	order []string
}

const actionsKept = 4 * limits.DiagnosticsPerFile

func (t *actionTable) add(a action) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.byID == nil {
		t.byID = map[string]action{}
	}
	t.next++
	id := "a" + strconv.Itoa(t.next)
	t.byID[id] = a
	t.order = append(t.order, id)
	if len(t.order) > actionsKept {
		delete(t.byID, t.order[0])
		t.order = t.order[1:]
	}
	return id
}

func (t *actionTable) get(id string) (action, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	a, ok := t.byID[id]
	return a, ok
}
