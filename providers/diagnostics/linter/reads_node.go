package linter

import (
	"path/filepath"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/reads"
)

// tsc adds what the compiler of TypeScript reads.
func (d inputs) tsc(t *tool, root string, dirs []string) (known bool) {
	return d.byLibrary(t, root, dirs, (*job).typescriptLibrary, reads.Inputs.TypeScript)
}

// eslint adds what ESLint reads.
func (d inputs) eslint(t *tool, root string, dirs []string) (known bool) {
	return d.byLibrary(t, root, dirs, (*job).eslintCLI, reads.Inputs.ESLint)
}

// byLibrary adds what a tool reads whose library, as it is found from each folder, a child
// of Node.js loads.
func (d inputs) byLibrary(t *tool, root string, dirs []string, library func(*job) string,
	of func(reads.Inputs, reads.Node) bool) (known bool) {
	if len(t.argv) != 1 || t.opts.UserPath["node"] != "" { // scripts look for it in PATH
		return false
	}
	n := reads.Node{Root: root, Dirs: dirs}
	for _, dir := range dirs {
		j := &job{tool: t, root: root, snapshot: text.File(filepath.Join(dir, "x.ts"), "typescript", "")}
		node, err := child.Look("node", j.look())
		lib := library(j)
		if err != nil || lib == "" || n.Library != "" && n.Library != lib {
			return false
		}
		n.Program, n.Library = node, lib
	}
	return of(d.Inputs, n)
}
