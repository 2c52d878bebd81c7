package linter

import (
	"os"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
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
	if err != nil {
		t.Fatal(err)
	}
	list, err := l.Lint(t.Context(), docs[0].With(docs[0].Text()+"\n// unsaved\n"))
	if err != nil {
		t.Fatal(err)
	}
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
