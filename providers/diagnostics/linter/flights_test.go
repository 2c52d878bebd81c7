package linter

import (
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// TestRunOverAChange: who asks after a settings file has changed is not told what a run
// found that began before, neither while it lasts nor afterwards.
func TestRunOverAChange(t *testing.T) {
	c := newCounted(t, "count-slow", RunnerOptions{})
	s := c.snapshot("import os\n", 1)
	lint := func() {
		if list, err := c.Lint(t.Context(), "ruff", s); err != nil || len(list) != 1 {
			t.Errorf("%v, %v", list, err)
		}
	}
	var both sync.WaitGroup
	both.Go(lint)
	for c.runs() == 0 && t.Context().Err() == nil {
		time.Sleep(10 * time.Millisecond)
	}
	c.Changed(filepath.Join(filepath.Dir(c.path), "ruff.toml"))
	if c.Hears("ruff", s) {
		t.Error("a run from before the change still counts")
	}
	both.Go(lint)
	both.Wait()
	if c.runs() != 2 || !c.Hears("ruff", s) {
		t.Errorf("%d runs", c.runs())
	}
	if lint(); c.runs() != 2 {
		t.Error("what the second run found is not kept")
	}
}
