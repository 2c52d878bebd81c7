package engine

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/edits/pyload"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

// Program returns the modules that a Python file can import, and its own name among them. The
// modules are read as they are on disk.
func (e *Engine) Program(root, path string) (*pyload.Program, string) {
	if !filepath.IsAbs(path) {
		return nil, ""
	}
	top := topFolder(path)
	rel, err := filepath.Rel(top, path)
	if err != nil {
		return nil, ""
	}
	u := &e.usages
	program := u.programs.of(place{root, top}, u.reported, func() (*pyload.Program, bool) {
		return pyload.New(finder(root, top)), true
	})
	return program, moduleOf(filepath.ToSlash(rel))
}

// topFolder returns the folder that the module name of a file begins in: the first one
// upwards that is no package.
func topFolder(path string) string {
	dir := filepath.Dir(path)
	for regular(filepath.Join(dir, "__init__.py")) && dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
	}
	return dir
}

func regular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// finder finds modules in the folders where the interpreter would: next to the file, in
// the root and its src folder, and in the packages of the root's environment
// (https://docs.python.org/3/library/sys_path_init.html).
func finder(root, top string) pyload.Finder {
	own := []string{top}
	if root != "" {
		own = append(own, root, filepath.Join(root, "src"))
	}
	installed := sync.OnceValue(func() []string { return sitePackages(root) })
	return func(module string) (pyload.File, bool) {
		parts := strings.Split(module, ".")
		if slices.Contains(parts, "") {
			return pyload.File{}, false
		}
		rel := filepath.Join(parts...)
		space := "" // a folder without a file of its own, if nothing else is found
		for _, dir := range own {
			base := filepath.Join(dir, rel)
			if f, ok := moduleAt(base); ok {
				f.Own = true
				return f, true
			}
			if space == "" && isFolder(base) {
				space = base
			}
		}
		if space != "" && len(parts) > 1 || space != "" && holdsPython(space) {
			return pyload.File{Package: true, Own: true}, true
		}
		for _, dir := range installed() {
			base := filepath.Join(dir, rel)
			if f, ok := moduleAt(base); ok {
				return f, true
			}
			if isFolder(base) {
				return pyload.File{Package: true}, true
			}
		}
		return pyload.File{}, false
	}
}

// holdsPython reports whether a folder is one that modules are imported from.
func holdsPython(dir string) bool {
	list, err := filepath.Glob(filepath.Join(dir, "*.py"))
	if err == nil && len(list) > 0 {
		return true
	}
	list, err = filepath.Glob(filepath.Join(dir, "*", "__init__.py"))
	return err == nil && len(list) > 0
}

// moduleAt returns the module whose path without an extension is given.
func moduleAt(base string) (pyload.File, bool) {
	for _, at := range []string{filepath.Join(base, "__init__.py"), base + ".py"} {
		if !regular(at) {
			continue
		}
		f := pyload.File{Path: at, Package: filepath.Base(at) == "__init__.py"}
		read, err := files.Read(at, limits.ContextFile)
		switch {
		case err != nil:
			f.Opaque = "a file that cannot be read"
		case !files.IsText(read.Data):
			f.Opaque = "no UTF-8 text"
		default:
			f.Text = string(read.Data)
		}
		return f, true
	}
	for _, end := range []string{".*.so", ".so", ".pyd", ".*.pyd"} {
		if list, err := filepath.Glob(base + end); err == nil && len(list) > 0 {
			return pyload.File{Path: list[0], Opaque: "compiled code"}, true
		}
	}
	return pyload.File{}, false
}

// sitePackages returns the folders of installed modules of a root's environment: the virtual
// environment in it, else the one in use, else that of the interpreter that a shell runs.
func sitePackages(root string) []string {
	var prefixes []string
	if root != "" {
		prefixes = append(prefixes, filepath.Join(root, ".venv"), filepath.Join(root, "venv"))
	}
	if env := os.Getenv("VIRTUAL_ENV"); env != "" {
		prefixes = append(prefixes, env)
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		for _, name := range []string{"python3", "python"} {
			at := filepath.Join(dir, name)
			if !filepath.IsAbs(at) || !regular(at) {
				continue
			}
			prefixes = append(prefixes, filepath.Dir(dir))
			if to, err := filepath.EvalSymlinks(at); err == nil {
				prefixes = append(prefixes, filepath.Dir(filepath.Dir(to)))
			}
			break
		}
	}
	for _, prefix := range prefixes {
		var out []string
		for _, form := range []string{"lib/python3*/site-packages", "Lib/site-packages", "lib/python3*/dist-packages",
			"lib/python3/dist-packages"} {
			if list, err := filepath.Glob(filepath.Join(prefix, filepath.FromSlash(form))); err == nil {
				out = append(out, list...)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// Looked returns a file that looks a name of a Python file up by its spelling: one that
// imports the file, or modules by their names, and holds the name as a text.
func (e *Engine) Looked(root, path, name string) string {
	known, own := e.around(context.Background(), root, path)
	if known == nil {
		return ""
	}
	for _, by := range known.named[name] {
		if by != own && (slices.Contains(known.dynamic, by) || slices.Contains(known.importers(own), by)) {
			return by
		}
	}
	return ""
}
