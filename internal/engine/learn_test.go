package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/engine/learning"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/history"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestLearningChangesTheRanking: the file that the user changed after fixes of
// this kind comes to the front of the context, with the settings' own switch
// and in the same session; undone fixes take that back.
//
// Covers R3-10.
func TestLearningChangesTheRanking(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{
		"pyproject.toml": "",
		"app.py":         "def show_order(order):\n    return render_order(order, missing_total)\n",
		"order_view.py":  "def render_order(order, total):\n    return order\n",
		"notes.py":       "def notes():\n    return 4\n",
		"palette.py":     "def colour():\n    return 3\n",
	})
	start := time.Now().UTC().Truncate(time.Second).Add(-time.Hour)
	app := text.File(filepath.Join(dir, "app.py"), "python", "def show_order(order):\n    return render_order(order, missing_total)\n")
	diagnostic := signal.Diagnostic{Tool: "ruff", Code: "F821", Message: "Undefined name `missing_total`", Span: app.LineSpan(1)}
	for _, c := range []struct {
		name     string
		learning bool
		outcomes []learning.Kind
		front    bool
	}{
		{"on", true, []learning.Kind{learning.Applied}, true},
		{"undone", true, []learning.Kind{learning.Applied, learning.Undone}, false},
		{"only offered", true, []learning.Kind{learning.Offered}, false},
		{"off", false, []learning.Kind{learning.Applied}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			must.OK(t, os.RemoveAll(filepath.Dir(learning.JournalPath(dir))))
			settings, _ := config.Resolve()
			settings.Context.Learning = c.learning
			p := testProcess()
			defer p.Close()
			rec := history.NewRecorder(history.Options{})
			e := p.Engine(settings, []string{dir}, Sources{History: rec}, quiet())
			e.Warm(t.Context(), app)
			files := func() string {
				return strings.Join(p.workspaces.Of(dir).Files(providers.Request{Kind: providers.Fix, Root: dir, Snapshot: app, Target: diagnostic.Span,
					Diagnostics: []signal.Diagnostic{diagnostic}, Now: start}), " ")
			}
			before := files()
			if strings.Contains(before, "palette.py") && strings.Index(before, "palette.py") < strings.Index(before, "notes.py") {
				t.Fatalf("in front already: %s", before)
			}
			for i := range 20 {
				at := start.Add(time.Duration(i) * time.Minute)
				e.Gather(t.Context(), fixer.Gathering{Problem: fixer.Problem{Root: dir, Snapshot: app, Diagnostic: diagnostic}})
				for _, kind := range c.outcomes {
					e.Record(learning.Outcome{Kind: kind, Signal: "ruff/F821", Path: app.Path, Time: at})
				}
				was := text.File(filepath.Join(dir, "palette.py"), "python", fmt.Sprintf("def colour():\n    return %d\n", i))
				rec.Record(history.Change{Path: "palette.py", Old: was, New: was.With(fmt.Sprintf("def colour():\n    return %d\n", i+1)), Time: at.Add(time.Second)})
				p.learner.Settle() // as if ten minutes were over
			}
			after := files()
			front := strings.Contains(after, "palette.py") && strings.Index(after, "palette.py") < strings.Index(after, "notes.py")
			if front != c.front || !c.front && c.name != "undone" && after != before {
				t.Errorf("before %s\nafter %s, want palette.py in front: %v", before, after, c.front)
			}
			if _, err := os.Stat(learning.JournalPath(dir)); (err == nil) != c.learning {
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
	writeFiles(t, dir, files)
	p := testProcess()
	defer p.Close()
	settings, _ := config.Resolve()
	e := p.Engine(settings, []string{dir}, Sources{}, quiet())
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
