package trust

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

// covered are the names of files that say which code tools run, in any folder.
var covered = [...]string{
	// Python
	"pyproject.toml", "setup.cfg", "setup.py", "tox.ini", "mypy.ini", ".mypy.ini", "pyrightconfig.json", "pytest.ini",
	".pytest.ini",
	"conftest.py", "sitecustomize.py", "usercustomize.py", "pyvenv.cfg", ".bandit", "ruff.toml", ".ruff.toml",
	".python-version",
	// JavaScript and TypeScript
	"package.json", ".npmrc", ".yarnrc", ".yarnrc.yml", ".pnp.cjs", ".pnp.loader.mjs", ".eslintrc", "biome.json",
	"biome.jsonc", ".biome.json", ".biome.jsonc",
	".node-version", ".nvmrc",
	// Go
	"go.mod", "go.work", ".golangci.yml", ".golangci.yaml", ".golangci.toml", ".golangci.json", ".custom-gcl.yml",
	".custom-gcl.yaml", "staticcheck.conf",
	// Rust
	"Cargo.toml", "build.rs", "rust-toolchain.toml", "rust-toolchain", "clippy.toml", ".clippy.toml",
	// managers of tools
	".tool-versions", "mise.toml", ".mise.toml", ".envrc",
}

// families are names of which only the beginning and the end are given.
var families = [...][2]string{
	{"eslint.config.", ""}, {".eslintrc.", ""}, {"tsconfig", ".json"}, {"jsconfig", ".json"},
}

func isCovered(dir, name string) bool {
	if slices.Contains(covered[:], name) || path.Base(dir) == ".cargo" && (name == "config" || name == "config.toml") {
		return true
	}
	return slices.ContainsFunc(families[:], func(f [2]string) bool {
		return strings.HasPrefix(name, f[0]) && strings.HasSuffix(name, f[1])
	})
}

// closed are folders that are not looked into: the metadata of version control,
// which no tool runs, and packages, of which the programs and what Python runs at
// its start are covered, but not every file.
var closed = [...]string{".git", ".hg", ".svn", ".jj", ".bzr", "node_modules"}

// manifest is what there is to cover in a root, as it is now.
type manifest struct {
	root     *files.Root
	dir      string
	digests  map[string]string
	stamps   map[string]string // by absolute path
	problems []string
	partial  bool
}

// gather reads what is to be covered.
func gather(dir string) *manifest {
	m := &manifest{dir: dir, digests: map[string]string{}, stamps: map[string]string{}}
	r, err := files.Open(dir)
	if err != nil {
		m.problem(".", err)
		return m
	}
	defer r.Close()
	m.root = r
	ctx, cancel := context.WithTimeout(context.Background(), limits.GrantWalkTime)
	defer cancel()
	m.partial = !r.Tree(ctx, limits.GrantWalk, m.folder)
	if ctx.Err() != nil {
		m.problems = append(m.problems, fmt.Sprintf("it took longer than %v to look at it", limits.GrantWalkTime))
	}
	m.plugins()
	return m
}

func (m *manifest) problem(name string, err error) {
	cause := err
	if known := new(files.Error); errors.As(err, &known) {
		cause = known.Kind
	}
	m.problems = append(m.problems, fmt.Sprintf("%s %v", name, cause))
}

// folder covers what lies in one folder.
func (m *manifest) folder(f files.Folder) func(string) bool {
	m.stamp(f.Path)
	if f.Err != nil && !errors.Is(f.Err, files.ErrMissing) {
		m.problem(path.Join(f.Path, "."), f.Err)
	}
	environment := slices.ContainsFunc(f.Entries, func(e fs.DirEntry) bool { return e.Name() == "pyvenv.cfg" })
	for _, e := range f.Entries {
		full := path.Join(f.Path, e.Name())
		link := e.Type()&fs.ModeSymlink != 0
		switch {
		case isCovered(f.Path, e.Name()):
			m.cover(full)
		case !e.IsDir() && !link:
		case e.Name() == "node_modules":
			m.programs(path.Join(full, ".bin"))
		case e.IsDir() && environment, e.Name() == ".venv", e.Name() == "venv":
			m.python(full, environment)
		}
		if link && m.digests[full] == "" {
			m.link(full)
		}
	}
	return func(name string) bool { return !slices.Contains(closed[:], name) && !environment }
}

// link covers a link to a folder by its target: what is there is not looked at.
func (m *manifest) link(name string) {
	abs := m.abs(name)
	if info, err := os.Stat(abs); err == nil && info.IsDir() {
		target, err := os.Readlink(abs)
		if err != nil {
			m.problem(name, err)
			return
		}
		m.digests[name] = "folder " + target
		m.stamp(name)
	}
}

