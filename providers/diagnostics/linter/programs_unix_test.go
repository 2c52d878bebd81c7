//go:build unix

package linter

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// The programs of these tests are shell scripts.

// TestProgramsOfPackages: of the packages of one root each has its own program, in trusted
// roots only; one that has none does not stop the others.
func TestProgramsOfPackages(t *testing.T) {
	files := map[string]string{"package.json": `{"workspaces": ["*"]}`}
	for _, name := range []string{"a", "b", "c"} {
		files[name+"/eslint.config.js"] = "export default []\n"
		files[name+"/src/x.js"] = "let x;\n"
	}
	root, list := surveyedProject(t, files)
	for _, name := range []string{"a", "b"} {
		bin := filepath.Join(root, name, "node_modules", ".bin")
		must.OK(t, os.MkdirAll(bin, 0o755))
		report := `[{"filePath": "` + filepath.Join(root, name, "src/x.js") + `", "messages": [{"ruleId": "` + name +
			`", "severity": 2, "message": "m", "line": 1, "column": 1}]}]`
		must.OK(t, os.WriteFile(filepath.Join(bin, "eslint"), []byte("#!/bin/sh\necho '"+report+"'\n"), 0o755))
	}
	t.Setenv("PATH", "/nonexistent")
	for _, trust := range []Trust{Trusted, Unknown} {
		r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(),
			Trust: func(string, string) Trust { return trust }})
		for _, name := range []string{"c", "a", "b"} { // that which lacks it first
			for _, s := range list {
				if s.Path != filepath.Join(root, name, "src", "x.js") {
					continue
				}
				found, err := r.Lint(context.Background(), "eslint", s)
				switch {
				case trust == Unknown:
					if !errors.Is(err, ErrNotAllowed) {
						t.Errorf("%s, not trusted: %v, %v", name, found, err)
					}
				case name == "c":
					if !errors.Is(err, ErrMissing) {
						t.Errorf("%s: %v, %v", name, found, err)
					}
				case err != nil || len(found) != 1 || found[0].Code != name:
					t.Errorf("%s: %v, %v", name, found, err)
				}
			}
		}
		if _, known := r.Reads("eslint", root, []string{filepath.Join(root, "a")}); known && trust == Trusted {
			t.Error("what the programs of packages read is called known")
		}
	}
}

// TestHangingProgramOfPackage: that one package's program does not answer costs no other package.
func TestHangingProgramOfPackage(t *testing.T) {
	root, list := surveyedProject(t, map[string]string{"a/eslint.config.mjs": "", "a/x.js": "let x;\n",
		"b/eslint.config.mjs": "", "b/x.js": "let x;\n"})
	for name, does := range map[string]string{"a": "echo '[]'", "b": "sleep 60"} {
		bin := filepath.Join(root, name, "node_modules", ".bin")
		must.OK(t, errors.Join(os.MkdirAll(bin, 0o755),
			os.WriteFile(filepath.Join(bin, "eslint"), []byte("#!/bin/sh\n"+does+"\n"), 0o755)))
	}
	r := NewRunner(RunnerOptions{Roots: []string{root}, CacheDir: t.TempDir(), OneRun: true,
		Trust: func(string, string) Trust { return Trusted },
		Tools: map[string]ToolOptions{"eslint": {Timeout: time.Second}}})
	at := map[string]text.Snapshot{}
	for _, s := range list {
		at[filepath.Base(filepath.Dir(s.Path))+"/"+filepath.Base(s.Path)] = s
	}
	if _, err := r.Lint(t.Context(), "eslint", at["b/x.js"]); !errors.Is(err, ErrTimeout) {
		t.Fatal(err)
	}
	if _, err := r.Lint(t.Context(), "eslint", at["a/x.js"]); err != nil {
		t.Errorf("a: %v", err)
	}
	r.Again()
	changed := map[string]bool{at["a/x.js"].Path: true, at["b/x.js"].Path: true}
	for range 2 {
		out, err := r.Session(root).Together(t.Context(), "eslint", Texts{Root: root, Changed: changed,
			Files: []text.Snapshot{at["b/x.js"], at["a/x.js"]}})
		if _, looked := out[at["a/x.js"].Path]; err != nil || !looked || len(out) != 1 {
			t.Errorf("%v, %v", out, err)
		}
	}
}

// TestShims: what a manager of versions starts is what runs, chosen in the root's folder;
// never what lies in a workspace that is not trusted.
func TestShims(t *testing.T) {
	home, root := t.TempDir(), t.TempDir()
	put := func(path, text string) string {
		t.Helper()
		must.OK(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o755)))
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
			must.OK(t, errors.Join(os.RemoveAll(bin), os.RemoveAll(shims), os.MkdirAll(shims, 0o755)))
			answer := "#!/bin/sh\ntest \"$1 $2 $PWD\" = 'which ruff " + root + "' && echo '" + c.says + "'\n"
			put(filepath.Join(bin, c.manager), answer)
			if c.target != "" {
				put(filepath.Join(bin, c.target), answer)
				must.OK(t, os.Symlink(filepath.Join(bin, c.target), shim))
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
			must.OK(t, err)
			if got := l.(*tool).Program(); got != c.want {
				t.Errorf("%s runs, want %s", got, c.want)
			}
		})
	}
}
