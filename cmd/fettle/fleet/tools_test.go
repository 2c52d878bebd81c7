package fleet

import (
	"errors"
	"testing"

	"github.com/fettle-dev/fettle/internal/fleet"
)

// TestRefusal names the flag whose limit is reached.
func TestRefusal(t *testing.T) {
	for want, limit := range map[string]fleet.Limit{
		"the limit of --max-calls is reached": fleet.LimitCalls,
		"the limit of --max-cost is reached":  fleet.LimitCost,
	} {
		if got := flagged(&fleet.Spent{Limit: limit}); got.Error() != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if err := errors.New("no server"); !errors.Is(flagged(err), err) {
		t.Error("another error is changed")
	}
}
