package child

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/fettle-dev/fettle/internal/files/claim"
	"github.com/fettle-dev/fettle/internal/limits"
)

// versionControl names programs that run code which a folder's own metadata
// names: hooks, filters, monitors, aliases, remote helpers, pagers. Compilers and
// linters start them for a stamp or a list of files (go list -export runs git
// status, https://pkg.go.dev/cmd/go, -buildvcs), so that a child that works for a
// folder nobody trusts must not find any.
var versionControl = [...]string{
	"git", "scalar", "got", "hg", "chg", "rhg", "sl", "svn", "svnversion", "bzr", "brz", "fossil", "jj", "p4",
	"cvs", "darcs", "pijul",
}

// isVersionControl recognises a program's file name, also with a version or a
// subcommand behind it: git-lfs, hg.exe, git2.
func isVersionControl(file string) bool {
	file = strings.ToLower(file)
	return slices.ContainsFunc(versionControl[:], func(name string) bool {
		rest, ok := strings.CutPrefix(file, name)
		return ok && strings.IndexFunc(rest, unicode.IsLetter) != 0
	})
}

// filter says which programs of the folders of PATH a child must not find.
type filter struct {
	hidden []string // folders: links to what lies in them do not count
	vcs    bool     // nor do version control programs
}

// apply replaces each folder that holds such a program by one with links to
// everything else in it. A folder for which that cannot be done (no cache folder;
// Windows without the right to make links) is left out.
func (f filter) apply(dirs []string) []string {
	var hidden []string
	for _, dir := range f.hidden {
		hidden = append(hidden, dir, resolved(dir))
	}
	var list []string
	into := map[string][]string{} // /bin is often a link to /usr/bin
	for _, dir := range dirs {
		at := resolved(dir)
		omit, known := into[at]
		if !known {
			omit = linksInto(dir, hidden)
			into[at] = omit
		}
		if len(omit) > 0 || f.vcs && slices.ContainsFunc(versionControl[:], func(name string) bool {
			_, err := executable(filepath.Join(dir, name))
			return err == nil
		}) {
			links, err := f.linkFarm(dir, omit)
			if err != nil {
				continue
			}
			dir = links
		}
		if !slices.Contains(list, dir) {
			list = append(list, dir)
		}
	}
	return list
}

