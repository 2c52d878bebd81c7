package egress

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/ignore"
	"github.com/fettle-dev/fettle/internal/limits"
)

// ignoreNames returns the files that deny. Each kind is read by itself: what one
// of them denies, no other allows.
func ignoreNames() []string {
	return []string{".gitignore", ".aiignore", ".aiexclude", ".cursorignore", ".copilotignore", ".geminiignore"}
}

// IgnoreFiles returns the names of the files whose rules say what must not leave.
func IgnoreFiles() []string { return ignoreNames() }

// IsIgnoreFile reports whether the rules in a file say what must not leave.
func IsIgnoreFile(path string) bool {
	return slices.Contains(ignoreNames(), filepath.Base(path)) ||
		strings.HasSuffix(filepath.ToSlash(path), "/.git/info/exclude")
}

// builtin patterns are matched against every element of a path in lower case.
// They cannot be switched off.
func builtin() []string {
	return []string{".env*", "*.env", "*.pem", "*.key", "*.p12", "*.pfx", "*.jks", "*.keystore", "*.ppk", "*.kdbx",
		"id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", ".ssh", ".aws", ".kube", ".gnupg",
		"*.tfvars", "*.tfvars.json", "*.tfstate", "*.tfstate.*", ".npmrc", ".pypirc", ".netrc", "_netrc", ".pgpass",
		".htpasswd", ".git-credentials",
		"*credentials*.json", "service-account*.json", "service_account*.json", "secrets.yml", "secrets.yaml", "secrets.json",
		"secrets.toml"}
}

// DeniedPath reports whether nothing of a file may leave, and why. The file is
// judged under its own name and under the one its links resolve to; names are
// compared without regard to case. It looks at the file system, and remembers
// the answer for a moment. Paths that are not absolute are judged by name only.
func (g *Gate) DeniedPath(path string) (reason string, denied bool) {
	path = filepath.Clean(path)
	now := time.Now()
	g.mu.Lock()
	if v, ok := g.seen[path]; ok && now.Sub(v.at) < limits.DenyMemory {
		g.mu.Unlock()
		return v.reason, v.reason != ""
	}
	g.mu.Unlock()
	reason = g.judge(path)
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.seen) >= limits.DenyMemoryEntries {
		clear(g.seen)
	}
	g.seen[path] = pathVerdict{reason, now}
	return reason, reason != ""
}

// Forget drops what is remembered of paths and ignore files, for use when the
// watcher reports a change of one.
func (g *Gate) Forget() {
	g.mu.Lock()
	defer g.mu.Unlock()
	clear(g.seen)
	clear(g.ignores)
	clear(g.folders)
}

type pathVerdict struct {
	reason string
	at     time.Time
}

func (g *Gate) judge(path string) string {
	if g.broken != "" {
		return g.broken
	}
	if !filepath.IsAbs(path) {
		if r := deniedName(path); r != "" {
			return r
		}
		return g.deniedGlob(filepath.ToSlash(path))
	}
	resolved, err := g.real(path)
	if err != nil {
		return "its real path cannot be found out"
	}
	for _, p := range slices.Compact([]string{path, resolved}) {
		dir := g.folder(filepath.Dir(p))
		if dir.denied != "" {
			return dir.denied
		}
		base := filepath.Base(p)
		if r := deniedName(base); r != "" {
			return r
		}
		rel := dir.rel + base
		if g.deniedFrom(dir.top, p, false) || g.deniedAbsolute(p) {
			return "the settings deny it"
		}
		if r := hidden(dir.levels, rel, false); r != "" {
			return r
		}
	}
	return ""
}

// Real returns an absolute path with its links resolved, as far as it can be found. What
// is known of its folder counts for a moment.
func (g *Gate) Real(path string) string {
	if real, err := g.real(filepath.Clean(path)); err == nil {
		return real
	}
	return filepath.Clean(path)
}

func (g *Gate) real(path string) (string, error) {
	dir := g.folder(filepath.Dir(path))
	if dir.err != nil {
		return "", dir.err
	}
	resolved := filepath.Join(dir.real, filepath.Base(path))
	info, err := os.Lstat(resolved)
	switch {
	case err == nil && info.Mode()&fs.ModeSymlink != 0:
		return filepath.EvalSymlinks(resolved)
	case err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR):
		return "", err
	}
	return resolved, nil
}

// folder is what is known of a folder, for a moment: looking it up costs many
// more system calls than judging a file in it.
type folder struct {
	real   string // links resolved
	top    string
	repo   bool    // a repository's
	rel    string  // below top, with slashes; ends with one, but for top itself
	levels []level // the ignore files that count in it, by kind, the deepest first
	denied string  // why nothing in it may leave
	err    error
	at     time.Time
}

