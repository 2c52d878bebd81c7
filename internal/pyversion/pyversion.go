// Package pyversion reads which Python a project has to run on. It only reads:
// setup.py is text to it, and no interpreter is asked.
package pyversion

import (
	"cmp"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
)

// Two stands for Python 2, which comes before all of Python 3.
const Two = -1

// Oldest returns the oldest 3.minor that a file of a project has to run on, and what says
// so; [Two] for Python 2, 0 if nothing does. The nearest folder that says it counts: what the project
// promises to those who install it, else what its tools are set to, else the
// interpreter that lies there. Where no folder says anything it is the interpreter
// that the shell would run.
func Oldest(root, path string) (minor int, says string) {
	dir := filepath.Dir(path)
	for ; ; dir = filepath.Dir(dir) {
		if minor, says := inFolder(dir); minor != 0 {
			return minor, says
		}
		if dir == root || dir == filepath.Dir(dir) {
			return onPath()
		}
		if _, inside := files.Below(root, dir); !inside {
			return onPath()
		}
	}
}

// Promised returns the oldest 3.minor on which a project promises to run where ruff does not find it by itself, else 0:
// ruff reads requires-python and its own settings, and neither setup.py nor what other tools' tables say
// (https://docs.astral.sh/ruff/settings/#target-version).
func Promised(root string) int {
	minor, says := inFolder(root)
	if !slices.Contains([]string{"pyproject.toml", "setup.cfg", "setup.py"}, says) {
		return 0
	}
	for name, known := range map[string]func(string) bool{
		"pyproject.toml": func(src string) bool { return least(readManifest(src).Project.Requires)+ruffTable(src) != 0 },
		"ruff.toml":      func(src string) bool { return ruffFile(src) != 0 },
		".ruff.toml":     func(src string) bool { return ruffFile(src) != 0 },
	} {
		if f, err := files.Read(filepath.Join(root, name), limits.SettingsFile); err == nil && known(string(f.Data)) {
			return 0
		}
	}
	return minor
}

// inFolder returns what the files of a folder say.
func inFolder(dir string) (minor int, says string) {
	for _, s := range []struct {
		name string
		read func(string) int
	}{
		{"pyproject.toml", projectTable}, {"setup.cfg", setupCfg}, {"setup.py", setupPy},
		{"pyproject.toml", ruffTable}, {"ruff.toml", ruffFile}, {".ruff.toml", ruffFile}, {".python-version", bare},
		{".venv/pyvenv.cfg", environment}, {"venv/pyvenv.cfg", environment},
	} {
		f, err := files.Read(filepath.Join(dir, filepath.FromSlash(s.name)), limits.SettingsFile)
		if err != nil {
			continue
		}
		if minor := s.read(string(f.Data)); minor != 0 {
			return minor, s.name
		}
	}
	return 0, ""
}

// manifest is the part of a pyproject.toml with versions of Python.
type manifest struct {
	Project struct {
		Requires    string   `toml:"requires-python"`
		Classifiers []string `toml:"classifiers"`
	} `toml:"project"`
	Tool struct {
		Poetry struct {
			Dependencies map[string]any `toml:"dependencies"`
		} `toml:"poetry"`
		Flit struct {
			Metadata struct {
				Requires string `toml:"requires-python"`
			} `toml:"metadata"`
		} `toml:"flit"`
		Ruff struct {
			Target string `toml:"target-version"`
		} `toml:"ruff"`
	} `toml:"tool"`
}

func readManifest(src string) manifest {
	var m manifest
	if toml.Unmarshal([]byte(src), &m) != nil {
		return manifest{} // whoever needs it says that it is broken
	}
	return m
}

func projectTable(src string) int {
	m := readManifest(src)
	poetry, _ := m.Tool.Poetry.Dependencies["python"].(string)
	for _, s := range []string{m.Project.Requires, poetry, m.Tool.Flit.Metadata.Requires} {
		if minor := least(s); minor != 0 {
			return minor
		}
	}
	return classified(strings.Join(m.Project.Classifiers, "\n"))
}

func ruffTable(src string) int { return target(readManifest(src).Tool.Ruff.Target) }

func ruffFile(src string) int {
	var m struct {
		Target string `toml:"target-version"`
	}
	if toml.Unmarshal([]byte(src), &m) != nil {
		return 0
	}
	return target(m.Target)
}

// target reads ruff's way to write a version: "py38".
func target(s string) int {
	minor, err := strconv.Atoi(strings.TrimPrefix(s, "py3"))
	if err != nil {
		return 0
	}
	return minor
}

