package linter

import (
	"crypto/sha256"

	"github.com/fettle-dev/fettle/providers/diagnostics/linter/kept"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/reads"
)

// source returns what of a tool is kept in a root. Results for single texts are kept for the
// next command of ruff alone, which looks at a text by itself; what others say of it
// depends on the other files of the project: see [Runner.Reads].
func (t *tool) source(root string) kept.Source {
	src := kept.Source{Tool: t.spec.Name, Root: root}
	if t.spec.Name == "ruff" && t.spec.own == nil {
		src.Reads = func(dir string) ([sha256.Size]byte, bool) { return ruffReads(t, root, dir) }
	}
	if t.spec.Name == Floor {
		src.Reads = func(string) (sum [sha256.Size]byte, known bool) {
			state, known := programState(t)
			d := kept.NewDigest()
			d.Add(append(floorArgs(), state)...)
			return d.Sum(), known
		}
	}
	return src
}

// programState is [reads.Program] of a tool to which the user adds no arguments, which may
// name files.
func programState(t *tool) (string, bool) {
	if len(t.argv) != 1 {
		return "", false
	}
	return reads.Program(t.argv[0])
}