// level is one ignore file.
type level struct {
	name     string
	dir      string // that it lies in, as folder.rel
	patterns []ignore.Pattern
	err      error
}

func (g *Gate) folder(dir string) folder {
	now := time.Now()
	g.mu.Lock()
	f, ok := g.folders[dir]
	g.mu.Unlock()
	if ok && now.Sub(f.at) < limits.DenyMemory {
		return f
	}
	f = g.look(dir, now)
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.folders) >= limits.DenyMemoryEntries {
		clear(g.folders)
	}
	g.folders[dir] = f
	return f
}

// look looks a folder up. What it returns is as old as what is known of the folder above.
func (g *Gate) look(dir string, now time.Time) folder {
	f := folder{at: now}
	var above folder
	if parent := filepath.Dir(dir); parent != dir {
		above = g.folder(parent)
	}
	if known := above.real != "" && above.err == nil; known {
		f.at = above.at
	}
	f.real, f.err = resolveIn(above, dir)
	f.top, f.repo = g.top(dir, above)
	rel, err := filepath.Rel(f.top, dir)
	if rel = filepath.ToSlash(rel); rel != "." {
		f.rel = rel + "/"
	}
	if err != nil || strings.HasPrefix(f.rel, "../") {
		f.denied = "it is outside its root"
		return f
	}
	name := filepath.Base(dir)
	if f.top != above.top {
		above, name = folder{}, dir // other rules count here
	}
	f.denied = above.denied
	if f.denied == "" {
		f.denied = deniedName(name)
	}
	if f.denied == "" && f.rel != "" {
		f.denied = g.deniedFolder(f, dir, above)
	}
	f.levels = g.levelsOf(f, above)
	return f
}

// levelsOf returns the ignore files that count in a folder: its own before those
// that count above.
func (g *Gate) levelsOf(f, above folder) []level {
	var out []level
	for _, name := range ignoreNames() {
		files := []string{filepath.Join(f.top, filepath.FromSlash(f.rel), name)}
		if f.rel == "" && name == ".gitignore" {
			files = append(files, filepath.Join(f.top, ".git", "info", "exclude"))
		}
		for _, file := range files {
			if list, err := g.ignoreFile(file); err != nil || len(list) > 0 {
				out = append(out, level{name, f.rel, list, err})
			}
		}
		for _, l := range above.levels {
			if l.name == name {
				out = append(out, l)
			}
		}
	}
	return out
}

// deniedName applies the built-in list to every element.
func deniedName(path string) string {
	for _, element := range strings.FieldsFunc(strings.ToLower(path), func(r rune) bool { return r == '/' || r == '\\' }) {
		for _, p := range builtin() {
			if ok, _ := filepath.Match(p, element); ok {
				return "files named " + p + " never leave"
			}
		}
	}
	return ""
}

// deniedGlob applies the user's patterns, to the path and to the folders above.
func (g *Gate) deniedGlob(rel string) string {
	for i, c := range rel + "/" {
		if c == '/' && i > 0 {
			if _, ok := ignore.Last(g.deny, rel[:i], i < len(rel)); ok {
				return "the settings deny it"
			}
		}
	}
	return ""
}

// deniedAbsolute applies the user's absolute patterns to the path and to the
// folders above.
func (g *Gate) deniedAbsolute(path string) bool {
	if len(g.denyAbs) == 0 {
		return false
	}
	path = strings.TrimPrefix(filepath.ToSlash(path), "/")
	for i, c := range path + "/" {
		if c == '/' && i > 0 {
			if _, ok := ignore.Last(g.denyAbs, path[:i], i < len(path)); ok {
				return true
			}
		}
	}
	return false
}

// absolutePattern reads a pattern that begins with / or ~/.
func absolutePattern(line string) (ignore.Pattern, bool) {
	line = strings.TrimPrefix(line, "!")
	if rest, ok := strings.CutPrefix(line, "~/"); ok {
		home, err := os.UserHomeDir()
		if err != nil {
			return ignore.Pattern{}, false
		}
		line = filepath.ToSlash(home) + "/" + rest
	}
	if !strings.HasPrefix(line, "/") {
		return ignore.Pattern{}, false
	}
	p, ok := ignore.ParseLine(line)
	p.Anchored = true
	return p, ok
}

// ValidGlob reports whether a line can stand in [Options.Deny]: a pattern, a
// comment or nothing.
func ValidGlob(line string) bool {
	trimmed := strings.TrimSpace(line)
	if trimmed == "" || trimmed[0] == '#' {
		return true
	}
	_, ok := ignore.ParseLine(line)
	return ok
}

