package testkit

import "testing"

// Panics says that the test panics on purpose: bugs do not end the process, and
// what is kept of them goes into a folder of the test.
func Panics(t testing.TB) {
	t.Helper()
	t.Setenv("FETTLE_BUGS", "")
	t.Setenv("XDG_STATE_HOME", t.TempDir())
}
