package learning

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/aggregator"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/history"
	"github.com/fettle-dev/fettle/providers/semantic/journal"
)

// What is opened and edited after a question is noted with it: what an editor
// says, what is typed, and what is written to the disk by anybody; not what was
// written before, not another branch, and nothing where learning is off.
func TestAfterAQuestion(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	dir := t.TempDir()
	write := func(name string, at time.Time) {
		t.Helper()
		full := filepath.Join(dir, name)
		must.OK(t, os.WriteFile(full, []byte("x"), 0o600))
		must.OK(t, os.Chtimes(full, at, at))
	}
	start := time.Now().Add(-5 * time.Minute).UTC()
	var all []journal.Shown
	for i := range 5 {
		name := fmt.Sprintf("f%d.py", i)
		write(name, start.Add(-time.Hour))
		all = append(all, journal.Shown{Path: name, Role: "direct"})
	}
	rec := history.NewRecorder(history.Options{})
	var l Learner
	told := 0
	l.Use(true, func(string) { told++ })
	l.Opened(dir, "f1.py", start)
	l.Asked(dir, []string{"a", "b"}, all, start)
	l.Opened(dir, "f0.py", start.Add(time.Minute))
	l.Opened(dir, "f0.py", start.Add(time.Minute))
	l.Opened(dir, "f3.py", start.Add(time.Hour))
	write("f2.py", start.Add(2*time.Minute))
	was := text.File(filepath.Join(dir, "typed.py"), "python", "a = 1\n")
	rec.Record(history.Change{Path: "typed.py", Old: was, New: was.With("a = 2\n"), Time: start.Add(time.Minute)})
	l.Noticed(dir, rec, start.Add(3*time.Minute))
	last := func() journal.Entry {
		j, err := journal.Open(JournalPath(dir), time.Now())
		if err != nil || len(j.Last(1)) == 0 {
			t.Fatalf("no entry: %v", err)
		}
		return j.Last(1)[0]
	}
	if e := last(); !slices.Equal(e.Opened, []string{"f0.py"}) || !slices.Equal(e.Edited, []string{"f2.py", "typed.py"}) || told != 2 {
		t.Errorf("noted %+v, told %d times", e, told)
	}

	l.Asked(dir, []string{"c", "d"}, all, start.Add(3*time.Minute))
	for _, s := range all {
		write(s.Path, start.Add(4*time.Minute))
	}
	l.Noticed(dir, nil, start.Add(5*time.Minute))
	if e := last(); len(e.Edited) != 0 {
		t.Errorf("another branch counts as edits of %v", e.Edited)
	}
	write("f4.py", start.Add(-time.Hour))
	l.Close() // settles what is left
	if e := last(); len(e.Edited) != 4 {
		t.Errorf("at the end %v", e.Edited)
	}

	var off Learner
	off.Asked(dir, []string{"e"}, all, start)
	off.Noticed(dir, nil, start)
	if e := last(); len(e.Edited) != 4 {
		t.Errorf("learned though that is off: %+v", e)
	}
}

// An edit that words asked for is remembered with what it was shown, as a fix is.
func TestEditsInWords(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	dir := t.TempDir()
	var l Learner
	l.Use(true, nil)
	defer l.Close()
	s := text.File(filepath.Join(dir, "a.py"), "python", "x = 1\n")
	l.Gathered(providers.Request{Kind: providers.Edit, Root: dir, Snapshot: s, Instruction: "round the price"}, []string{"round", "price"},
		aggregator.Report{Snippets: []aggregator.SnippetRow{{Place: providers.Place{Path: "b.py"}, Role: providers.RoleChunk, Fate: aggregator.Kept}}})
	l.Record(dir, Outcome{Kind: Applied, Signal: EditSignal, Path: s.Path, Time: time.Now()}, nil)
	j, err := journal.Open(JournalPath(dir), time.Now())
	if err != nil || len(j.Last(1)) == 0 {
		t.Fatalf("no entry: %v", err)
	}
	if e := j.Last(1)[0]; e.Kind != "edit" || len(e.Terms) != 2 || len(e.Shown) != 1 || e.Shown[0].Path != "b.py" || !slices.Equal(e.Edited, []string{"a.py"}) {
		t.Errorf("%+v", e)
	}
}

// TestEditsBetweenQuestions: a file that was shown for two questions and written after the second counts for that one.
func TestEditsBetweenQuestions(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	dir := t.TempDir()
	now := time.Now().UTC()
	start := now.Add(-10 * time.Minute)
	shown := []journal.Shown{{Path: "shown.py"}}
	must.OK(t, os.WriteFile(filepath.Join(dir, "shown.py"), []byte("x"), 0o600))
	must.OK(t, os.Chtimes(filepath.Join(dir, "shown.py"), now, start.Add(3*time.Minute)))
	var l Learner
	l.Use(true, nil)
	l.Asked(dir, []string{"a", "b"}, shown, start)
	l.Asked(dir, []string{"c", "d"}, shown, start.Add(2*time.Minute))
	l.Noticed(dir, nil, now)
	if got := l.Journal(dir).open().Last(2); len(got[0].Edited) != 1 || len(got[1].Edited) != 0 {
		t.Errorf("the last one first: %+v", got)
	}
}

// TestOpenedAfterAnEdit: what is opened after an edit in words is noted with it, as
// it is with a question; an edit that somebody else writes is one that was asked.
func TestOpenedAfterAnEdit(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	dir := t.TempDir()
	now := time.Now().UTC()
	var l Learner
	l.Use(true, nil)
	newest := func() journal.Entry { return l.Journal(dir).open().Last(1)[0] }
	path := filepath.Join(dir, "a.py")
	for _, kind := range []Kind{Applied, Handed} {
		l.Record(dir, Outcome{Kind: kind, Signal: EditSignal, Path: path, Time: now.Add(time.Duration(kind) * time.Second)}, nil)
		l.Opened(dir, "found.py", now.Add(time.Minute))
		if e := newest(); e.Kind != journal.Edit || !slices.Equal(e.Opened, []string{"found.py"}) || e.Outcome == journal.Asked != (kind == Handed) {
			t.Errorf("after %d: %+v", kind, e)
		}
	}
	if e := newest(); len(e.Edited) != 0 {
		t.Errorf("nobody has written it: %v", e.Edited)
	}
	l.Record(dir, Outcome{Kind: Applied, Signal: "ruff/F821", Path: path, Time: now.Add(2 * time.Minute)}, nil)
	l.Opened(dir, "late.py", now.Add(3*time.Minute))
	if e := newest(); len(e.Opened) != 0 {
		t.Errorf("opened after a fix: %+v", e)
	}
}
