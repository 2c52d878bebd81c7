package linter

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
)

// mypy checks the document under its own name with the text of a shadow file,
// from the folder that holds its configuration. A document that is not on the
// disk yet has no name to shadow: it is checked in a private tree of links.
func (j *job) mypy() (child.Command, error) {
	dir := j.mypyFolder()
	path, argv := j.rel(dir), j.mypyArgs()
	if _, err := os.Lstat(j.snapshot.Path); err != nil {
		tree, err := j.mirror()
		if err != nil {
			return child.Command{}, err
		}
		return child.Command{Argv: append(argv, "--", path), Dir: j.mirrored(tree, dir)}, nil
	}
	shadow, err := j.shadow()
	if err != nil {
		return child.Command{}, err
	}
	return child.Command{Argv: append(argv, "--shadow-file", path, shadow, "--", path), Dir: dir}, nil
}

// mypyFolder is the folder that holds mypy's configuration, or else the root; the
// one around it where the root is a package: mypy looks for modules in its working
// folder, so that a package's own abc.py would stand for the library's.
func (j *job) mypyFolder() string {
	if dir := files.NearestWith(j.folder(), j.root, "mypy.ini", ".mypy.ini", "pyproject.toml", "setup.cfg"); dir != "" {
		return dir
	}
	dir := j.root
	for files.NearestWith(dir, dir, "__init__.py") == dir && filepath.Dir(dir) != dir {
		dir = filepath.Dir(dir)
	}
	return dir
}

// mypyCache is a folder for each root: mypy's entries hold relative names, so that
// a second clone of a project would be told what was said of the first.
func (j *job) mypyCache() string {
	sum := sha256.Sum256([]byte(realPath(j.root)))
	return filepath.Join(j.cache("mypy"), hex.EncodeToString(sum[:8]))
}

// mypyArgs is the command up to the files.
func (j *job) mypyArgs() []string {
	argv := j.args("--output", "json", "--no-error-summary", "--no-pretty", "--no-color-output", "--hide-error-context",
		"--show-absolute-path", "--cache-dir", j.mypyCache())
	if python := filepath.Join(j.root, ".venv", "bin", "python"); len(j.opts.Argv) == 0 && filepath.Dir(j.argv[0]) != filepath.Dir(python) {
		if _, err := os.Stat(python); err == nil {
			argv = append(argv, "--python-executable", python)
		}
	}
	return argv
}

// mypyOutput accepts exit code 2 only with findings: mypy uses it for syntax
// errors, which it reports, and for its own failures.
func mypyOutput(j *job, res child.Result) ([]byte, error) {
	if res.ExitCode > 1 && !bytes.HasPrefix(res.Stdout, []byte("{")) {
		return nil, j.failure(res)
	}
	return res.Stdout, nil
}
