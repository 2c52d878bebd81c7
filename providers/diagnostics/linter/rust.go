package linter

import (
	"bytes"
	"path/filepath"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
)

// clippy builds the document's package in a private tree of links, with a
// target folder of its own. It runs build scripts and macros of the workspace.
// cargo knows a package by its name and version, and its place in the workspace, not
// on the disk, and counts as built what is not newer than the last build: in a target
// folder that two trees share it repeats for one what it has said of the other
// (https://doc.rust-lang.org/nightly/nightly-rustc/cargo/core/compiler/fingerprint/index.html).
func (j *job) clippy() (child.Command, error) {
	crate := files.NearestWith(j.folder(), j.root, "Cargo.toml")
	if crate == "" {
		return child.Command{}, &Error{Tool: j.spec.Name, Kind: ErrUnsuitable, Detail: "no Cargo.toml above it"}
	}
	tree, err := j.mirror()
	if err != nil {
		return child.Command{}, err
	}
	j.mapping.Dir = j.mirrored(tree, cargoWorkspace(crate, j.treeRoot()))
	return j.clippyIn(tree, j.mirrored(tree, crate)), nil
}

// clippyIn builds what lies in a folder of a private tree.
func (j *job) clippyIn(tree, dir string, more ...string) child.Command {
	target := filepath.Join(j.cache("cargo"), filepath.Base(filepath.Dir(tree)))
	if !j.usualSlot {
		target = filepath.Join(filepath.Dir(tree), "target") // nobody comes back to it
	}
	return child.Command{
		Argv: append(j.args("clippy", "--quiet", "--offline", "--message-format", "json", "--all-targets"), more...),
		Dir:  dir,
		Env:  []string{"CARGO_TARGET_DIR=" + target, "CARGO_TERM_COLOR=never"},
	}
}

// clippyFolder returns the workspace of the document: one run looks at all of it.
func (j *job) clippyFolder() string {
	if crate := files.NearestWith(j.folder(), j.root, "Cargo.toml"); crate != "" {
		return cargoWorkspace(crate, j.treeRoot())
	}
	return ""
}

func (j *job) clippySurvey(dir string, _ []string) child.Command {
	return j.clippyIn(j.mapping.Mirror, dir, "--workspace")
}

// cargoFails is the exit code of a build that failed: what the compiler said may say why.
const cargoFails = 101

// clippyOutput accepts a failed build only if the compiler said why.
func clippyOutput(j *job, res child.Result) ([]byte, error) {
	if res.ExitCode != 0 && !bytes.Contains(res.Stdout, []byte(`"compiler-message"`)) {
		return nil, j.failure(res)
	}
	return res.Stdout, nil
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
