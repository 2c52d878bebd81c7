package linter

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"os"
	"path/filepath"
	"time"

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
	if err == nil {
		err = j.unlikeDisk(shadow)
	}
	if err != nil {
		return child.Command{}, err
	}
	return child.Command{Argv: append(argv, "--shadow-file", path, shadow, "--", path), Dir: dir}, nil
}

// unlikeDisk sets a time of its own on the shadow of a text, and makes that of a changed text differ in size from the
// file on the disk, by blanks at its end. mypy's cache counts a module as unchanged when size and time, in whole
// seconds, are as they were, or size and digest, and the digest is that of the file on the disk, not of its shadow
// (validate_meta in mypy 2.4.1's build.py): of f(a, 1) that became f(1, a) it said again what it had said before.
func (j *job) unlikeDisk(shadow string) error {
	failure := func(err error) error {
		return &Error{Tool: j.spec.Name, Kind: ErrFailed, Detail: "no cache folder", Err: err}
	}
	said := j.snapshot.Text()
	disk, err := files.Read(j.snapshot.Path, 0)
	if err != nil || string(disk.Data) != said {
		blanks := " "
		if len(said)+1 == len(disk.Data) {
			blanks = "  "
		}
		if err := os.WriteFile(shadow, []byte(said+blanks), 0o600); err != nil {
			return failure(err)
		}
	}
	hash := j.snapshot.Hash()
	at := time.Unix(1e9+int64(binary.BigEndian.Uint32(hash[:4])>>2), 0)
	if err := os.Chtimes(shadow, at, at); err != nil {
		return failure(err)
	}
	return nil
}

// justSaved reports whether mypy needs a shadow of a file as it is on the disk: its
// cache would mistake what is saved within the same second for this text.
func (j *job) justSaved() bool {
	if j.spec.Name != "mypy" {
		return false
	}
	info, err := os.Stat(j.snapshot.Path)
	return err == nil && time.Since(info.ModTime()) < 2*time.Second
}

// mypyFolder returns the folder that contains mypy's configuration, or else the root; the
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

// mypyCache returns a folder for each root: mypy's entries hold relative names, so that
// a second clone of a project would get what was said of the first.
func (j *job) mypyCache() string {
	sum := sha256.Sum256([]byte(realPath(j.root)))
	return filepath.Join(j.cache("mypy"), hex.EncodeToString(sum[:8]))
}

// mypyArgs returns the command up to the files.
func (j *job) mypyArgs() []string {
	argv := j.args("--output", "json", "--no-error-summary", "--no-pretty", "--no-color-output", "--hide-error-context",
		"--show-absolute-path", "--cache-dir", j.mypyCache())
	if python := filepath.Join(j.root, ".venv", "bin", "python"); len(j.opts.Argv) == 0 &&
		filepath.Dir(j.argv[0]) != filepath.Dir(python) {
		if _, err := os.Stat(python); err == nil {
			argv = append(argv, "--python-executable", python)
		}
	}
	return argv
}

// mypyOutput accepts exit code 2 only with findings: mypy uses it for syntax
// errors, which it reports, and for its own failures.
func mypyOutput(j *job, res child.Result) ([]byte, error) {
	if res.ExitCode > 1 && !bytes.HasPrefix(res.Stdout, []byte("{")) || silent(res) {
		return nil, j.failure(res)
	}
	return res.Stdout, nil
}
