package model

import (
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit"
)

// How long a server on this machine may read grows with the prompt, and with how
// slowly it read the ones before.
func TestReadingTime(t *testing.T) {
	long := Prompt{User: strings.Repeat("word ", 1000)}
	c, _ := scripted(t, setup{Ollama, true})
	at := c.readingTime(long)
	if at < 500*limits.ModelReading || c.readingTime(ask) > 20*limits.ModelReading {
		t.Errorf("%v for a thousand words, %v for a few", at, c.readingTime(ask))
	}
	c.pace.saw(10, time.Hour) // too few to tell
	c.pace.saw(1000, time.Second)
	if now := c.readingTime(long); now != at {
		t.Errorf("a quick one changes %v to %v", at, now)
	}
	c.pace.saw(1000, 1000*4*limits.ModelReading)
	c.pace.saw(1000, time.Second)
	if now := c.readingTime(long); now != 8*at {
		t.Errorf("%v after a slow one, %v before", now, at)
	}
	long.Mode = Resolve
	if d := c.readingTime(long); d != 0 {
		t.Errorf("an editor that is blocked waits %v", d)
	}
	away := c
	away.end.loopback = false
	long.Mode = Explicit
	if d := away.readingTime(long); d != 0 || away.pulse(Explicit) != nil {
		t.Errorf("%v for a server elsewhere", d)
	}
}

// What an answer took counts for the next question.
func TestReadingTimeIsLearnt(t *testing.T) {
	c, _ := scripted(t, setup{Ollama, true}, testkit.Reply{Text: goodText, Usage: [2]int{100, 3}, Delay: time.Second})
	if _, err := c.Complete(t.Context(), ask); err != nil {
		t.Fatal(err)
	}
	if each := time.Duration(c.pace.slowest.Load()); each < 10*time.Millisecond {
		t.Errorf("%v a token", each)
	}
}
