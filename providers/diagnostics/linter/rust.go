package linter

import (
	"bytes"
	"path/filepath"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
)

// clippy builds the document's package in a private tree of links, with a
// target folder of our own. It runs build scripts and macros of the workspace.
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
	return child.Command{
		Argv: j.args("clippy", "--quiet", "--offline", "--message-format", "json", "--all-targets"),
		Dir:  j.mirrored(tree, crate),
		Env:  []string{"CARGO_TARGET_DIR=" + j.cache("cargo"), "CARGO_TERM_COLOR=never"},
	}, nil
}

// clippyOutput accepts a failed build only if the compiler said why.
func clippyOutput(j *job, res child.Result) ([]byte, error) {
	if res.ExitCode != 0 && !bytes.Contains(res.Stdout, []byte(`"compiler-message"`)) {
		return nil, j.failure(res)
	}
	return res.Stdout, nil
}

// cargoWorkspace is the folder that cargo's file names are relative to: the
// nearest with a workspace, else the package's own.
func cargoWorkspace(crate, root string) string {
	for dir := crate; ; dir = filepath.Dir(dir) {
		if f, err := files.Read(filepath.Join(dir, "Cargo.toml"), 0); err == nil && bytes.Contains(f.Data, []byte("[workspace")) {
			return dir
		}
		if dir == root || dir == filepath.Dir(dir) {
			return crate
		}
	}
}