var (
	cfgRequires = lazyre.New(`(?m)^[ \t]*python[_-]requires[ \t]*[=:][ \t]*([^\n#;]+)`)
	pyRequires  = lazyre.New(`(?m)^[^\n#]*\bpython_requires["']?[ \t]*[=:][ \t]*[rubRUB]?(?:"([^"\n]+)"|'([^'\n]+)'` +
		`|([A-Za-z_]\w*))`)
	classifier = lazyre.New(`(?m)^[^\n#]*Programming Language :: Python :: (?:3\.([0-9]+)|2(?:\.7)?)\b(?: *[^ :]|$)`)
	bound      = lazyre.New(`(>=|~=|===?|>|\^|~|<=?|!=)?[ \t]*([0-9]+)(?:\.([0-9]+|\*))?`)
)

func setupCfg(src string) int {
	if m := cfgRequires.FindStringSubmatch(src); m != nil {
		return least(m[1])
	}
	return classified(src)
}

func setupPy(src string) int {
	m := pyRequires.FindStringSubmatch(src)
	if m == nil {
		return classified(src)
	}
	if m[3] != "" { // a name, given a text elsewhere in the file
		given := lazyre.New(`(?m)^[ \t]*` + m[3] + `[ \t]*=[ \t]*["']([^"'\n]+)["']`).FindStringSubmatch(src)
		if given == nil {
			return classified(src)
		}
		return least(given[1])
	}
	return least(m[1] + m[2])
}

// classified returns the oldest version that the classifiers of a package name, 0 if they
// name none.
func classified(src string) int {
	least := 0
	for _, m := range classifier.FindAllStringSubmatch(src, -1) {
		if m[1] == "" {
			return Two
		}
		if v, err := strconv.Atoi(m[1]); err == nil && (least == 0 || v < least) {
			least = v
		}
	}
	return least
}

// least returns the oldest version that a requirement lets in (">=3.6, !=3.7.1", "^3.6",
// https://packaging.python.org/en/latest/specifications/version-specifiers/ and
// https://python-poetry.org/docs/dependency-specification/); 0 if it says nothing of
// Python 3. Of alternatives the first that can be counts.
func least(s string) int {
	lowest := 0
	for part := range strings.SplitSeq(s, "||") {
		low := 0
		for _, m := range bound.FindAllStringSubmatch(part, -1) {
			major, _ := strconv.Atoi(m[2])
			minor, err := strconv.Atoi(m[3])
			switch {
			case strings.HasPrefix(m[1], "<"), m[1] == "!=":
				continue
			case major == 2:
				minor = Two
			case major == 3 && err != nil: // ">=3": all of Python 3
				minor = 0
			case major != 3:
				continue
			}
			if m[1] == ">" && err == nil && strings.Count(m[0], ".") == 1 {
				minor++
			}
			if minor == Two {
				low = cmp.Or(low, Two)
				continue
			}
			low = max(low, minor, 1)
		}
		if low != 0 && (lowest == 0 || low < lowest) {
			lowest = low
		}
	}
	return lowest
}

var (
	environmentVersion = lazyre.New(`(?m)^version(?:_info)?[ \t]*=[ \t]*3\.([0-9]+)`)
	bareVersion        = lazyre.New(`^(?:cpython-|python-)?3\.([0-9]+)`)
	inPath             = lazyre.New(`(?:python3\.|/versions/3\.|/cpython-3\.|Python3|/Versions/3\.)([0-9]+)`)
)

// environment reads the pyvenv.cfg of a virtual environment
// (https://docs.python.org/3/library/venv.html#how-venvs-work).
func environment(src string) int { return number(environmentVersion.FindStringSubmatch(src)) }

func bare(src string) int { return number(bareVersion.FindStringSubmatch(strings.TrimSpace(src))) }

func number(m []string) int {
	if m == nil {
		return 0
	}
	v, err := strconv.Atoi(m[1])
	if err != nil {
		return 0
	}
	return v
}

// onPath returns the interpreter that a shell runs, as far as its path contains its version.
func onPath() (minor int, says string) {
	if env := os.Getenv("VIRTUAL_ENV"); env != "" {
		if f, err := files.Read(filepath.Join(env, "pyvenv.cfg"), limits.SettingsFile); err == nil {
			if minor := environment(string(f.Data)); minor > 0 {
				return minor, "the virtual environment in use"
			}
		}
	}
	if runtime.GOOS == "windows" {
		return 0, ""
	}
	for _, name := range []string{"python", "python3"} {
		for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
			at := filepath.Join(dir, name)
			if info, err := os.Stat(at); err != nil || info.IsDir() || !filepath.IsAbs(at) {
				continue
			}
			if to, err := filepath.EvalSymlinks(at); err == nil {
				if all := inPath.FindAllStringSubmatch(filepath.ToSlash(to), -1); len(all) > 0 {
					return number(slices.Clone(all[len(all)-1])), name + " on PATH"
				}
			}
			break // the first one is what a shell runs
		}
	}
	return 0, ""
}