// resolveIn is resolve for a folder in one that is known.
func resolveIn(above folder, dir string) (string, error) {
	if above.real == "" || above.err != nil {
		return resolve(dir)
	}
	real := filepath.Join(above.real, filepath.Base(dir))
	if info, err := os.Lstat(real); err == nil && info.Mode()&fs.ModeSymlink == 0 || errors.Is(err, fs.ErrNotExist) {
		return real, nil
	}
	return resolve(dir)
}

// resolve follows links; of a file that does not exist, those of its folders.
func resolve(path string) (string, error) {
	rest := ""
	for at := path; ; {
		real, err := filepath.EvalSymlinks(at)
		if err == nil {
			return filepath.Join(real, rest), nil
		}
		parent := filepath.Dir(at)
		if !errors.Is(err, fs.ErrNotExist) || parent == at {
			return "", err
		}
		if _, err := os.Lstat(at); err == nil {
			return "", errors.New("link without a target")
		}
		rest = filepath.Join(filepath.Base(at), rest)
		at = parent
	}
}

// top returns the folder from which ignore files count for files in dir: the nearest one with a .git, else the
// outermost root that contains dir, else dir itself: opening a folder next to a root removes no rule. above is what is
// known of the folder above.
func (g *Gate) top(dir string, above folder) (top string, repo bool) {
	if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
		return dir, true
	}
	if above.repo {
		return above.top, true
	}
	best := ""
	for _, r := range g.opt.Roots {
		for _, root := range []string{r, realOr(r)} {
			if strings.HasPrefix(dir+string(filepath.Separator),
				strings.TrimSuffix(root, string(filepath.Separator))+string(filepath.Separator)) &&
				(best == "" || len(root) < len(best)) {
				best = root
			}
		}
	}
	if best != "" {
		return best, false
	}
	return dir, false
}

func realOr(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// deniedFolder says why nothing in a folder may leave: one that is ignored hides
// all below it. above is what is known of the folder that it lies in.
func (g *Gate) deniedFolder(f folder, dir string, above folder) string {
	if g.deniedFrom(f.top, dir, true) {
		return "the settings deny it"
	}
	return hidden(above.levels, strings.TrimSuffix(f.rel, "/"), true)
}

// deniedFrom applies the user's patterns to a path as it is seen from its top
// and from every root that holds it: the settings of each root count.
func (g *Gate) deniedFrom(top, path string, isDir bool) bool {
	if len(g.deny) == 0 {
		return false
	}
	return slices.ContainsFunc(append([]string{top}, g.opt.Roots...), func(base string) bool {
		rel, err := filepath.Rel(base, path)
		if err != nil || rel == "." || !filepath.IsLocal(rel) {
			return false
		}
		_, denied := ignore.Last(g.deny, filepath.ToSlash(rel), isDir)
		return denied
	})
}

// hidden asks ignore files about a path below their top. Of each kind the
// deepest one with an opinion decides.
func hidden(levels []level, path string, isDir bool) string {
	decided := ""
	for _, l := range levels {
		if l.name == decided {
			continue
		}
		if l.err != nil {
			return l.name + " cannot be read"
		}
		if p, ok := ignore.Last(l.patterns, strings.TrimPrefix(path, l.dir), isDir); ok {
			if !p.Negated {
				return l.name + " ignores it"
			}
			decided = l.name
		}
	}
	return ""
}

// ignoreFile is a read ignore file, or the absence of one. It is looked at
// again after a moment, and read again when its size or time has changed.
type ignoreFile struct {
	patterns []ignore.Pattern
	err      error
	size     int64
	time     time.Time
	at       time.Time
}

func (g *Gate) ignoreFile(path string) ([]ignore.Pattern, error) {
	now := time.Now()
	g.mu.Lock()
	old, ok := g.ignores[path]
	g.mu.Unlock()
	if ok && now.Sub(old.at) < limits.DenyMemory {
		return old.patterns, old.err
	}
	f := ignoreFile{at: now}
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR): // ENOTDIR: .git is a file in a worktree
	case err != nil:
		f.err = err
	case info.IsDir():
	case ok && old.err == nil && old.size == info.Size() && old.time.Equal(info.ModTime()):
		f.patterns, f.size, f.time = old.patterns, old.size, old.time
	default:
		f.size, f.time = info.Size(), info.ModTime()
		data, err := files.Read(path, limits.ContextFile)
		if f.err = err; err == nil {
			f.patterns = ignore.Parse(string(data.Data))
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.ignores) >= 16*limits.DenyMemoryEntries {
		clear(g.ignores)
	}
	g.ignores[path] = f
	return f.patterns, f.err
}
