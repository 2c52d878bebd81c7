package linter

import (
	"path/filepath"

	"github.com/fettle-dev/fettle/internal/child"
)

// pyright reads a private tree of links: its command reads text from no other
// place than a file.
func (j *job) pyright() (child.Command, error) {
	tree, rel, err := j.inTree()
	return child.Command{
		Argv: j.args("--outputjson", rel), Dir: tree, Env: []string{"PYRIGHT_PYTHON_IGNORE_WARNINGS=1", "NO_COLOR=1"},
	}, err
}

// inTree returns a private tree of links with the document's text, and where the document lies in it.
func (j *job) inTree() (tree, rel string, err error) {
	if tree, err = j.mirror(); err != nil {
		return "", "", err
	}
	rel, err = filepath.Rel(j.root, j.snapshot.Path)
	return tree, "." + string(filepath.Separator) + rel, err
}
