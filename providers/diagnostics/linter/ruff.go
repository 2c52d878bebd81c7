package linter

import (
	"os"
	"path/filepath"

	"github.com/fettle-dev/fettle/internal/child"
)

// ruff reads the text from standard input under the document's name, so that
// it finds the project's configuration and per-file settings. A project may
// switch fixing on in its configuration; then ruff would write the fixed text
// instead of its findings. It runs in the root, as over many files: without a
// configuration its settings come from the folder it runs in, and its messages
// name files from there.
func (j *job) ruff() (child.Command, error) {
	dir := j.root
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		dir = j.folder()
	}
	args := j.ruffArgs()
	if filepath.Ext(j.snapshot.Path) == ".ipynb" { // whose Python it is given, under the notebook's settings
		args = append(args, "--extension", "ipynb:python")
	}
	return child.Command{
		Argv:  j.args(append(args, "--stdin-filename", j.snapshot.Path, "-")...),
		Dir:   dir,
		Stdin: []byte(j.snapshot.Text()),
	}, nil
}

func (t *tool) ruffArgs() []string {
	args := []string{"check", "--output-format", "json", "--no-fix", "--no-cache", "--force-exclude"}
	if t.more != "" {
		args = append(args, "--extend-select", t.more)
	}
	return args
}
