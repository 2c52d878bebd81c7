package linter

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/kept"
)

// What ruff reads beside a text (ruff 0.17, `ruff check --no-cache FILE`):
//
//   - its settings: the nearest of .ruff.toml, ruff.toml and pyproject.toml above the
//     file, of which one without a section for ruff may still tell the version of
//     Python (https://docs.astral.sh/ruff/configuration/#config-file-discovery), else
//     the user's own. Files of these names count all the way up;
//   - variables whose names begin with RUFF_;
//   - the names of modules and folders beside the file, above it and in "src": by
//     them it tells a project's own imports from others (I001), and packages from
//     loose files (INP001);
//   - the file's path and mode (EXE001).
//
// Settings that lead to other files or folders ("extend", "src", paths that leave
// the folder) are not followed: then nothing is kept.
func ruffReads(t *tool, root, dir string) (sum [sha256.Size]byte, known bool) {
	state, ok := programState(t)
	if !ok {
		return sum, false
	}
	d := kept.NewDigest()
	d.Add("ruff 1", state, root)
	d.Add(t.ruffArgs()...)
	for _, v := range slices.Sorted(slices.Values(os.Environ())) {
		if strings.HasPrefix(v, "RUFF_") {
			d.Add(v)
		}
	}
	for _, folder := range ruffOfUser() {
		if _, ok := addRuffSettings(d, folder); !ok {
			return sum, false
		}
	}
	for above := false; ; dir = filepath.Dir(dir) {
		settings, ok := addRuffSettings(d, dir)
		if !ok {
			return sum, false
		}
		if !above || settings { // names count up to the root, and where settings lie
			addNames(d, dir)
			addNames(d, filepath.Join(dir, "src"))
		} else if _, err := os.Stat(filepath.Join(dir, "__init__.py")); err == nil {
			d.Add("package", dir)
		}
		above = above || dir == root
		if dir == filepath.Dir(dir) {
			return d.Sum(), true
		}
	}
}

// ruffOfUser are the folders where ruff looks for the user's own settings.
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

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// addRuffSettings adds the files of a folder that may hold settings. It reports
// whether there are any, and whether what they say is all in them.
func addRuffSettings(d kept.Digest, dir string) (there, known bool) {
	for _, name := range ruffFiles() {
		path := filepath.Join(dir, name)
		if _, err := os.Lstat(path); err != nil {
			continue
		}
		f, err := files.Read(path, 0)
		if err != nil {
			return true, false
		}
		own := string(f.Data)
		if name == "pyproject.toml" && !strings.Contains(own, "ruff") {
			own = "" // other tools' settings may lead where they like
		}
		if leadsElsewhere.MatchString(own) || leadsOut.MatchString(ruffPart(name, own)) {
			return true, false
		}
		there = true
		d.Add(path, string(f.Data))
	}
	return there, true
}

// ruffPart is what of a file of settings is about ruff.
func ruffPart(name, own string) string {
	if name == "pyproject.toml" {
		return ruffTables(own)
	}
	return own
}

// addNames adds what can be imported in a folder: modules and folders.
func addNames(d kept.Digest, dir string) {
	list, err := os.ReadDir(dir)
	if err != nil {
		d.Add("no folder", dir)
		return
	}
	d.Add("folder", dir)
	for _, e := range list {
		name := e.Name()
		base, ext, _ := strings.Cut(name, ".")
		if !importable.MatchString(base) || base == "__pycache__" {
			continue
		}
		isDir := e.IsDir()
		if e.Type()&os.ModeSymlink != 0 {
			info, err := os.Stat(filepath.Join(dir, name))
			isDir = err == nil && info.IsDir()
		}
		if isDir || ext == "py" || ext == "pyi" || ext == "ipynb" {
			d.Add(name, strconv.FormatBool(isDir))
		}
	}
}

// importable is a name that an import can have.
var importable = lazyre.New(`^[\pL_][\pL\pN_]*$`)

// isNative reports whether a file is a program of the machine, no script.
func isNative(path string) bool {
	f, err := files.Head(path, 4)
	if err != nil {
		return false
	}
	for _, magic := range []string{"\x7fELF", "MZ", "\xcf\xfa\xed\xfe", "\xca\xfe\xba\xbe", "\xce\xfa\xed\xfe"} {
		if strings.HasPrefix(string(f), magic) {
			return true
		}
	}
	return false
}
