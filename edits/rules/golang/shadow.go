package golang

import (
	"go/ast"
	"go/token"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// assignOuter makes an assignment of a declaration that hides a variable of the
// function, which is read behind it: "port, err := f()" in a block, and "return port"
// after. An error that is new there is declared before; what else is new leaves the
// type of it open. Edits are nil where nothing is hidden.
func (g Source) assignOuter(outer []ast.Node, n *ast.AssignStmt, id *ast.Ident) ([]text.Edit, error) {
	if !g.listed(outer, n) || !g.declared(outer, n, id.Name) || !readBehind(outer, n, id.Name) {
		return nil, nil
	}
	define := text.Span{Start: g.at(n.TokPos), End: g.at(n.TokPos) + len(":=")}
	edits := []text.Edit{{Span: define, New: "="}}
	for _, l := range n.Lhs {
		o, ok := l.(*ast.Ident)
		switch {
		case !ok:
			return nil, rule.Decline("%s may be meant to be another variable", id.Name)
		case o == id || o.Name == "_" || g.declared(outer, n, o.Name):
		case isError(o.Name) && len(edits) == 1:
			edits = append([]text.Edit{rule.InsertAt(g.at(n.Pos()), "var "+o.Name+" error"+g.nextLine(n))}, edits...)
		default:
			return nil, rule.Decline("%s hides a variable that is read later, and %s is new", id.Name, o.Name)
		}
	}
	return edits, nil
}

// readBehind reports whether a name is read behind a statement and the block that it
// stands in, in the innermost function.
func readBehind(outer []ast.Node, n ast.Stmt, name string) bool {
	fn, block := innermost(outer), ast.Node(nil)
	for _, o := range outer {
		switch o.(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			block = o
		}
	}
	if fn == nil || block == nil {
		return false
	}
	set := map[*ast.Ident]bool{}
	for x := range ast.Preorder(fn) {
		if a, ok := x.(*ast.AssignStmt); ok && (a.Tok == token.ASSIGN || a.Tok == token.DEFINE) {
			for _, l := range a.Lhs {
				if o, ok := l.(*ast.Ident); ok {
					set[o] = true
				}
			}
		}
		if o, ok := x.(*ast.Ident); ok && o.Name == name && o.Pos() > block.End() && !set[o] {
			return true
		}
	}
	return false
}
