package linter

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/pyversion"
)

// errAlone says that texts are to be checked one by one.
var errAlone = errors.New("these texts are checked one by one")

// ruff checks files as they are on the disk.
func (j *job) ruff(dir string, paths []string) (child.Command, error) {
	return child.Command{Argv: append(append(j.args(j.ruffArgs(j.root)...), "--"), paths...), Dir: dir}, nil
}

// ruffTexts has ruff read one text from standard input under the document's name, so that
// it finds the project's configuration and per-file settings. A project may
// switch fixing on in its configuration; then ruff would write the fixed text
// instead of its findings. It runs in the root, as over many files: without a
// configuration its settings come from the folder it runs in, and its messages
// name files from there.
func (j *job) ruffTexts(paths []string) (child.Command, error) {
	if len(j.files) > 1 {
		return j.ruffTree(paths)
	}
	dir := j.root
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		dir = j.folder()
	}
	args := j.ruffArgs(j.root)
	if filepath.Ext(j.snapshot.Path) == ".ipynb" { // whose Python it is given, under the notebook's settings
		args = append(args, "--extension", "ipynb:python")
	}
	return child.Command{
		Argv:  j.args(append(args, "--stdin-filename", j.snapshot.Path, "-")...),
		Dir:   dir,
		Stdin: []byte(j.snapshot.Text()),
	}, nil
}

// ruffTree lets ruff read a tree whose settings are those of the root: it would
// look for settings above the tree, too.
func (j *job) ruffTree(paths []string) (child.Command, error) {
	var settings string
	seen := map[string]ruffFound{}
	for i, s := range j.changed {
		own, err := ruffSettings(j.root, s.Path, seen)
		if err != nil {
			return child.Command{}, j.cannot("its settings may mean something else in another place")
		}
		if i == 0 || filepath.Dir(own) == j.root || own == "" {
			settings = own
		}
	}
	tree, err := j.tree(nil)
	if err != nil {
		return child.Command{}, err
	}
	if settings == "" {
		// What counts as the project's own module is looked for next to it.
		if err := os.WriteFile(filepath.Join(tree, "ruff.toml"), nil, 0o600); err != nil {
			return child.Command{}, j.broke("no private copy", err)
		}
	}
	for i, p := range paths {
		paths[i] = j.mirrored(tree, p)
	}
	return j.ruff(tree, paths)
}

// ruffArgs has ruff ask for nothing that the oldest Python of the project does not have, where its settings do not say.
func (t *tool) ruffArgs(root string) []string {
	args := []string{"check", "--output-format", "json", "--no-fix", "--no-cache", "--force-exclude"}
	if t.more != "" {
		args = append(args, "--extend-select", t.more)
	}
	if minor := pyversion.Promised(root); minor != 0 {
		args = append(args, "--target-version", ruffTarget(minor))
	}
	return args
}

var (
	ruffTable  = lazyre.New(`(?m)^[ \t]*\[+[ \t]*tool[ \t]*\.[ \t]*ruff\b`)
	otherTable = lazyre.New(`(?m)^[ \t]*\[+[^\[\]\n=]+\]+[ \t\r]*(#.*)?$`)
	// mentionsRuff finds settings of ruff in a form that ruffTable does not
	// know: "[tool]" with "ruff = {…}" or "ruff.lint.select = …" below.
	mentionsRuff = lazyre.New(`(?m)^[^#\n]*\bruff["']?[ \t]*(\.|=[^=])`)
	// leadsOut is what may lead out of the tree: another file's settings, a
	// folder above, a place on this computer.
	leadsOut = lazyre.New(`(?m)^[ \t]*["']?extend["']?[ \t]*=|["'/]\.\.["'/\\]|["']~|\$[A-Za-z{]|["']/|["'][A-Za-z]:[/\\]`)
)

// ruffTables returns the part of a pyproject.toml that is about ruff, "" if there is
// none.
func ruffTables(data string) string {
	var b strings.Builder
	for at := ruffTable.FindStringIndex(data); at != nil; at = ruffTable.FindStringIndex(data) {
		data = data[at[0]:]
		first := strings.IndexByte(data, '\n') + 1
		if first == 0 {
			first = len(data)
		}
		end := len(data)
		if next := otherTable.FindStringIndex(data[first:]); next != nil {
			end = first + next[0]
		}
		b.WriteString(data[:end])
		data = data[end:]
	}
	return b.String()
}

// ruffSettings returns the file with the settings of the document, "" where there is none. It refuses those which may
// mean something else in another place.
// What it has seen of folders it keeps for those below them.
func ruffSettings(root, path string, seen map[string]ruffFound) (file string, err error) {
	if _, err := os.Stat(path); err != nil {
		return "", errAlone // some rules look at the file itself
	}
	plain := true // no pyproject.toml below the root has a version of Python
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		found, known := seen[dir]
		if !known {
			found = ruffIn(dir)
			seen[dir] = found
		}
		if found.err != nil || found.file != "" {
			return found.file, found.err
		}
		plain = plain && (!found.other || dir == root)
		if dir == root {
			break
		}
		if dir == filepath.Dir(dir) {
			return "", errAlone
		}
	}
	if !plain || !nothingAbove(root) {
		return "", errAlone
	}
	return "", nil
}

// ruffFound is the file with settings that lies in a folder, "" for none, and why they cannot be followed; other: a
// pyproject.toml lies there that says nothing to ruff.
type ruffFound struct {
	file  string
	other bool
	err   error
}

func ruffIn(dir string) (found ruffFound) {
	for _, name := range ruffFiles() {
		path := filepath.Join(dir, name)
		f, err := files.Read(path, 0)
		switch {
		case errors.Is(err, files.ErrMissing):
			continue
		case err != nil:
			return ruffFound{err: errAlone}
		}
		own := string(f.Data)
		if name == "pyproject.toml" {
			own = ruffTables(own)
		}
		switch {
		case own == "" && mentionsRuff.Match(f.Data), leadsOut.MatchString(own):
			return ruffFound{err: errAlone}
		case own != "" || name != "pyproject.toml":
			return ruffFound{file: path}
		}
		found.other = true
	}
	return found
}

func ruffFiles() []string { return []string{".ruff.toml", "ruff.toml", "pyproject.toml"} }

// nothingAbove reports whether no file above the root, and none of the user's,
// says anything to ruff.
func nothingAbove(root string) bool {
	var dirs []string
	for dir := filepath.Dir(root); ; dir = filepath.Dir(dir) {
		dirs = append(dirs, dir)
		if dir == filepath.Dir(dir) {
			break
		}
	}
	if dir, err := os.UserConfigDir(); err == nil {
		dirs = append(dirs, filepath.Join(dir, "ruff"))
	}
	if home, err := os.UserHomeDir(); err == nil {
		dirs = append(dirs, filepath.Join(home, ".config", "ruff"))
	}
	for _, dir := range dirs {
		for _, name := range ruffFiles() {
			if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
				return false
			}
		}
	}
	return true
}
