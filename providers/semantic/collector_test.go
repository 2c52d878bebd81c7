package semantic

import (
	"runtime"
	"testing"
)

// TestQuiet: reading some thousand files is not a row of collections, during
// which menus wait.
func TestQuiet(t *testing.T) {
	m := corpus(1000)
	collected := func() uint32 {
		var s runtime.MemStats
		runtime.ReadMemStats(&s)
		return s.NumGC
	}
	runtime.GC()
	before := collected()
	if err := New(Options{Source: m}).Index(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if n := collected() - before; n > 6 {
		t.Errorf("%d collections", n)
	} else {
		t.Logf("%d collections", n)
	}
}
