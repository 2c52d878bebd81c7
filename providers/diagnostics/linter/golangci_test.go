package linter

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestGolangciTellsAllAndChangesNothing: a project's configuration may have
// golangci-lint fix what it finds, also in files beside the document, and by
// default it keeps the fourth finding with the same text to itself, which would
// seem to be new once one of the three is fixed.
func TestGolangciTellsAllAndChangesNothing(t *testing.T) {
	testkit.OtherProcesses(t)
	program := testkit.Tool(t, "golangci-lint")
	same := strings.Repeat("\tos.Remove(\"x\")\n", 5)
	beside := "package m\n\nfunc G() int {\n\n\treturn 1\n}\n"
	root, docs := surveyedProject(t, map[string]string{
		".golangci.yml": "version: \"2\"\nissues:\n  fix: true\nlinters:\n  enable: [whitespace]\n", "go.mod": "module m\n\ngo 1.24\n",
		"a.go": "package m\n\nimport \"os\"\n\nfunc F() {\n\n" + same + "}\n", "b.go": beside})
	l, err := New("golangci-lint", Options{Argv: []string{program}, Root: root, Trust: Trusted, CacheDir: t.TempDir()})
	must.OK(t, err)
	list, err := l.Lint(t.Context(), docs[0].With(docs[0].Text()+"\n// unsaved\n"))
	must.OK(t, err)
	found := map[string]int{}
	for _, d := range list {
		found[d.Code]++
	}
	if found["errcheck"] != 5 || found["whitespace"] != 1 {
		t.Errorf("found %v", found)
	}
	for _, s := range docs {
		if now, err := os.ReadFile(s.Path); err != nil || string(now) != s.Text() {
			t.Errorf("%s was changed: %q, %v", s.Path, now, err)
		}
	}
}

// TestGoToolsSeeWhatLiesAboveTheModule: where a module is the root, its tools read
// what lies above it in a private tree as well: settings of the whole repository, and
// the other modules of a go.work. Without them what nobody looks for any more would
// be taken for gone, and imports of the other modules for broken.
func TestGoToolsSeeWhatLiesAboveTheModule(t *testing.T) {
	testkit.OtherProcesses(t)
	top, docs := surveyedProject(t, map[string]string{
		".golangci.yml":    "version: \"2\"\nlinters:\n  default: none\n  enable: [staticcheck, revive, whitespace]\n",
		"staticcheck.conf": "checks = [\"S1002\"]\n", "go.work": "go 1.24\n\nuse (\n\t./m\n\t./n\n)\n",
		"m/go.mod": "module example.com/m\n\ngo 1.24\n", "n/go.mod": "module example.com/n\n\ngo 1.24\n", "n/n.go": "package n\n\nconst Yes = true\n",
		"m/a.go": "package m\n\nimport \"example.com/n\"\n\nfunc F(b bool) bool {\n\n\treturn b == true && n.Yes\n}\n"})
	s := docs[slices.IndexFunc(docs, func(s text.Snapshot) bool { return filepath.Base(s.Path) == "a.go" })]
	unsaved := s.With(s.Text() + "\n// unsaved\n")
	for tool, want := range map[string][]string{
		"golangci-lint": {"revive:exported", "revive:package-comments", "staticcheck:S1002", "whitespace"}, "staticcheck": {"S1002"},
	} {
		root := filepath.Join(top, "m")
		r := NewRunner(RunnerOptions{Roots: []string{root}, Trust: func(string, string) Trust { return Trusted }, CacheDir: t.TempDir(),
			Tools: map[string]ToolOptions{tool: {Argv: []string{testkit.Tool(t, tool)}}}})
		said, err := r.Together(t.Context(), tool, Texts{Root: root, Files: []text.Snapshot{unsaved}, Changed: map[string]bool{s.Path: true}})
		if err != nil {
			t.Errorf("%s: %v", tool, err)
			continue
		}
		var got []string
		for _, d := range said[s.Path] {
			got = append(got, d.Code)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s of a text together with others: %q, not %q", tool, got, want)
		}
		list, err := r.Lint(t.Context(), tool, unsaved)
		if err != nil || len(list) != len(want) {
			t.Errorf("%s of a text alone: %v, %v", tool, list, err)
		}
	}
}
