package golang

import (
	"go/ast"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// Return returns the value of the last statement of a function, which is an expression that does nothing else: the
// compiler misses a return there.
func Return(g Source) ([]text.Edit, error) {
	for _, n := range g.path(g.Diagnostic.Span.Start) {
		var body *ast.BlockStmt
		var results *ast.FieldList
		switch f := n.(type) {
		case *ast.FuncDecl:
			body, results = f.Body, f.Type.Results
		case *ast.FuncLit:
			body, results = f.Body, f.Type.Results
		}
		if body == nil || len(body.List) == 0 || results.NumFields() != 1 {
			continue
		}
		last, ok := body.List[len(body.List)-1].(*ast.ExprStmt)
		if !ok || g.at(body.Rbrace) != g.Diagnostic.Span.Start && !g.hit(last) {
			continue
		}
		if _, calls := last.X.(*ast.CallExpr); calls && len(body.List) > 1 {
			return nil, rule.Decline("the last call may be meant for what it does")
		}
		return []text.Edit{rule.InsertAt(g.at(last.Pos()), "return ")}, nil
	}
	return nil, rule.Declined{Reason: "the function does not end with a value", Aside: true}
}
