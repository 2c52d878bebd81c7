//go:build unix

package linter

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// place writes a file of a test.
func place(t *testing.T, path, body string) {
	t.Helper()
	must.Write(t, path, body)
}

// venv is a virtual environment with a script of mypy, as pip makes it.
func venv(t *testing.T, dir, base string) {
	t.Helper()
	python := filepath.Join(base, "bin", "python3.11")
	place(t, python, "\x7fELF python")
	place(t, filepath.Join(base, "lib", "python3.11", "ast.py"), "")
	place(t, filepath.Join(dir, "pyvenv.cfg"), "home = "+filepath.Join(base, "bin")+"\ninclude-system-site-packages = false\n")
	place(t, filepath.Join(dir, "lib", "python3.11", "site-packages", "mypy", "main.py"), "")
	place(t, filepath.Join(dir, "lib", "python3.11", "site-packages", "distutils-precedence.pth"), "import os\n")
	script := filepath.Join(dir, "bin", "mypy")
	place(t, script, "#!"+filepath.Join(dir, "bin", "python3")+"\nimport mypy\n")
	must.OK(t, os.Chmod(script, 0o700))
	must.OK(t, os.Symlink(python, filepath.Join(dir, "bin", "python3")))
}

// TestMypyReads: what mypy reads outside of a root is in the digest: each change of
// it changes it, or makes it unknown.
func TestMypyReads(t *testing.T) {
	site := filepath.Join("venv", "lib", "python3.11", "site-packages")
	for name, c := range map[string]struct {
		change  func(t *testing.T, dir string)
		same    bool
		unknown bool
	}{
		"nothing":            {change: func(*testing.T, string) {}, same: true},
		"a file of the root": {change: func(t *testing.T, dir string) { place(t, filepath.Join(dir, "in", "root", "a.py"), "x: int = 1\n") }, same: true}, // TreeDigest has it
		"what Python writes": {change: func(t *testing.T, dir string) {
			place(t, filepath.Join(dir, site, "mypy", "__pycache__", "main.pyc"), "x")
		}, same: true},
		"the script": {change: func(t *testing.T, dir string) {
			place(t, filepath.Join(dir, "venv", "bin", "mypy"), "#!"+filepath.Join(dir, "venv", "bin", "python3")+"\nimport mypy \n")
		}},
		"the interpreter": {change: func(t *testing.T, dir string) {
			place(t, filepath.Join(dir, "base", "bin", "python3.11"), "\x7fELF other")
		}},
		"its library": {change: func(t *testing.T, dir string) {
			place(t, filepath.Join(dir, "base", "lib", "python3.11", "ast.py"), "x")
		}},
		"mypy itself": {change: func(t *testing.T, dir string) { place(t, filepath.Join(dir, site, "mypy", "main.py"), "x") }},
		"stubs":       {change: func(t *testing.T, dir string) { place(t, filepath.Join(dir, site, "types_x", "py.typed"), "") }},
		"the environment": {change: func(t *testing.T, dir string) {
			place(t, filepath.Join(dir, "venv", "pyvenv.cfg"), "include-system-site-packages = false\n")
		}},
		"settings above": {change: func(t *testing.T, dir string) { place(t, filepath.Join(dir, "mypy.ini"), "[mypy]\nstrict = True\n") }},
		"settings of the user": {change: func(t *testing.T, dir string) {
			place(t, filepath.Join(dir, "home", ".mypy.ini"), "[mypy]\nstrict = True\n")
		}},
		"settings of XDG": {change: func(t *testing.T, dir string) {
			place(t, filepath.Join(dir, "xdg", "mypy", "config"), "[mypy]\nstrict = True\n")
		}},
		"an environment in the root": {change: func(t *testing.T, dir string) {
			venv(t, filepath.Join(dir, "in", "root", ".venv"), filepath.Join(dir, "other"))
		}},
		"code elsewhere": {unknown: true, change: func(t *testing.T, dir string) { place(t, filepath.Join(dir, site, "own.pth"), "/src/own\n") }},
		"the system's packages": {unknown: true, change: func(t *testing.T, dir string) {
			place(t, filepath.Join(dir, "venv", "pyvenv.cfg"), "include-system-site-packages = true\n")
		}},
		"a plugin": {unknown: true, change: func(t *testing.T, dir string) {
			place(t, filepath.Join(dir, "in", "root", "mypy.ini"), "[mypy]\nplugins = own.py\n")
		}},
		"another path": {unknown: true, change: func(t *testing.T, dir string) {
			place(t, filepath.Join(dir, "pyproject.toml"), "[tool.mypy]\nmypy_path = \"/src\"\n")
		}},
		"a plugin in a line with others": {unknown: true, change: func(t *testing.T, dir string) {
			place(t, filepath.Join(dir, "in", "pyproject.toml"), "[tool]\nmypy = { strict = true, plugins = [\"own.py\"] }\n")
		}},
		"a plugin after its table's name": {unknown: true, change: func(t *testing.T, dir string) {
			place(t, filepath.Join(dir, "in", "pyproject.toml"), "[tool]\nmypy.plugins = [\"own.py\"]\n")
		}},
		"a plugin in capitals": {unknown: true, change: func(t *testing.T, dir string) {
			place(t, filepath.Join(dir, "in", "setup.cfg"), "[mypy]\nPLUGINS : own.py\n")
		}},
		"a root that is a package and has settings": {unknown: true, change: func(t *testing.T, dir string) {
			place(t, filepath.Join(dir, "in", "root", "__init__.py"), "")
			place(t, filepath.Join(dir, "in", "root", "mypy.ini"), "[mypy]\n")
		}},
		"a root in a package": {unknown: true, change: func(t *testing.T, dir string) {
			place(t, filepath.Join(dir, "in", "__init__.pyi"), "")
		}},
		"a root that is a package": {change: func(t *testing.T, dir string) {
			place(t, filepath.Join(dir, "in", "root", "__init__.py"), "")
		}},
		"a file that a package links to": {change: func(t *testing.T, dir string) { place(t, filepath.Join(dir, "store", "linked.py"), "y") }},
		"a plugin for all": {unknown: true, change: func(t *testing.T, dir string) {
			place(t, filepath.Join(dir, "xdg", "mypy", "config"), "[mypy]\nplugins = own.py\n")
		}},
		"a script of the user's": {unknown: true, change: func(t *testing.T, dir string) { place(t, filepath.Join(dir, "venv", "bin", "mypy"), "#!/bin/sh\n") }},
	} {
		t.Run(name, func(t *testing.T) {
			dir := realPath(t.TempDir())
			t.Setenv("HOME", filepath.Join(dir, "home"))
			t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "xdg"))
			root := filepath.Join(dir, "in", "root")
			venv(t, filepath.Join(dir, "venv"), filepath.Join(dir, "base"))
			place(t, filepath.Join(dir, "store", "linked.py"), "")
			must.OK(t, os.Symlink(filepath.Join(dir, "store", "linked.py"), filepath.Join(dir, site, "linked.py")))
			place(t, filepath.Join(root, "a.py"), "")
			t.Setenv("PATH", filepath.Join(dir, "venv", "bin"))
			reads := func() ([32]byte, bool) {
				r := NewRunner(RunnerOptions{Trust: func(string, string) Trust { return Trusted }, CacheDir: filepath.Join(dir, "cache")})
				return r.Reads("mypy", root, []string{root})
			}
			before, known := reads()
			if !known {
				t.Fatal("it is not known what mypy reads")
			}
			time.Sleep(10 * time.Millisecond) // of the clock of files
			c.change(t, dir)
			after, known := reads()
			if known == c.unknown || known && (after == before) != c.same {
				t.Errorf("known: %v, the same: %v", known, after == before)
			}
		})
	}
}

