package golang

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// unchecked is what go vet and staticcheck say of what is used before it is known to be there.
var unchecked = lazyre.New(`^using \w+ before checking for errors$|^should check error returned from \S+ before deferring `)

// DeferChecked puts a deferral behind the question whether there is what it closes.
func DeferChecked(g Source) ([]text.Edit, error) {
	if !unchecked.MatchString(g.Diagnostic.Message) {
		return nil, rule.Declined{Reason: "it is not about an error that is asked for too late", Aside: true}
	}
	path := g.path(g.Diagnostic.Span.Start)
	for i, n := range path {
		s, ok := n.(*ast.DeferStmt)
		if !ok || !g.listed(path[:i], s) {
			continue
		}
		list := statements(path[i-1])
		for k := 1; k+1 < len(list); k++ {
			if list[k] != ast.Stmt(s) {
				continue
			}
			asks, ok := list[k+1].(*ast.IfStmt)
			if !ok || !g.asksForErrorOf(list[k-1], asks) || mentions(asks, closed(s)) {
				break
			}
			if !g.onlyOnLines(s) || !g.onlyOnLines(asks) {
				return nil, rule.Decline("it shares its line")
			}
			return g.exchanged(s, asks), nil
		}
		return nil, rule.Decline("nothing behind it asks for the error")
	}
	return nil, rule.Decline("no deferral at the diagnostic")
}

// closed is the variable that a deferral begins with.
func closed(s *ast.DeferStmt) string {
	if f, ok := s.Call.Fun.(*ast.SelectorExpr); ok {
		if id := root(f); id != nil {
			return id.Name
		}
	}
	return ""
}

// asksForErrorOf reports whether a branch leaves if there is the error that a statement
// takes last.
func (g Source) asksForErrorOf(s ast.Stmt, asks *ast.IfStmt) bool {
	takes, ok := s.(*ast.AssignStmt)
	if !ok || asks.Init != nil || asks.Else != nil || len(asks.Body.List) == 0 {
		return false
	}
	c, ok := asks.Cond.(*ast.BinaryExpr)
	if !ok || c.Op != token.NEQ || g.text(c.Y) != "nil" || g.text(c.X) != g.text(takes.Lhs[len(takes.Lhs)-1]) {
		return false
	}
	last := asks.Body.List[len(asks.Body.List)-1]
	if e, ok := last.(*ast.ExprStmt); ok {
		call, ok := e.X.(*ast.CallExpr)
		return ok && (strings.Contains(g.text(call.Fun), ".Fatal") || g.text(call.Fun) == "panic" || g.text(call.Fun) == "os.Exit")
	}
	_, leaves := leaving(last)
	return leaves || isBranch(last)
}

// tooEarly is go vet on an argument of a deferral that is worked out at once.
var tooEarly = lazyre.New(`^call to time\.Since is not deferred$`)

// DeferAll puts a deferral into a function, so that its arguments are worked out in the
// end, too: https://go.dev/ref/spec#Defer_statements.
func DeferAll(g Source) ([]text.Edit, error) {
	if !tooEarly.MatchString(g.Diagnostic.Message) {
		return nil, rule.Declined{Reason: "it is not about what a deferral is given", Aside: true}
	}
	var body *ast.BlockStmt
	for _, n := range g.path(g.Diagnostic.Span.Start) {
		switch n := n.(type) {
		case *ast.FuncDecl:
			body = n.Body
		case *ast.DeferStmt:
			if body == nil || changesOf(body, n.Call) {
				return nil, rule.Decline("what it is given may be another value in the end")
			}
			sp := g.span(n.Call)
			return []text.Edit{rule.InsertAt(sp.Start, "func() { "), rule.InsertAt(sp.End, " }()")}, nil
		}
	}
	return nil, rule.Decline("no deferral at the diagnostic")
}

// changesOf reports whether statements change something that an expression names.
func changesOf(body *ast.BlockStmt, e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && changes(body, id.Name)
		return !found
	})
	return found
}
