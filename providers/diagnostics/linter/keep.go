package linter

import (
	"crypto/sha256"

	"github.com/fettle-dev/fettle/providers/diagnostics/linter/kept"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/reads"
)

// keepers give, of each tool whose results for single texts are kept for the next
// command, the digest of everything it reads beside the text of a file in a folder;
// false where that is not known. ruff alone looks at a text by itself; what others say
// of it depends on the other files of the project: see [Runner.Reads].
func keepers() map[string]func(t *tool, root, dir string) ([sha256.Size]byte, bool) {
	return map[string]func(*tool, string, string) ([sha256.Size]byte, bool){"ruff": ruffReads}
}

// source is what of a tool is kept in a root.
func (t *tool) source(root string) kept.Source {
	src := kept.Source{Tool: t.spec.Name, Root: root}
	if of := keepers()[t.spec.Name]; of != nil && t.spec.own == nil {
		src.Reads = func(dir string) ([sha256.Size]byte, bool) { return of(t, root, dir) }
	}
	return src
}

// programState is [reads.Program] of a tool that the user gives no arguments, which may
// name files.
func programState(t *tool) (string, bool) {
	if len(t.argv) != 1 {
		return "", false
	}
	return reads.Program(t.argv[0])
}
