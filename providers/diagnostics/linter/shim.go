package linter

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

// managers of versions put shims on PATH: programs of any name, that find out in the folder
// that they run in which version of their namesake to start. "MANAGER which NAME" says which.
var managers = [...]struct {
	name   string
	target string // what its shims lead to, of a manager whose shims are links
	calls  string // what its shims call, of one whose shims are scripts
	// paths says that a folder's own file may name a version by its path, so that a shim of its
	// namesake starts a program of the workspace (https://asdf-vm.com/manage/configuration.html,
	// https://mise.jdx.dev/configuration.html).
	paths bool
}{
	{name: "pyenv", calls: `/pyenv" exec `}, // https://github.com/pyenv/pyenv/blob/v2.6.12/libexec/pyenv-rehash
	// https://github.com/asdf-vm/asdf/blob/v0.18.0/internal/shims/shims.go
	{name: "asdf", calls: "asdf exec ", paths: true},
	{name: "mise", target: "mise", paths: true}, // https://mise.jdx.dev/dev-tools/shims.html
	{name: "volta", target: "volta-shim"},       // https://docs.volta.sh/advanced/binary-shims
}

// unshimmed returns the program that a shim starts in a folder: it runs without the shim's own
// work, and what is kept of its answers belongs to it. A program that is no shim is returned as
// it is; so is one of which the manager does not say what it starts, where that can be no program
// of a workspace that is not trusted.
func unshimmed(path, dir string, o child.LookOptions) (string, error) {
	name := strings.TrimSuffix(filepath.Base(path), ".exe")
	manager, paths := managerOf(path, name)
	if manager == "" {
		return path, nil
	}
	found, why := which(manager, name, dir, o)
	switch {
	case why == "" && o.Refuses(found):
		why = found + ", which lies in a workspace that is not trusted"
	case why == "":
		return found, nil
	case o.Trusted || !paths:
		return path, nil // running it will say why
	}
	return "", &child.Error{Program: name, Kind: child.ErrRefused, Err: fmt.Errorf("%s starts %s", path, why)}
}

// which asks a manager which program it starts in a folder. why says that it does not say.
func which(manager, name, dir string, o child.LookOptions) (found, why string) {
	program, err := child.Look(manager, o)
	if err != nil {
		return "", "what " + manager + " chooses, which is not found"
	}
	cmd := child.Command{Argv: []string{program, "which", name}, Dir: dir, Timeout: limits.ToolVersionTime,
		Trusted: o.Trusted, Hidden: slices.Clone(o.Hidden)}
	if !o.Trusted {
		cmd.Hidden = append(cmd.Hidden, o.Roots...)
	}
	res, err := child.Run(context.Background(), cmd)
	if found = string(bytes.TrimSpace(res.Stdout)); !filepath.IsAbs(found) {
		found = filepath.Join(dir, found)
	}
	if err != nil || res.ExitCode != 0 || !isFile(found) {
		return "", "what " + manager + " chooses, and it does not say what that is"
	}
	return found, ""
}

// managerOf returns the manager whose shim a program is, "" if it is none, and whether it starts
// programs by their paths.
func managerOf(path, name string) (manager string, paths bool) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", false
	}
	target := strings.TrimSuffix(filepath.Base(real), ".exe")
	text, err := files.Head(real, shimSize)
	script := err == nil && bytes.HasPrefix(text, []byte("#!"))
	for _, m := range managers {
		linked := m.target != "" && m.target == target && target != name
		if linked || m.calls != "" && script && bytes.Contains(text, []byte(m.calls)) {
			return m.name, m.paths
		}
	}
	return "", false
}

// shimSize is more than the script of a shim has.
const shimSize = 4096
