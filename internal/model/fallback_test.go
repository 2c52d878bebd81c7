package model

import (
	"context"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestFallback: the second model is asked where the first is down, and only
// there.
func TestFallback(t *testing.T) {
	good := testkit.Reply{Text: goodText}
	for _, tt := range []struct {
		name  string
		first testkit.Reply
		again bool // the first is asked twice
		want  Fault
		asked int // of the second
	}{
		{"good", good, false, "", 0},
		{"down", status(503), true, "", 1},
		{"silent", testkit.Reply{Fault: testkit.HangAtStart, Frozen: true}, false, "", 1},
		{"key rejected", status(401), false, "", 1},
		{"model missing", status(404), false, "", 1},
		{"limited", status(429, "Retry-After", "60"), false, "", 1},
		{"refuses the request", status(400), false, FaultConfig, 0},
		{"not understood", testkit.Reply{Body: "{}"}, false, FaultMalformed, 0},
		{"declines", testkit.Reply{Text: "x", Stop: "content_filter"}, false, FaultMalformed, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			replies := []testkit.Reply{tt.first}
			if tt.again {
				replies = append(replies, tt.first)
			}
			a, _ := scripted(t, setups()[0], replies...)
			if tt.first.Fault == testkit.HangAtStart {
				a.timing.explicit.first, a.timing.ping = 500*time.Millisecond, 250*time.Millisecond
			}
			var script []testkit.Reply
			for range tt.asked {
				script = append(script, good)
			}
			b, m := scripted(t, setups()[2], script...)
			r, err := WithFallback(a, b).Complete(context.Background(), ask)
			if faultOf(err) != tt.want || tt.want == "" && r.Text != goodText || len(m.Requests()) != tt.asked {
				t.Errorf("%q, %v, second asked %d times", r.Text, err, len(m.Requests()))
			}
		})
	}
	t.Run("both down", func(t *testing.T) {
		a, _ := scripted(t, setups()[0], status(404))
		b, _ := scripted(t, setups()[2], repeat(status(503), 2)...)
		if _, err := WithFallback(a, b).Complete(context.Background(), ask); faultOf(err) != FaultUnknownModel {
			t.Errorf("%v", err)
		}
	})
	t.Run("cancelled", func(t *testing.T) {
		a, _ := scripted(t, setups()[0], testkit.Reply{Fault: testkit.HangAtStart})
		b, m := scripted(t, setups()[2])
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := WithFallback(a, b).Complete(ctx, ask); err == nil || len(m.Requests()) != 0 {
			t.Errorf("%v, %d requests", err, len(m.Requests()))
		}
	})
}
