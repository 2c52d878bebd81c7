package linter

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/fettle-dev/fettle/internal/child"
)

// TestShims: what a manager of versions starts is what runs, chosen in the root's folder;
// never what lies in a workspace that is not trusted.
func TestShims(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell scripts")
	}
	home, root := t.TempDir(), t.TempDir()
	put := func(path, text string) string {
		t.Helper()
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o755)); err != nil {
			t.Fatal(err)
		}
		return path
	}
	real := put(filepath.Join(home, "versions", "3", "bin", "ruff"), "#!/bin/sh\n")
	own := put(filepath.Join(root, "bin", "ruff"), "#!/bin/sh\n")
	bin, shims := filepath.Join(home, "bin"), filepath.Join(home, "shims")
	shim := filepath.Join(shims, "ruff")
	t.Setenv("PATH", shims+":"+bin+":/usr/bin:/bin")
	script := "#!/usr/bin/env bash\nprogram=\"${0##*/}\"\nexec \"" + bin + "/pyenv\" exec \"$program\" \"$@\"\n"
	asdf := "#!/usr/bin/env bash\nexec asdf exec \"ruff\" \"$@\"\n"
	for _, c := range []struct {
		name, manager, shim, target, says string
		trust                             Trust
		want                              string
		err                               error
	}{
		{"a script of pyenv", "pyenv", script, "", real, Unknown, real, nil},
		{"a script of asdf", "asdf", asdf, "", real, Unknown, real, nil},
		{"a link of mise", "mise", "", "mise", real, Unknown, real, nil},
		{"a link of Volta", "volta", "", "volta-shim", real, Unknown, real, nil},
		{"a version of the workspace, trusted", "asdf", asdf, "", own, Trusted, own, nil},
		{"a version of the workspace", "asdf", asdf, "", own, Unknown, "", child.ErrRefused},
		{"a path of the workspace", "asdf", asdf, "", "bin/ruff", Unknown, "", child.ErrRefused},
		{"a path of the workspace, and a word", "asdf", asdf, "", own + "\nof .tool-versions", Unknown, "", child.ErrRefused},
		{"a manager of paths that does not know it", "asdf", asdf, "", "not found", Unknown, "", child.ErrRefused},
		{"the same, trusted", "asdf", asdf, "", "not found", Trusted, shim, nil},
		{"a manager that does not know it", "pyenv", script, "", "ruff: not found", Unknown, shim, nil},
		{"no manager", "other", script, "", real, Unknown, shim, nil},
		{"a script of its own", "pyenv", "#!/bin/sh\nexec python -m ruff\n", "", real, Unknown, shim, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := errors.Join(os.RemoveAll(bin), os.RemoveAll(shims), os.MkdirAll(shims, 0o755)); err != nil {
				t.Fatal(err)
			}
			answer := "#!/bin/sh\ntest \"$1 $2 $PWD\" = 'which ruff " + root + "' && echo '" + c.says + "'\n"
			put(filepath.Join(bin, c.manager), answer)
			if c.target != "" {
				put(filepath.Join(bin, c.target), answer)
				if err := os.Symlink(filepath.Join(bin, c.target), shim); err != nil {
					t.Fatal(err)
				}
			} else {
				put(shim, c.shim)
			}
			l, err := New("ruff", Options{Root: root, Trust: c.trust, CacheDir: t.TempDir()})
			if c.err != nil {
				if !errors.Is(err, c.err) {
					t.Fatalf("%v, %v", l, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := l.(*tool).Program(); got != c.want {
				t.Errorf("%s runs, want %s", got, c.want)
			}
		})
	}
}
