package golang

import (
	"go/ast"
	"slices"
	"strings"
)

// isError reports whether a name is one of errors in Go's programs: err, readErr, errRead.
func isError(name string) bool {
	of, ok := strings.CutPrefix(name, "err")
	return strings.HasSuffix(name, "Err") || ok && (of == "" || of[0] < 'a' && of[0] != '_')
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
