package ahead

import (
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

func TestPrefetchCallsAMinute(t *testing.T) {
	var p Prefetches
	now := time.Unix(1000, 0)
	for i := range limits.PrefetchCalls {
		if !p.Take(now.Add(time.Duration(i) * time.Second)) {
			t.Fatalf("call %d refused", i+1)
		}
	}
	if p.Take(now.Add(59 * time.Second)) {
		t.Error("one call too many within the minute")
	}
	if !p.Take(now.Add(60*time.Second)) || p.Take(now.Add(60*time.Second)) {
		t.Error("one call is free again after a minute, and one only")
	}
}

// Only the saved text is prefetched, and once.
func TestPrefetchOfTheSavedText(t *testing.T) {
	var p Prefetches
	saved, typed := text.File("/a", "python", "x"), text.File("/a", "python", "y")
	saved.URI, typed.URI = "file:///a", "file:///a"
	p.Ask(saved)
	if p.Wants(typed) || !p.Wants(saved) || !p.Due(saved) || p.Due(saved) {
		t.Error("wrong text")
	}
	p.Ask(saved)
	if p.Due(typed) || p.Due(saved) {
		t.Error("a text that moved on is prefetched")
	}
}

// A fix that somebody waits for ends what is prefetched, and only that.
func TestPrefetchYields(t *testing.T) {
	var p Prefetches
	one, doneOne := p.Begin(t.Context())
	two, doneTwo := p.Begin(t.Context())
	defer doneTwo()
	doneOne()
	if one.Err() == nil || two.Err() != nil {
		t.Fatalf("ended one: %v, still running: %v", one.Err(), two.Err())
	}
	p.Yield()
	later, done := p.Begin(t.Context())
	defer done()
	if two.Err() == nil || later.Err() != nil {
		t.Errorf("running: %v, begun afterwards: %v", two.Err(), later.Err())
	}
}
