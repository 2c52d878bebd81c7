package index

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// mains are the functions in which a program starts by its language, or that frameworks call
// for it.
var mains = map[string]string{"go": "main", "rust": "main", "python": "create_app", "java": "main", "kotlin": "main",
	"c": "main", "cpp": "main", "dart": "main", "csharp": "Main"}

// The names of files in which programs start: those that tools start, first pages of what a
// framework for the web serves, and those that are usual for it.
var (
	startsByName = lazyre.New(`(^|/)(main|__main__|manage)\.[^/]*$|(^|/)Main\.(java|kts?|scala)$|(^|/)Program\.cs$` +
		`|(^|/)(app/page|pages/index)\.[jt]sx?$|(^|/)bin/[^/]+\.[cm]?[jt]sx?$`)
	maybeStarts = lazyre.New(`(^|/)(app|server|cli|wsgi|asgi)\.[^/]*$|^([^/]*/)?index\.[cm]?[jt]sx?$` +
		`|/src/index\.[cm]?[jt]sx?$`)
)

// shown are folders with programs that show how a library is used, or measure it.
var shown = lazyre.New(`(?i)(^|/)(examples?|bench(?:es|marks?)?)/`)

// declares are the paths of declarations for TypeScript, which run nothing.
var declares = lazyre.New(`\.d\.[cm]?ts$`)

// Entries returns the files a program starts in, at most n: the nearest to the root
// first, of these the surest. Tests start nothing, and an example or a
// benchmark only where nothing else does.
func (x *Index) Entries(n int) []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	sure := map[string]int{}
	var out, examples []string
	for p, slot := range x.byPath {
		f := x.files[slot]
		example := shown.MatchString(p) && !InTests(p)
		if f.test && !example || declares.MatchString(p) {
			continue
		}
		if sure[p] = x.starts(p, f); sure[p] == 0 {
			continue
		}
		if example {
			examples = append(examples, p)
		} else {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		out = examples
	}
	slices.SortFunc(out, func(a, b string) int {
		return cmp.Or(strings.Count(a, "/")-strings.Count(b, "/"), sure[a]-sure[b], unnamed(a)-unnamed(b),
			strings.Compare(a, b))
	})
	return out[:min(n, len(out))]
}

// unnamed is 1 for a file that is not called main: of many programs these are the ones
// that the others are about.
func unnamed(path string) int {
	if base := path[strings.LastIndexByte(path, '/')+1:]; strings.HasPrefix(base, "main.") {
		return 0
	}
	return 1
}

// starts says how surely a program starts in a file, by what it defines or by its name: 1 for
// a main function, or a name that tools look for, 2 for a name that is usual for it, or a
// script, 0 for no start.
func (x *Index) starts(path string, f *file) int {
	begins := x.defines(f, mains[f.Lang])
	switch {
	case f.fam == scan.Golang:
		if begins && x.names.Text[f.Package] == "main" {
			return 1
		}
	case begins && !strings.HasSuffix(path, "build.rs"), // which cargo runs before it builds
		startsByName.MatchString(path):
		return 1
	case f.fam == scan.Python && x.names.Text[f.Package] == "__main__", maybeStarts.MatchString(path):
		return 2
	}
	return 0
}

// defines reports whether a file defines a function of a name.
func (x *Index) defines(f *file, name string) bool {
	id, ok := x.names.ids[name]
	return ok && slices.ContainsFunc(f.Defs, func(d def) bool {
		k := kinds[d.Kind]
		return d.Name == id && (k == scan.Function || k == scan.Method && f.fam == scan.Braces)
	})
}
