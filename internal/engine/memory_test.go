package engine

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
)

// TestMemory: what is known is found out once, again when it is old unless it lasts, when it is forgotten, and as long
// as it is not to be kept.
func TestMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var m memory[string, int]
		asked, keep := 0, true
		of := func(lasts bool) int {
			return m.of("a", lasts, func() (int, bool) { asked++; return asked, keep })
		}
		for range 2 {
			if of(false) != 1 {
				t.Error("what is known is asked again")
			}
		}
		time.Sleep(limits.UsageMemory)
		if of(true) != 1 || of(false) != 2 {
			t.Error("what is old is not asked again, or what lasts is")
		}
		m.forget(func(key string) bool { return key == "b" })
		if of(false) != 2 {
			t.Error("another key was forgotten")
		}
		m.forget(func(key string) bool { return key == "a" })
		keep = false
		if of(true) != 3 || of(true) != 4 {
			t.Error("what is not to be kept was kept")
		}
	})
}