// linksInto names the links in a folder that lead into other folders. A link to a
// neighbour leads where that leads.
func linksInto(dir string, hidden []string) (names []string) {
	if len(hidden) == 0 {
		return nil
	}
	list := linksOf(dir)
	leads := func(to string) bool {
		return slices.ContainsFunc(hidden, func(dir string) bool { return inside(to, dir) })
	}
	for _, l := range list {
		if l.to != "" && leads(l.to) {
			names = append(names, l.name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	for _, l := range list {
		if l.to == "" && leads(resolved(filepath.Join(dir, l.name))) {
			names = append(names, l.name)
		}
	}
	return names
}

// link is a link in a folder, and where it leads in the end: "" for a neighbour, which
// is found out where it matters.
type link struct{ name, to string }

// seenLinks are those of a folder that was read.
type seenLinks struct {
	list        []link
	at, changed time.Time
}

// lastSeen are the links of the folders of PATH. A command starts git and linters, which
// may not find the programs of this folder or that one: each time they are the same links.
var lastSeen struct {
	sync.Mutex
	folders map[string]seenLinks
}

// linksOf returns the links in a folder. They are remembered while its time is what it was (a link that is new,
// gone or points elsewhere changes it), but not those of a folder that has just changed: it may change again in the
// same tick of the clock.
func linksOf(dir string) []link {
	lastSeen.Lock()
	defer lastSeen.Unlock()
	now := time.Now()
	info, err := os.Stat(dir)
	if err != nil {
		return nil
	}
	if s, known := lastSeen.folders[dir]; known && s.changed.Equal(info.ModTime()) &&
		now.Sub(s.at).Abs() < limits.PathMemory && s.at.Sub(s.changed) > time.Second {
		return s.list
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	s := seenLinks{at: now, changed: info.ModTime()}
	for _, e := range entries {
		if e.Type()&os.ModeSymlink == 0 {
			continue
		}
		path, l := filepath.Join(dir, e.Name()), link{name: e.Name()}
		if to, err := os.Readlink(path); err != nil || filepath.Base(to) != to {
			l.to = resolved(path)
		}
		s.list = append(s.list, l)
	}
	if lastSeen.folders == nil {
		lastSeen.folders = map[string]seenLinks{}
	}
	lastSeen.folders[dir] = s
	return s.list
}

// farms is the folder of folders of links in the cache folder.
const farms = "path"

// farmAge is how long a folder of links is kept after the folder that it shows
// has changed: a child may still use it.
const farmAge = 24 * time.Hour

// making has those who want the same folder of links at once wait for the first of
// them: a thousand links can need a second.
var making sync.Mutex

// linkFarm returns a folder of links to what a folder of programs contains, without some
// of them. It is made once for each state of that folder.
func (f filter) linkFarm(dir string, omit []string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(real)
	if err != nil {
		return "", err
	}
	base := filepath.Join(cache, "fettle", farms)
	hash := sha256.Sum256(fmt.Appendf(nil, "%q %v %q", real, f.vcs, omit))
	prefix := hex.EncodeToString(hash[:8]) + "-"
	farm := filepath.Join(base, prefix+strconv.FormatInt(info.ModTime().UnixNano(), 36))
	making.Lock()
	defer making.Unlock()
	if info, err := os.Lstat(farm); err == nil {
		if !info.IsDir() || info.Mode().Perm()&0o022 != 0 {
			return "", errors.New("the folder of links belongs to somebody else")
		}
		return farm, nil
	}
	sweepFarms(base, prefix)
	temp, err := claim.New(base, newFarm)
	if err != nil {
		return "", err
	}
	defer temp.Release()
	if err := f.fill(temp.Dir, real, omit); err != nil {
		temp.Remove()
		return "", err
	}
	if err := os.Rename(temp.Dir, farm); err != nil {
		temp.Remove()
		if _, there := os.Lstat(farm); there != nil { // nobody was faster
			return "", err
		}
	}
	return farm, nil
}

// fill makes the links. A link to a version control program under another name is
// none.
func (f filter) fill(farm, dir string, omit []string) error {
	list, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range list {
		path := filepath.Join(dir, e.Name())
		if e.IsDir() || slices.Contains(omit, e.Name()) || f.vcs && isVersionControl(e.Name()) {
			continue
		}
		if f.vcs && e.Type()&os.ModeSymlink != 0 {
			if real, err := filepath.EvalSymlinks(path); err != nil || isVersionControl(filepath.Base(real)) {
				continue
			}
		}
		if err := os.Symlink(path, filepath.Join(farm, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// newFarm is how the names of folders of links begin that are being made.
const newFarm = "new-"

// Sweep removes from a cache folder the folders of links that killed processes
// have not finished.
func Sweep(cache string) {
	claim.Sweep(filepath.Join(cache, farms), claim.Options{Prefix: newFarm})
}

// sweepFarms removes what was made for earlier states of a folder.
func sweepFarms(base, prefix string) {
	list, err := os.ReadDir(base)
	if err != nil {
		return
	}
	for _, e := range list {
		if !strings.HasPrefix(e.Name(), prefix) {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > farmAge {
			_ = os.RemoveAll(filepath.Join(base, e.Name()))
		}
	}
}

// confined returns the variables of children that work for a folder nobody trusts:
// the go command downloads nothing, starts no other tool chain and no C
// compiler, Python imports nothing from the working folder, and a version
// control program that is found all the same reads no configuration.
func confined() []string {
	return []string{
		"GOTOOLCHAIN=local", "GOPROXY=off", "GOVCS=*:off", "CGO_ENABLED=0", "PYTHONSAFEPATH=1",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_DIR=" + os.DevNull, "GIT_TERMINAL_PROMPT=0",
		"HGPLAIN=1", "HGRCPATH=" + os.DevNull, "HGRCSKIPREPO=1",
	}
}
