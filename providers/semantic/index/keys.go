package index

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/syntax"
)

// A workspace that is too large for memory is searched in two steps. A store says which files
// have some keys; these files are indexed, and ranked like those of any workspace.

// The kinds of keys besides those of terms.
const (
	keyDefined  = "d:" // a name that a file defines
	keyImported = "i:" // the last part of what a file imports
	keyStem     = "s:" // the name of a file without its extension, or of its folder
)

// KeyedFile is a file with its keys and what changes whenever its content may have.
type KeyedFile struct {
	Path, Stamp string
	Keys        []string
}

// Keys returns the keys of a file, each once: its terms and those of its path, what it defines,
// what it imports and what others import it by.
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
	for _, im := range f.Imports {
		for _, name := range importKeys(im) {
			seen[Imported(name)] = true
		}
	}
	for _, name := range stemKeys(path) {
		seen[Stem(name)] = true
	}
	return sortedKeys(seen)
}

// importKeys returns the names by which files that an import may mean are found.
func importKeys(im Import) []string {
	parts := strings.FieldsFunc(im.Spec, func(r rune) bool { return strings.ContainsRune("./:@ ", r) })
	out := slices.Clone(parts[max(0, len(parts)-2):])
	for _, n := range im.Names[:min(len(im.Names), 8)] {
		if n != "*" && n != "default" {
			out = append(out, n)
		}
	}
	return out
}

// stemKeys returns the names by which imports may mean a file.
func stemKeys(path string) []string {
	folder, base := dir(path), path[strings.LastIndexByte(path, '/')+1:]
	stem, _, _ := strings.Cut(base, ".")
	out := []string{stem}
	if last := folder[strings.LastIndexByte(folder, '/')+1:]; last != "" && last != stem {
		out = append(out, last)
	}
	return out
}

// Defined returns the key of a name that is defined.
func Defined(name string) string { return keyDefined + name }

// Imported returns the key of what imports a file, by a name from [Stems].
func Imported(stem string) string { return keyImported + stem }

// Stem returns the key of the files that an import may mean, by a name from [Stems].
func Stem(name string) string { return keyStem + name }

// Stems returns the names by which a file is imported, and by which what it imports
// is found.
func Stems(path, src string) (own, imported []string) {
	for _, im := range Extract(syntax.Language(path), src).Imports {
		imported = append(imported, importKeys(im)...)
	}
	slices.Sort(imported)
	return stemKeys(path), slices.Compact(imported)
}
