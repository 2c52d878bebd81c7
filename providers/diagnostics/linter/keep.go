package linter

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/providers/diagnostics/linter/kept"
)

// keepers give, of each tool whose results are kept for the next command, the digest
// of everything it reads beside the text of a file in a folder; false where that is
// not known. A tool is here if all that it reads can be known. It is not known of
//
//   - bandit, mypy, pyright, pytest: modules and plugins of a Python environment;
//   - ESLint, biome, tsc: configuration that is code, plugins, node_modules;
//   - clippy, golangci-lint: build scripts, plugins, dependencies;
//   - go, go vet, staticcheck: other packages and modules; the go command has a
//     cache of its own, which knows them;
//   - tools that the user has defined.
func keepers() map[string]func(t *tool, root, dir string) ([sha256.Size]byte, bool) {
	return map[string]func(*tool, string, string) ([sha256.Size]byte, bool){"ruff": ruffReads}
}

// source is what of a tool is kept in a root.
func (t *tool) source(root string) kept.Source {
	src := kept.Source{Tool: t.spec.Name, Root: root}
	if reads := keepers()[t.spec.Name]; reads != nil && t.spec.own == nil {
		src.Reads = func(dir string) ([sha256.Size]byte, bool) { return reads(t, root, dir) }
	}
	return src
}

// programState is a program's path, size and time: what is behind the same state is
// the same program. Scripts and shims choose what they run by things that are not
// known here.
func programState(t *tool) (string, bool) {
	if len(t.argv) != 1 {
		return "", false // arguments of the user's may name files
	}
	real, err := filepath.EvalSymlinks(t.argv[0])
	if err != nil {
		return "", false
	}
	info, err := os.Stat(real)
	if err != nil || !isNative(real) {
		return "", false
	}
	return strings.Join([]string{real, info.ModTime().UTC().Format(time.RFC3339Nano), info.Mode().String(), decimal(info.Size())}, "|"), true
}
