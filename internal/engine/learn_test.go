package main

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/aggregator"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/config"
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
// Covers R3-10, R3-15.
func TestLearner(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	const root = "/w"
	start := time.Now().UTC().Truncate(time.Second)
	var l learner
	told := 0
	l.use(true, func(string) { told++ })
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
	// Offered again and again, then taken: one fix. Another one is never taken,
	// and for a third context was asked for twice.
	for i := range 3 {
		l.outcome(root, lsp.Outcome{Kind: lsp.OutcomeOffered, Signal: "ruff/F401", Path: root + "/h.py", Time: start.Add(time.Duration(i) * time.Second)}, nil)
		l.outcome(root, lsp.Outcome{Kind: lsp.OutcomeOffered, Signal: "ruff/F401", Path: root + "/i.py", Time: start.Add(time.Duration(i) * time.Second)}, nil)
	}
	l.outcome(root, lsp.Outcome{Kind: lsp.OutcomeApplied, Signal: "ruff/F401", Path: root + "/h.py", Time: start.Add(time.Minute)}, nil)
	second := fixed("k.py")
	second.Focus = []string{"missing_name"}
	l.gathered(second, nil, aggregator.Report{})
	l.outcome(root, lsp.Outcome{Kind: lsp.OutcomeApplied, Signal: "ruff/F821", Path: root + "/k.py", Time: start.Add(2 * time.Second)}, nil)
	l.close() // as if ten minutes were over
	if told == 0 {
		t.Error("nobody was told")
	}

	j, err := journal.Open(journalPath(root), start)
	if err != nil {
		t.Fatal(err)
	}
	got := j.Stats()
	if got.Entries != 6 || got.Outcomes[journal.Accepted] != 3 || got.Outcomes[journal.Undone] != 1 || got.Outcomes[journal.Rejected] != 1 ||
		got.Outcomes[journal.Offered] != 1 || got.Second != 1 {
		t.Errorf("%+v", got)
	}
	if c := j.Commits(); len(c) != 3 || strings.Join(c[2], " ") != "a.py d.py" || strings.Join(c[1], " ") != "h.py" {
		t.Errorf("changed together: %v", c)
	}
	raw, err := os.ReadFile(journalPath(root))
	if err != nil || strings.Contains(string(raw), "canary") || !strings.Contains(string(raw), `"b.py"`) || strings.Contains(string(raw), "c.py") {
		t.Errorf("%v: %s", err, raw)
	}

	l.use(false, nil)
	l.outcome(root, lsp.Outcome{Kind: lsp.OutcomeApplied, Signal: "ruff/F821", Path: root + "/g.py", Time: start}, nil)
	if j, _ = journal.Open(journalPath(root), start); j.Stats().Entries != 6 {
		t.Error("learned while that is switched off")
	}
}

