package linter

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// modules are those that a run of mypy is asked about. Of two files that it reads as
// the same module (two conftest.py in folders that are no packages, a module and the
// stub next to it) it ends with "Duplicate module named", and says nothing of any file
// (https://mypy.readthedocs.io/en/stable/running_mypy.html#mapping-file-paths-to-modules).
type modules struct {
	names    map[string]bool
	stubbed  bool // they are modules whose stubs lie next to them
	explicit bool // settings say how files are named
}

// take adds a file, and reports whether the run can look at it together with the others. For other
// tools it always can.
func (m *modules) take(j *job, dir string) bool {
	if j.spec.Name != "mypy" {
		return true
	}
	stubbed := hasStub(j.snapshot.Path)
	if m.names == nil {
		m.names, m.stubbed, m.explicit = map[string]bool{}, stubbed, namesPackages(dir)
	}
	name := moduleOf(j.snapshot.Path)
	if m.stubbed != stubbed || m.names[name] && !m.explicit {
		return false
	}
	m.names[name] = true
	return true
}

// hasStub reports whether the stub of a module lies next to it: importers are checked
// against that, as they are where mypy is given a folder.
func hasStub(path string) bool {
	if filepath.Ext(path) != ".py" {
		return false
	}
	_, err := os.Stat(path + "i")
	return err == nil
}

// moduleOf returns the name that a file has for mypy: packages are folders with an
// __init__ (crawl_up in find_sources.py of mypy 2.4.1).
func moduleOf(path string) string {
	dir, base := filepath.Split(path)
	dir = filepath.Clean(dir)
	name := strings.TrimSuffix(base, filepath.Ext(base))
	if name == "__init__" {
		dir, name = filepath.Dir(dir), filepath.Base(dir)
	}
	for files.NearestWith(dir, dir, "__init__.py", "__init__.pyi") == dir && filepath.Dir(dir) != dir {
		dir, name = filepath.Dir(dir), filepath.Base(dir)+"."+name
	}
	return name
}

// namesPackages reports whether settings name the folders that modules begin in: files
// of one name are then different modules.
func namesPackages(dir string) bool {
	for _, name := range [...]string{"mypy.ini", ".mypy.ini", "pyproject.toml", "setup.cfg"} {
		f, err := files.Read(filepath.Join(dir, name), limits.SettingsFile)
		if err == nil && bytes.Contains(f.Data, []byte("explicit_package_bases")) {
			return true
		}
	}
	return false
}

// namesakes finds the file that mypy means where it names another one. Of two files that are no part of a package and
// have one name and one text (two test_x.py), its cache keeps the path of that which it saw first, and what it finds in
// the second is said of the first (mypy 2.4.1).
type namesakes struct {
	files []text.Snapshot
	of    map[string]string // by module
	known map[string]string // by path
}

// asked returns the file of the run that is the same module as a file which is none of the run's: both cannot be of one
// run. Else it returns the path.
func (n *namesakes) asked(path string) string {
	if n.of == nil {
		n.of, n.known = map[string]string{}, map[string]string{}
		for _, s := range n.files {
			n.of[moduleOf(s.Path)], n.known[s.Path] = s.Path, s.Path
		}
	}
	if _, known := n.known[path]; !known {
		n.known[path] = path
		if same := n.of[moduleOf(path)]; same != "" && filepath.Ext(same) == filepath.Ext(path) {
			n.known[path] = same
		}
	}
	return n.known[path]
}
