//go:build unix

package reads

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// pythonProject is a virtual environment with a script, made with a Python beside it.
func pythonProject(t *testing.T, dir string) {
	t.Helper()
	program, err := os.Executable() // a program that is no script
	must.OK(t, err)
	data, err := os.ReadFile(program) //nolint:gosec // this test
	must.OK(t, err)
	put(t, dir, "base/bin/python3.13", string(data))
	put(t, dir, "base/lib/python3.13/os.py", "")
	put(t, dir, "venv/pyvenv.cfg", "home = "+dir+"/base/bin\ninclude-system-site-packages = false\n")
	link(t, dir, "../../base/bin/python3.13", "venv/bin/python")
	put(t, dir, "venv/bin/mypy", "#!"+dir+"/venv/bin/python\nimport mypy\n")
	put(t, dir, "venv/lib/python3.13/site-packages/mypy/main.py", "x")
	put(t, dir, "venv/lib/python3.13/site-packages/distutils-precedence.pth", "import os")
}

func TestPythonReads(t *testing.T) {
	const site = "venv/lib/python3.13/site-packages/"
	each(t, []change{
		{name: "nothing", do: func(*testing.T, string) {}, same: true},
		{name: "another script", do: func(t *testing.T, dir string) {
			put(t, dir, "venv/bin/mypy", "#!"+dir+"/venv/bin/python\nimport mypy.main\n")
		}},
		{name: "a script of a shell", do: file("venv/bin/mypy", "#!/bin/sh\n"), unknown: true},
		{name: "a script with an argument", do: func(t *testing.T, dir string) {
			put(t, dir, "venv/bin/mypy", "#!"+dir+"/venv/bin/python -E\n")
		}, unknown: true},
		{name: "no script", do: func(t *testing.T, dir string) {
			must.OK(t, os.Remove(filepath.Join(dir, "venv", "bin", "mypy")))
		}, unknown: true},
		{name: "a module beside the script", do: file("venv/bin/mypy.py", "")},
		{name: "a package", do: file(site+"mypy/main.py", "xy")},
		{name: "the library", do: file("base/lib/python3.13/os.py", "x")},
		{name: "another Python", do: func(t *testing.T, dir string) {
			data, err := os.ReadFile(filepath.Join(dir, "base", "bin", "python3.13")) //nolint:gosec // this test's
			must.OK(t, err)
			put(t, dir, "base/bin/python3.13", string(data)+"x")
		}},
		{name: "code elsewhere", do: file(site+"elsewhere.pth", "# a comment\n/somewhere\n"), unknown: true},
		{name: "a comment", do: file(site+"empty.pth", "# a comment\n\n")},
		{name: "packages of the system", do: file("venv/pyvenv.cfg", "include-system-site-packages = true\n"), unknown: true},
		{name: "two versions", do: file("venv/lib/python3.14/site-packages/x.py", ""), unknown: true},
	}, pythonProject, func(d Inputs, dir string) bool { return d.Script(filepath.Join(dir, "venv", "bin", "mypy")) })
}

func TestInPackage(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "p/__init__.py", "")
	put(t, dir, "p/q/x.py", "")
	put(t, dir, "r/x.py", "")
	for name, want := range map[string]bool{"p": true, "p/q": true, "r": false} {
		if got := InPackage(filepath.Join(dir, filepath.FromSlash(name))); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	put(t, dir, "r/__init__.pyi", "")
	if !InPackage(filepath.Join(dir, "r")) {
		t.Error("a package of stubs is none")
	}
	before, known := Tree(dir)
	put(t, dir, "r/x.py", "x")
	if after, still := Tree(dir); !known || !still || before == after {
		t.Errorf("a tree: known %v and %v, the same %v", known, still, before == after)
	}
}
