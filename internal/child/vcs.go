package child

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
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

// withoutVersionControl replaces each folder that holds such a program by one
// with links to everything else in it. A folder for which that cannot be done
// (no cache folder; Windows without the right to make links) is left out.
func withoutVersionControl(dirs []string) []string {
	var list []string
	for _, dir := range dirs {
		if slices.ContainsFunc(versionControl[:], func(name string) bool {
			_, err := executable(filepath.Join(dir, name))
			return err == nil
		}) {
			links, err := linkFarm(dir)
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

// farmAge is how long a folder of links is kept after the folder that it shows
// has changed: a child may still use it.
const farmAge = 24 * time.Hour

// linkFarm is a folder of links to what a folder of programs holds, without
// version control. It is made once for each state of that folder.
func linkFarm(dir string) (string, error) {
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
	base := filepath.Join(cache, "fettle", "path")
	hash := sha256.Sum256([]byte(real))
	prefix := hex.EncodeToString(hash[:8]) + "-"
	farm := filepath.Join(base, prefix+strconv.FormatInt(info.ModTime().UnixNano(), 36))
	if info, err := os.Lstat(farm); err == nil {
		if !info.IsDir() || info.Mode().Perm()&0o022 != 0 {
			return "", errors.New("the folder of links belongs to somebody else")
		}
		return farm, nil
	}
	if err := os.MkdirAll(base, 0o700); err != nil {
		return "", err
	}
	sweepFarms(base, prefix)
	temp, err := os.MkdirTemp(base, "new-")
	if err != nil {
		return "", err
	}
	if err := fillFarm(temp, real); err != nil {
		return "", errors.Join(err, os.RemoveAll(temp))
	}
	if err := os.Rename(temp, farm); err != nil {
		_ = os.RemoveAll(temp)
		if _, there := os.Lstat(farm); there != nil { // nobody was faster
			return "", err
		}
	}
	return farm, nil
}

// fillFarm makes the links. A link to a version control program under another
// name is none.
func fillFarm(farm, dir string) error {
	list, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range list {
		path := filepath.Join(dir, e.Name())
		if e.IsDir() || isVersionControl(e.Name()) {
			continue
		}
		if e.Type()&os.ModeSymlink != 0 {
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

// sweepFarms removes what was made for earlier states of a folder, and what was
// not finished.
func sweepFarms(base, prefix string) {
	list, err := os.ReadDir(base)
	if err != nil {
		return
	}
	for _, e := range list {
		if !strings.HasPrefix(e.Name(), prefix) && !strings.HasPrefix(e.Name(), "new-") {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > farmAge {
			_ = os.RemoveAll(filepath.Join(base, e.Name()))
		}
	}
}

// confined are the variables of children that work for a folder nobody trusts:
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
