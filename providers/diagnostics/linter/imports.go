package linter

import (
	"bytes"
	"context"
	_ "embed" // imports.py
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

//go:embed imports.py
var importsScript string

// Loading is Python modules of one folder to be imported, as texts would have them.
type Loading struct {
	Root    string
	Texts   map[string]string // by path, in place of the files
	Top     string            // the folder that the modules' names begin in
	Modules []string
}

// Imports imports modules with the project's own interpreter, on a private copy of the root, each in a process of its
// own. It returns what went wrong, by module. Whoever calls it has the user's word that code of the root may run.
func (r *Runner) Imports(ctx context.Context, l Loading) (map[string]string, error) {
	failed := func(detail string, err error) error {
		return &Error{Tool: "python", Kind: ErrFailed, Detail: detail, Err: err}
	}
	python, err := interpreter(l.Root)
	if err != nil {
		return nil, &Error{Tool: "python", Kind: ErrMissing, Err: err}
	}
	_, folder, err := r.privateFolder()
	if err != nil {
		return nil, failed("no cache folder", err)
	}
	defer folder.Remove()
	tree := filepath.Join(files.Real(folder.Dir), filepath.Base(l.Root))
	texts := map[string][]byte{}
	for path, body := range l.Texts {
		rel, err := filepath.Rel(l.Root, path)
		if err != nil {
			return nil, failed("a file lies outside its root", err)
		}
		texts[rel] = []byte(body)
	}
	if err := files.Mirror(l.Root, tree, files.MirrorOptions{Texts: texts}); err != nil {
		return nil, failed("no private copy", err)
	}
	asked := struct {
		Path    []string `json:"path"`
		Modules []string `json:"modules"`
	}{Modules: l.Modules}
	for _, dir := range []string{l.Top, l.Root, filepath.Join(l.Root, "src")} {
		rel, err := filepath.Rel(l.Root, dir)
		if at := filepath.Join(tree, rel); err == nil && filepath.IsLocal(rel) && !slices.Contains(asked.Path, at) {
			asked.Path = append(asked.Path, at)
		}
	}
	in, err := json.Marshal(asked)
	if err != nil {
		return nil, failed("its modules have no names", err)
	}
	res, err := child.Run(ctx, child.Command{Argv: []string{python, "-c", importsScript}, Dir: tree, Stdin: in,
		Trusted: true, Timeout: limits.ProveTime,
		Env: append(temporaryIn(files.Real(folder.Dir)), "PYTHONDONTWRITEBYTECODE=1")})
	if err != nil {
		return nil, childError(&Spec{Name: "python", Binary: "python3"}, err, res)
	}
	out := map[string]string{}
	for line := range bytes.Lines(res.Stdout) {
		var said struct{ Module, Error string }
		if err := json.Unmarshal(line, &said); err != nil {
			return nil, failed("it answered something else", err)
		}
		out[said.Module] = said.Error
	}
	for _, m := range l.Modules {
		if _, told := out[m]; !told {
			return nil, failed(fmt.Sprintf("nothing is said of %s", m), nil)
		}
		if out[m] == "" {
			delete(out, m)
		}
	}
	return out, nil
}

// interpreter returns the Python of a root: that of its virtual environment, of the one in use, or of a shell.
func interpreter(root string) (string, error) {
	for _, prefix := range []string{filepath.Join(root, ".venv"), filepath.Join(root, "venv"), os.Getenv("VIRTUAL_ENV")} {
		for _, rel := range []string{"bin/python", "Scripts/python.exe"} {
			at := filepath.Join(prefix, filepath.FromSlash(rel))
			if info, err := os.Stat(at); prefix != "" && err == nil && info.Mode().IsRegular() {
				return at, nil
			}
		}
	}
	path, err := child.Look("python3", child.LookOptions{Trusted: true})
	if err != nil {
		path, err = child.Look("python", child.LookOptions{Trusted: true})
	}
	return path, err
}
