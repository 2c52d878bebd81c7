package linter

import (
	"bytes"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

// clippy builds the document's package in a private tree of links, with a
// target folder of its own. It runs build scripts and macros of the workspace.
// cargo knows a package by its name and version, and its place in the workspace, not
// on the disk, and counts as built what is not newer than the last build: in a target
// folder that two trees share it repeats for one what it has said of the other
// (https://doc.rust-lang.org/nightly/nightly-rustc/cargo/core/compiler/fingerprint/index.html).
//
// Of a file alone its package is looked at, of several the whole workspace.
func (j *job) clippy(dir string, paths []string) (child.Command, error) {
	tree := j.mapping.Mirror
	target := filepath.Join(j.cache("cargo"), filepath.Base(filepath.Dir(tree)))
	if !j.usualSlot {
		target = filepath.Join(filepath.Dir(tree), "target") // nobody comes back to it
	}
	j.target = target
	argv := j.args("clippy", "--quiet", "--offline", "--message-format", "json", "--all-targets")
	if crate := files.NearestWith(filepath.Dir(paths[0]), tree, "Cargo.toml"); len(paths) == 1 && crate != "" {
		argv = append(argv, "--manifest-path", filepath.Join(crate, "Cargo.toml"))
	} else {
		argv = append(argv, "--workspace")
	}
	return child.Command{Argv: argv, Dir: dir, Env: []string{"CARGO_TARGET_DIR=" + target, "CARGO_TERM_COLOR=never"}}, nil
}

// clippyFolder returns the workspace of the document: one run looks at all of it.
func (j *job) clippyFolder() string {
	if crate := files.NearestWith(j.folder(), j.root, "Cargo.toml"); crate != "" {
		return cargoWorkspace(crate, j.treeRoot())
	}
	return ""
}

// clippyOutput accepts a failed build only if the compiler said why.
func clippyOutput(j *job, res child.Result) ([]byte, error) {
	if res.ExitCode != 0 && !bytes.Contains(res.Stdout, []byte(`"compiler-message"`)) {
		return nil, j.failure(res)
	}
	if res.ExitCode != 0 {
		j.target = "" // what was not compiled lists no files
	}
	return res.Stdout, nil
}

// crateFiles returns the files that the compiler has read for the targets of a build, as it lists them for cargo
// (https://doc.rust-lang.org/cargo/reference/build-cache.html#dep-info-files): a file that no mod names is not among
// them. It is empty where that is not known.
func (j *job) crateFiles() map[string]bool {
	if j.target == "" {
		return nil
	}
	saw := map[string]bool{}
	for _, pattern := range [...]string{"deps/*.d", "build/*/*.d", "examples/*.d"} {
		list, _ := filepath.Glob(filepath.Join(j.target, "debug", filepath.FromSlash(pattern)))
		for _, path := range list {
			read, err := files.Read(path, limits.ChildOutput)
			if err != nil {
				return nil
			}
			for line := range strings.Lines(string(read.Data)) {
				if name, alone := strings.CutSuffix(strings.TrimSpace(line), ":"); alone {
					saw[j.ofCrate(strings.ReplaceAll(name, `\ `, " "))] = true
				}
			}
		}
	}
	return saw
}

// ofCrate returns the file that the compiler names, where the user has it.
func (j *job) ofCrate(name string) string {
	if path := filepath.FromSlash(name); filepath.IsAbs(path) {
		return realPath(j.mapping.Real(path))
	}
	return realPath(filepath.Join(j.dir, filepath.FromSlash(name)))
}

// cargoWorkspace returns the folder that cargo's file names are relative to: the
// nearest with a workspace, else the package's own.
func cargoWorkspace(crate, root string) string {
	for dir := crate; ; dir = filepath.Dir(dir) {
		if f, err := files.Read(filepath.Join(dir, "Cargo.toml"), 0); err == nil &&
			bytes.Contains(f.Data, []byte("[workspace")) {
			return dir
		}
		if dir == root || dir == filepath.Dir(dir) {
			return crate
		}
	}
}
