package golang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"iter"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// The rules of this file know what is declared elsewhere: in the other files of the package, and in those that it
// imports. Whether what they write has the right type is for the compiler to say.

// ProjectImport imports the package of the project, or one that its other files import, which an undefined name is.
func ProjectImport(g Source) ([]text.Edit, error) {
	use, name := g.packageUse()
	if use == nil {
		return nil, rule.Declined{Reason: "the name is not used as a package", Aside: true}
	}
	homes := g.HomesOf(name)
	switch len(homes) {
	case 0:
		return nil, rule.Declined{Reason: "no other file of the project imports " + name, Aside: true}
	case 1:
	default:
		return nil, rule.Decline("%s may be %s or %s", name, homes[0].Module, homes[1].Module)
	}
	return g.importAs(homes[0].Module, name)
}

// packageUse returns an undefined name at the finding of which something exported is read.
func (g Source) packageUse() (use *ast.SelectorExpr, name string) {
	for _, n := range g.path(g.Diagnostic.Span.Start) {
		if s, ok := n.(*ast.SelectorExpr); ok && g.hit(s.X) {
			use = s
		}
	}
	if use == nil {
		return nil, ""
	}
	id, ok := use.X.(*ast.Ident)
	if !ok || !use.Sel.IsExported() || !strings.HasSuffix(strings.TrimSpace(g.Diagnostic.Message), "undefined: "+id.Name) {
		return nil, ""
	}
	return use, id.Name
}

// importedAs returns the path of the package that a name of the file stands for, "" if it does for none.
func (g Source) importedAs(name string) string {
	for _, s := range g.file.Imports {
		path := imported(s)
		if s.Name != nil && s.Name.Name == name || s.Name == nil && path[strings.LastIndexByte(path, '/')+1:] == name {
			return path
		}
	}
	return ""
}

// Export writes the only exported name of a package that a name which it does not have is a slip of.
func Export(g Source) ([]text.Edit, error) {
	var use *ast.SelectorExpr
	for _, n := range g.path(g.Diagnostic.Span.Start) {
		if s, ok := n.(*ast.SelectorExpr); ok {
			use = s
		}
	}
	if use == nil {
		return nil, rule.Declined{Reason: "nothing is read of a package at the finding", Aside: true}
	}
	pkg := g.importedAs(spelled(use.X))
	if pkg == "" {
		return nil, rule.Declined{Reason: "nothing is read of a package at the finding", Aside: true}
	}
	return g.slip(use.Sel, func(yield func(string) bool) {
		for f := range parsed(g.Beside().Module(pkg)) {
			for name := range declared(f) {
				if ast.IsExported(name) && !yield(name) {
					return
				}
			}
		}
	})
}

// Package writes the only imported package that an undefined name, of which something exported is read, is a slip of.
func Package(g Source) ([]text.Edit, error) {
	use, _ := g.packageUse()
	if use == nil {
		return nil, rule.Declined{Reason: "the name is not used as a package", Aside: true}
	}
	return g.slip(use.X.(*ast.Ident), func(yield func(string) bool) {
		for _, s := range g.file.Imports {
			path := imported(s)
			name := path[strings.LastIndexByte(path, '/')+1:]
			if s.Name != nil {
				name = s.Name.Name
			}
			if !yield(name) {
				return
			}
		}
	})
}

// slip writes the only name of some that one in the file is a slip of.
func (g Source) slip(id *ast.Ident, names iter.Seq[string]) ([]text.Edit, error) {
	if len(id.Name) < 3 {
		return nil, rule.Declined{Reason: "most short names are a letter apart", Aside: true}
	}
	found := ""
	for name := range names {
		switch {
		case name == found || name == id.Name || !rule.Slip(id.Name, name) && !strings.EqualFold(id.Name, name):
		case found != "":
			return nil, rule.Decline("%s and %s are as near to %s", found, name, id.Name)
		default:
			found = name
		}
	}
	if found == "" {
		return nil, rule.Declined{Reason: "nothing that is there is a slip away from " + id.Name, Aside: true}
	}
	return []text.Edit{{Span: g.span(id), New: found}}, nil
}

// withoutMember returns the type of which the compiler says that it does not have a member, "" for any other message,
// and for a type that has no name.
func withoutMember(message string) string {
	said := signal.Said(message, "… undefined (type … has no field or method …)",
		"unknown field … in struct literal of type …")
	if said == nil || len(said) > 2 && !token.IsIdentifier(said[2]) { // which also says what there is
		return ""
	}
	of, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(said[1], "pointer to "), "*"), "[")
	if pkg, name, dotted := strings.Cut(of, "."); !token.IsIdentifier(pkg) || dotted && !token.IsIdentifier(name) {
		return ""
	}
	return of
}

