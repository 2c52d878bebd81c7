package child

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// inherited lists the variables every child gets, where they are set. What is
// not here does not reach a child: no key, no token, no variable that loads
// code (PYTHONPATH, NODE_OPTIONS, LD_PRELOAD, GOFLAGS, RUSTC_WRAPPER …).
var inherited = [...]string{
	// any program
	"HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TMP", "TEMP",
	"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
	// Windows
	"SystemRoot", "SystemDrive", "windir", "ComSpec", "PATHEXT", "USERPROFILE",
	"APPDATA", "LOCALAPPDATA", "ProgramData", "ProgramFiles", "NUMBER_OF_PROCESSORS",
	// where tool chains keep themselves
	"GOROOT", "GOPATH", "GOCACHE", "GOMODCACHE", "GOOS", "GOARCH",
	"CARGO_HOME", "RUSTUP_HOME", "VIRTUAL_ENV", "CONDA_PREFIX",
}

// environment returns the child's environment, sorted by name; later settings win.
// No go command stamps what it builds, not even in a trusted folder: it would
// run the folder's version control, which runs what the folder configures.
func (c Command) environment() []string {
	path := filter{hidden: c.Hidden, vcs: !c.Trusted}.apply(SearchPath(c.Hidden))
	env := map[string]string{"PATH": strings.Join(path, string(os.PathListSeparator))}
	pass := func(name string) {
		if v, ok := os.LookupEnv(name); ok && !SecretName(name) {
			env[name] = v
		}
	}
	for _, name := range inherited {
		pass(name)
	}
	for _, kv := range os.Environ() {
		if name, _, _ := strings.Cut(kv, "="); strings.HasPrefix(name, "LC_") {
			pass(name)
		}
	}
	for _, name := range c.Inherit {
		pass(name)
	}
	own := c.Env
	if !c.Trusted && !c.git {
		own = append(confined(), own...)
	}
	for _, kv := range own {
		if name, value, ok := strings.Cut(kv, "="); ok && name != "" {
			env[name] = value
		}
	}
	if runtime.GOOS == "windows" {
		env["NoDefaultCurrentDirectoryInExePath"] = "1" // the working folder is on nobody's PATH
	}
	env["GOFLAGS"] = strings.TrimSpace(env["GOFLAGS"] + " -buildvcs=false")
	env[markName] = mark()
	if c.Daemons {
		env[markName] += withDaemons
	}
	list := make([]string, 0, len(env))
	for name, value := range env {
		list = append(list, name+"="+value)
	}
	slices.Sort(list)
	return list
}

// SecretName reports whether a variable's name says that it holds a secret.
// Such a variable is passed to no child, whatever asks for it.
func SecretName(name string) bool {
	n := strings.ToUpper(name)
	for _, part := range [...]string{"KEY", "TOKEN", "SECRET", "PASSW", "CREDENTIAL", "AUTH"} {
		if strings.Contains(n, part) {
			return true
		}
	}
	return false
}

// SearchPath is PATH without the entries that are empty, relative, or inside
// one of the given folders (after links are resolved).
func SearchPath(roots []string) []string {
	entries := filepath.SplitList(os.Getenv("PATH"))
	if runtime.GOOS == "windows" {
		entries = windowsPath(os.Getenv("PATH"), roots)
	}
	var list []string
	for _, dir := range entries {
		if !filepath.IsAbs(dir) || insideAny(dir, roots) {
			continue
		}
		list = append(list, dir)
	}
	return list
}

// insideAny reports whether a path lies in one of the roots, as written or
// with its links resolved.
func insideAny(path string, roots []string) bool {
	real := resolved(path)
	for _, root := range roots {
		realRoot := resolved(root)
		if inside(path, root) || inside(real, realRoot) || inside(path, realRoot) {
			return true
		}
	}
	return false
}

func inside(path, root string) bool {
	if root == "" {
		return false
	}
	path, root = filepath.Clean(path), filepath.Clean(root)
	if runtime.GOOS == "windows" {
		return insideWindows(path, []string{root})
	}
	if runtime.GOOS == "darwin" {
		path, root = strings.ToLower(path), strings.ToLower(root)
	}
	return path == root || strings.HasPrefix(path,
		strings.TrimSuffix(root, string(filepath.Separator))+string(filepath.Separator))
}

func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return filepath.Clean(path)
}