// TestBanditReads: its script, the environment with its plugins, and the Python below.
func TestBanditReads(t *testing.T) {
	for name, c := range map[string]struct {
		file, text    string
		same, unknown bool
	}{
		"nothing":         {file: "root/a.py", same: true}, // TreeDigest has it
		"a plugin":        {file: "venv/lib/python3.11/site-packages/plugin/entry_points.txt", text: "x"},
		"a module beside": {file: "venv/bin/ast.py"},
		"the interpreter": {file: "base/bin/python3.11", text: "\x7fELF other"},
		"a shell script":  {file: "venv/bin/bandit", text: "#!/bin/sh\n", unknown: true},
		"code elsewhere":  {file: "venv/lib/python3.11/site-packages/own.pth", text: "/src/own\n", unknown: true},
	} {
		t.Run(name, func(t *testing.T) {
			dir := realPath(t.TempDir())
			venv(t, filepath.Join(dir, "venv"), filepath.Join(dir, "base"))
			must.OK(t, os.Rename(filepath.Join(dir, "venv", "bin", "mypy"), filepath.Join(dir, "venv", "bin", "bandit")))
			t.Setenv("PATH", filepath.Join(dir, "venv", "bin"))
			reads := func() ([32]byte, bool) {
				r := NewRunner(RunnerOptions{Trust: func(string, string) Trust { return Trusted }, CacheDir: filepath.Join(dir, "cache")})
				return r.Reads("bandit", filepath.Join(dir, "root"), []string{filepath.Join(dir, "root")})
			}
			before, known := reads()
			if !known {
				t.Fatal("it is not known what it reads")
			}
			time.Sleep(10 * time.Millisecond) // of the clock of files
			place(t, filepath.Join(dir, c.file), c.text)
			after, known := reads()
			if known == c.unknown || known && (after == before) != c.same {
				t.Errorf("known: %v, the same: %v", known, after == before)
			}
		})
	}
}

