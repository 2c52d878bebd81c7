package files

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"

	"github.com/fettle-dev/fettle/internal/limits"
)

// OwnSettings is the file of a project's own settings for fettle.
const OwnSettings = ".fettle.toml"

// rootMarks name what makes a folder the root of a project, in any order: the
// nearest parent with one of them is the root.
var rootMarks = [...]string{".git", "go.mod", "pyproject.toml", "package.json", "Cargo.toml"}

// ProjectRoot returns the nearest folder at or above a path that contains one of .git,
// go.mod, pyproject.toml, package.json and Cargo.toml, or the workspace of packages
// that it belongs to: [workspace]. Without one, it returns the outermost Python package
// around the path, or its own folder. A path that does not exist is treated as a file.
func ProjectRoot(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return filepath.Dir(path)
	}
	start := FolderOf(abs)
	if dir := NearestWith(start, "", rootMarks[:]...); dir != "" {
		return workspace(dir)
	}
	for dir := start; NearestWith(dir, dir, "__init__.py") == dir; dir = filepath.Dir(dir) {
		start = dir
	}
	return start
}

// lists say that the packages below a folder are of one workspace, by what marks such a package.
var lists = map[string][]struct {
	name string
	says func([]byte) bool
}{
	"package.json":   {{"package.json", listsPackages}, {"pnpm-workspace.yaml", nil}, {"lerna.json", nil}},
	"pyproject.toml": {{"pyproject.toml", has("[tool.uv.workspace]")}},
	"Cargo.toml":     {{"Cargo.toml", has("[workspace")}},
}

func has(section string) func([]byte) bool {
	return func(data []byte) bool { return bytes.Contains(data, []byte(section)) }
}

// listsPackages reports whether a package.json has a list of packages, of npm, Yarn or Bun
// (https://docs.npmjs.com/cli/v11/configuring-npm/package-json#workspaces).
func listsPackages(data []byte) bool {
	var p struct {
		Workspaces json.RawMessage `json:"workspaces"`
	}
	return json.Unmarshal(data, &p) == nil && len(p.Workspaces) > 0
}

// workspace returns the folder above a package, in the same repository, that lists the
// packages of a workspace: the settings of tools, and the tools themselves, are there.
// Else it returns the package's folder; so it does for one with settings of its own.
// Whether the list has this package is not looked up: tools that search upwards for
// their settings do not ask either.
func workspace(dir string) string {
	repository := NearestWith(dir, "", ".git")
	for at := dir; repository != "" && at != repository && NearestWith(at, at, OwnSettings) == ""; {
		at = filepath.Dir(at)
		for mark, files := range lists {
			for _, list := range files {
				if NearestWith(dir, dir, mark) == "" || NearestWith(at, at, list.name) == "" {
					continue
				}
				f, err := Read(filepath.Join(at, list.name), limits.SettingsFile)
				if list.says == nil || err == nil && list.says(f.Data) {
					return at
				}
			}
		}
	}
	return dir
}

// Loose reports whether a folder is the root of files that belong to no project:
// the root of the file system, the home folder or one above it, or the one for
// temporary files, without a mark of a project. What lies below is not related.
func Loose(dir string) bool {
	home, err := os.UserHomeDir()
	below, relErr := filepath.Rel(dir, home)
	around := err == nil && relErr == nil && filepath.IsLocal(below)
	if !around && dir != filepath.Dir(dir) && dir != filepath.Clean(os.TempDir()) {
		return false
	}
	return NearestWith(dir, dir, rootMarks[:]...) == ""
}

// FolderOf returns a folder itself, and the folder of everything else: a path that does
// not exist is treated as a file.
func FolderOf(path string) string {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return path
	}
	return filepath.Dir(path)
}

// MarksRoot reports whether a file or folder of that name makes its folder the
// root of a project.
func MarksRoot(name string) bool { return slices.Contains(rootMarks[:], name) }

// NearestWith returns the nearest folder at or above dir that contains one of the
// names, "" if there is none. The search ends at the folder stop, when given.
func NearestWith(dir, stop string, names ...string) string {
	for {
		for _, name := range names {
			if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
				return dir
			}
		}
		parent := filepath.Dir(dir)
		if parent == dir || dir == stop {
			return ""
		}
		dir = parent
	}
}
