package golang

import (
	"go/ast"
	"slices"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// SwapArguments changes two arguments round that have each the type of the other.
func SwapArguments(g Source) ([]text.Edit, error) {
	other, err := g.Counterpart()
	if err != nil {
		return nil, err
	}
	starts := func(at int) func(ast.Expr) bool {
		return func(e ast.Expr) bool { return g.at(e.Pos()) == at }
	}
	path := g.path(g.Diagnostic.Span.Start)
	for i := len(path) - 1; i >= 0; i-- {
		call, ok := path[i].(*ast.CallExpr)
		if !ok {
			continue
		}
		a, b := slices.IndexFunc(call.Args, starts(g.Diagnostic.Span.Start)), slices.IndexFunc(call.Args,
			starts(other.Span.Start))
		if a < 0 || b < 0 || a == b {
			continue
		}
		first, second := call.Args[a], call.Args[b]
		return []text.Edit{{Span: g.span(first), New: g.text(second)}, {Span: g.span(second), New: g.text(first)}}, nil
	}
	return nil, rule.Decline("they are not arguments of the same call")
}
