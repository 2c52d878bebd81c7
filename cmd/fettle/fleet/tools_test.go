package fleet

import (
	"errors"
	"fmt"
	"testing"

	"github.com/fettle-dev/fettle/internal/fleet"
)

// TestRefusal names the flag whose limit is reached.
func TestRefusal(t *testing.T) {
	for want, err := range map[string]error{
		"the limit of --max-calls is reached": fmt.Errorf("wrapped: %w", &fleet.Spent{Limit: fleet.LimitCalls}),
		"the limit of --max-cost is reached":  &fleet.Spent{Limit: fleet.LimitCost},
		"no server":                           errors.New("no server"),
	} {
		if got := refusal(err); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
