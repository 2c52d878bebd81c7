package golang

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// ErrorsIs turns "err == io.EOF" into errors.Is, which looks through wrapping.
func ErrorsIs(g Source) ([]text.Edit, error) {
	b, err := g.errorComparison()
	if err != nil {
		return nil, err
	}
	if shadowed(g.file, "errors") {
		return nil, rule.Decline("errors means something else in this file")
	}
	x, y := b.X, b.Y
	if g.sentinel(x) && !g.sentinel(y) {
		x, y = y, x
	}
	call := "errors.Is(" + g.text(x) + ", " + g.text(y) + ")"
	if b.Op == token.NEQ {
		call = "!" + call
	}
	edits, err := g.importLine("errors")
	if err != nil {
		return nil, err
	}
	return append(edits, text.Edit{Span: g.span(b), New: call}), nil
}

// errorComparison returns the comparison of errors at the diagnostic.
func (g Source) errorComparison() (*ast.BinaryExpr, error) {
	d := g.Diagnostic.Span
	var found []*ast.BinaryExpr
	ast.Inspect(g.file, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if ok && (b.Op == token.EQL || b.Op == token.NEQ) && (g.hit(b) || g.onLine(b) && d.Len() == 0) &&
			g.errorLike(b.X) && g.errorLike(b.Y) {
			found = append(found, b)
		}
		return true
	})
	// A diagnostic that spans the comparison names it among several.
	for _, b := range found {
		if len(found) == 1 || g.span(b) == d || g.at(b.OpPos) == d.Start {
			return b, nil
		}
	}
	if len(found) == 0 {
		return nil, rule.Decline("no comparison of errors stands there")
	}
	return nil, rule.Decline("%d comparisons of errors stand there: it is not sure which one is meant", len(found))
}

// errorLike is an operand that may be an error: a name or a selector.
func (g Source) errorLike(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name != "nil" && e.Name != "true" && e.Name != "false"
	case *ast.SelectorExpr, *ast.CallExpr:
		return true
	}
	return false
}

// sentinel is an operand that looks like a named error: io.EOF, ErrClosed.
func (g Source) sentinel(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return ast.IsExported(e.Name) || len(e.Name) > 3 && e.Name[:3] == "err" && e.Name[3] >= 'A' && e.Name[3] <= 'Z'
	case *ast.SelectorExpr:
		x, ok := e.X.(*ast.Ident)
		return ok && ast.IsExported(e.Sel.Name) && !ast.IsExported(x.Name)
	}
	return false
}

// shadowed reports whether the file declares the name of a package itself.
func shadowed(f *ast.File, name string) bool {
	named := func(e ast.Expr) bool {
		id, ok := e.(*ast.Ident)
		return ok && id.Name == name
	}
	has := func(list []*ast.Ident) bool {
		return slices.ContainsFunc(list, func(id *ast.Ident) bool { return id.Name == name })
	}
	declares := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			return n.Tok == token.DEFINE && slices.ContainsFunc(n.Lhs, named)
		case *ast.ValueSpec:
			return has(n.Names)
		case *ast.Field:
			return has(n.Names)
		case *ast.RangeStmt:
			return named(n.Key) || named(n.Value)
		case *ast.FuncDecl:
			return n.Recv == nil && n.Name.Name == name
		case *ast.TypeSpec:
			return n.Name.Name == name
		}
		return false
	}
	for n := range ast.Preorder(f) {
		if declares(n) {
			return true
		}
	}
	return false
}
