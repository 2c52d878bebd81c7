package linter

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// What mypy reads outside of a root (mypy 2.3):
//
//   - the folder around a root that is a package, where it has no settings: it runs
//     there, and imports from it;
//   - its program, a script, and the virtual environment that it runs in: its own
//     modules, typeshed, stubs and packages with types;
//   - the environment of --python-executable, if there is one in the root;
//   - the first of mypy.ini, .mypy.ini, pyproject.toml and setup.cfg in the folder it
//     runs in and those above, else the user's own
//     (https://mypy.readthedocs.io/en/stable/config_file.html);
//   - no variables: of those that it heeds none reaches a child of ours.
//
// Settings that name plugins, other paths or another Python, environments that are
// none of venv's or see the system's packages, such with links to code elsewhere
// (.pth), and roots within a package are not followed: then nothing is kept.
func (d inputs) mypy(t *tool, root string, dirs []string) (known bool) {
	if !d.script(t) {
		return false
	}
	folders := map[string]bool{}
	for _, dir := range dirs {
		j := &job{tool: t, root: root, snapshot: text.File(filepath.Join(dir, "x.py"), "python", "")}
		folder := j.mypyFolder()
		if folders[folder] {
			continue
		}
		folders[folder] = true
		top := folder
		if _, inside := files.Below(root, folder); inside || folder == root {
			top = root
		} else if _, inside := files.Below(d.top, folder); d.top != "" && !inside || !d.root(folder) { // it looks for modules there
			return false
		}
		if inPackage(top) {
			return false // it looks for modules around that, too
		}
		args := slices.DeleteFunc(j.mypyArgs(), func(a string) bool { return a == j.mypyCache() }) // what is in it is held against the texts
		d.Add(args...)
		if i := slices.Index(args, "--python-executable"); i >= 0 && !d.python(args[i+1]) {
			return false
		}
	}
	return d.mypySettings(mypySettings(folders))
}

// inPackage reports whether a folder is a package, or lies in one: mypy then looks for
// modules in the folder around the outermost, whatever folder it runs in
// (crawl_up_dir in mypy 2.4.1's find_sources.py).
func inPackage(dir string) bool {
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

// mypySettings are the files in which mypy looks for settings where it runs in some
// folders, in order.
func mypySettings(folders map[string]bool) []string {
	var places []string
	for folder := range folders {
		for dir := folder; ; dir = filepath.Dir(dir) {
			for _, name := range []string{"mypy.ini", ".mypy.ini", "pyproject.toml", "setup.cfg"} {
				places = append(places, filepath.Join(dir, name))
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	if xdg := os.Getenv("XDG_CONFIG_HOME"); xdg != "" {
		places = append(places, filepath.Join(xdg, "mypy", "config"))
	}
	if home, err := os.UserHomeDir(); err == nil {
		places = append(places, filepath.Join(home, ".config", "mypy", "config"), filepath.Join(home, ".mypy.ini"))
	}
	slices.Sort(places)
	return slices.Compact(places)
}

// mypySettings adds the settings that there are; not known: they make mypy depend
// on others.
func (d inputs) mypySettings(places []string) (known bool) {
	for _, path := range places {
		if _, err := os.Lstat(path); err != nil {
			continue
		}
		f, err := files.Read(path, 0)
		if err != nil || bytes.Contains(f.Data, []byte("mypy")) && mypyLeads.Match(f.Data) || filepath.Base(path) == "config" && mypyLeads.Match(f.Data) {
			return false
		}
		d.Add(path, string(f.Data))
	}
	return true
}

// mypyLeads is what makes settings of mypy depend on other files and programs. Keys may
// be in capitals (of an .ini file), and in TOML stand in a line with others or after
// the name of their table.
var mypyLeads = lazyre.New(`(?im)(^|[\s{,."'])(plugins|python_executable|mypy_path|custom_typeshed_dir|custom_typing_module|config_file|packages|modules|` +
	`alt_lib_path|cache_map|package_root|quickstart_file|shadow_file)["']?[ \t]*[=:]`)

// script adds a program that is a script of Python, and the environment that runs it.
func (d inputs) script(t *tool) bool {
	if len(t.argv) != 1 {
		return false
	}
	f, err := files.Read(t.argv[0], 0)
	if err != nil {
		return false
	}
	line, _, _ := strings.Cut(string(f.Data), "\n")
	python, ok := strings.CutPrefix(strings.TrimRight(line, "\r "), "#!")
	if !ok || !filepath.IsAbs(python) || strings.ContainsAny(python, " \t") || !strings.HasPrefix(filepath.Base(python), "python") {
		return false
	}
	d.Add(t.argv[0], string(f.Data))
	return d.python(python)
}

// python adds a virtual environment: its settings, its packages, and the Python
// that it was made with.
func (d inputs) python(python string) bool {
	prefix := filepath.Dir(filepath.Dir(python))
	f, err := files.Read(filepath.Join(prefix, "pyvenv.cfg"), 0)
	if err != nil || !closedVenv.Match(f.Data) {
		return false
	}
	real, err := filepath.EvalSymlinks(python)
	if err != nil || !isNative(real) {
		return false
	}
	info, err := os.Stat(real)
	if err != nil {
		return false
	}
	said, err := d.stamp(real, info)
	if err != nil {
		return false
	}
	d.Add(python, string(f.Data), real, said)
	sites, err := filepath.Glob(filepath.Join(prefix, "lib", "python3*", "site-packages"))
	if err != nil || len(sites) != 1 {
		return false
	}
	links, err := filepath.Glob(filepath.Join(sites[0], "*.pth"))
	if err != nil || slices.ContainsFunc(links, leadsAway) {
		return false
	}
	library := filepath.Join(filepath.Dir(filepath.Dir(real)), "lib", filepath.Base(filepath.Dir(sites[0])))
	return d.tree(sites[0]) && d.tree(library, "site-packages", "test")
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