// TestReadsOfOthers: of tools whose inputs cannot all be told nothing is known; that
// a tool is not there is.
func TestReadsOfOthers(t *testing.T) {
	root := t.TempDir()
	bin := t.TempDir()
	t.Setenv("PATH", bin)
	r := NewRunner(RunnerOptions{Trust: func(string, string) Trust { return Trusted }})
	for _, s := range Specs() {
		if _, known := r.Reads(s.Name, root, []string{root}); !known {
			t.Errorf("%s is not there, and that is not known", s.Name)
		}
	}
	for _, s := range Specs() {
		place(t, filepath.Join(bin, s.Binary), "#!/bin/sh\n")
		must.OK(t, os.Chmod(filepath.Join(bin, s.Binary), 0o700))
	}
	r = NewRunner(RunnerOptions{Trust: func(string, string) Trust { return Trusted }})
	for _, s := range Specs() {
		if _, known := r.Reads(s.Name, root, []string{root}); known {
			t.Errorf("what %s reads, a script, is known", s.Name)
		}
	}
}

// TestTreeDigest: every file below a root counts, with its name and mode.
func TestTreeDigest(t *testing.T) {
	outside := t.TempDir()
	for name, c := range map[string]struct {
		change  func(dir string) error
		same    bool
		unknown bool
	}{
		"nothing":         {same: true, change: func(string) error { return nil }},
		"its own folders": {same: true, change: func(dir string) error { place(t, filepath.Join(dir, ".git", "index"), "x"); return nil }},
		"a time":          {same: true, change: func(dir string) error { return os.Chtimes(filepath.Join(dir, "a.py"), time.Time{}, time.Unix(1, 0)) }},
		"a text":          {change: func(dir string) error { place(t, filepath.Join(dir, "a.py"), "y"); return nil }},
		"an ignored file": {change: func(dir string) error { place(t, filepath.Join(dir, "build", "b.py"), ""); return nil }},
		"an empty folder": {change: func(dir string) error { return os.Mkdir(filepath.Join(dir, "src"), 0o700) }},
		"a mode":          {change: func(dir string) error { return os.Chmod(filepath.Join(dir, "a.py"), 0o700) }},
		"a name":          {change: func(dir string) error { return os.Rename(filepath.Join(dir, "a.py"), filepath.Join(dir, "b.py")) }},
		"a link within":   {change: func(dir string) error { return os.Symlink("a.py", filepath.Join(dir, "l.py")) }},
		"a broken link":   {change: func(dir string) error { return os.Symlink("none", filepath.Join(dir, "l.py")) }},
		"an environment":  {change: func(dir string) error { place(t, filepath.Join(dir, "env", "pyvenv.cfg"), "x"); return nil }},
		"a link outside":  {unknown: true, change: func(dir string) error { return os.Symlink(outside, filepath.Join(dir, "l")) }},
	} {
		t.Run(name, func(t *testing.T) {
			dir := realPath(t.TempDir())
			place(t, filepath.Join(dir, "a.py"), "x")
			before, known := TreeDigest(dir)
			if !known {
				t.Fatal("not known")
			}
			must.OK(t, c.change(dir))
			after, known := TreeDigest(dir)
			if known == c.unknown || known && (after == before) != c.same {
				t.Errorf("known: %v, the same: %v", known, after == before)
			}
		})
	}
}
