package engine

import (
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// goHomes returns the packages that other Go files import by a name, and those of the project that are called so.
func (k *usage) goHomes(from, name string) (out []rule.Home) {
	var paths []string
	for _, t := range k.imports {
		if t.as == name && strings.HasSuffix(t.file, ".go") {
			paths = append(paths, t.module)
		}
	}
	for dir := range k.folders {
		if path.Base(dir) == name && dir != path.Dir(from) && len(k.goFiles(dir)) > 0 {
			if of := k.goPath(dir); of != "" {
				paths = append(paths, of)
			}
		}
	}
	slices.Sort(paths)
	for _, p := range slices.Compact(paths) {
		out = append(out, rule.Home{Module: p})
	}
	return out
}

// goName returns the name that the code of a Go file has for an import, "" for none.
func goName(alias, imported string) string {
	bound := alias
	if bound == "" {
		if bound = path.Base(imported); len(bound) > 1 && bound[0] == 'v' {
			if _, err := strconv.Atoi(bound[1:]); err == nil {
				bound = path.Base(path.Dir(imported)) // example.org/cart/v2
			}
		}
	}
	if bound == "_" || bound == "." {
		return ""
	}
	return bound
}

// export notes what a JavaScript or TypeScript file exports where it declares it.
func (k *usage) export(file string, s *scan.Text) {
	for _, d := range s.Defs {
		list := k.exports[d.Name]
		if line := s.Source()[s.Offset(d.Start):]; d.Container == "" && d.Name != "default" &&
			strings.HasPrefix(line, "export ") && !strings.HasPrefix(line, "export default") &&
			(len(list) == 0 || list[len(list)-1] != file) {
			k.exports[d.Name] = append(list, file)
		}
	}
}

// scriptHomes returns the files that export a name, if others import it from there or do not import it; else from where
// they do. They are named as the file sees them.
func (k *usage) scriptHomes(from, name string) (out []rule.Home) {
	test := func(file string) bool { return index.InTests(file) || strings.Contains("/"+file, "/spec/") }
	counts := func(file string) bool { return file != from && (!test(file) || test(from)) }
	var exporting, taken []string
	for _, file := range k.exports[name] {
		if counts(file) {
			exporting = append(exporting, file)
		}
	}
	for _, t := range k.byName[name] {
		if isScript(t.file) && t.file != from && counts(t.module) && !slices.Contains(taken, t.module) {
			taken = append(taken, t.module)
		}
	}
	files := taken
	if both := slices.DeleteFunc(slices.Clone(exporting), func(f string) bool {
		return len(taken) > 0 && !slices.Contains(taken, f)
	}); len(both) == 1 || len(taken) == 0 {
		files = both
	}
	slices.Sort(files)
	for _, file := range files {
		stem := strings.TrimSuffix(strings.TrimSuffix(file, path.Ext(file)), ".d")
		rel, err := filepath.Rel(filepath.FromSlash(path.Dir(from)), filepath.FromSlash(strings.TrimSuffix(stem, "/index")))
		if err != nil {
			continue
		}
		if rel = filepath.ToSlash(rel); !strings.HasPrefix(rel, "../") {
			rel = "./" + rel
		}
		out = append(out, rule.Home{Module: rel, Name: name})
	}
	return out
}
