package semantic

import (
	"runtime"
	"runtime/debug"

	"github.com/fettle-dev/fettle/internal/limits"
)

// pauseCollector keeps the garbage collector from working all through the reading of
// many files, until it is released. A heap that starts with a few megabytes is
// collected at each doubling, thirty times for some thousand files, and each
// time everybody else, menus too, stands still or helps. An allocation that
// nobody writes to needs no memory, but counts as living: the first collection
// comes when there is as much garbage.
func pauseCollector(files int) (release func()) {
	if files < limits.IndexQuietFrom || debug.SetMemoryLimit(-1) < limits.IndexHeap {
		return func() {}
	}
	room := make([]byte, limits.IndexQuiet)
	return func() { runtime.KeepAlive(room) }
}
