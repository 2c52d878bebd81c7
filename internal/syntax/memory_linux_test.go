package syntax

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/text"
)

// TestMemoryStaysFlat parses one text and many texts again and again. A tree
// that is not freed costs more than its text, so that a leak of any kind of
// tree shows within a few rounds.
func TestMemoryStaysFlat(t *testing.T) {
	base := bigPython(300)
	for name, use := range map[string]func(i int){
		"parse":        func(int) { Parse("python", base) },
		"parse others": func(i int) { Parse("python", fmt.Sprintf("x = %d\n%s", i, base)) },
		"parse broken": func(i int) { Parse("python", fmt.Sprintf("%sx = (%d\n", base, i)) },
		"damages": func() func(int) {
			f := Open("python", base)
			return func(i int) { f.Damages(fmt.Sprintf("%sx = (%d\n", base, i)) }
		}(),
		"reparse": func() func(int) {
			f := Open("python", base)
			return func(i int) {
				src := fmt.Sprintf("x = %d\n%s", i, base)
				f = f.Reparse([]text.Edit{{Span: text.Span{End: f.Doc().Len()}, New: src}}, src)
			}
		}(),
	} {
		t.Run(name, func(t *testing.T) {
			const rounds = 60
			for i := range rounds {
				use(i)
			}
			start := resident(t)
			for i := range rounds {
				use(i)
			}
			// A tree takes about forty bytes for one of text; the allocator may
			// keep some of what was freed.
			// What is freed is freed behind collections: what stays in use is a leak.
			grown, most := resident(t)-start, rounds*len(base)*20
			for wait := time.Millisecond; grown > most && wait < 5*time.Second; wait *= 2 {
				time.Sleep(wait)
				grown = resident(t) - start
			}
			if grown > most {
				t.Errorf("%d bytes more in use after %d times %d bytes, want at most %d", grown, rounds, len(base), most)
			}
		})
	}
}

// resident is the memory of the process after everything that can be freed was.
func resident(t *testing.T) int {
	t.Helper()
	for range 3 { // cleanups run behind a collection
		runtime.GC()
		runtime.Gosched()
	}
	debug.FreeOSMemory()
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip(err)
	}
	var size, pages int
	if _, err := fmt.Fscan(strings.NewReader(string(data)), &size, &pages); err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}
