package lsp

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestActionTableIsBounded: entries and the texts they keep alive are few,
// whatever a client asks for, and the newest menu can always be chosen from.
func TestActionTableIsBounded(t *testing.T) {
	large := strings.Repeat("x = 1\n", limits.FixFile/6)
	for name, c := range map[string]struct {
		next func(i int) text.Snapshot
		kept int // entries at least
	}{
		"one text":    {func(int) text.Snapshot { return text.Snapshot{} }, actionsKept - actionRunLength},
		"small texts": {func(i int) text.Snapshot { return text.New(strings.Repeat("x", i%7)) }, actionsKept - actionRunLength},
		"large texts": {func(int) text.Snapshot { return text.New("x" + large[1:]) }, actionRunsKept},
	} {
		var table actionTable
		for i := range 3 * actionsKept {
			if name == "large texts" && i > 40 {
				break
			}
			id := table.add(action{snapshot: c.next(i)})
			if _, ok := table.get(id); !ok {
				t.Fatalf("%s: the newest entry is gone", name)
			}
		}
		texts := map[text.Snapshot]bool{}
		bytes := 0
		for _, a := range table.byID {
			if !texts[a.snapshot] {
				texts[a.snapshot] = true
				bytes += a.snapshot.Len()
			}
		}
		if len(table.byID) > actionsKept || bytes > max(actionTexts, actionRunsKept*len(large)) || len(table.byID) < c.kept {
			t.Errorf("%s: %d entries, %d bytes of text", name, len(table.byID), bytes)
		}
	}
}
