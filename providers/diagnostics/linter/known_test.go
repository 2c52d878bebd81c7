package linter

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestOwnFixer: what a tool's fixer changes in a file is the fix of those findings that the tool does not repeat then.
func TestOwnFixer(t *testing.T) {
	dir := t.TempDir()
	path, body := filepath.Join(dir, "a.py"), "one\nbad 1\nx\nbad 2\n"
	put(t, path, "on disk\n")
	set, err := NewSet([]Custom{ownTool(t, "words", func(c *Custom) {
		c.Input, c.Format = "tree", []string{"%f:%l: %m"}
		c.Fix = append([]string{"play", "mend"}, c.Command[len(c.Command)-2:]...)
		if strings.HasSuffix(c.Command[0], "env") {
			c.Fix = append([]string{c.Command[1], c.Command[2]}, c.Fix...)
		}
	})})
	must.OK(t, err)
	r := NewRunner(RunnerOptions{Roots: []string{dir}, Set: set, CacheDir: t.TempDir()})
	s := text.File(path, "python", body)
	list, err := r.Lint(t.Context(), "mine", s)
	if err != nil || len(list) != 2 || list[0].Fix == nil || list[1].Fix != nil {
		t.Fatalf("%+v, %v", list, err)
	}
	fixed, err := s.Apply(list[0].Fix.Edits)
	if err != nil || fixed.Text() != "one\nx\ngood 1\nbad 2\n" || list[0].Fix.Applicability != signal.Unsafe {
		t.Errorf("%q, %v, %+v", fixed.Text(), err, list[0].Fix)
	}
	list, err = r.Recheck(t.Context(), "mine", s, s.With(body+"bad 3\n"))
	if err != nil || len(list) != 3 || list[0].Fix != nil {
		t.Errorf("a candidate has fixes: %+v, %v", list, err)
	}
}

// TestKnownRows: a row is used where a project asks for it, and the user's own block stands for it.
func TestKnownRows(t *testing.T) {
	dir := t.TempDir()
	doc := text.File(filepath.Join(dir, "run.sh"), "shellscript", "")
	names := func(set Set) string {
		return strings.Join(NewRunner(RunnerOptions{Roots: []string{dir}, Set: set}).Names(doc), " ")
	}
	if row, _ := Find("shellcheck"); row.Usual() || !Specs()[0].Usual() {
		t.Error("shellcheck is said to be missing where nobody asks for it")
	}
	if got := names(Set{}); got != "" || (Set{}).Knows("shellscript") {
		t.Errorf("without a mark: %q", got)
	}
	put(t, filepath.Join(dir, ".pre-commit-config.yaml"), "repos:\n- hooks:\n  - id: shellcheck\n")
	if got := names(Set{}); got != "shellcheck" {
		t.Errorf("with a hook: %q", got)
	}
	set, err := NewSet([]Custom{{Name: "shellcheck", Command: []string{"other"}, Languages: []string{"shellscript"},
		Format: []string{"gcc"}, Safe: true}})
	if spec, _ := set.Find("shellcheck"); err != nil || spec.Binary != "other" || len(set.For("shellscript")) != 1 {
		t.Errorf("%+v, %v", set.For("shellscript"), err)
	}
}
