package engine

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
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
