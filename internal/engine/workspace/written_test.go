package workspace

import (
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/engine/learning"
	"github.com/fettle-dev/fettle/providers/semantic"
	"github.com/fettle-dev/fettle/providers/semantic/journal"
)

// TestWrittenAfterAQuestion: what was written after a question is learned by the next
// one, also where it was not shown: by another process, which finds it in its listing,
// and by one that is told of it. What must not be shown, and what was written before,
// is not.
func TestWrittenAfterAQuestion(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	dir := t.TempDir()
	write := func(name, body string, ago time.Duration) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
		if at := time.Now().Add(-ago); ago > 0 {
			if err := os.Chtimes(path, at, at); err != nil {
				t.Fatal(err)
			}
		}
	}
	write("tax.py", "def vat_rate():\n    return 19\n", time.Hour)
	write("other.py", "def colour():\n    return 3\n", time.Minute)
	write("told.py", "def size():\n    return 4\n", time.Hour)
	begin := func() *Set {
		r := NewSet(new(learning.Learner))
		r.Use(Choices{Host: host{dir}, Context: config.Default().Context, Log: slog.New(slog.DiscardHandler)})
		return r
	}
	ask := func(r *Set) {
		t.Helper()
		// A question waits for a listing for some seconds only, which a busy machine may need.
		if err := r.build(t.Context(), dir); err != nil {
			t.Fatal(err)
		}
		if res, err := r.Query(t.Context(), dir, semantic.DefaultQuery("vat rate")); err != nil || len(res.Results) == 0 {
			t.Fatalf("%d results: %v", len(res.Results), err)
		}
	}
	edited := func(nth int) []string {
		j, err := journal.Open(learning.JournalPath(dir), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		return j.Last(nth)[nth-1].Edited
	}
	r := begin()
	ask(r)
	r.Close()
	write("other.py", "def colour():\n    return 5\n", 0)
	r = begin()
	defer r.Close()
	ask(r)
	if got := edited(2); !slices.Equal(got, []string{"other.py"}) {
		t.Errorf("edited after the first question: %v", got)
	}
	for _, name := range []string{"told.py", "gone.py"} {
		r.Changed(filepath.Join(dir, name))
	}
	if _, err := r.Ask(t.Context(), dir, semantic.DefaultQuery("vat rate")); err != nil {
		t.Fatal(err)
	}
	if got := edited(2); !slices.Equal(got, []string{"told.py"}) {
		t.Errorf("edited after the second question: %v", got)
	}
}

// TestWrittenIsBounded: of very many files that were written at once some are
// remembered, and room is made when they are old.
func TestWrittenIsBounded(t *testing.T) {
	var w written
	now := time.Now()
	for i := range 3 * writtenMost {
		w.note(string(rune('a'+i)), now, now)
	}
	w.note("old", now.Add(-time.Hour), now)
	if n := len(w.lately()); n != writtenMost {
		t.Errorf("%d remembered", n)
	}
	later := now.Add(time.Hour)
	w.note("new", later, later)
	if got := w.lately(); len(got) != 1 || !got["new"].Equal(later) {
		t.Errorf("an hour later %v", got)
	}
}
