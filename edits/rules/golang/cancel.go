package golang

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// lostCancel is go vet on the function that ends a context, which nobody keeps.
var lostCancel = lazyre.New(`^the cancel function returned by context\.\w+ should be called, not discarded`)

// DeferCancel ends a context with the function that made it: https://pkg.go.dev/context.
// That is too early for what outlives the function.
func DeferCancel(g Source) ([]text.Edit, error) {
	if !lostCancel.MatchString(g.Diagnostic.Message) {
		return nil, rule.Declined{Reason: "it is not about a context that nothing ends", Aside: true}
	}
	path := g.path(g.Diagnostic.Span.Start)
	for i, n := range path {
		s, ok := n.(*ast.AssignStmt)
		if !ok || len(s.Lhs) != 2 || g.text(s.Lhs[1]) != "_" {
			continue
		}
		name := g.freeName(s, "cancel", "stop", "done")
		if name == "" || s.Tok != token.DEFINE {
			return nil, rule.Decline("no free name for the function")
		}
		edits, err := g.deferCancel(path[:i], s, name)
		return append(edits, text.Edit{Span: g.span(s.Lhs[1]), New: name}), err
	}
	return nil, rule.Decline("no context is made at the diagnostic")
}

// makesContext reports whether a statement takes a context, and what ends it as the
// given name, from package context.
func (g Source) makesContext(s *ast.AssignStmt, id *ast.Ident) bool {
	if len(s.Lhs) != 2 || len(s.Rhs) != 1 || s.Lhs[1] != ast.Expr(id) {
		return false
	}
	call, ok := s.Rhs[0].(*ast.CallExpr)
	return ok && strings.HasPrefix(g.text(call.Fun), "context.With")
}

// deferCancel calls what ends a context at the end of the function, behind the statement
// that makes both.
func (g Source) deferCancel(outer []ast.Node, s *ast.AssignStmt, name string) ([]text.Edit, error) {
	ctx, ok := s.Lhs[0].(*ast.Ident)
	if !ok || s.Tok != token.DEFINE || !g.listed(outer, s) || !g.onlyOnLines(s) {
		return nil, rule.Decline("it makes no context of its own")
	}
	var made *ast.FuncType
	var body *ast.BlockStmt
	loops := false
	for _, n := range outer {
		switch n := n.(type) {
		case *ast.FuncDecl:
			made, body, loops = n.Type, n.Body, false
		case *ast.FuncLit:
			made, body, loops = n.Type, n.Body, false
		case *ast.ForStmt, *ast.RangeStmt:
			loops = true
		}
	}
	switch {
	case body == nil || loops:
		return nil, rule.Decline("a loop makes many of them")
	case !g.endsHere(made):
		return nil, rule.Decline("what the function gives may need the context")
	case outlives(body, ctx.Name):
		return nil, rule.Decline("something may need the context longer than the function runs")
	}
	end := g.Snapshot.LineSpan(g.Snapshot.LineAt(g.at(s.End()))).End
	return []text.Edit{rule.InsertAt(end, g.nextLine(s)+"defer "+name+"()")}, nil
}

// endsHere reports whether all that a function gives is a value of Go's own types, of
// which none keeps a context.
func (g Source) endsHere(f *ast.FuncType) bool {
	if f.Results == nil {
		return true
	}
	for _, r := range f.Results.List {
		t := r.Type
		for {
			of, ok := t.(*ast.ArrayType)
			if !ok {
				break
			}
			t = of.Elt
		}
		id, ok := t.(*ast.Ident)
		if !ok || id.Name == "any" {
			return false
		}
		if _, known := g.zeroNamed(id.Name, zeroDepth); !known {
			return false
		}
	}
	return true
}

// outlives reports whether a context is kept, or given to a function that may run later.
func outlives(body *ast.BlockStmt, name string) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.FuncLit, *ast.CompositeLit:
			found = found || mentions(n, name)
		case *ast.AssignStmt:
			for _, e := range n.Rhs {
				id, ok := e.(*ast.Ident)
				found = found || ok && id.Name == name
			}
		}
		return !found
	})
	return found
}
