package files

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/ignore"
	"github.com/fettle-dev/fettle/internal/limits"
)

// Entry is one file of a listing.
type Entry struct {
	Path    string // root-relative, with slashes
	Size    int64
	ModTime time.Time
}

// Listing is what [Walk] found, sorted by path.
type Listing struct {
	Files     []Entry
	Links     []string // symbolic links that would be wanted, as Files' paths
	ByGit     bool     // git was asked; otherwise the folders were walked
	Truncated bool     // there are more files than the cap
}

// WalkOptions narrow a listing.
type WalkOptions struct {
	// Keep says which paths are wanted, before anything is asked about the
	// file; nil keeps all.
	Keep func(path string) bool
	// Max is the number of files kept; 0: limits.WalkFiles.
	Max int
	// Look is how git is found.
	Look child.LookOptions
	// Flat lists the root's own folder only, see [Loose].
	Flat bool
}

// Walk lists the regular files of a root that are not ignored. It asks git,
// which runs nothing that the repository configures; without git, or outside
// of a repository, it walks the folders itself and honours .gitignore files.
// Symbolic links are not followed, and not listed among the files. It ends early with the
// context.
func Walk(ctx context.Context, r *Root, o WalkOptions) (Listing, error) {
	if o.Max <= 0 {
		o.Max = limits.WalkFiles
	}
	if o.Keep == nil {
		o.Keep = func(string) bool { return true }
	}
	if o.Look.Roots == nil {
		o.Look.Roots = []string{r.dir}
	}
	l, err := Listing{}, errNoGit
	if !o.Flat {
		l, err = listGit(ctx, r, o)
	}
	if err != nil && ctx.Err() == nil {
		l, err = listFolders(ctx, r, o)
	}
	slices.SortFunc(l.Files, func(a, b Entry) int { return strings.Compare(a.Path, b.Path) })
	slices.Sort(l.Links)
	return l, err
}

var errNoGit = errors.New("git lists no files")

func listGit(ctx context.Context, r *Root, o WalkOptions) (Listing, error) {
	res, err := child.Git(ctx, child.GitOptions{Dir: r.dir, Look: o.Look, MaxOutput: limits.ChildListing},
		"ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
	if err != nil && !errors.Is(err, child.ErrOutput) {
		return Listing{}, err
	}
	if err == nil && res.ExitCode != 0 {
		return Listing{}, errNoGit
	}
	l := Listing{ByGit: true, Truncated: err != nil}
	for rest := res.Stdout; len(rest) > 0; {
		name, after, ok := bytes.Cut(rest, []byte{0})
		if rest = after; !ok {
			break // the cap cut this name
		}
		if !l.add(r, string(name), o) {
			break
		}
		if len(l.Files)%256 == 0 && ctx.Err() != nil {
			return l, ctx.Err()
		}
	}
	return l, nil
}

// add keeps one file; it reports whether there is room for more.
func (l *Listing) add(r *Root, name string, o WalkOptions) bool {
	if !o.Keep(name) {
		return true
	}
	if len(l.Files) >= o.Max {
		l.Truncated = true
		return false
	}
	info, err := os.Lstat(filepath.Join(r.dir, filepath.FromSlash(name)))
	switch {
	case err != nil:
	case info.Mode().IsRegular():
		l.Files = append(l.Files, Entry{Path: name, Size: info.Size(), ModTime: info.ModTime()})
	case info.Mode()&os.ModeSymlink != 0:
		l.Links = append(l.Links, name)
	}
	return true
}

// skipped are folders of tools, dependencies and caches: nobody's source.
var skipped = [...]string{
	".git", ".hg", ".svn", ".jj", "node_modules", "__pycache__", ".venv", "venv", ".tox", ".nox",
	".mypy_cache", ".ruff_cache", ".pytest_cache", ".gradle", ".terraform", ".next", ".cache", ".direnv",
	".pnpm-store", ".yarn", ".eggs", ".parcel-cache", ".turbo", ".nuxt", ".svelte-kit", ".angular",
}

// skipMarks are files whose presence makes a folder a cache or an environment.
var skipMarks = [...]string{"CACHEDIR.TAG", "pyvenv.cfg"}

// Nobodys reports whether a folder holds nobody's source, by its name or by what lies
// in it: [Walk] does not go there.
func Nobodys(dir string) bool {
	return slices.Contains(skipped[:], filepath.Base(dir)) || NearestWith(dir, dir, skipMarks[:]...) != ""
}

// folder is one step of the walk, with the ignore rules that hold in it.
type folder struct {
	path  string // "" is the root
	rules *ignoreRules
}

func listFolders(ctx context.Context, r *Root, o WalkOptions) (Listing, error) {
	var l Listing
	base := (*ignoreRules)(nil)
	if data, err := r.ReadText(".git/info/exclude", 0); err == nil {
		base = &ignoreRules{patterns: ignore.Parse(data)}
	}
	visited := 0
	for stack := []folder{{"", base}}; len(stack) > 0; {
		f := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		list, err := r.entries(ctx, f.path, limits.WalkVisits-visited)
		visited += len(list)
		if f.path != "" && holds(list, skipMarks[:]...) {
			continue
		}
		f.ownRules(r, list)
		for _, e := range list {
			full, isDir := path.Join(f.path, e.Name()), e.IsDir()
			switch {
			case !isDir && !e.Type().IsRegular() && e.Type() != os.ModeSymlink, isDir && slices.Contains(skipped[:], e.Name()),
				f.rules.ignored(full, isDir):
			case isDir && o.Flat:
			case isDir:
				stack = append(stack, folder{full, f.rules})
			case !l.add(r, full, o):
				return l, nil
			}
			if ctx.Err() != nil {
				return l, ctx.Err()
			}
		}
		if err != nil && f.path == "" {
			return l, err // the root itself cannot be read; a folder below costs itself only
		}
		if visited >= limits.WalkVisits {
			l.Truncated = true
			break
		}
	}
	return l, nil
}

// ownRules adds the rules that stand in the folder itself.
func (f *folder) ownRules(r *Root, list []os.DirEntry) {
	if !holds(list, ".gitignore") {
		return
	}
	if data, err := r.ReadText(path.Join(f.path, ".gitignore"), 0); err == nil {
		f.rules = &ignoreRules{dir: f.path, patterns: ignore.Parse(data), parent: f.rules}
	}
}

// holds reports whether one of the entries has one of the names.
func holds(list []os.DirEntry, names ...string) bool {
	return slices.ContainsFunc(list, func(e os.DirEntry) bool { return slices.Contains(names, e.Name()) })
}

// entries returns the entries of a folder, at most some. An error comes with those that
// were read before it.
func (r *Root) entries(ctx context.Context, dir string, most int) (list []os.DirEntry, err error) {
	d, err := r.root.Open(filepath.FromSlash(cmp.Or(dir, ".")))
	if err != nil {
		return nil, fail(dir, err)
	}
	defer d.Close()
	for len(list) < most && ctx.Err() == nil {
		part, err := d.ReadDir(min(512, most-len(list)))
		list = append(list, part...)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return list, fail(dir, err)
		}
	}
	return list, nil
}
