package testkit

import (
	"os"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// Growth fails a test where a step costs more than 2.4 times the processor time for twice
// the work: it looks at each of many for each of many. work prepares n of something and
// returns the step. An idle machine is not needed, but some seconds are: it is left out
// unless FETTLE_GROWTH is set, as make growth does.
func Growth(t *testing.T, n int, work func(n int) func()) {
	t.Helper()
	if os.Getenv("FETTLE_GROWTH") == "" {
		t.Skip("FETTLE_GROWTH is not set: make growth sets it")
	}
	const most, tries = 2.4, 5
	cost := func(n int) time.Duration {
		least := time.Duration(0)
		for range tries {
			step := work(n)
			runtime.GC()
			collect := debug.SetGCPercent(-1) // else it is measured how often the collector runs
			began := spent()
			step()
			took := spent() - began
			debug.SetGCPercent(collect)
			if least == 0 || took < least {
				least = took
			}
		}
		return least
	}
	one, two := cost(n), cost(2*n)
	t.Logf("%d: %v, %d: %v", n, one, 2*n, two)
	if float64(two) > most*float64(max(one, 5*time.Millisecond)) {
		t.Errorf("%d take %v of processor time, %d take %v: more than %v times as much", n, one, 2*n, two, most)
	}
}
