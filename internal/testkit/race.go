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
