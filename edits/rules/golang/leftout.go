package golang

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// The rules of this file write a word or a sign that was left out.

// Declare turns "=" into ":=" where a name on its left is not declared, and all its uses are in the block behind it.
func Declare(g Source) ([]text.Edit, error) {
	path := g.path(g.Diagnostic.Span.Start)
	id := g.ident()
	if id == nil || len(path) < 3 || !strings.HasSuffix(strings.TrimSpace(g.Diagnostic.Message), "undefined: "+id.Name) {
		return nil, rule.Declined{Reason: "it is not about an undefined name", Aside: true}
	}
	assign, ok := path[len(path)-2].(*ast.AssignStmt)
	if !ok || assign.Tok != token.ASSIGN || !contains(assign.Lhs, id) {
		return nil, rule.Declined{Reason: "nothing is assigned to the name here", Aside: true}
	}
	outer := path[:len(path)-2]
	block := outer[len(outer)-1]
	if !g.listed(outer, assign) {
		return nil, rule.Decline("the assignment is no statement of a block")
	}
	for _, l := range assign.Lhs {
		o, ok := l.(*ast.Ident)
		switch {
		case !ok:
			return nil, rule.Decline("the assignment has a left side that cannot be declared")
		case o.Name == "_", o == id:
		case declaredAround(outer, assign, o.Name):
			return nil, rule.Decline("%s is declared outside of the block, and would be hidden", o.Name)
		}
	}
	for n := range ast.Preorder(g.file) {
		o, ok := n.(*ast.Ident)
		if !ok || o.Name != id.Name || o == id {
			continue
		}
		if in := o.Pos() > assign.Pos() && o.End() <= block.End(); !in && undefinedAt(g, o) {
			return nil, rule.Decline("%s is undefined outside of this block, too", id.Name)
		}
	}
	at := g.at(assign.TokPos)
	return []text.Edit{{Span: text.Span{Start: at, End: at + 1}, New: ":="}}, nil
}

func contains(list []ast.Expr, id *ast.Ident) bool {
	for _, e := range list {
		if e == ast.Expr(id) {
			return true
		}
	}
	return false
}

// undefinedAt reports whether another finding calls a name undefined.
func undefinedAt(g Source, id *ast.Ident) bool {
	for _, o := range g.Others {
		if o.Span.Start == g.at(id.Pos()) && strings.HasSuffix(strings.TrimSpace(o.Message), "undefined: "+id.Name) {
			return true
		}
	}
	return false
}

// functionForValue is the compiler on a function without parameters where its result is wanted.
var functionForValue = lazyre.New(`^cannot use .+ \(value of type func\(\) (\S+)\) as (\S+) value in `)

// Call calls a function whose result is wanted in its place.
func Call(g Source) ([]text.Edit, error) {
	said := functionForValue.FindStringSubmatch(g.Diagnostic.Message)
	if said == nil || said[1] != said[2] {
		return nil, rule.Declined{Reason: "it is not about a function in place of its result", Aside: true}
	}
	var found ast.Expr
	for _, n := range g.path(g.Diagnostic.Span.Start) {
		switch e := n.(type) {
		case *ast.Ident, *ast.SelectorExpr:
			if g.at(e.Pos()) == g.Diagnostic.Span.Start && found == nil {
				found = e.(ast.Expr)
			}
		}
	}
	if found == nil {
		return nil, rule.Decline("no function is named at the finding")
	}
	return []text.Edit{rule.InsertAt(g.at(found.End()), "()")}, nil
}

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
