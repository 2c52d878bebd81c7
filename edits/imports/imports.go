// Package imports says why a change of a document's imports may change what the program
// does, though no tool reports anything: a reason in words, or nothing.
//
// It compares the import statements before and after ([Change.Doubt]), whoever made the
// change: a tool's own fix or a rule.
//
//   - An import that is gone is asked about: does loading its module have an effect that
//     nothing else in the file brings about (package pyload)? Is the name used where it is
//     no name in code (uses.go): by pytest, in a doctest, in text that is run or filled
//     in, by its spelling in another file? Has somebody written a comment on it
//     (comments.go)? Is it there to be passed on, or to see whether it can be loaded?
//   - Imports that change places (order.go) are asked about in pairs: does one depend on
//     the other's being first?
//
// The answer is about what can be seen. What cannot be found is no reason to take an
// import for one without effect, and is said.
package imports

import (
	"path"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/pyload"
	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// Change is a Python document before and after a fix, with what is known around it.
type Change struct {
	Before, After text.Snapshot
	// Program finds modules; nil: only those of the standard library are known.
	Program *pyload.Program
	// Module is the name by which others import the document, "" if that is not known.
	Module string
	// Looked returns a file of the project that looks a name of the document up by its
	// spelling, "" if none is known to. It may be nil.
	Looked func(name string) string
}

// side is one text of a change.
type side struct {
	pycode.Module
	list []pyload.Import
}

func (c Change) read(s text.Snapshot) (side, bool) {
	m, err := pycode.Read(rule.Problem{Snapshot: s})
	if err != nil {
		return side{}, false
	}
	return side{m, slices.Collect(pyload.Imports(m, c.Module, c.isPackage()))}, true
}

// isPackage reports whether the document is a package's own file.
func (c Change) isPackage() bool { return strings.HasPrefix(c.base(), "__init__.") }

func (c Change) base() string { return path.Base(strings.ReplaceAll(c.Before.Path, "\\", "/")) }

// Doubt says why the change of the imports may change behaviour, "" if nothing speaks
// for that. A text that does not parse is others' to judge.
func (c Change) Doubt() string {
	if c.Program == nil {
		c.Program = pyload.New(func(string) (pyload.File, bool) { return pyload.File{}, false })
	}
	before, ok := c.read(c.Before)
	if !ok {
		return ""
	}
	after, ok := c.read(c.After)
	if !ok {
		return ""
	}
	if why := c.removed(before, after); why != "" {
		return "removing the import may change behaviour: " + why
	}
	if why := c.moved(before, after); why != "" {
		return "moving imports may change behaviour: " + why
	}
	return ""
}

// place is where an import counts: a name of the module, of a function, or of types.
func place(i pyload.Import) string {
	switch i.Where {
	case pyload.WhenCalled, pyload.AsProgram:
		return "function"
	case pyload.ForTypes:
		return "types"
	}
	return "module"
}

// key is what an import brings, and where.
func key(i pyload.Import) string {
	return strings.Join([]string{i.Module, i.Name, i.Bound, place(i)}, "\x00")
}

// removed says why an import that is gone may be needed.
func (c Change) removed(before, after side) string {
	left := map[string]int{}
	for _, i := range after.list {
		left[key(i)]++
	}
	had := map[string]bool{}
	for _, i := range before.list {
		had[key(i)] = true
	}
	var gone []pyload.Import
	for n := range before.list { // of several alike the last ones are gone
		i := before.list[n]
		if left[key(i)]--; left[key(i)] < 0 {
			gone = append(gone, i)
		}
	}
	for _, i := range gone {
		same := func(j pyload.Import) bool { return j.Bound == i.Bound && place(j) == place(i) }
		bound := slices.ContainsFunc(after.list, same)
		replaced := slices.ContainsFunc(after.list, func(j pyload.Import) bool { return same(j) && !had[key(j)] })
		repeated := slices.ContainsFunc(after.list, func(j pyload.Import) bool { return key(j) == key(i) })
		if why := before.comment(i); why != "" && !repeated {
			return why
		}
		if replaced || repeated {
			continue
		}
		if why := c.passedOn(before, i); why != "" {
			return why
		}
		if !bound {
			if why := c.used(before, i); why != "" {
				return why
			}
		}
		if why := c.lost(i, after); why != "" {
			return why
		}
	}
	return ""
}

// passedOn says why an import may be there though the file itself does not use it.
func (c Change) passedOn(before side, i pyload.Import) string {
	relative := strings.HasPrefix(i.Alias.Module, ".")
	// A stub passes on only its own modules, beside what it says so of
	// (https://typing.python.org/en/latest/spec/distributing.html#import-conventions).
	if c.base() == "__init__.py" || c.base() == "__init__.pyi" && relative {
		if place(i) == "module" {
			return "the file is a package's __init__: the import may re-export the name"
		}
	}
	for p := i.Stmt.Parent; p != nil; p = p.Parent {
		if p.Keyword == "try" {
			return "the import stands in a try statement: it may test what is installed"
		}
	}
	if place(i) == "module" && onlyImports(before) {
		return "the file does nothing but choose imports: others may import the name from here"
	}
	return ""
}

// onlyImports reports whether a file is there to choose by a condition what others
// import from it.
func onlyImports(s side) bool {
	chosen := false
	for n, b := range s.Body {
		switch {
		case pycode.IsImport(b), n == 0 && s.IsDocstring(b), s.Is(b.First, "__all__"):
		case slices.Contains([]string{"if", "elif", "else", "try", "except"}, b.Keyword):
			chosen = true
			for _, in := range b.Body {
				if !pycode.IsImport(in) && in.Keyword != "pass" && s.Find(in.First, in.Last, "=") != in.First+1 {
					return false
				}
			}
		default:
			return false
		}
	}
	return chosen
}

// lost says which effect of loading the import's module nothing else in the file has.
func (c Change) lost(i pyload.Import, after side) string {
	if place(i) == "types" {
		return ""
	}
	var kept []string
	for at, r := range c.Module { // the packages around it are loaded before it
		if r == '.' {
			kept = append(kept, c.Module[:at])
		}
	}
	for _, j := range after.list {
		if j.Where == pyload.WhenLoaded {
			kept = append(kept, c.loads(j)...)
		}
	}
	return c.Program.Lost(c.loads(i), kept)
}

// loads are the modules that an import names.
func (c Change) loads(i pyload.Import) []string {
	if i.Name != "" && i.Name != "*" && c.Program.IsModule(i.Module, i.Name) {
		return []string{i.Module, i.Module + "." + i.Name}
	}
	return []string{i.Module}
}

// Note says what in its own file speaks for an import that stands at an offset, ""
// where nothing does.
func Note(s text.Snapshot, at int) string {
	c := Change{Before: s, Program: pyload.New(func(string) (pyload.File, bool) { return pyload.File{}, false })}
	before, ok := c.read(s)
	if !ok {
		return ""
	}
	for _, i := range before.list {
		if before.At(at) != i.Stmt {
			continue
		}
		for _, why := range []string{before.comment(i), c.passedOn(before, i), c.used(before, i)} {
			if why != "" {
				return why
			}
		}
		if why, known := c.Program.Effect(i.Module); known && why != "" {
			return why
		}
	}
	return ""
}
