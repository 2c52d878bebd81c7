package linter

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/reads"
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
	if len(t.argv) != 1 || !d.Script(t.argv[0]) {
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
			// it looks for modules there
		} else if !d.Root(folder) {
			return false
		}
		if reads.InPackage(top) {
			return false // it looks for modules around that, too
		}
		// what is in it is held against the texts
		args := slices.DeleteFunc(j.mypyArgs(), func(a string) bool { return a == j.mypyCache() })
		d.Add(args...)
		if i := slices.Index(args, "--python-executable"); i >= 0 && !d.Python(args[i+1]) {
			return false
		}
	}
	return d.mypySettings(mypySettings(folders))
}

// mypySettings returns the files in which mypy looks for settings where it runs in some
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
		if err != nil || bytes.Contains(f.Data, []byte("mypy")) && mypyLeads.Match(f.Data) ||
			filepath.Base(path) == "config" && mypyLeads.Match(f.Data) {
			return false
		}
		d.Add(path, string(f.Data))
	}
	return true
}

// mypyLeads is what makes settings of mypy depend on other files and programs. Keys may
// be in capitals (of an .ini file), and in TOML stand in a line with others or after
// the name of their table.
var mypyLeads = lazyre.New(`(?im)(^|[\s{,."'])(plugins|python_executable|mypy_path|custom_typeshed_dir` +
	`|custom_typing_module|config_file|packages|modules|` +
	`alt_lib_path|cache_map|package_root|quickstart_file|shadow_file)["']?[ \t]*[=:]`)
