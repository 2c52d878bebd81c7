package golang

import (
	"go/ast"
	"go/token"
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
		a, b := slices.IndexFunc(call.Args, starts(g.Diagnostic.Span.Start)), slices.IndexFunc(call.Args, starts(other.Span.Start))
		if a < 0 || b < 0 || a == b {
			continue
		}
		first, second := call.Args[a], call.Args[b]
		return []text.Edit{{Span: g.span(first), New: g.text(second)}, {Span: g.span(second), New: g.text(first)}}, nil
	}
	return nil, rule.Decline("they are not arguments of the same call")
}

// MakeMap makes a map where it is declared, to which a statement of the same function assigns.
func MakeMap(g Source) ([]text.Edit, error) {
	if g.Diagnostic.Message != "assignment to nil map" {
		return nil, rule.Declined{Reason: "it is not about a map", Aside: true}
	}
	path := g.path(g.Diagnostic.Span.Start)
	var name *ast.Ident
	for _, n := range path {
		if e, ok := n.(*ast.IndexExpr); ok {
			name, _ = e.X.(*ast.Ident)
		}
	}
	for i := len(path) - 1; i >= 0 && name != nil; i-- {
		block, ok := path[i].(*ast.BlockStmt)
		if !ok {
			continue
		}
		for _, s := range block.List {
			if of := emptyType(s, name.Name); of != nil && s.Pos() < name.Pos() {
				return []text.Edit{{Span: g.span(s), New: name.Name + " := make(" + g.text(of) + ")"}}, nil
			}
		}
	}
	return nil, rule.Decline("no map is declared without a value here")
}

// emptyType is the type of a variable that a statement declares alone, without a value.
func emptyType(s ast.Stmt, name string) ast.Expr {
	d, ok := s.(*ast.DeclStmt)
	if !ok {
		return nil
	}
	decl, ok := d.Decl.(*ast.GenDecl)
	if !ok || decl.Tok != token.VAR || decl.Lparen.IsValid() || len(decl.Specs) != 1 {
		return nil
	}
	v, ok := decl.Specs[0].(*ast.ValueSpec)
	if !ok || len(v.Names) != 1 || v.Names[0].Name != name || len(v.Values) > 0 {
		return nil
	}
	return v.Type
}
