package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestFolderGoesAway: the workspace is removed under a running server, which
// goes on answering, and finds the folder again when it is back.
func TestFolderGoesAway(t *testing.T) {
	p := newProject(t, source, nil, "")
	p.WaitMenu(p.doc, 4, nil, titled(`F821`))
	folder := filepath.Dir(p.path)
	rules := must.Read(t, filepath.Join(folder, "pyproject.toml"))
	must.OK(t, os.RemoveAll(folder))
	text := p.doc.Text()
	p.Type(p.doc, len(text), len(text), "gone = 1\n")
	p.Menu(p.doc, 4, nil) // an answer, whatever it is
	if _, err := os.Stat(folder); err == nil {
		t.Error("the folder was made again")
	}
	writeAll(t, folder, map[string]string{"app.py": p.doc.Text(), "pyproject.toml": rules})
	p.Type(p.doc, len(p.doc.Text()), len(p.doc.Text()), "import json\n")
	p.WaitMenu(p.doc, lineWith(p.doc.Text(), "import json\n"), nil, titled(`F401`))
}

// lineWith is the number of the last line that is a text.
func lineWith(text, line string) int {
	n := 0
	for i := range len(text) - len(line) {
		if text[i] == '\n' {
			n++
		}
	}
	return n
}
