package testkit

import "testing"

// OtherProcesses skips, under the race detector, a test whose time goes to other
// processes: the detector does not see into them, and a plain run has had them.
func OtherProcesses(t testing.TB) {
	t.Helper()
	if raceDetector {
		t.Skip("the work is done by processes without the race detector; make test runs them")
	}
}

// OneGoroutine skips, under the race detector, a test of what work in one goroutine
// costs: nothing can race there, and a plain run has had it.
func OneGoroutine(t testing.TB) {
	t.Helper()
	if raceDetector {
		t.Skip("one goroutine, in which nothing can race; make test runs it")
	}
}

// Sample returns one in ten of a long list of cases under the race detector, where each needs ten times as long, and
// the whole list without it.
func Sample[T any](list []T) []T {
	if !raceDetector {
		return list
	}
	var some []T
	for i := 0; i < len(list); i += 10 {
		some = append(some, list[i])
	}
	return some
}

// Runs is n, and a quarter of it under the race detector: for a property of random
// interleavings, where the detector must see some and not all.
func Runs(n int) int {
	if raceDetector {
		return n / 4
	}
	return n
}

// Allocations skips, under the race detector, a test of what is allocated: a sync.Pool, as
// regexp has one, forgets there at random what it holds (https://pkg.go.dev/sync#Pool).
func Allocations(t testing.TB) {
	t.Helper()
	if raceDetector {
		t.Skip("pools are emptied at random under the race detector; make test runs it")
	}
}