// python covers the programs of an environment, and what an interpreter runs at
// its start. name is the environment, or a folder in it.
func (m *manifest) python(name string, inside bool) {
	if inside {
		name = path.Dir(name)
	}
	m.programs(path.Join(name, "bin"))
	m.programs(path.Join(name, "Scripts"))
	lists := [...]string{"lib/*/site-packages", "Lib/site-packages"}
	for _, pattern := range lists {
		found, _ := filepath.Glob(filepath.Join(m.abs(name), filepath.FromSlash(pattern)))
		for _, dir := range found {
			rel, err := filepath.Rel(m.dir, dir)
			if err != nil {
				continue
			}
			m.stamp(filepath.ToSlash(rel))
			list, err := files.List(dir)
			if err != nil {
				m.problem(filepath.ToSlash(rel), err)
			}
			for _, e := range list {
				if n := e.Name(); strings.HasSuffix(n, ".pth") || n == "sitecustomize.py" || n == "usercustomize.py" {
					m.cover(path.Join(filepath.ToSlash(rel), n))
				}
			}
		}
	}
}

// programs covers a folder of programs by the names, sizes and times in it.
func (m *manifest) programs(name string) {
	if _, done := m.digests[name]; done {
		return
	}
	list, err := files.List(m.abs(name))
	if errors.Is(err, files.ErrMissing) {
		return
	}
	if err != nil {
		m.problem(name, err)
		return
	}
	m.stamp(name)
	h := sha256.New()
	for _, e := range list {
		full := path.Join(name, e.Name())
		target, _ := os.Readlink(m.abs(full))
		info, err := os.Stat(m.abs(full))
		if err != nil {
			fmt.Fprintf(h, "%q %q broken\n", e.Name(), target)
			continue
		}
		m.stamps[m.abs(full)] = stampOf(info)
		fmt.Fprintf(h, "%q %q %d %d %v\n", e.Name(), target, info.Size(), info.ModTime().UnixNano(), info.Mode())
	}
	m.digests[name] = "programs " + hex.EncodeToString(h.Sum(nil))
}

// cover adds the text of a file, through its links, and reports whether it
// is there.
func (m *manifest) cover(name string) (text []byte, ok bool) {
	if _, done := m.digests[name]; done {
		return nil, false
	}
	abs := m.abs(name)
	f, err := files.Read(abs, limits.GrantFile)
	if err != nil {
		if _, there := os.Lstat(abs); there != nil && errors.Is(err, files.ErrMissing) {
			return nil, false
		}
		if info, statErr := os.Stat(abs); statErr == nil && info.IsDir() {
			return nil, false // a folder of that name; the walk goes there
		}
		m.problem(name, err)
		return nil, false
	}
	sum := sha256.Sum256(f.Data)
	m.digests[name] = hex.EncodeToString(sum[:])
	m.stamp(name)
	return f.Data, true
}

func (m *manifest) abs(name string) string { return filepath.Join(m.dir, filepath.FromSlash(name)) }

// stamp remembers how a path looks from outside.
func (m *manifest) stamp(name string) {
	abs := m.abs(name)
	if info, err := os.Stat(abs); err == nil {
		m.stamps[abs] = stampOf(info)
	} else {
		m.stamps[abs] = "none"
	}
}

func stampOf(info fs.FileInfo) string {
	return fmt.Sprintf("%d %d %v%s", info.Size(), info.ModTime().UnixNano(), info.Mode(), changedAt(info))
}

// same reports whether everything looks as it did.
func same(stamps map[string]string) bool {
	for abs, stamp := range stamps {
		info, err := os.Stat(abs)
		if err != nil && stamp != "none" || err == nil && stampOf(info) != stamp {
			return false
		}
	}
	return true
}

// since lists what differs from a grant.
func (m *manifest) since(g grant) []string {
	changes := slices.Clone(m.problems)
	for name, digest := range m.digests {
		switch was, ok := g.Files[name]; {
		case !ok:
			changes = append(changes, name+" is new")
		case was != digest:
			changes = append(changes, name+" has changed")
		}
	}
	for name := range g.Files {
		if _, ok := m.digests[name]; !ok &&
			!slices.ContainsFunc(m.problems, func(p string) bool { return strings.HasPrefix(p, name+" ") }) {
			changes = append(changes, name+" was removed")
		}
	}
	slices.Sort(changes)
	return changes
}
