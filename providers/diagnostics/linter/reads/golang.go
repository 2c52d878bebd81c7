package reads

import (
	"bufio"
	"bytes"
	"errors"
	"go/parser"
	"go/token"
	"go/version"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

// Go is a go command that works in some folders of a root, for itself or for a tool.
type Go struct {
	Program string // absolute
	Root    string
	Dirs    []string
	// Confined: it downloads nothing, runs no C compiler and starts no other version
	// of itself. Otherwise nothing is known where it would.
	Confined bool
}

// Go adds what the go command reads outside of the root when it lists, compiles and vets
// packages in it (Go 1.26; https://go.dev/ref/mod, `go help environment`):
//
//   - its program and GOROOT: tools and sources by names, sizes and times;
//   - variables, as far as they reach a child of ours, and the files of settings of
//     `go env -w` and of GOROOT. Of settings that lead to other files and programs (CC,
//     GOWORK, GOFIPS140 …) nothing is known;
//   - the modules of go.mod, go.work and their sums. The folders of all must lie in the
//     root: of modules around it, or replaced by such elsewhere, nothing is known;
//   - of each module that a go.sum names, what is there of it in the module cache.
//
// Not what is in its build cache: that is found by a digest of everything compiled.
func (d Inputs) Go(g Go) (known bool) {
	settings, known := d.goSettings(g)
	if !known {
		return false
	}
	m := goModules{Inputs: d, Go: g, sums: map[module.Version]bool{}, required: map[string]bool{}, seen: map[string]bool{}}
	for _, dir := range g.Dirs {
		if !m.of(dir) {
			return false
		}
	}
	if !g.Confined && !m.resolved() {
		return false
	}
	return m.downloaded(settings)
}

// goVariables reach the child of ours that a go command is.
var goVariables = [...]string{"GOROOT", "GOPATH", "GOMODCACHE", "GOOS", "GOARCH"}

// goHarmless are settings of which only the value counts.
var goHarmless = [...]string{"GOPROXY", "GOSUMDB", "GONOSUMDB", "GONOPROXY", "GOPRIVATE", "GOINSECURE", "GOAUTH",
	"GOVCS", "GOBIN", "GOPATH", "GOMODCACHE",
	"GOCACHE", "GOTMPDIR", "GOOS", "GOARCH", "GOAMD64", "GOARM", "GOARM64", "GO386", "GOEXPERIMENT", "GOTELEMETRY",
	"GO111MODULE", "GOFLAGS", "GOTOOLCHAIN", "CGO_ENABLED"}

// goSettings adds the program, its GOROOT and the settings, and returns those.
func (d Inputs) goSettings(g Go) (settings map[string]string, known bool) {
	root := goRoot(g.Program)
	if root == "" || !d.program(g.Program) {
		return nil, false
	}
	settings = map[string]string{}
	places := []string{filepath.Join(root, "go.env")}
	if user, err := os.UserConfigDir(); err == nil {
		places = append(places, filepath.Join(user, "go", "env"))
	}
	for _, path := range places {
		if !d.goFile(path, settings) {
			return nil, false
		}
	}
	for _, name := range goVariables {
		value := os.Getenv(name)
		d.Add(name, value)
		if value != "" {
			settings[name] = value
		}
	}
	release, known := d.text(filepath.Join(root, "VERSION"))
	line, _, _ := strings.Cut(string(release), "\n")
	settings["version"] = strings.TrimSpace(line)
	if chain := settings["GOTOOLCHAIN"]; !known || !g.Confined && chain != "" && chain != "local" && chain != "auto" {
		return nil, false
	}
	for _, name := range []string{"src", "pkg"} {
		if !d.tree(files.Real(filepath.Join(root, name)), "", limits.OutcomeInstalled) {
			return nil, false
		}
	}
	return settings, true
}

// goFile adds a file of settings, and puts those down.
func (d Inputs) goFile(path string, settings map[string]string) (known bool) {
	data, known := d.text(path)
	for line := range bytes.Lines(data) {
		name, value, ok := strings.Cut(strings.TrimSpace(string(line)), "=")
		if !ok || strings.HasPrefix(name, "#") {
			continue
		}
		if !slices.Contains(goHarmless[:], name) {
			return false
		}
		settings[name] = value
	}
	return known
}

// goRoot returns where a go command keeps its tools and sources, as it finds that itself
// (findGOROOT in cmd/go/internal/cfg); "" where that is not known.
func goRoot(program string) string {
	candidates := []string{os.Getenv("GOROOT")}
	if candidates[0] == "" {
		candidates = []string{filepath.Dir(filepath.Dir(program)), filepath.Dir(filepath.Dir(files.Real(program)))}
	}
	for _, dir := range candidates {
		if info, err := os.Stat(filepath.Join(dir, "pkg", "tool")); err != nil || !info.IsDir() {
			continue
		}
		if _, err := os.Stat(filepath.Join(dir, "VERSION")); err != nil {
			return ""
		}
		return dir
	}
	return ""
}

// goModules are the modules of a root.
type goModules struct {
	Inputs
	Go
	sums     map[module.Version]bool // that a go.sum has for a module, or for its go.mod ("v1.2.3/go.mod")
	required map[string]bool         // paths of the root's modules and of those that they require
	newest   string                  // version of Go that they ask for
	old      bool                    // one of them is from before Go 1.17: it does not list all that it needs
	seen     map[string]bool         // folders with a go.mod or go.work
}

// of adds the modules that the go command sees in a folder.
func (m *goModules) of(dir string) (known bool) {
	own := files.NearestWith(dir, "", "go.mod")
	if own == "" || !within(m.Go.Root, own) || !m.module(own) {
		return false
	}
	work := files.NearestWith(dir, "", "go.work")
	return work == "" || within(m.Go.Root, work) && m.workspace(work)
}

func (m *goModules) module(dir string) (known bool) {
	if m.seen[dir] {
		return true
	}
	m.seen[dir] = true
	path := filepath.Join(dir, "go.mod")
	f, err := files.Read(path, 0)
	if err != nil {
		return false
	}
	mod, err := modfile.Parse(path, f.Data, nil)
	if err != nil || mod.Module == nil {
		return false
	}
	m.required[mod.Module.Mod.Path] = true
	for _, r := range mod.Require {
		m.required[r.Mod.Path] = true
	}
	if mod.Toolchain != nil {
		m.asks(mod.Toolchain.Name)
	}
	if mod.Go == nil || version.Compare("go"+mod.Go.Version, "go1.17") < 0 {
		m.old = true
	} else {
		m.asks("go" + mod.Go.Version)
	}
	return m.replaced(dir, mod.Replace) && m.sum(filepath.Join(dir, "go.sum"))
}

func (m *goModules) workspace(dir string) (known bool) {
	if m.seen[dir+"\x00work"] {
		return true
	}
	m.seen[dir+"\x00work"] = true
	path := filepath.Join(dir, "go.work")
	f, err := files.Read(path, 0)
	if err != nil {
		return false
	}
	work, err := modfile.ParseWork(path, f.Data, nil)
	if err != nil {
		return false
	}
	if work.Go != nil {
		m.asks("go" + work.Go.Version)
	}
	if work.Toolchain != nil {
		m.asks(work.Toolchain.Name)
	}
	for _, use := range work.Use {
		at := place(dir, use.Path)
		if !m.inside(at) || !m.module(at) {
			return false
		}
	}
	return m.replaced(dir, work.Replace) && m.sum(filepath.Join(dir, "go.work.sum"))
}

// asks adds the version of Go that somebody asks for.
func (m *goModules) asks(name string) {
	if m.newest == "" || version.Compare(name, m.newest) > 0 {
		m.newest = name
	}
}

// replaced reports whether the folders that stand for modules lie in the root.
func (m *goModules) replaced(dir string, list []*modfile.Replace) bool {
	return !slices.ContainsFunc(list, func(r *modfile.Replace) bool {
		m.required[r.New.Path] = true
		return r.New.Version == "" && !m.inside(place(dir, r.New.Path))
	})
}

func place(dir, path string) string {
	if path = filepath.FromSlash(path); filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

func (m *goModules) inside(path string) bool {
	return within(m.Go.Root, path) && within(files.Real(m.Go.Root), files.Real(path))
}

// sum adds what a go.sum names; that there is none is fine.
func (m *goModules) sum(path string) (known bool) {
	f, err := files.Read(path, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return true
	}
	if err != nil {
		return false
	}
	lines := bufio.NewScanner(bytes.NewReader(f.Data))
	for lines.Scan() {
		if fields := strings.Fields(lines.Text()); len(fields) == 3 {
			m.sums[module.Version{Path: fields[0], Version: fields[1]}] = true
		}
	}
	return lines.Err() == nil
}

// downloaded adds what the module cache has of the modules, and looks at it.
func (m *goModules) downloaded(settings map[string]string) (known bool) {
	if !m.Go.Confined && version.Compare(settings["version"], m.newest) < 0 {
		return false // another version is started
	}
	cache := settings["GOMODCACHE"]
	if cache == "" {
		list := filepath.SplitList(settings["GOPATH"])
		if len(list) == 0 {
			home, err := os.UserHomeDir()
			if err != nil {
				return false
			}
			list = []string{filepath.Join(home, "go")}
		}
		cache = filepath.Join(list[0], "pkg", "mod")
	}
	c := settings["CGO_ENABLED"] != "0" && !m.Go.Confined
	if !filepath.IsAbs(cache) || c && usesC(m.Go.Root) {
		return false
	}
	for _, v := range slices.SortedFunc(maps.Keys(m.sums),
		func(a, b module.Version) int { return strings.Compare(a.String(), b.String()) }) {
		if !m.cached(cache, v, c) {
			return false
		}
	}
	return true
}

// cached adds one module, or its go.mod. In a folder that is trusted, what is not there
// may be downloaded, or not: then nothing is known, unless nobody asks for it.
func (m *goModules) cached(cache string, v module.Version, c bool) (known bool) {
	number, justMod := strings.CutSuffix(v.Version, "/go.mod")
	path, err := module.EscapePath(v.Path)
	if err != nil {
		return false
	}
	if number, err = module.EscapeVersion(number); err != nil {
		return false
	}
	download := filepath.Join(cache, "cache", "download", filepath.FromSlash(path), "@v", number)
	if justMod {
		_, known := m.there(download + ".mod")
		return known || m.Go.Confined || !m.old
	}
	if _, known := m.there(download + ".ziphash"); !known && !m.Go.Confined && (m.old || m.required[v.Path]) {
		return false
	}
	m.there(download + ".zip")
	dir := filepath.Join(cache, filepath.FromSlash(path)+"@"+number)
	if _, err := os.Lstat(dir); err != nil {
		m.Add("none", dir)
		return m.Go.Confined || !m.old && !m.required[v.Path]
	}
	return m.tree(dir, "", limits.OutcomeInstalled) && (!c || !usesC(dir))
}

// there adds whether there is a file, with its size and time.
func (d Inputs) there(path string) (info fs.FileInfo, known bool) {
	info, err := os.Stat(path)
	if err != nil {
		d.Add("none", path)
		return nil, false
	}
	d.Add(path, decimal(info.Size()), decimal(info.ModTime().UnixNano()))
	return info, true
}

// resolved reports whether every import of the root's files is of the standard library,
// or of a module that the root has or requires: for others the go command looks around,
// and asks the network.
func (m *goModules) resolved() bool {
	return goFiles(m.Go.Root, func(imports []string) bool {
		return !slices.ContainsFunc(imports, func(path string) bool {
			first, _, _ := strings.Cut(path, "/")
			if !strings.Contains(first, ".") {
				return false
			}
			for ; path != "."; path = filepath.ToSlash(filepath.Dir(filepath.FromSlash(path))) {
				if m.required[path] {
					return false
				}
			}
			return true
		})
	})
}

// usesC reports whether a file below a folder imports C: what a C compiler and the
// headers of the system make of it is not known.
func usesC(dir string) bool {
	return !goFiles(dir, func(imports []string) bool { return !slices.Contains(imports, "C") })
}

// goFiles has the imports of each Go file below a folder looked at, until one is not fine.
func goFiles(dir string, fine func(imports []string) bool) bool {
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && slices.Contains(append(written[:], modules, "testdata"), e.Name()) {
			return fs.SkipDir
		}
		if e.IsDir() || filepath.Ext(path) != ".go" {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if f == nil {
			return err
		}
		var imports []string
		for _, i := range f.Imports {
			imports = append(imports, strings.Trim(i.Path.Value, "\"`"))
		}
		if !fine(imports) {
			return ErrUnknown
		}
		return nil
	}) == nil
}

// Above adds the files of some names in a folder and all above it, and returns their texts.
func (d Inputs) Above(dir string, names ...string) (texts [][]byte, known bool) {
	for _, at := range folders(dir) {
		for _, name := range names {
			path := filepath.Join(at, name)
			if _, err := os.Lstat(path); err != nil {
				continue
			}
			data, known := d.text(path)
			if !known {
				return nil, false
			}
			texts = append(texts, data)
		}
	}
	return texts, true
}
