package main

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/secret"
	"github.com/fettle-dev/fettle/providers/semantic"
)

// TestQuestionWhileIndexing: a question is answered while the index is being
// built for somebody else, however long that takes.
func TestQuestionWhileIndexing(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "tax.py"), []byte("def vat_rate():\n    return 19\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := config.Default()
	var r related
	defer r.close()
	r.use(choices{settings: s.Context, gate: gateway{newGate(s, new(secret.Scrubber))}, log: slog.New(slog.DiscardHandler),
		denied: func(string) bool { return false }, trusted: func(string) bool { return false }, rootOf: func(string) string { return dir }})
	p := r.of(dir)
	if err := p.building.take(t.Context()); err != nil { // as an index of many files does
		t.Fatal(err)
	}
	p.Changed(t.Context(), "tax.py") // indexed so far
	res, err := r.query(t.Context(), dir, semantic.DefaultQuery("vat rate"))
	if err != nil || len(res.Results) != 1 {
		t.Errorf("%d results: %v", len(res.Results), err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.query(gone, dir, semantic.DefaultQuery("vat rate")); err == nil {
		t.Error("a question that nobody waits for is answered")
	}
	p.building.give()
	if res, err = r.query(t.Context(), dir, semantic.DefaultQuery("vat rate")); err != nil || !p.Ready() || res.Partial != "" {
		t.Errorf("ready %v, partial %q: %v", p.Ready(), res.Partial, err)
	}
}
