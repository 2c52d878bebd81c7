package limits_test

import (
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
)

// TestOrder holds the relations that the code takes for granted: who waits for another waits longer than it does.
func TestOrder(t *testing.T) {
	for _, c := range []struct {
		what          string
		shorter, long time.Duration
	}{
		{"a model's first byte comes within its call", limits.ModelFirstByte, limits.FixTotal},
		{"a server on this machine may read for longer, within the call", limits.ModelFirstByteLoopback, limits.FixTotal},
		{"dialling is part of waiting", limits.ModelDial, limits.ModelFirstByte},
		{"a question waits less for its plan than a user who sees progress for a fix", limits.PlanTotal, limits.FixTotal},
		{"one fix fits into a run of many", limits.FixTotal, limits.FixTogether},
		{"the answer before a save comes within the second that editors wait", limits.SaveWait, time.Second},
		{"a stalled client is given up before its request", limits.OutboundStall, limits.RequestTotal},
		{"the shortest setting is below the longest", limits.ModelTotalMin, limits.ModelTotalMax},
	} {
		if c.shorter > c.long {
			t.Errorf("%s: %v is more than %v", c.what, c.shorter, c.long)
		}
	}
	if limits.Frame >= limits.FrameDiscard {
		t.Errorf("a frame that is too large (%d) is skipped up to %d", limits.Frame, limits.FrameDiscard)
	}
	if limits.FixJobsRunning > limits.RequestsInFlight {
		t.Error("more fixes run than requests are accepted")
	}
}