// Member writes the only member of a type that one which it does not have is a slip of.
func Member(g Source) ([]text.Edit, error) {
	of := withoutMember(g.Diagnostic.Message)
	id := g.ident()
	if of == "" || id == nil {
		return nil, rule.Declined{Reason: "it is not about a member of a named type", Aside: true}
	}
	files := g.files()
	pkg, name, other := strings.Cut(of, ".")
	if !other {
		name = pkg
	} else if path := g.importedAs(pkg); path != "" {
		files = parsed(g.Beside().Module(path))
	} else {
		return nil, rule.Declined{Reason: "the type is of a package that the file does not import", Aside: true}
	}
	return g.slip(id, func(yield func(string) bool) {
		for m := range members(files, name) {
			if (!other || ast.IsExported(m)) && !yield(m) {
				return
			}
		}
	})
}

// ident returns the name at the finding: where that begins, or the member that is read there.
func (g Source) ident() *ast.Ident {
	path := g.path(g.Diagnostic.Span.Start)
	for i := len(path) - 1; i >= 0; i-- {
		switch n := path[i].(type) {
		case *ast.SelectorExpr:
			if strings.Contains(g.Diagnostic.Message, n.Sel.Name+" undefined (") || g.hit(n.Sel) {
				return n.Sel
			}
		case *ast.Ident:
			if i == 0 || !isSelector(path[i-1]) || !strings.Contains(g.Diagnostic.Message, " undefined (") {
				return n
			}
		}
	}
	return nil
}

func isSelector(n ast.Node) bool { _, ok := n.(*ast.SelectorExpr); return ok }

// files returns the files of the package.
func (g Source) files() iter.Seq[*ast.File] {
	return func(yield func(*ast.File) bool) {
		if !yield(g.file) {
			return
		}
		for f := range parsed(g.Beside().Package()) {
			if !yield(f) {
				return
			}
		}
	}
}

// parsed are parsed documents, as far as they can be.
func parsed(list []text.Snapshot) iter.Seq[*ast.File] {
	return func(yield func(*ast.File) bool) {
		for _, s := range list {
			f, err := parser.ParseFile(token.NewFileSet(), s.Path, s.Text(), parser.SkipObjectResolution)
			if err == nil && !yield(f) {
				return
			}
		}
	}
}

// declared yields the names that the top level of a file declares.
func declared(f *ast.File) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, d := range f.Decls {
			var ids []*ast.Ident
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					ids = append(ids, d.Name)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						ids = append(ids, s.Name)
					case *ast.ValueSpec:
						ids = append(ids, s.Names...)
					}
				}
			}
			if slices.ContainsFunc(ids, func(id *ast.Ident) bool { return !yield(id.Name) }) {
				return
			}
		}
	}
}

// members yields the fields and methods that files declare of a type.
func members(files iter.Seq[*ast.File], of string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for f := range files {
			for _, d := range f.Decls {
				switch d := d.(type) {
				case *ast.FuncDecl:
					if d.Recv != nil && len(d.Recv.List) == 1 && baseName(d.Recv.List[0].Type) == of && !yield(d.Name.Name) {
						return
					}
				case *ast.GenDecl:
					for _, s := range d.Specs {
						if t, ok := s.(*ast.TypeSpec); ok && t.Name.Name == of &&
							slices.ContainsFunc(listed(t.Type), func(m string) bool { return !yield(m) }) {
							return
						}
					}
				}
			}
		}
	}
}

// listed returns the members that a type lists itself.
func listed(e ast.Expr) []string {
	var fields *ast.FieldList
	switch t := e.(type) {
	case *ast.StructType:
		fields = t.Fields
	case *ast.InterfaceType:
		fields = t.Methods
	default:
		return nil
	}
	var out []string
	for _, f := range fields.List {
		for _, id := range f.Names {
			out = append(out, id.Name)
		}
		if len(f.Names) == 0 {
			out = append(out, baseName(f.Type))
		}
	}
	return out
}

// baseName returns the name of a type without its pointer and its arguments, "" if it has none.
func baseName(e ast.Expr) string {
	switch t := e.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.StarExpr:
		return baseName(t.X)
	case *ast.ParenExpr:
		return baseName(t.X)
	case *ast.IndexExpr:
		return baseName(t.X)
	case *ast.IndexListExpr:
		return baseName(t.X)
	case *ast.SelectorExpr:
		return t.Sel.Name
	}
	return ""
}
