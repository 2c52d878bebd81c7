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
}{
	{name: "pyenv", calls: `/pyenv" exec `}, // https://github.com/pyenv/pyenv/blob/v2.6.12/libexec/pyenv-rehash
	{name: "asdf", calls: "asdf exec "},     // https://github.com/asdf-vm/asdf/blob/v0.18.0/internal/shims/shims.go
	{name: "mise", target: "mise"},          // https://mise.jdx.dev/dev-tools/shims.html
	{name: "volta", target: "volta-shim"},   // https://docs.volta.sh/advanced/binary-shims
}

// unshimmed returns the program that a shim starts in a folder: it runs without the shim's own
// work, and what is kept of its answers belongs to it. A program that is no shim, or of which
// the manager says nothing, is returned as it is. It is an error that the shim leads into a
// workspace that is not trusted, as a path in .tool-versions can.
func unshimmed(path, dir string, o child.LookOptions) (string, error) {
	name := strings.TrimSuffix(filepath.Base(path), ".exe")
	manager := managerOf(path, name)
	if manager == "" {
		return path, nil
	}
	program, err := child.Look(manager, o)
	if err != nil {
		return path, nil //nolint:nilerr // the shim may know better where it is
	}
	cmd := child.Command{Argv: []string{program, "which", name}, Dir: dir, Timeout: limits.ToolVersionTime,
		Trusted: o.Trusted, Hidden: slices.Clone(o.Hidden)}
	if !o.Trusted {
		cmd.Hidden = append(cmd.Hidden, o.Roots...)
	}
	res, err := child.Run(context.Background(), cmd)
	found := string(bytes.TrimSpace(res.Stdout))
	switch {
	case err != nil || res.ExitCode != 0 || !filepath.IsAbs(found) || !isFile(found):
		return path, nil //nolint:nilerr // running the shim will say why
	case o.Refuses(found):
		return "", &child.Error{Program: name, Kind: child.ErrRefused,
			Err: fmt.Errorf("%s starts %s, which lies in a workspace that is not trusted", path, found)}
	}
	return found, nil
}

// managerOf returns the manager whose shim a program is, "" if it is none.
func managerOf(path, name string) string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return ""
	}
	target := strings.TrimSuffix(filepath.Base(real), ".exe")
	text, err := files.Head(real, shimSize)
	script := err == nil && bytes.HasPrefix(text, []byte("#!"))
	for _, m := range managers {
		linked := m.target != "" && m.target == target && target != name
		if linked || m.calls != "" && script && bytes.Contains(text, []byte(m.calls)) {
			return m.name
		}
	}
	return ""
}

// shimSize is more than the script of a shim has.
const shimSize = 4096
