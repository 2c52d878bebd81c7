package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// learned is what fettle journal --stats says of the project.
func (p *project) learned(t *testing.T) map[string]int {
	t.Helper()
	dir := filepath.Dir(filepath.Dir(p.path))
	cmd := exec.Command(binary(t), "journal", "--stats", "--json")
	cmd.Dir = filepath.Dir(p.path)
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+filepath.Join(dir, "config"),
		"XDG_STATE_HOME="+filepath.Join(dir, "state"), "XDG_CACHE_HOME="+filepath.Join(dir, "cache"))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var stats struct{ Outcomes map[string]int }
	if err := json.Unmarshal(out, &stats); err != nil {
		t.Fatalf("%s: %v", out, err)
	}
	return stats.Outcomes
}

// TestJournalLearnsInEditors: what became of a fix in the editor is in the
// project's journal: applied by a job, by the editor itself, and taken back.
func TestJournalLearnsInEditors(t *testing.T) {
	p := newProject(t, source, answer("undefined", `    défini = "😀", cond`, 0), "")
	_, it := p.WaitMenu(p.doc, 4, nil, titled(`^AI fix: F821`))
	p.Choose(it)
	until(t, "the fix to be noted", func() bool { return p.learned(t)["accepted"] == 1 })

	at := strings.Index(p.doc.Text(), ", cond") + len(", ")
	p.Type(p.doc, at, at+len("cond"), "undefined")
	until(t, "the undo to be noted", func() bool { return p.learned(t)["undone"] == 1 })

	_, it = p.WaitMenu(p.doc, 6, nil, titled(`^Fix E701:`))
	p.Choose(it)
	until(t, "the rule's fix to be noted", func() bool { return p.learned(t)["accepted"] == 1 })
	if got := p.learned(t); got["undone"] != 1 || len(got) != 2 {
		t.Errorf("learned: %v", got)
	}
}
