package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// prices is a project in which a question about rounding has two answers that
// say it in the same words, and one file that says nothing of it.
func prices() map[string]string {
	body := func(name string) string {
		return "def round_price(price):\n    \"\"\"Round the price of " + name + ".\"\"\"\n    return round(price, 2)\n"
	}
	return map[string]string{
		"pyproject.toml": "", "alpha.py": body("alpha"), "beta.py": body("beta"), "gamma.py": body("gamma"),
		"policy.py": "MODE = 'half-even'\n\n\ndef mode():\n    return MODE\n",
	}
}

// answered are the files of an answer, in its order.
func answered(t *testing.T, raw []byte) []string {
	t.Helper()
	var res struct {
		Results []struct {
			Location struct{ FilePath string }
			Why      []string
		}
	}
	if err := json.Unmarshal(raw, &res); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	var out []string
	for _, r := range res.Results {
		if !slices.Contains(out, r.Location.FilePath) {
			out = append(out, r.Location.FilePath)
		}
	}
	return out
}

// TestQuestionsAreLearnedFrom: a file that was edited after a question moves up in
// the answer to one like it, also one that no word of it leads to; the journal
// shows what is known, a rating counts, and deleting it takes that back.
func TestQuestionsAreLearnedFrom(t *testing.T) {
	dir, home := t.TempDir(), t.TempDir()
	writeAll(t, dir, prices())
	run := func(args ...string) []byte {
		t.Helper()
		out, err := inProject(t, dir, home, args...).Output()
		if err != nil {
			t.Fatalf("fettle %s: %v", strings.Join(args, " "), err)
		}
		return out
	}
	first := answered(t, run("context", "--json", "where", "is", "a", "price", "rounded"))
	if len(first) < 3 || first[0] == "gamma.py" || slices.Contains(first, "policy.py") {
		t.Fatalf("before: %v", first)
	}
	later := time.Now().Add(time.Second)
	must.OK(t, os.Chtimes(filepath.Join(dir, "gamma.py"), later, later))
	time.Sleep(1100 * time.Millisecond)
	if got := answered(t, run("context", "--json", "how", "are", "prices", "rounded")); got[0] != "gamma.py" {
		t.Errorf("after gamma.py was written: %v", got)
	}
	if said := string(run("journal")); !strings.Contains(said, "questions 2") || !strings.Contains(said, "edited  gamma.py") {
		t.Errorf("the journal shows\n%s", said)
	}
	if out, err := inProject(t, dir, home, "context", "--explain-context", "rounded", "price").CombinedOutput(); err != nil || !strings.Contains(string(out), "after a question like this") {
		t.Errorf("%v: nothing says why\n%s", err, out)
	}
	run("journal", "--forget")
	if got := answered(t, run("context", "--json", "how", "are", "prices", "rounded")); !slices.Equal(got, first) {
		t.Errorf("after it was deleted: %v, want %v", got, first)
	}
	off := []string{"context", "--json", "--set", "context.learning=false"}
	run("journal", "--forget")
	run(append(off, "how", "are", "prices", "rounded")...)
	if said := string(run("journal")); !strings.Contains(said, "questions 0") {
		t.Errorf("with learning off\n%s", said)
	}
}

// TestOpenedAfterAQuestion: in an editor, a file that is opened after a question
// comes with the next one like it.
func TestOpenedAfterAQuestion(t *testing.T) {
	dir, home := t.TempDir(), t.TempDir()
	files := prices()
	writeAll(t, dir, files)
	e := testkit.NewEditor(t, testkit.StartChild(t, inProject(t, dir, home, "serve")), dir, nil)
	e.Open(filepath.Join(dir, "alpha.py"), "python", files["alpha.py"])
	ask := func(question string) []string {
		t.Helper()
		m := e.Execute("fettle.contextQuery", []any{map[string]any{"query": question}})
		if m.Error != nil {
			return nil // the folder could not be listed in time
		}
		return answered(t, m.Result)
	}
	var before []string
	until(t, "the first answer", func() bool { before = ask("where is a price rounded"); return len(before) >= 3 })
	if slices.Contains(before, "policy.py") {
		t.Fatalf("before: %v", before)
	}
	e.Open(filepath.Join(dir, "policy.py"), "python", files["policy.py"])
	until(t, "policy.py in the answer", func() bool { return slices.Contains(ask("how are prices rounded"), "policy.py") })
}
