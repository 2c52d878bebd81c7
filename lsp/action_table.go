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
	snapshot    text.Snapshot
	diagnostic  signal.Diagnostic
	rungs       []signal.Rung
	title       string
	instruction string // of a comment on lines
	candidates  int    // answers to choose from; 0 = as the settings say
	all         bool   // every diagnostic on lines
	sure        bool   // and no model is asked
	lines       text.Lines
	rule        *signal.Diagnostic // of these, those of its tool and code; nil: all
}

// actionTable maps the opaque ids of menu entries to actions. Old entries fall
// out: a menu that has been closed for long is not chosen from.
type actionTable struct {
	mu    sync.Mutex
	next  int
	byID  map[string]action
	runs  []actionRun // oldest first
	bytes int         // of the texts that runs keep alive
}

// actionRun are successive entries of one snapshot. They fall out together,
// since any of them keeps the whole text alive.
type actionRun struct {
	snapshot text.Snapshot
	ids      []string
}

const (
	actionsKept     = 4 * limits.DiagnosticsPerFile
	actionRunLength = actionsKept / 20
	actionTexts     = 1 << 20 // bytes of text; a client asks at every stop of the cursor
	actionRunsKept  = 4       // texts that are kept however long they are
)

func (t *actionTable) add(a action) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.byID == nil {
		t.byID = map[string]action{}
	}
	t.next++
	id := "a" + strconv.Itoa(t.next)
	t.byID[id] = a
	if n := len(t.runs); n == 0 || t.runs[n-1].snapshot != a.snapshot || len(t.runs[n-1].ids) == actionRunLength {
		t.runs = append(t.runs, actionRun{snapshot: a.snapshot})
		t.bytes += a.snapshot.Len()
	}
	last := &t.runs[len(t.runs)-1]
	last.ids = append(last.ids, id)
	for len(t.runs) > 1 && (len(t.byID) > actionsKept || t.bytes > actionTexts && len(t.runs) > actionRunsKept) {
		for _, old := range t.runs[0].ids {
			delete(t.byID, old)
		}
		t.bytes -= t.runs[0].snapshot.Len()
		t.runs = t.runs[1:]
	}
	return id
}

func (t *actionTable) get(id string) (action, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	a, ok := t.byID[id]
	return a, ok
}
