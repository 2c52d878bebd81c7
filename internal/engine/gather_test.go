package engine

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/config"
)

// TestNoneMeansNone: no diagnostics and no edits are not as many as fit.
func TestNoneMeansNone(t *testing.T) {
	var s config.Context
	s.Diagnostics.Enabled, s.History.Enabled, s.Semantic.Enabled = true, true, true
	s.Diagnostics.Max, s.History.Max = 5, 3
	for name, limit := range shares(s) {
		if limit.Off {
			t.Errorf("%s is off", name)
		}
	}
	s.Diagnostics.Max, s.History.Max = 0, 0
	for name, limit := range shares(s) {
		if limit.Off != (name != "semantic") {
			t.Errorf("%s: off is %v", name, limit.Off)
		}
	}
}
