package index

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// startsBy is how surely a program starts in a file.
type startsBy uint8

const (
	startsNot  startsBy = iota
	startsSure          // a main function, or a name that frameworks look for
	startsSome          // a name that is usual for it, or a script
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
	sure := map[string]startsBy{}
	var out, examples []string
	for p, slot := range x.byPath {
		f := x.files[slot]
		example := shown.MatchString(p) && !InTests(p)
		if f.test && !example || declares.MatchString(p) {
			continue
		}
		if sure[p] = x.starts(p, f); sure[p] == startsNot {
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
		return cmp.Or(strings.Count(a, "/")-strings.Count(b, "/"), int(sure[a])-int(sure[b]), unnamed(a)-unnamed(b),
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

// starts reports whether a program starts in a file, by what it defines or by its
// name.
func (x *Index) starts(path string, f *file) startsBy {
	base := path[strings.LastIndexByte(path, '/')+1:]
	stem, _, _ := strings.Cut(base, ".")
	switch {
	case f.fam == scan.Golang:
		if x.names.Text[f.Package] == "main" && x.defines(f, "main") {
			return startsSure
		}
		return startsNot
	case x.runs(path, stem, f), byName(path, stem, f):
		return startsSure
	case f.fam == scan.Python && x.names.Text[f.Package] == "__main__":
		return startsSome
	}
	switch stem {
	case "app", "server", "cli", "wsgi", "asgi":
		return startsSome
	case "index":
		if folder := dir(path); f.fam == scan.Script &&
			(!strings.Contains(folder, "/") || strings.HasSuffix(folder, "/src")) {
			return startsSome
		}
	}
	return startsNot
}

// runs reports whether a file has the function in which its language starts a
// program, or the one that frameworks call for it.
func (x *Index) runs(path, stem string, f *file) bool {
	switch f.Lang {
	case "rust":
		return x.defines(f, "main") && stem != "build" // which cargo runs before it builds
	case "python":
		return x.defines(f, "create_app")
	case "java", "kotlin", "c", "cpp", "dart":
		return x.defines(f, "main")
	case "csharp":
		return x.defines(f, "Main")
	}
	return false
}

// defines reports whether a file defines a function of a name.
func (x *Index) defines(f *file, name string) bool {
	id, ok := x.names.ids[name]
	return ok && slices.ContainsFunc(f.Defs, func(d def) bool {
		k := kinds[d.Kind]
		return d.Name == id && (k == scan.Function || k == scan.Method && f.fam == scan.Braces)
	})
}

// pages are the first pages of what a framework for the web serves.
var pages = lazyre.New(`(^|/)(app/page|pages/index)\.[jt]sx?$`)

// byName reports whether a file has a name by which tools start it.
func byName(path, stem string, f *file) bool {
	switch stem {
	case "main", "__main__", "manage":
		return true
	case "Main":
		return f.Lang == "java" || f.Lang == "kotlin" || f.Lang == "scala"
	case "Program":
		return f.Lang == "csharp"
	}
	folder := dir(path)
	return f.fam == scan.Script && (pages.MatchString(path) || folder == "bin" || strings.HasSuffix(folder, "/bin"))
}
