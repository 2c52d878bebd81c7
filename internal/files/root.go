package files

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"

	"github.com/pelletier/go-toml/v2"

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
	"package.json":   {{"package.json", listsPackages}, {"pnpm-workspace.yaml", startsPackages}, {"lerna.json", isObject}},
	"pyproject.toml": {{"pyproject.toml", hasUV}},
	"Cargo.toml":     {{"Cargo.toml", hasCargo}},
}

// listsPackages reports whether a package.json has a list of packages, of npm, Yarn or Bun
// (https://docs.npmjs.com/cli/v11/configuring-npm/package-json#workspaces).
func listsPackages(data []byte) bool {
	var list struct{ Workspaces []string }
	var object struct{ Workspaces struct{ Packages []string } }
	return json.Unmarshal(data, &list) == nil && len(list.Workspaces) > 0 ||
		json.Unmarshal(data, &object) == nil && len(object.Workspaces.Packages) > 0
}

// startsPackages reports whether a pnpm-workspace.yaml has a list of packages, besides settings
// (https://pnpm.io/pnpm-workspace_yaml).
func startsPackages(data []byte) bool {
	return bytes.Contains(append([]byte("\n"), data...), []byte("\npackages:"))
}

func isObject(data []byte) bool { return json.Unmarshal(data, &struct{}{}) == nil }

// hasUV and hasCargo report whether there is a workspace
// (https://docs.astral.sh/uv/concepts/projects/workspaces/,
// https://doc.rust-lang.org/cargo/reference/workspaces.html).
func hasUV(data []byte) bool {
	var f struct {
		Tool struct{ UV struct{ Workspace *struct{} } }
	}
	return toml.Unmarshal(data, &f) == nil && f.Tool.UV.Workspace != nil
}

func hasCargo(data []byte) bool {
	var f struct{ Workspace *struct{} }
	return toml.Unmarshal(data, &f) == nil && f.Workspace != nil
}

// workspace returns the folder above a package, in the same repository, that lists the
// packages of a workspace: the settings of tools, and the tools themselves, are there.
// Else it returns the package's folder; so it does for one that has settings of its own
// for fettle, or that lists packages itself. Whether the list has this package is not
// looked up: tools that search upwards for their settings do not ask either.
func workspace(dir string) string {
	repository := NearestWith(dir, "", ".git")
	if repository == "" || listsAt(dir, dir) {
		return dir
	}
	for at := dir; at != repository && NearestWith(at, at, OwnSettings) == ""; {
		if at = filepath.Dir(at); listsAt(at, dir) {
			return at
		}
	}
	return dir
}

// listsAt reports whether a folder lists packages such as that in another one.
func listsAt(at, dir string) bool {
	for mark, files := range lists {
		for _, list := range files {
			if NearestWith(dir, dir, mark) == "" || NearestWith(at, at, list.name) == "" {
				continue
			}
			f, err := Read(filepath.Join(at, list.name), limits.SettingsFile)
			if err == nil && list.says(bytes.TrimPrefix(f.Data, []byte("\ufeff"))) {
				return true
			}
		}
	}
	return false
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
