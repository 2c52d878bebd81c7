package testkit

import (
	"encoding/json"
	"time"
)

// Progress is one message of the progress of a fix.
type Progress struct {
	Token                json.RawMessage
	Kind, Title, Message string
}

// fixProgress is fed all messages, in order, and picks the progress of fixes:
// an index that needs long on a busy machine is shown as progress, too.
type fixProgress struct{ indexes map[string]bool }

func (f *fixProgress) of(m Message) (Progress, bool) {
	var p struct {
		Token json.RawMessage
		Value Progress
	}
	if m.Method != "$/progress" || json.Unmarshal(m.Params, &p) != nil {
		return Progress{}, false
	}
	p.Value.Token = p.Token
	if p.Value.Title == "fettle: indexing" {
		if f.indexes == nil {
			f.indexes = map[string]bool{}
		}
		f.indexes[string(p.Token)] = true
	}
	return p.Value, !f.indexes[string(p.Token)]
}

// FixProgress returns the messages of a kind (begin, report, end) of the progress of
// fixes, from a mark on.
func (w *Wire) FixProgress(from int, kind string) []Progress {
	var out []Progress
	var fixes fixProgress
	for i, m := range w.Messages() {
		if p, ok := fixes.of(m); ok && i >= from && p.Kind == kind {
			out = append(out, p)
		}
	}
	return out
}

// WaitFix waits for the first of [Wire.FixProgress], also for servers that load
// a workspace before they check it.
func (w *Wire) WaitFix(from int, kind string) Progress {
	w.t.Helper()
	var fixes fixProgress
	var found Progress
	i := 0
	if _, err := w.Await(0, 3*time.Minute, func(m Message) bool {
		p, ok := fixes.of(m)
		found = p
		i++
		return ok && i > from && p.Kind == kind
	}); err != nil {
		w.t.Fatalf("waiting for the %s of a fix: %v; last messages: %s", kind, err, w.tail(5))
	}
	return found
}
