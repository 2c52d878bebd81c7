package main

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/aggregator"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/history"
	"github.com/fettle-dev/fettle/providers/semantic/journal"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestLearner writes down what was shown for a fix, what became of it, and what
// the user changed after it; no words, no code.
//
// Covers R3-10.
func TestLearner(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	const root = "/w"
	start := time.Now().UTC().Truncate(time.Second)
	var l learner
	l.use(true)
	rec := history.NewRecorder(history.Options{})
	fixed := func(path string) providers.Request {
		return providers.Request{Root: root, Snapshot: text.File(root+"/"+path, "python", "x\n"), Diagnostics: []signal.Diagnostic{{Tool: "ruff", Code: "F821"}}}
	}
	l.gathered(fixed("a.py"), []string{"canary", "total"}, aggregator.Report{Snippets: []aggregator.SnippetRow{
		{Place: providers.Place{Path: "b.py", First: 1, Last: 2}, Role: providers.RoleDefinition, Fate: aggregator.Kept},
		{Place: providers.Place{Path: "c.py", First: 1, Last: 2}, Role: providers.RoleChunk, Fate: aggregator.Dropped},
	}})
	l.outcome(root, lsp.Outcome{Kind: lsp.OutcomeApplied, Signal: "ruff/F821", Path: root + "/a.py", Time: start}, rec)
	old := text.File(root+"/d.py", "python", "one\ntwo\n")
	next := old.With("one\nthree\n")
	rec.Record(history.Change{Path: "d.py", Old: old, New: next, Time: start.Add(time.Minute)})
	l.outcome(root, lsp.Outcome{Kind: lsp.OutcomeApplied, Signal: "ruff/E501", Path: root + "/e.py", Time: start}, nil)
	l.outcome(root, lsp.Outcome{Kind: lsp.OutcomeUndone, Signal: "ruff/E501", Path: root + "/e.py", Time: start.Add(time.Second)}, nil)
	l.outcome(root, lsp.Outcome{Kind: lsp.OutcomeRejected, Signal: "ruff/E501", Path: root + "/f.py", Time: start}, nil)
	l.close() // as if ten minutes were over

	j, err := journal.Open(journalPath(root), start)
	if err != nil {
		t.Fatal(err)
	}
	got := j.Stats()
	if got.Entries != 3 || got.Outcomes[journal.Accepted] != 1 || got.Outcomes[journal.Undone] != 1 || got.Outcomes[journal.Rejected] != 1 {
		t.Errorf("%+v", got)
	}
	if c := j.Commits(); len(c) != 1 || strings.Join(c[0], " ") != "a.py d.py" {
		t.Errorf("changed together: %v", c)
	}
	raw, err := os.ReadFile(journalPath(root))
	if err != nil || strings.Contains(string(raw), "canary") || !strings.Contains(string(raw), `"b.py"`) || strings.Contains(string(raw), "c.py") {
		t.Errorf("%v: %s", err, raw)
	}

	l.use(false)
	l.outcome(root, lsp.Outcome{Kind: lsp.OutcomeApplied, Signal: "ruff/F821", Path: root + "/g.py", Time: start}, nil)
	if j, _ = journal.Open(journalPath(root), start); j.Stats().Entries != 3 {
		t.Error("learned while that is switched off")
	}
}
