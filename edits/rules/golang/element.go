package golang

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// fieldInMap is the compiler on a field of a value that a map holds.
var fieldInMap = lazyre.New(`^cannot assign to struct field (.+) in map$`)

// ElementField changes a field of a struct that a map holds: a copy is changed and put
// back, as the values of maps have no address. See
// https://go.dev/ref/spec#Assignment_statements.
func ElementField(g Source) ([]text.Edit, error) {
	said := fieldInMap.FindStringSubmatch(g.Diagnostic.Message)
	if said == nil {
		return nil, rule.Declined{Reason: "it is not about a field of what a map holds", Aside: true}
	}
	s, field := g.fieldChange(said[1])
	if s == nil {
		return nil, rule.Decline("no statement at the diagnostic changes that field alone")
	}
	element, ok := field.X.(*ast.IndexExpr)
	switch {
	case !ok:
		return nil, rule.Decline("the field is not one of the element itself")
	case !still(element.Index) || !still(element.X):
		return nil, rule.Decline("its map or its key is worked out by a call")
	}
	if name := g.copyOf(s, element); name != "" {
		return []text.Edit{
			{Span: g.span(element), New: name},
			rule.InsertAt(g.at(s.End()), g.nextLine(s)+g.text(element)+" = "+name),
		}, nil
	}
	name := g.freeName(s, "element", "item", "entry")
	if name == "" {
		return nil, rule.Decline("no free name for the copy")
	}
	at := g.at(s.Pos())
	line := g.nextLine(s)
	return []text.Edit{
		rule.InsertAt(at, name+" := "+g.text(element)+line),
		{Span: g.span(element), New: name},
		rule.InsertAt(g.at(s.End()), line+g.text(element)+" = "+name),
	}, nil
}

// copyOf is the variable that a statement before another one, in the same block, makes
// of an element: it may hold changes of its own, which another copy would not have. ""
// if there is none.
func (g Source) copyOf(s ast.Stmt, element *ast.IndexExpr) string {
	name := ""
	for _, n := range g.path(g.at(s.Pos())) {
		block, ok := n.(*ast.BlockStmt)
		if !ok || !slices.Contains(block.List, s) {
			continue
		}
		for _, before := range block.List[:slices.Index(block.List, s)] {
			a, ok := before.(*ast.AssignStmt)
			if !ok || len(a.Lhs) == 0 || len(a.Rhs) != 1 {
				continue
			}
			if id, ok := a.Lhs[0].(*ast.Ident); ok && id.Name != "_" && a.Tok == token.DEFINE && compact(g.text(a.Rhs[0])) == compact(g.text(element)) {
				name = id.Name
			}
		}
	}
	return name
}

// fieldChange is the statement that stands by itself and changes the field said, and
// that field.
func (g Source) fieldChange(said string) (ast.Stmt, *ast.SelectorExpr) {
	path := g.path(g.Diagnostic.Span.Start)
	for i, n := range path {
		var left ast.Expr
		switch s := n.(type) {
		case *ast.IncDecStmt:
			left = s.X
		case *ast.AssignStmt:
			if len(s.Lhs) == 1 && len(s.Rhs) == 1 && s.Tok != token.DEFINE {
				left = s.Lhs[0]
			}
		}
		f, ok := left.(*ast.SelectorExpr)
		if !ok || compact(g.text(f)) != compact(said) || i == 0 {
			continue
		}
		switch path[i-1].(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			if text := g.Snapshot.Line(g.Snapshot.LineAt(g.at(n.Pos()))); strings.HasPrefix(strings.TrimSpace(text), g.text(f)) {
				return n.(ast.Stmt), f
			}
		}
	}
	return nil, nil
}

// still reports whether an expression gives the same value twice: it calls nothing and
// receives nothing.
func still(e ast.Expr) bool {
	fixed := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr, *ast.FuncLit:
			fixed = false
		case *ast.UnaryExpr:
			fixed = fixed && n.Op != token.ARROW
		}
		return fixed
	})
	return fixed
}

// freeName is the first of some names that the function around a statement does not
// use, "" if it uses them all.
func (g Source) freeName(s ast.Stmt, names ...string) string {
	used := map[string]bool{}
	for _, n := range g.path(g.at(s.Pos())) {
		if f, ok := n.(*ast.FuncDecl); ok {
			ast.Inspect(f, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					used[id.Name] = true
				}
				return true
			})
		}
	}
	for _, name := range names {
		if !used[name] {
			return name
		}
	}
	return ""
}
