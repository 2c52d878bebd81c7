package golang

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Declare writes ":=" for "=" where a variable on its left is not declared and read below. It declines where the
// name may be a slip of another, or a member of the receiver. Whether the types fit is for the compiler to say.
func Declare(g Source) ([]text.Edit, error) {
	path := g.path(g.Diagnostic.Span.Start)
	at := slices.IndexFunc(path, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		return ok && a.Tok == token.ASSIGN && a.Pos() <= path[len(path)-1].Pos() && path[len(path)-1].End() <= a.TokPos
	})
	if at < 1 {
		return nil, rule.Declined{Reason: "nothing is assigned to the name", Aside: true}
	}
	n, outer := path[at].(*ast.AssignStmt), path[:at]
	fresh := map[string]bool{}
	for _, e := range n.Lhs {
		id, ok := e.(*ast.Ident)
		switch {
		case !ok:
			return nil, rule.Decline("it assigns to what is no variable, too")
		case id.Name == "_" || g.declaredHere(n.Pos(), id.Name):
		case !g.undefined(id):
			return nil, rule.Decline("%s is declared outside of this block, and would be another variable", id.Name)
		default:
			fresh[id.Name] = true
		}
	}
	for _, e := range n.Rhs {
		for _, id := range identifiers(e) {
			if fresh[id.Name] {
				return nil, rule.Decline("%s is read before it has a value", id.Name)
			}
		}
	}
	for name := range fresh {
		reads := func(id *ast.Ident) bool { return id.Name == name && id.Pos() > n.End() }
		if !slices.ContainsFunc(identifiers(path[at-1]), reads) {
			return nil, rule.Decline("nothing below reads %s", name)
		}
		if other := g.meant(outer, name); other != "" {
			return nil, rule.Decline("%s may be meant by %s", other, name)
		}
	}
	p := g.at(n.TokPos)
	return []text.Edit{{Span: text.Span{Start: p, End: p}, New: ":"}}, nil
}

// declaredHere reports whether the innermost scope at a place has a variable of that name, declared before it.
func (g Source) declaredHere(at token.Pos, name string) bool {
	scope := g.pkg.Scope().Innermost(at)
	v, ok := scope.Lookup(name).(*types.Var)
	return ok && v.Pos() < at
}

// undefined reports whether the compiler says that a name is not declared.
func (g Source) undefined(id *ast.Ident) bool {
	says := func(d signal.Diagnostic) bool { return d.Message == "undefined: "+id.Name }
	return says(g.Diagnostic) || slices.ContainsFunc(g.Others, says)
}

// meant returns a name of the function, the package, or the receiver's type that an undefined one may stand for.
func (g Source) meant(outer []ast.Node, name string) string {
	near := func(a, b string) bool { // most names of one or two letters are a letter apart
		return min(len(a), len(b)) > 2 && (rule.Near(a, b) || rule.Slip(a, b))
	}
	fn, ok := outer[1].(*ast.FuncDecl) // in the file
	if !ok {
		return "a name of the package"
	}
	for _, id := range identifiers(fn) {
		if id.Name != name && near(name, id.Name) {
			return id.Name
		}
	}
	for f := range g.files() {
		for other := range declared(f) {
			if near(name, other) {
				return other
			}
		}
	}
	if fn.Recv != nil && len(fn.Recv.List) == 1 {
		for member := range members(g.files(), baseName(fn.Recv.List[0].Type)) {
			if member == name {
				return "the receiver's " + member
			}
		}
	}
	return ""
}

// identifiers are the names in a node.
func identifiers(n ast.Node) (out []*ast.Ident) {
	for m := range ast.Preorder(n) {
		if id, ok := m.(*ast.Ident); ok {
			out = append(out, id)
		}
	}
	return out
}

// statements are those of a block or clause, in their order.
func statements(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

// Return writes "return" in front of the expression that a function with results ends with. What is called for what it
// does returns an error as often as what is to be returned: there "return nil" may be meant.
func Return(g Source) ([]text.Edit, error) {
	var body *ast.BlockStmt
	var of *ast.FuncType
	for _, n := range g.path(g.Diagnostic.Span.Start) {
		switch n := n.(type) {
		case *ast.FuncDecl:
			body, of = n.Body, n.Type
		case *ast.FuncLit:
			body, of = n.Body, n.Type
		}
	}
	if body == nil || len(body.List) == 0 {
		return nil, rule.Declined{Reason: "the function has no statement", Aside: true}
	}
	last, ok := body.List[len(body.List)-1].(*ast.ExprStmt)
	if !ok {
		return nil, rule.Declined{Reason: "the function ends with no expression", Aside: true}
	}
	if _, called := last.X.(*ast.CallExpr); called && of.Results != nil && g.text(of.Results) == "error" {
		return nil, rule.Decline("return nil may be meant behind the call")
	}
	at := g.at(last.Pos())
	return []text.Edit{{Span: text.Span{Start: at, End: at}, New: "return "}}, nil
}
