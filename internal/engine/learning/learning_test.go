package learning

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/aggregator"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/history"
	"github.com/fettle-dev/fettle/providers/semantic/journal"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestLearner writes down what was shown for a fix, what became of it, and what
// the user changed after it; no words, no code.
//
// Covers R3-10, R3-15.
func TestLearner(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	const root = "/w"
	start := time.Now().UTC().Truncate(time.Second)
	var l Learner
	told := 0
	l.Use(true, func(string) { told++ })
	rec := history.NewRecorder(history.Options{})
	fixed := func(path string) providers.Request {
		return providers.Request{Root: root, Snapshot: text.File(root+"/"+path, "python", "x\n"), Diagnostics: []signal.Diagnostic{{Tool: "ruff", Code: "F821"}}}
	}
	l.Gathered(fixed("a.py"), []string{"canary", "total"}, aggregator.Report{Snippets: []aggregator.SnippetRow{
		{Place: providers.Place{Path: "b.py", First: 1, Last: 2}, Role: providers.RoleDefinition, Fate: aggregator.Kept},
		{Place: providers.Place{Path: "c.py", First: 1, Last: 2}, Role: providers.RoleChunk, Fate: aggregator.Dropped},
	}})
	l.Record(root, Outcome{Kind: Applied, Signal: "ruff/F821", Path: root + "/a.py", Time: start}, rec)
	old := text.File(root+"/d.py", "python", "one\ntwo\n")
	next := old.With("one\nthree\n")
	rec.Record(history.Change{Path: "d.py", Old: old, New: next, Time: start.Add(time.Minute)})
	l.Record(root, Outcome{Kind: Applied, Signal: "ruff/E501", Path: root + "/e.py", Time: start}, nil)
	l.Record(root, Outcome{Kind: Undone, Signal: "ruff/E501", Path: root + "/e.py", Time: start.Add(time.Second)}, nil)
	l.Record(root, Outcome{Kind: Rejected, Signal: "ruff/E501", Path: root + "/f.py", Time: start}, nil)
	// Offered again and again, then taken: one fix. Another one is never taken,
	// and for a third context was asked for twice.
	for i := range 3 {
		l.Record(root, Outcome{Kind: Offered, Signal: "ruff/F401", Path: root + "/h.py", Time: start.Add(time.Duration(i) * time.Second)}, nil)
		l.Record(root, Outcome{Kind: Offered, Signal: "ruff/F401", Path: root + "/i.py", Time: start.Add(time.Duration(i) * time.Second)}, nil)
	}
	l.Record(root, Outcome{Kind: Applied, Signal: "ruff/F401", Path: root + "/h.py", Time: start.Add(time.Minute)}, nil)
	second := fixed("k.py")
	second.Focus = []string{"missing_name"}
	l.Gathered(second, nil, aggregator.Report{})
	l.Record(root, Outcome{Kind: Applied, Signal: "ruff/F821", Path: root + "/k.py", Time: start.Add(2 * time.Second)}, nil)
	l.Close() // as if ten minutes were over
	if told == 0 {
		t.Error("nobody was told")
	}

	j, err := journal.Open(JournalPath(root), start)
	must.OK(t, err)
	got := j.Stats()
	if got.Entries != 6 || got.Outcomes[journal.Accepted] != 3 || got.Outcomes[journal.Undone] != 1 || got.Outcomes[journal.Rejected] != 1 ||
		got.Outcomes[journal.Offered] != 1 || got.Second != 1 {
		t.Errorf("%+v", got)
	}
	if c := j.Commits(); len(c) != 3 || strings.Join(c[2], " ") != "a.py d.py" || strings.Join(c[1], " ") != "h.py" {
		t.Errorf("changed together: %v", c)
	}
	raw, err := os.ReadFile(JournalPath(root))
	if err != nil || strings.Contains(string(raw), "canary") || !strings.Contains(string(raw), `"b.py"`) || strings.Contains(string(raw), "c.py") {
		t.Errorf("%v: %s", err, raw)
	}

	l.Use(false, nil)
	l.Record(root, Outcome{Kind: Applied, Signal: "ruff/F821", Path: root + "/g.py", Time: start}, nil)
	if j, _ = journal.Open(JournalPath(root), start); j.Stats().Entries != 6 {
		t.Error("learned while that is switched off")
	}
}
