package reads

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
)

// InPackage reports whether a folder is a package, or lies in one: mypy then looks for
// modules in the folder around the outermost, whatever folder it runs in
// (crawl_up_dir in mypy 2.4.1's find_sources.py).
func InPackage(dir string) bool {
	for ; ; dir = filepath.Dir(dir) {
		for _, name := range []string{"__init__.py", "__init__.pyi"} {
			if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
				return true
			}
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
}

// Script adds a program that is a script of Python, and the environment that runs it.
func (d Inputs) Script(path string) (known bool) {
	f, err := files.Read(path, 0)
	if err != nil {
		return false
	}
	line, _, _ := strings.Cut(string(f.Data), "\n")
	python, ok := strings.CutPrefix(strings.TrimRight(line, "\r "), "#!")
	if !ok || !filepath.IsAbs(python) || strings.ContainsAny(python, " \t") ||
		!strings.HasPrefix(filepath.Base(python), "python") {
		return false
	}
	d.Add(path, string(f.Data))
	// a script finds modules next to it, too
	return d.Python(python) && d.tree(filepath.Dir(path), "", limits.OutcomeTreeFiles)
}

// Python adds a virtual environment: its settings, its packages, and the Python
// that it was made with.
func (d Inputs) Python(python string) (known bool) {
	prefix := filepath.Dir(filepath.Dir(python))
	f, err := files.Read(filepath.Join(prefix, "pyvenv.cfg"), 0)
	if err != nil || !closedVenv.Match(f.Data) {
		return false
	}
	real, err := filepath.EvalSymlinks(python)
	if err != nil || !Native(real) {
		return false
	}
	info, err := os.Stat(real)
	if err != nil {
		return false
	}
	d.Add(python, string(f.Data), real, decimal(info.Size()), decimal(info.ModTime().UnixNano()))
	sites, err := filepath.Glob(filepath.Join(prefix, "lib", "python3*", "site-packages"))
	if err != nil || len(sites) != 1 {
		return false
	}
	links, err := filepath.Glob(filepath.Join(sites[0], "*.pth"))
	if err != nil || slices.ContainsFunc(links, leadsAway) {
		return false
	}
	library := filepath.Join(filepath.Dir(filepath.Dir(real)), "lib", filepath.Base(filepath.Dir(sites[0])))
	return d.tree(sites[0], "", limits.OutcomeTreeFiles) &&
		d.tree(library, "", limits.OutcomeTreeFiles, "site-packages", "test")
}

var closedVenv = lazyre.New(`(?mi)^include-system-site-packages\s*=\s*false\s*$`)

// leadsAway reports whether a file has Python look elsewhere, or run what does:
// https://docs.python.org/3/library/site.html. That of setuptools is known.
func leadsAway(path string) bool {
	if filepath.Base(path) == "distutils-precedence.pth" {
		return false
	}
	f, err := files.Read(path, 0)
	if err != nil {
		return true
	}
	for line := range strings.Lines(string(f.Data)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return true
		}
	}
	return false
}
