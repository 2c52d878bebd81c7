package lsp

import (
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

func TestPrefetchCallsAMinute(t *testing.T) {
	var p prefetches
	now := time.Unix(1000, 0)
	for i := range limits.PrefetchCalls {
		if !p.take(now.Add(time.Duration(i) * time.Second)) {
			t.Fatalf("call %d refused", i+1)
		}
	}
	if p.take(now.Add(59 * time.Second)) {
		t.Error("one call too many within the minute")
	}
	if !p.take(now.Add(60*time.Second)) || p.take(now.Add(60*time.Second)) {
		t.Error("one call is free again after a minute, and one only")
	}
}

// Only the saved text is prefetched, and once.
func TestPrefetchOfTheSavedText(t *testing.T) {
	var p prefetches
	saved, typed := text.File("/a", "python", "x"), text.File("/a", "python", "y")
	saved.URI, typed.URI = "file:///a", "file:///a"
	p.ask(saved)
	if p.wants(typed) || !p.wants(saved) || !p.due(saved) || p.due(saved) {
		t.Error("wrong text")
	}
	p.ask(saved)
	if p.due(typed) || p.due(saved) {
		t.Error("a text that moved on is prefetched")
	}
}

// A fix that somebody waits for ends what is prefetched, and only that.
func TestPrefetchYields(t *testing.T) {
	var p prefetches
	one, doneOne := p.begin(t.Context())
	two, doneTwo := p.begin(t.Context())
	defer doneTwo()
	doneOne()
	if one.Err() == nil || two.Err() != nil {
		t.Fatalf("ended one: %v, still running: %v", one.Err(), two.Err())
	}
	p.yield()
	later, done := p.begin(t.Context())
	defer done()
	if two.Err() == nil || later.Err() != nil {
		t.Errorf("running: %v, begun afterwards: %v", two.Err(), later.Err())
	}
}
