// Package imports says why a change of a document's imports may change what the program
// does, though no tool reports anything: a reason in words, or nothing.
//
// It compares the import statements before and after ([Change.Doubt]), whoever made the
// change: a tool's own fix or a rule. The text before is read once, however many changes of
// it are asked about (side.go), and of the text after only what the edits touch
// (difference.go), where that is enough.
//
//   - An import that is gone is asked about: does loading its module have an effect that
//     nothing else in the file has (package pyload)? Is the name used where it is
//     no name in code (uses.go): by pytest, in a doctest, in text that is run or filled
//     in, by its spelling in another file? Has somebody written a comment on it
//     (comments.go)? Is it there to be passed on, or to see whether it can be loaded?
//   - Imports that change places (order.go) are asked about in pairs: does one depend on
//     the other's being first?
//   - An import that only type checkers see any more ([Change.Hidden], types.go): does somebody evaluate annotations
//     with its name where the program runs?
//
// The answer is about what can be seen. What cannot be found is no reason to remove an
// import for one without effect, and is said.
package imports

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/pyload"
	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/internal/text"
)

// Change is an edit of a Python document, with what is known around it.
type Change struct {
	Before text.Snapshot
	// Edits are those of one fix, which Before holds.
	Edits []text.Edit
	// Program finds modules; nil: only those of the standard library are known.
	Program *pyload.Program
	// Module is the name by which others import the document, "" if that is not known.
	Module string
	// Looked returns a file of the project that looks a name of the document up by its
	// spelling, "" if none is known to. It may be nil.
	Looked func(name string) string
	// Evaluates returns a file of the project that imports the document and evaluates annotations, "" if none is known
	// to. It may be nil.
	Evaluates func() string
	// Imported returns a file of the project that imports the document, "" if none is known to. It may be nil.
	Imported func() string
	// Chained returns a file of the project that uses a module as an attribute of its package, and does not import it;
	// "" if none is known to. It may be nil.
	Chained func(module string) string
}

// isPackage reports whether the document is a package's own file.
func (c Change) isPackage() bool { return strings.HasPrefix(c.base(), "__init__.") }

func (c Change) base() string { return path.Base(strings.ReplaceAll(c.Before.Path, "\\", "/")) }

// Doubt says why the change of the imports may change behaviour, "" if nothing speaks
// for that. A text that does not parse is others' to judge.
func (c Change) Doubt() string {
	before := c.read()
	if before == nil {
		return ""
	}
	before.mu.Lock()
	defer before.mu.Unlock()
	c.Program = before.program
	said := fmt.Sprint(c.Edits)
	why, known := before.judged[said] // thousands of findings have one edit where one statement has thousands of names
	if !known {
		why = c.doubt(before)
		before.judged[said] = why
	}
	return why
}

func (c Change) doubt(before *side) string {
	d, ok := c.difference(before)
	var after *side
	if !ok {
		s, err := c.Before.Apply(c.Edits)
		if err != nil {
			return ""
		}
		if after = c.readText(s); after == nil {
			return ""
		}
		d = difference{out: before.list, in: after.list}
	}
	if why := c.removed(before, d); why != "" {
		return "removing the import may change behaviour: " + why
	}
	if after == nil {
		return ""
	}
	if why := c.moved(before, after); why != "" {
		return "moving imports may change behaviour: " + why
	}
	return ""
}

// place returns where an import counts: a name of the module, of a function, or of types.
func place(i pyload.Import) string {
	switch i.Where {
	case pyload.WhenCalled, pyload.AsProgram:
		return "function"
	case pyload.ForTypes:
		return "types"
	}
	return "module"
}

// imported is what an import binds, and where.
type imported struct{ module, name, bound, place string }

func key(i pyload.Import) imported { return imported{i.Module, i.Name, i.Bound, place(i)} }

// binding returns the name that an import binds, and where.
func binding(i pyload.Import) imported { return imported{bound: i.Bound, place: place(i)} }

// removed says why an import that is gone may be needed.
func (c Change) removed(before *side, d difference) string {
	left := map[imported]int{} // what there is more of, or less
	fresh := map[imported]bool{}
	for _, i := range d.in {
		left[key(i)]++
		left[binding(i)]++
		if before.count[key(i)] == 0 {
			fresh[binding(i)] = true
		}
	}
	for _, i := range d.out {
		left[key(i)]--
		left[binding(i)]--
	}
	for _, i := range d.out {
		if before.count[key(i)]+left[key(i)] > 0 {
			continue
		}
		if why := before.comment(i); why != "" {
			return why
		}
		if fresh[binding(i)] {
			continue
		}
		if why := c.passedOn(before, i); why != "" {
			return why
		}
		if before.count[binding(i)]+left[binding(i)] == 0 {
			if why := c.used(before, i); why != "" {
				return why
			}
		}
		if why := c.lost(before, d, i); why != "" {
			return why
		}
	}
	return ""
}

// passedOn says why an import may be there though the file itself does not use it.
func (c Change) passedOn(before *side, i pyload.Import) string {
	relative := strings.HasPrefix(i.Alias.Module, ".")
	// A stub passes on only its own modules, besides what it says so of
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
	if place(i) == "module" && before.onlyImports && before.chosen {
		return "the file does nothing but choose imports: others may import the name from here"
	}
	if place(i) == "module" && before.onlyImports && c.Imported != nil {
		if file := c.Imported(); file != "" {
			return "the file does nothing but import: " + file + " may use the name from here"
		}
	}
	return ""
}

