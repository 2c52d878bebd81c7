package golang

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// isError reports whether a name is one of errors in Go's programs: err, readErr, errRead.
func isError(name string) bool {
	of, ok := strings.CutPrefix(name, "err")
	return strings.HasSuffix(name, "Err") || ok && (of == "" || of[0] < 'a' && of[0] != '_')
}

// declaredAround reports whether a function has a parameter or a variable of that name
// whose scope an inner block lies in: a declaration in that block hides it.
func declaredAround(outer []ast.Node, n ast.Stmt, name string) bool {
	var inner ast.Node
	for i := len(outer) - 1; i >= 0; i-- {
		switch o := outer[i].(type) {
		case *ast.FuncDecl:
			return inner != nil && outer[len(outer)-1] != ast.Node(o.Body) &&
				(names(o.Type.Params, name) || o.Type.Results != nil && names(o.Type.Results, name))
		case *ast.FuncLit:
			return false
		case *ast.BlockStmt:
			if inner != nil && declaredBefore(o.List, n.Pos(), name) {
				return true
			}
			inner = o
		case *ast.CaseClause, *ast.CommClause:
			inner = o
		}
	}
	return false
}

func names(fields *ast.FieldList, name string) bool {
	for _, f := range fields.List {
		if slices.ContainsFunc(f.Names, func(id *ast.Ident) bool { return id.Name == name }) {
			return true
		}
	}
	return false
}

// declaredBefore reports whether a statement of a list makes a variable of that name.
func declaredBefore(list []ast.Stmt, before token.Pos, name string) bool {
	for _, s := range list {
		if s.Pos() >= before {
			return false
		}
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE &&
				slices.ContainsFunc(s.Lhs, func(e ast.Expr) bool { id, ok := e.(*ast.Ident); return ok && id.Name == name }) {
				return true
			}
		case *ast.DeclStmt:
			if d, ok := s.Decl.(*ast.GenDecl); ok && d.Tok == token.VAR {
				for _, spec := range d.Specs {
					if v, ok := spec.(*ast.ValueSpec); ok &&
						slices.ContainsFunc(v.Names, func(id *ast.Ident) bool { return id.Name == name }) {
						return true
					}
				}
			}
		}
	}
	return false
}

// computing are packages of Go whose functions are called for their results.
var computing = []string{"strings", "strconv", "bytes", "math", "unicode", "utf8", "path", "filepath"}

// onlyComputes reports whether an expression is a call for whose result alone one calls.
func (g Source) onlyComputes(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name == "append" || f.Name == "len" || f.Name == "cap"
	case *ast.SelectorExpr:
		pkg, ok := f.X.(*ast.Ident)
		return ok && (slices.Contains(computing, pkg.Name) || pkg.Name == "fmt" && strings.HasPrefix(f.Sel.Name, "Sprint"))
	}
	return false
}
