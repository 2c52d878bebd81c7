package child

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// LookOptions say where a program may be found.
type LookOptions struct {
	// Roots are the workspace folders. A program inside one of them runs only
	// when they are trusted.
	Roots   []string
	Trusted bool
	// Hidden are further folders whose programs do not count, trusted or not:
	// other people's projects.
	Hidden []string
	// Near is a folder inside a root. In trusted roots the folders for
	// programs of the project (.venv/bin, node_modules/.bin) are looked up
	// from there up to the root.
	Near string
	// UserPath maps names to absolute paths, or paths that start with "~/",
	// from the user's own configuration. It wins over everything.
	UserPath map[string]string
}

// Look finds a program and returns its absolute path: the user's
// configuration first, then in trusted roots the project's own folders, then
// PATH. Callers keep the answer for the life of their object, so that a file
// that appears later cannot replace it.
func Look(name string, o LookOptions) (string, error) {
	if !plainName(name) {
		return "", &Error{Program: name, Kind: ErrRefused, Err: errors.New("not a plain program name")}
	}
	if path := o.UserPath[name]; path != "" {
		return lookUser(name, path)
	}
	if o.Trusted {
		for _, dir := range projectFolders(o) {
			if path, err := executable(filepath.Join(dir, name)); err == nil {
				return path, nil
			}
		}
	}
	return o.lookPath(name)
}

// Refuses reports whether a program lies where none may run: in a root that is not trusted, or
// among those that are hidden.
func (o LookOptions) Refuses(path string) bool {
	return !o.Trusted && insideAny(path, o.Roots) || insideAny(path, o.Hidden)
}

func plainName(name string) bool {
	return name == filepath.Base(name) && !strings.ContainsAny(name, "/\\\x00") && !strings.HasPrefix(name, "-") &&
		name != "." && name != ".."
}

// lookPath finds a program in PATH, outside of folders that do not count.
func (o LookOptions) lookPath(name string) (string, error) {
	var hidden string
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if !filepath.IsAbs(dir) {
			continue
		}
		path, err := executable(filepath.Join(dir, name))
		if err != nil {
			continue
		}
		if o.Refuses(path) || insideAny(dir, o.Hidden) {
			hidden = path
			continue
		}
		return path, nil
	}
	if hidden != "" {
		return "", &Error{Program: name, Kind: ErrRefused,
			Err: fmt.Errorf("%s lies in a workspace that is not trusted", hidden)}
	}
	return "", &Error{Program: name, Kind: ErrNotFound}
}

func lookUser(name, path string) (string, error) {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", &Error{Program: name, Kind: ErrNotFound, Err: err}
		}
		path = filepath.Join(home, rest)
	}
	if !filepath.IsAbs(path) {
		return "", &Error{Program: name, Kind: ErrRefused, Err: fmt.Errorf("configured path %q is not absolute", path)}
	}
	found, err := executable(path)
	if err != nil {
		return "", &Error{Program: name, Kind: ErrNotFound, Err: err}
	}
	return found, nil
}

// executable checks one absolute candidate, with the system's own rules for
// suffixes.
func executable(path string) (string, error) {
	found, err := exec.LookPath(path)
	if err != nil {
		return "", err
	}
	if !filepath.IsAbs(found) {
		return "", exec.ErrDot
	}
	return found, nil
}

// ProjectFolders returns where a folder of a project may have its own programs, relative to it.
func ProjectFolders() []string {
	bin := "bin"
	if runtime.GOOS == "windows" {
		bin = "Scripts"
	}
	return []string{filepath.Join(".venv", bin), filepath.Join("venv", bin), filepath.Join("node_modules", ".bin")}
}

// projectFolders returns the folders of a project's own programs, nearest first.
func projectFolders(o LookOptions) []string {
	var dirs []string
	add := func(dir string) {
		for _, programs := range ProjectFolders() {
			dirs = append(dirs, filepath.Join(dir, programs))
		}
	}
	for _, root := range o.Roots {
		if !filepath.IsAbs(root) {
			continue
		}
		if o.Near != "" && inside(o.Near, root) {
			for dir := filepath.Clean(o.Near); dir != filepath.Clean(root) && len(dir) > len(root); dir = filepath.Dir(dir) {
				add(dir)
			}
		}
		add(root)
	}
	return dirs
}
