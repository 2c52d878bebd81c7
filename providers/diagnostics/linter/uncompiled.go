package linter

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/fettle-dev/fettle/providers/signal"
)

// uncompiled reports whether an answer of go vet holds an error of the compiler. It
// has looked at nothing else of that package then, and at no package that imports it.
func (j *job) uncompiled(a answer) bool {
	wrong := make([]bool, len(j.files))
	broken := map[string]bool{} // folders
	for i, s := range j.files {
		wrong[i] = slices.ContainsFunc(a.found[i], func(d signal.Diagnostic) bool { return d.Severity == signal.Error })
		if wrong[i] {
			broken[filepath.Dir(s.Path)] = true
		}
	}
	if len(broken) == 0 {
		return false
	}
	j.addImporters(broken)
	for i, s := range j.files {
		a.seen[i] = a.seen[i] && (wrong[i] || !broken[filepath.Dir(s.Path)])
	}
	return true
}

// addImporters adds the folders whose files import of one of some folders, directly
// or not.
func (j *job) addImporters(folders map[string]bool) {
	mod, _ := os.ReadFile(filepath.Join(j.dir, "go.mod"))
	module := modfile.ModulePath(mod)
	imports := map[string][]string{} // folder → folders of the module
	for _, s := range j.files {
		f, err := parser.ParseFile(token.NewFileSet(), s.Path, s.Text(), parser.ImportsOnly)
		if err != nil && f == nil {
			continue
		}
		for _, i := range f.Imports {
			path, _ := strconv.Unquote(i.Path.Value)
			if rest, ok := strings.CutPrefix(path+"/", module+"/"); ok {
				dir := filepath.Dir(s.Path)
				imports[dir] = append(imports[dir], filepath.Join(j.dir, filepath.FromSlash(rest)))
			}
		}
	}
	for more := true; more; {
		more = false
		for dir, of := range imports {
			if !folders[dir] && slices.ContainsFunc(of, func(d string) bool { return folders[d] }) {
				folders[dir], more = true, true
			}
		}
	}
}
