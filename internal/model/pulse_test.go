package model

import (
	"math"
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
	saw := func(prompt int, first time.Duration) { c.pace.saw(spent{}, Usage{Prompt: prompt}, first, first) }
	saw(10, time.Hour) // too few to tell
	saw(1000, time.Second)
	if now := c.readingTime(long); now != at {
		t.Errorf("a quick one changes %v to %v", at, now)
	}
	saw(1000, 1000*4*limits.ModelReading)
	if now := c.readingTime(long); now < 8*at-time.Second || now > 8*at {
		t.Errorf("%v after a slow one, %v before", now, at)
	}
	long.Mode = Plan
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
	if s := c.Speed(); s.Read <= 0 || s.Read > 100 {
		t.Errorf("%v tokens a second", s)
	}
}

// TestSpeed: what a server says of its time counts before what passed till the first byte, and a prompt
// that it has read before makes it no quicker than a tenth a time.
func TestSpeed(t *testing.T) {
	var p pace
	for _, c := range []struct {
		body          string
		parse         func([]byte) (answer, *fail)
		reads, writes float64
	}{
		{`{"message":{"content":"x"},"done":true,"done_reason":"stop","prompt_eval_count":400,"prompt_eval_duration":10000000000,"eval_count":20,"eval_duration":2000000000}`,
			parseOllama, 40, 10},
		{`{"choices":[{"index":0,"message":{"content":"x"},"finish_reason":"stop"}],"usage":{"prompt_tokens":4000,"completion_tokens":20},` +
			`"timings":{"prompt_n":400,"prompt_ms":10000,"predicted_n":20,"predicted_ms":1000}}`, parseOpenAIJSON, 40, 11},
		{`{"message":{"content":"x"},"done":true,"done_reason":"stop","prompt_eval_count":400,"prompt_eval_duration":1000000,"eval_count":1,"eval_duration":1}`,
			parseOllama, 44, 11},
	} {
		a, f := c.parse([]byte(c.body))
		if f != nil {
			t.Fatal(f)
		}
		p.saw(a.spent, a.usage, time.Minute, time.Hour)
		if got := p.speed(); math.Abs(got.Read-c.reads) > .01 || math.Abs(got.Write-c.writes) > .01 {
			t.Errorf("%v, want %v and %v", got, c.reads, c.writes)
		}
	}
	var q pace
	q.saw(spent{}, Usage{Prompt: 300, Completion: 10}, 10*time.Second, 15*time.Second)
	if got := q.speed(); got != (Speed{30, 2}) {
		t.Errorf("by the first byte: %v", got)
	}
}
