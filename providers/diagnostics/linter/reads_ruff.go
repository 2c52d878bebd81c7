package linter

import (
	"crypto/sha256"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/reads"
)

// What ruff reads besides a text (ruff 0.17, `ruff check --no-cache FILE`):
//
//   - its settings: the nearest of .ruff.toml, ruff.toml and pyproject.toml above the
//     file, of which one without a section for ruff may still contain the version of
//     Python (https://docs.astral.sh/ruff/configuration/#config-file-discovery), else
//     the user's own. Files of these names count all the way up;
//   - variables whose names begin with RUFF_;
//   - the names of modules and folders below the root, and below a folder above it
//     that has settings: by them it separates a project's own imports from others, since
//     0.13 by the whole name of a module (I001;
//     https://github.com/astral-sh/ruff/blob/0.13.0/CHANGELOG.md), and packages
//     from loose files (INP001);
//   - the file's path and mode (EXE001).
//
// Settings that lead to other files or folders ("extend", "src", paths that leave
// the folder) are not followed: then nothing is reads.
func ruffReads(t *tool, settings ruffFolders, root, dir string) (sum [sha256.Size]byte, known bool) {
	state, ok := programState(t)
	if !ok {
		return sum, false
	}
	d := reads.NewDigest()
	d.Add("ruff 1", state, root)
	d.Add(t.ruffArgs(root)...)
	for _, v := range slices.Sorted(slices.Values(os.Environ())) {
		if strings.HasPrefix(v, "RUFF_") {
			d.Add(v)
		}
	}
	for _, folder := range ruffOfUser() {
		of := settings.of(folder)
		if d.Add(string(of.sum[:])); !of.known {
			return sum, false
		}
	}
	if _, inside := files.Below(root, dir); !inside {
		return sum, false
	}
	for above := false; ; dir = filepath.Dir(dir) {
		of := settings.of(dir)
		if d.Add(string(of.sum[:])); !of.known {
			return sum, false
		}
		if dir == root || above && of.there { // names count below the root, and where settings lie
			now := time.Now()
			names := remembered[nameSum](&t.below, dir, now, func() memory { return memory{namesBelow(dir), now} })
			if !names.known {
				return sum, false
			}
			d.Add(dir, string(names.sum[:]))
		} else if _, err := os.Stat(filepath.Join(dir, "__init__.py")); err == nil {
			d.Add("package", dir)
		}
		above = above || dir == root
		if dir == filepath.Dir(dir) {
			return d.Sum(), true
		}
	}
}

// ruffOfUser returns the folders where ruff looks for the user's own settings.
func ruffOfUser() []string {
	var own []string
	if user, err := os.UserConfigDir(); err == nil {
		own = append(own, filepath.Join(user, "ruff"))
	}
	if home, err := os.UserHomeDir(); err == nil {
		own = append(own, filepath.Join(home, ".config", "ruff"))
	}
	if xdg := os.Getenv("XDG_CONFIG_HOME"); xdg != "" {
		own = append(own, filepath.Join(xdg, "ruff"))
	}
	return own
}

// leadsElsewhere is what makes settings of ruff depend on other files and folders.
var leadsElsewhere = lazyre.New(`\b(extend|src)["']?[ \t]*=`)

// ruffFolders are the folders that one look at what ruff reads came by: those above are the same for all below them.
type ruffFolders map[string]ruffFolder

// ruffFolder is what a folder has of files that may contain settings: whether there are any, and whether what they say
// is all in them.
type ruffFolder struct {
	sum          [sha256.Size]byte
	there, known bool
}

func (m ruffFolders) of(dir string) ruffFolder {
	one, ok := m[dir]
	if !ok {
		one = readRuffFolder(dir)
		m[dir] = one
	}
	return one
}

func readRuffFolder(dir string) (one ruffFolder) {
	d := reads.NewDigest()
	for _, name := range ruffFiles() {
		path := filepath.Join(dir, name)
		if _, err := os.Lstat(path); err != nil {
			continue
		}
		one.there = true
		f, err := files.Read(path, 0)
		if err != nil {
			return one
		}
		own := string(f.Data)
		if name == "pyproject.toml" && !strings.Contains(own, "ruff") {
			own = "" // other tools' settings may lead where they like
		}
		if leadsElsewhere.MatchString(own) || leadsOut.MatchString(ruffPart(name, own)) {
			return one
		}
		d.Add(path, string(f.Data))
	}
	one.sum, one.known = d.Sum(), true
	return one
}

// ruffPart returns what of a file of settings is about ruff.
func ruffPart(name, own string) string {
	if name == "pyproject.toml" {
		return ruffTables(own)
	}
	return own
}

// nameSum is what can be imported below a folder.
type nameSum struct {
	sum   [sha256.Size]byte
	known bool
}

// namesBelow adds up the modules and folders below a folder; not known: they are too
// many, or a folder of them lies elsewhere.
func namesBelow(top string) nameSum {
	d, count := reads.NewDigest(), 0
	err := filepath.WalkDir(top, func(path string, e fs.DirEntry, err error) error {
		if count++; err != nil || count > limits.KeptNames {
			return reads.ErrUnknown
		}
		base, ext, _ := strings.Cut(e.Name(), ".")
		isDir := e.IsDir()
		switch {
		case path == top:
			return nil
		case !importable.MatchString(base) || base == "__pycache__" || isDir && ext != "":
			if isDir {
				return fs.SkipDir
			}
			return nil
		case e.Type()&fs.ModeSymlink != 0:
			to := realPath(path)
			info, err := os.Stat(to)
			if isDir = err == nil && info.IsDir(); isDir {
				if _, inside := files.Below(realPath(top), to); !inside {
					return reads.ErrUnknown
				}
				d.Add("link", to)
			}
		}
		if isDir || ext == "py" || ext == "pyi" || ext == "ipynb" {
			d.Add(path, strconv.FormatBool(isDir))
		}
		return nil
	})
	return nameSum{d.Sum(), err == nil}
}

// importable is a name that an import can have.
var importable = lazyre.New(`^[\pL_][\pL\pN_]*$`)
