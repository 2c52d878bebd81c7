package pyload

import (
	"iter"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
)

// Where says when an import statement runs.
type Where uint8

// The places of imports.
const (
	WhenLoaded Where = iota + 1 // with its module
	Perhaps                     // with its module, in a try, an if, …
	WhenCalled                  // in a function
	ForTypes                    // under TYPE_CHECKING: never
	AsProgram                   // under __name__ == "__main__"
)

// Import is one name, or a star, of an import statement.
type Import struct {
	pycode.Alias
	// Module is absolute here: a leading dot is resolved. It begins with a dot only
	// where the package is not known.
	Module string
	Stmt   *pytree.Stmt
	Where  Where
}

// Imports yields what the statements of a text import, in its order. name is the
// module that the text is, "" if that is not known.
func Imports(code pycode.Module, name string, isPackage bool) iter.Seq[Import] {
	return func(yield func(Import) bool) {
		for s := range code.All {
			if !pycode.IsImport(s) {
				continue
			}
			where := placeOf(code, s)
			if code.Star(s) {
				i := code.Find(s.First, s.Last, "import")
				from := pycode.Squeezed(code.Text(s.First+1, i))
				a := pycode.Alias{First: s.Last - 1, Last: s.Last, Module: from, Name: "*"}
				if !yield(Import{a, Absolute(from, name, isPackage), s, where}) {
					return
				}
			}
			for _, a := range code.Aliases(s) {
				if !yield(Import{a, Absolute(a.Module, name, isPackage), s, where}) {
					return
				}
			}
		}
	}
}

// Absolute returns a module as an import in another one names it.
func Absolute(module, in string, isPackage bool) string {
	rest := strings.TrimLeft(module, ".")
	dots := len(module) - len(rest)
	if dots == 0 || in == "" {
		return module
	}
	if isPackage {
		dots--
	}
	for range dots {
		parent, _, dotted := pycode.CutLast(in)
		if !dotted {
			parent = ""
		}
		in = parent
	}
	return strings.Trim(in+"."+rest, ".")
}

// placeOf says when a statement runs.
func placeOf(code pycode.Module, s *pytree.Stmt) Where {
	where := WhenLoaded
	for p := s.Parent; p != nil; p = p.Parent {
		switch {
		case forTypes(code, p):
			return ForTypes
		case p.Keyword == "def":
			where = WhenCalled
		case where == WhenCalled:
		case asProgram(code, p):
			where = AsProgram
		case p.Keyword != "class" && where == WhenLoaded:
			where = Perhaps
		}
	}
	return where
}

// forTypes reports whether a clause runs for type checkers only.
func forTypes(code pycode.Module, s *pytree.Stmt) bool {
	return s.Keyword == "if" && s.Colon > s.First+1 && code.Is(s.Colon-1, "TYPE_CHECKING") &&
		!code.Any(s.First+1, s.Colon, "not", "or")
}

// asProgram reports whether a clause runs only where the file is run as a program.
func asProgram(code pycode.Module, s *pytree.Stmt) bool {
	return s.Keyword == "if" && code.Any(s.First+1, s.Colon, "__name__") && code.Any(s.First+1, s.Colon, "==") &&
		!code.Any(s.First+1, s.Colon, "or")
}

// Spelled returns a module as another one names those of its package: by dots, where it names all of them so.
func (p *Program) Spelled(current, module string) string {
	defer p.begin()()
	m, dots := p.module(current), false
	in, _, _ := strings.Cut(current, ".")
	if m.Path == "" || m.names == nil {
		return module
	}
	for i := range Imports(m.code, m.name, m.Package) {
		if top, _, _ := strings.Cut(i.Module, "."); top != in {
			continue
		}
		if dots = strings.HasPrefix(i.Alias.Module, "."); !dots {
			return module
		}
	}
	around := current
	if !m.Package {
		around, _, _ = pycode.CutLast(current)
	}
	for up := "."; dots && around != ""; up += "." {
		if rest, inside := strings.CutPrefix(module+".", around+"."); inside {
			return up + strings.TrimSuffix(rest, ".")
		}
		around, _, _ = pycode.CutLast(around)
	}
	return module
}
