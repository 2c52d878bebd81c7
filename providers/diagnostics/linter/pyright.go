package linter

import (
	"path/filepath"

	"github.com/fettle-dev/fettle/internal/child"
)

// pyright reads a private tree of links: its command takes text from no other
// place than a file.
func (j *job) pyright() (child.Command, error) {
	tree, err := j.mirror()
	if err != nil {
		return child.Command{}, err
	}
	rel, err := filepath.Rel(j.root, j.snapshot.Path)
	if err != nil {
		return child.Command{}, err
	}
	return child.Command{
		Argv: j.args("--outputjson", "."+string(filepath.Separator)+rel), Dir: tree,
		Env: []string{"PYRIGHT_PYTHON_IGNORE_WARNINGS=1", "NO_COLOR=1"},
	}, nil
}