// onlyImports reports whether a file is there for what others import from it, and whether it chooses that by a
// condition.
func onlyImports(s pycode.Module) (only, chosen bool) {
	for n, b := range s.Body {
		switch {
		case pycode.IsImport(b), n == 0 && s.IsDocstring(b), s.Is(b.First, "__all__"):
		case slices.Contains([]string{"if", "elif", "else", "try", "except"}, b.Keyword):
			chosen = true
			for _, in := range b.Body {
				if !pycode.IsImport(in) && in.Keyword != "pass" && s.Find(in.First, in.Last, "=") != in.First+1 {
					return false, false
				}
			}
		default:
			return false, false
		}
	}
	return true, chosen
}

// lost says which effect of loading the import's module nothing else in the file has: one
// that is known, else what is not known.
func (c Change) lost(before *side, d difference, i pyload.Import) string {
	if place(i) == "types" {
		return ""
	}
	for _, m := range c.loads(i) {
		if used := before.chained(m); used != "" && !c.keepsLoading(before, d, used) {
			return "the file uses " + used + ", which is there because the import loads it"
		}
		if c.Chained != nil && place(i) == "module" && c.isPart(m) && !c.keepsLoading(before, d, m) {
			if file := c.Chained(m); file != "" {
				return file + " uses " + m + " and does not import it: it is there because something else loads it"
			}
		}
	}
	unknown := ""
	for _, m := range c.reached(before, i) {
		why, known := c.Program.Effect(m)
		if why == "" || c.stillLoaded(before, d, m) {
			continue
		}
		if known {
			return why
		}
		unknown = cmp.Or(unknown, why)
	}
	return unknown
}

// isPart reports whether a module is an attribute of its package only once somebody has loaded it. os is no package:
// it has os.path itself.
func (c Change) isPart(module string) bool {
	of := module[:max(0, strings.LastIndexByte(module, '.'))]
	f, ok := c.Program.Find(of)
	return of != "" && of != "os" && (ok && f.Package || pyload.Standard(of)) &&
		!slices.Contains(c.Program.Closure(of), module)
}

// keepsLoading reports whether another import of the document loads a module, or one in it, after the change.
func (c Change) keepsLoading(before *side, d difference, module string) bool {
	n := 0
	count := func(list []pyload.Import, by int) {
		for _, i := range list {
			if slices.ContainsFunc(c.loads(i), func(m string) bool { return m == module || strings.HasPrefix(m, module+".") }) {
				n += by
			}
		}
	}
	count(before.list, 1)
	count(d.out, -1)
	count(d.in, 1)
	return n > 0
}

// reached returns the modules that an import loads, with those that they load in turn.
func (c Change) reached(before *side, i pyload.Import) []string {
	what := imported{module: i.Module, name: i.Name}
	list, known := before.reached[what]
	if !known {
		list = c.Program.Closure(c.loads(i)...)
		before.reached[what] = list
	}
	return list
}

// stillLoaded reports whether the document loads a module after the change as well.
func (c Change) stillLoaded(before *side, d difference, module string) bool {
	if before.loads == nil {
		before.loads = map[string]int{}
		for at, r := range c.Module { // the packages around it are loaded before it
			if r == '.' {
				for _, m := range c.Program.Closure(c.Module[:at]) {
					before.loads[m]++
				}
			}
		}
		for _, i := range before.list {
			if i.Where == pyload.WhenLoaded {
				for _, m := range c.reached(before, i) {
					before.loads[m]++
				}
			}
		}
	}
	by := func(list []pyload.Import) (n int) {
		for _, i := range list {
			if i.Where == pyload.WhenLoaded && slices.Contains(c.reached(before, i), module) {
				n++
			}
		}
		return n
	}
	return before.loads[module]-by(d.out)+by(d.in) > 0
}

// loads returns the modules that an import names.
func (c Change) loads(i pyload.Import) []string {
	if i.Name != "" && i.Name != "*" && c.Program.IsModule(i.Module, i.Name) {
		return []string{i.Module, i.Module + "." + i.Name}
	}
	return []string{i.Module}
}

// Loaded returns the files of the project that the imports of the text before the change load.
func (c Change) Loaded() (out []pyload.File) {
	before := c.read()
	if before == nil {
		return nil
	}
	before.mu.Lock()
	defer before.mu.Unlock()
	c.Program = before.program
	for _, m := range c.Program.Closure(c.named(before)...) {
		if f, ok := c.Program.Find(m); ok && f.Own {
			out = append(out, f)
		}
	}
	return out
}

// named returns the modules that the imports of a text name.
func (c Change) named(s *side) (out []string) {
	for _, i := range s.list {
		out = append(out, c.loads(i)...)
	}
	return out
}

// Note says what in its own file speaks for an import that stands at an offset, ""
// where nothing does.
func Note(s text.Snapshot, at int) string {
	c := Change{Before: s}
	before := c.read()
	if before == nil {
		return ""
	}
	before.mu.Lock()
	defer before.mu.Unlock()
	c.Program = before.program
	for _, i := range before.among(before.At(at)) {
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
