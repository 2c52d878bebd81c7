package golang

import (
	"go/ast"
	"go/token"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// AssignExisting turns ":=" into "=" where every name on its left is declared
// already.
func AssignExisting(g Source) ([]text.Edit, error) {
	var found *ast.AssignStmt
	ast.Inspect(g.file, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok && a.Tok == token.DEFINE {
			head := text.Span{Start: g.at(a.Pos()), End: g.at(a.TokPos) + 2}
			if head.Contains(g.Diagnostic.Span.Start) {
				found = a
			}
		}
		return true
	})
	if found == nil {
		return nil, rule.Decline("no declaration at the diagnostic")
	}
	at := g.at(found.TokPos)
	return []text.Edit{{Span: text.Span{Start: at, End: at + 2}, New: "="}}, nil
}
