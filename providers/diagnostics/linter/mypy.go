package linter

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/text"
)

// mypy checks files from the folder with its configuration.
func (j *job) mypy(dir string, paths []string) (child.Command, error) {
	cmd := child.Command{Argv: append(append(j.mypyArgs(), "--"), relativeTo(dir, paths)...), Dir: dir}
	if list := j.mypyPackages(); dir == j.dir && len(list) > 0 {
		cmd.Env = append(cmd.Env, "MYPYPATH="+strings.Join(list, string(filepath.ListSeparator)))
	}
	return cmd, nil
}

// mypyPackages returns the folders of packages that the files lie in, besides that in which mypy runs: it finds modules
// of a package in the folder in which it is started, and that of a workspace is another one.
func (j *job) mypyPackages() (list []string) {
	for _, s := range j.files {
		dir := files.NearestWith(filepath.Dir(s.Path), j.root, "pyproject.toml", "setup.cfg", "setup.py")
		if dir != "" && dir != j.dir && !slices.Contains(list, dir) {
			list = append(list, dir)
		}
	}
	return list
}

// mypyTexts has mypy check files under their own names with the texts of shadow files. A file that is not on the
// disk yet has no name to shadow: then all are checked in a private tree of links.
func (j *job) mypyTexts(paths []string) (child.Command, error) {
	if slices.ContainsFunc(j.changed, func(s text.Snapshot) bool { _, err := os.Lstat(s.Path); return err != nil }) {
		return j.inTree(paths)
	}
	texts, err := j.shadows()
	if err != nil {
		return child.Command{}, err
	}
	cmd, err := j.mypy(j.dir, paths)
	at := slices.Index(cmd.Argv, "--")
	for _, s := range j.changed {
		cmd.Argv = slices.Insert(cmd.Argv, at, "--shadow-file", relativeTo(j.dir, []string{s.Path})[0], texts[s.Path])
	}
	return cmd, err
}

// unlikeDisk sets a time of its own on the shadow of a text, and makes that of a changed text differ in size from the
// file on the disk, by blanks at its end. mypy's cache counts a module as unchanged when size and time, in whole
// seconds, are as they were, or size and digest, and the digest is that of the file on the disk, not of its shadow
// (validate_meta in mypy 2.4.1's build.py): of f(a, 1) that became f(1, a) it said again what it had said before.
func unlikeDisk(s text.Snapshot, shadow string) error {
	said := s.Text()
	disk, err := files.Read(s.Path, 0)
	if err != nil || string(disk.Data) != said {
		blanks := " "
		if len(said)+1 == len(disk.Data) {
			blanks = "  "
		}
		if err := os.WriteFile(shadow, []byte(said+blanks), 0o600); err != nil {
			return err
		}
	}
	hash := s.Hash()
	at := time.Unix(1e9+int64(binary.BigEndian.Uint32(hash[:4])>>2), 0)
	return os.Chtimes(shadow, at, at)
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

// mypyFolder returns the folder that contains mypy's configuration, to which its paths are
// relative; else that of the project's, or the root; the one around it where the root is a
// package: mypy looks for modules in its working folder, so that a package's own abc.py
// would stand for the library's.
func (j *job) mypyFolder() string {
	if config := j.spec.marked(j.folder(), j.root); config != "" {
		return filepath.Dir(config)
	}
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

// mypyOutput accepts exit code 2 only with findings of one file: mypy uses it for a syntax
// error, which it reports and which ends its run, and for its own failures.
func mypyOutput(j *job, res child.Result) ([]byte, error) {
	if res.ExitCode > 1 && (len(j.files) > 1 || !bytes.HasPrefix(res.Stdout, []byte("{"))) || silent(res) {
		return nil, j.failure(res)
	}
	return res.Stdout, nil
}
