package model

import (
	"context"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// A trial says how quickly a model reads and writes and whether instructions
// reach it at all, also when it counts on until its room is used up.
func TestTry(t *testing.T) {
	for _, s := range setups() {
		if s.backend == Anthropic || !s.stream {
			continue // never on this computer; and whole answers tell no times
		}
		stop := "length"
		for name, c := range map[string]struct {
			prompt int
			deaf   bool
		}{"heard": {340, false}, "template without instructions": {12, true}, "a server that counts nothing": {-1, false}} {
			t.Run(s.String()+" "+name, func(t *testing.T) {
				m, _ := scripted(t, s, testkit.Reply{Text: "Yes."},
					testkit.Reply{Text: "one two three four five six", Chunk: 4, Delay: 100 * time.Millisecond, Pause: 20 * time.Millisecond, Stop: stop, Usage: [2]int{c.prompt, 7}})
				got, err := m.Try(context.Background())
				if err != nil || got.Deaf != c.deaf {
					t.Fatalf("%v, %+v", err, got)
				}
				if got.Writing < 10 || got.Writing > 100 {
					t.Errorf("it writes %.0f tokens a second, want about 50", got.Writing)
				}
				if known := c.prompt > 0 && !c.deaf; known != (got.Reading > 0) || got.Reading > 3400 || known != (got.Fix() > 0) {
					t.Errorf("it reads %.0f tokens a second, a fix takes %s", got.Reading, got.Fix())
				}
			})
		}
		down, _ := scripted(t, s, testkit.Reply{Status: 500}, testkit.Reply{Status: 500})
		if _, err := down.Try(context.Background()); faultOf(err) != FaultServer {
			t.Errorf("%s: a server that fails: %v", s, err)
		}
	}
}
