package index

import "github.com/fettle-dev/fettle/internal/syntax"

// A workspace that is too large for memory is searched in two steps. A store says which files
// have some keys; these files are indexed, and ranked like those of any workspace.

// KeyedFile is a file with its keys and what changes whenever its content may have.
type KeyedFile struct {
	Path, Stamp string
	Keys        []string
}

// Keys returns the keys of a file, each once: its terms and those of its path, and what it
// defines.
func Keys(path, src string) []string {
	f := Extract(syntax.Language(path), src)
	seen := map[string]bool{}
	for _, t := range f.terms {
		seen[t] = true
	}
	for _, w := range pathWords(path) {
		seen[w] = true
	}
	for _, d := range f.Defs {
		seen[Defined(d.Name)] = true
	}
	return sortedKeys(seen)
}

// Defined returns the key of a name that is defined.
func Defined(name string) string { return "d:" + name }