// TestLearningChangesTheRanking: the file that the user changed after fixes of
// this kind comes to the front of the context, with the settings' own switch
// and in the same session; undone fixes take that back.
//
// Covers R3-10.
func TestLearningChangesTheRanking(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := t.TempDir()
	for name, body := range map[string]string{
		"pyproject.toml": "",
		"app.py":         "def show_order(order):\n    return render_order(order, missing_total)\n",
		"order_view.py":  "def render_order(order, total):\n    return order\n",
		"notes.py":       "def notes():\n    return 4\n",
		"palette.py":     "def colour():\n    return 3\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	start := time.Now().UTC().Truncate(time.Second).Add(-time.Hour)
	app := text.File(filepath.Join(dir, "app.py"), "python", "def show_order(order):\n    return render_order(order, missing_total)\n")
	diagnostic := signal.Diagnostic{Tool: "ruff", Code: "F821", Message: "Undefined name `missing_total`", Span: app.LineSpan(1)}
	for _, c := range []struct {
		name     string
		learning bool
		outcomes []lsp.OutcomeKind
		front    bool
	}{
		{"on", true, []lsp.OutcomeKind{lsp.OutcomeApplied}, true},
		{"undone", true, []lsp.OutcomeKind{lsp.OutcomeApplied, lsp.OutcomeUndone}, false},
		{"only offered", true, []lsp.OutcomeKind{lsp.OutcomeOffered}, false},
		{"off", false, []lsp.OutcomeKind{lsp.OutcomeApplied}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := os.RemoveAll(filepath.Dir(journalPath(dir))); err != nil {
				t.Fatal(err)
			}
			settings, _ := config.Resolve()
			settings.Context.Learning = c.learning
			su := &setup{}
			defer su.related.close()
			rec := history.NewRecorder(history.Options{})
			e := su.builder(slog.New(slog.DiscardHandler))(settings, []string{dir}, lsp.Sources{History: rec})
			e.Warm(t.Context(), app)
			files := func() string {
				return strings.Join(su.related.of(dir).Files(providers.Request{Kind: providers.Fix, Root: dir, Snapshot: app, Target: diagnostic.Span,
					Diagnostics: []signal.Diagnostic{diagnostic}, Now: start}), " ")
			}
			before := files()
			if strings.Contains(before, "palette.py") && strings.Index(before, "palette.py") < strings.Index(before, "notes.py") {
				t.Fatalf("in front already: %s", before)
			}
			for i := range 20 {
				at := start.Add(time.Duration(i) * time.Minute)
				e.Fixer.Gather(t.Context(), fixer.Gathering{Problem: fixer.Problem{Root: dir, Snapshot: app, Diagnostic: diagnostic}})
				for _, kind := range c.outcomes {
					e.Accepted(lsp.Outcome{Kind: kind, Signal: "ruff/F821", Path: app.Path, Time: at})
				}
				was := text.File(filepath.Join(dir, "palette.py"), "python", fmt.Sprintf("def colour():\n    return %d\n", i))
				rec.Record(history.Change{Path: "palette.py", Old: was, New: was.With(fmt.Sprintf("def colour():\n    return %d\n", i+1)), Time: at.Add(time.Second)})
				su.related.learn.mu.Lock()
				waiting := su.related.learn.waiting
				su.related.learn.waiting = map[*time.Timer]func(){}
				su.related.learn.mu.Unlock()
				for timer, settle := range waiting { // as if ten minutes were over
					timer.Stop()
					settle()
				}
			}
			after := files()
			front := strings.Contains(after, "palette.py") && strings.Index(after, "palette.py") < strings.Index(after, "notes.py")
			if front != c.front || !c.front && c.name != "undone" && after != before {
				t.Errorf("before %s\nafter %s, want palette.py in front: %v", before, after, c.front)
			}
			if _, err := os.Stat(journalPath(dir)); (err == nil) != c.learning {
				t.Errorf("journal: %v", err)
			}
		})
	}
}

// TestHistoryKnowsImports: what was changed in a file that is imported here
// counts as nearer than what was changed elsewhere.
func TestHistoryKnowsImports(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := t.TempDir()
	files := map[string]string{"app/main.py": "from lib.dep import run\n\n\nrun()\n", "lib/dep.py": "def run():\n    return 1\n", "far/other.py": "def other():\n    return 1\n"}
	for name, body := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	su := &setup{}
	defer su.related.close()
	settings, _ := config.Resolve()
	e := su.builder(slog.New(slog.DiscardHandler))(settings, []string{dir}, lsp.Sources{})
	main := text.File(filepath.Join(dir, "app/main.py"), "python", files["app/main.py"])
	if e.Imports(dir, "app/main.py", "lib/dep.py") {
		t.Error("known before there is an index")
	}
	e.Warm(t.Context(), main)
	if !e.Imports(dir, "app/main.py", "lib/dep.py") || e.Imports(dir, "lib/dep.py", "app/main.py") || e.Imports("/elsewhere", "app/main.py", "lib/dep.py") {
		t.Error("the imports are wrong")
	}
	rec := history.NewRecorder(history.Options{Related: e.Imports})
	now := time.Now()
	for _, name := range []string{"far/other.py", "lib/dep.py"} {
		old := text.File(filepath.Join(dir, name), "python", files[name])
		rec.Record(history.Change{Path: name, Old: old, New: old.With(strings.Replace(files[name], "1", "2", 1)), Time: now})
	}
	sec, err := rec.Provider().Provide(t.Context(), providers.Request{Root: dir, Snapshot: main, Target: main.LineSpan(3), Now: now})
	if err != nil || len(sec.Snippets) != 2 || sec.Snippets[0].Place.Path != "lib/dep.py" {
		t.Errorf("%v %+v", err, sec.Snippets)
	}
}
