package rules

import (
	"go/ast"
	"go/token"

	"github.com/fettle-dev/fettle/internal/text"
)

// errorsIs turns "err == io.EOF" into errors.Is, which looks through wrapping.
func errorsIs(p Problem) ([]text.Edit, error) {
	g, err := readGo(p)
	if err != nil {
		return nil, err
	}
	var found []*ast.BinaryExpr
	ast.Inspect(g.file, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if ok && (b.Op == token.EQL || b.Op == token.NEQ) && (g.hit(b) || g.onLine(b) && p.Diagnostic.Span.Len() == 0) &&
			g.errorLike(b.X) && g.errorLike(b.Y) {
			found = append(found, b)
		}
		return true
	})
	// A diagnostic that spans the comparison names it among several.
	for _, b := range found {
		if g.span(b) == p.Diagnostic.Span || len(found) > 1 && g.at(b.OpPos) == p.Diagnostic.Span.Start {
			found = []*ast.BinaryExpr{b}
			break
		}
	}
	if len(found) != 1 {
		return nil, decline("there are %d comparisons of errors at the diagnostic", len(found))
	}
	b := found[0]
	if shadowedGo(g.file, "errors") {
		return nil, decline("errors means something else in this file")
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

// errorLike is an operand that may be an error: a name or a selector.
func (g source) errorLike(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name != "nil" && e.Name != "true" && e.Name != "false"
	case *ast.SelectorExpr, *ast.CallExpr:
		return true
	}
	return false
}

// sentinel is an operand that looks like a named error: io.EOF, ErrClosed.
func (g source) sentinel(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return ast.IsExported(e.Name) || len(e.Name) > 3 && e.Name[:3] == "err" && e.Name[3] >= 'A' && e.Name[3] <= 'Z'
	case *ast.SelectorExpr:
		x, ok := e.X.(*ast.Ident)
		return ok && ast.IsExported(e.Sel.Name) && !ast.IsExported(x.Name)
	}
	return false
}

// shadowedGo reports whether the file declares the name of a package itself.
func shadowedGo(f *ast.File, name string) bool {
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				for _, l := range n.Lhs {
					if id, ok := l.(*ast.Ident); ok && id.Name == name {
						found = true
					}
				}
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				found = found || id.Name == name
			}
		case *ast.Field:
			for _, id := range n.Names {
				found = found || id.Name == name
			}
		case *ast.RangeStmt:
			for _, e := range []ast.Expr{n.Key, n.Value} {
				if id, ok := e.(*ast.Ident); ok && id.Name == name {
					found = true
				}
			}
		case *ast.FuncDecl:
			found = found || n.Recv == nil && n.Name.Name == name
		case *ast.TypeSpec:
			found = found || n.Name.Name == name
		}
		return !found
	})
	return found
}
