package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestJournalOfASession: what a menu offered, what was taken and what was taken
// back stands in the journal, which the command prints, rates and forgets;
// where learning is switched off nothing is written.
//
// Covers R3-10.
func TestJournalOfASession(t *testing.T) {
	const source = "import os\n\n\ndef show(cond):\n    if cond: return 1\n    return 2\n"
	for _, learning := range []bool{true, false} {
		dir, home := t.TempDir(), t.TempDir()
		writeAll(t, dir, map[string]string{"app.py": source, "pyproject.toml": "[tool.ruff.lint]\nselect = [\"E7\"]\n"})
		args := []string{"serve"}
		if !learning {
			args = append(args, "--set", "context.learning=false")
		}
		cmd := inProject(t, dir, home, args...)
		cmd.Env = append(cmd.Env, "PATH="+filepath.Dir(testkit.Tool(t, "ruff"))+string(os.PathListSeparator)+os.Getenv("PATH"))
		e := testkit.NewEditor(t, testkit.StartChild(t, cmd), dir, nil)
		doc := e.Open(filepath.Join(dir, "app.py"), "python", source)
		stats := func() string {
			out, err := inProject(t, dir, home, "journal", "--stats").Output()
			must.OK(t, err)
			return string(out)
		}
		ready := titled(`^Fix E701`)
		_, it := e.WaitMenu(doc, 4, nil, func(it testkit.MenuItem) bool { return ready(it) && it.Edit != nil })
		if learning {
			until(t, "the offer", func() bool { return strings.Contains(stats(), "offered   1") })
		}
		e.Choose(it)
		if !learning {
			e.Call("shutdown", nil)
			if got := stats(); !strings.Contains(got, "fixes     0") {
				t.Errorf("learned though that is switched off:\n%s", got)
			}
			continue
		}
		until(t, "the accepted fix", func() bool {
			s := stats()
			return strings.Contains(s, "accepted  1") && !strings.Contains(s, "offered")
		})
		told := e.Execute("fettle.journal", []any{map[string]any{"uri": doc.URI}})
		if got := string(told.Result); !strings.Contains(got, "accepted  1") || !strings.Contains(got, "app.py") {
			t.Errorf("the editor was told %s", told.Raw)
		}
		if out, err := inProject(t, dir, home, "journal", "--rate", "enough").Output(); err != nil || !strings.Contains(string(out), "enough 1, missing 0") {
			t.Errorf("rated: %v\n%s", err, out)
		}
		if out, err := inProject(t, dir, home, "journal", "--rate", "good").CombinedOutput(); err == nil || !strings.Contains(string(out), "hint: write --rate enough or --rate missing") {
			t.Errorf("an unknown rating: %v\n%s", err, out)
		}
		e.Type(doc, 0, len(doc.Text()), source) // undo
		until(t, "the undone fix", func() bool {
			s := stats()
			return strings.Contains(s, "undone    1") && strings.Contains(s, "fixes     1")
		})
		if out, err := inProject(t, dir, home, "journal", "--forget").Output(); err != nil || !strings.Contains(stats(), "fixes     0") {
			t.Errorf("forgotten: %v\n%s", err, out)
		}
	}
}

// TestJournalOfARun: what a run writes counts as taken; what it only shows does not.
//
// Covers R3-10.
func TestJournalOfARun(t *testing.T) {
	dir, home := t.TempDir(), t.TempDir()
	writeAll(t, dir, map[string]string{"app.py": "import os\nimport sys\n\nprint(sys.argv)\n", "pyproject.toml": ""})
	run := func(args ...string) string {
		t.Helper()
		cmd := inProject(t, dir, home, args...)
		cmd.Env = append(cmd.Env, "PATH="+filepath.Dir(testkit.Tool(t, "ruff"))+string(os.PathListSeparator)+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		if err != nil && cmd.ProcessState.ExitCode() != 1 { // 1: findings remain
			t.Fatalf("fettle %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	run("fix", "app.py")
	if got := run("journal"); !strings.Contains(got, "fixes     0") {
		t.Errorf("a fix that was only shown counts:\n%s", got)
	}
	run("fix", "--write", "app.py")
	if got := run("journal"); !strings.Contains(got, "accepted  1") || !strings.Contains(got, "ruff/F401") || !strings.Contains(got, "edited  app.py") {
		t.Errorf("a fix that was written does not count:\n%s", got)
	}
}
