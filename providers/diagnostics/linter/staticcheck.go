package linter

import (
	"path/filepath"

	"github.com/fettle-dev/fettle/internal/child"
)

// mirrored returns a folder of the root, or above it, in the private tree.
func (j *job) mirrored(tree, dir string) string {
	rel, err := filepath.Rel(j.treeRoot(), dir)
	if err != nil || !filepath.IsLocal(rel) {
		return tree
	}
	return filepath.Join(tree, rel)
}

// staticcheck knows no overlay: it reads a private tree of links. Of its
// formats only SARIF holds the suggested fixes.
func (j *job) staticcheck() (child.Command, error) {
	if err := j.goBuilds(); err != nil {
		return child.Command{}, err
	}
	tree, err := j.mirror()
	if err != nil {
		return child.Command{}, err
	}
	return child.Command{
		Argv: j.args("-f", "sarif", "."), Dir: j.mirrored(tree, j.folder()),
		Env: append(j.goEnvironment(), "STATICCHECK_CACHE="+j.cache("staticcheck")),
	}, nil
}
