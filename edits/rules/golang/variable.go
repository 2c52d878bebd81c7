package golang

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Unused are the forms of what the compiler says of a variable, for [signal.Said].
var Unused = []string{"declared and not used: …", "… declared and not used", "… declared but not used"}

// UnusedVariable drops a variable that the compiler calls unused: the name
// becomes blank, what computes its value stays.
func UnusedVariable(g Source) ([]text.Edit, error) {
	name := ""
	if s := signal.Said(g.Diagnostic.Message, Unused...); s != nil {
		name = s[0]
	}
	path := g.path(g.Diagnostic.Span.Start)
	var id *ast.Ident
	for _, n := range path {
		if i, ok := n.(*ast.Ident); ok {
			id = i
		}
	}
	if id == nil || name != "" && id.Name != name {
		return nil, rule.Decline("no variable at the diagnostic")
	}
	if other := misspelt(g.Others, id.Name); other != "" {
		return nil, rule.Decline("%s may be meant by %s, which is undefined", id.Name, other)
	}
	if isError(id.Name) {
		return nil, rule.Decline("%s is an error: what is to be done about it the compiler does not say", id.Name)
	}
	if g.others(path, id) {
		return nil, rule.Decline("%s is assigned to elsewhere", id.Name)
	}
	if g.ofPackage(id.Name) {
		return nil, rule.Decline("%s is a variable of the package, too, which may be meant", id.Name)
	}
	for i := len(path) - 1; i >= 0; i-- {
		switch n := path[i].(type) {
		case *ast.AssignStmt:
			return g.blankAssign(path[:i], n, id)
		case *ast.RangeStmt:
			return g.blankRange(n, id)
		case *ast.ValueSpec:
			return g.blankSpec(path[:i], n, id)
		case *ast.BlockStmt:
			return nil, rule.Decline("the declaration of %s cannot simply be removed", id.Name)
		}
	}
	return nil, rule.Decline("the declaration of %s cannot simply be removed", id.Name)
}

// ofPackage reports whether the package has a variable of that name, which one of a function hides.
func (g Source) ofPackage(name string) bool {
	for f := range g.files() {
		for _, decl := range f.Decls {
			d, ok := decl.(*ast.GenDecl)
			if !ok || d.Tok != token.VAR {
				continue
			}
			for _, s := range d.Specs {
				if slices.ContainsFunc(s.(*ast.ValueSpec).Names, func(id *ast.Ident) bool { return id.Name == name }) {
					return true
				}
			}
		}
	}
	return false
}

// misspelt returns an undefined name that may be the given one with a slip: the same
// letters in another order, or one letter more, less or other.
func misspelt(found []signal.Diagnostic, name string) string {
	for _, d := range found {
		if said := signal.Said(d.Message, "undefined: …"); said != nil && rule.Slip(said[0], name) {
			return said[0]
		}
	}
	return ""
}

// others reports whether the name is assigned to again in its block: such an
// assignment would be left without its variable. The compiler has said already
// that nothing reads it.
func (g Source) others(path []ast.Node, id *ast.Ident) bool {
	var block ast.Node
	for _, n := range path {
		switch n.(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause, *ast.ForStmt, *ast.RangeStmt, *ast.IfStmt, *ast.SwitchStmt,
			*ast.TypeSwitchStmt:
			block = n
		}
	}
	if block == nil {
		return false
	}
	for n := range ast.Preorder(block) {
		if slices.ContainsFunc(assignees(n), func(e ast.Expr) bool {
			o, ok := e.(*ast.Ident)
			return ok && o != id && o.Name == id.Name && o.Pos() > id.Pos()
		}) {
			return true
		}
	}
	return false
}

// assignees returns what a statement may assign to that is there already.
func assignees(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE || len(n.Lhs) > 1 {
			return n.Lhs
		}
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			return []ast.Expr{n.Key, n.Value}
		}
	}
	return nil
}

// speaksOfAbsence are words by which a description says what there is where nothing is.
var speaksOfAbsence = strings.Fields("unknown missing absent nobody nothing none no not without unless otherwise " +
	"else if")

// asksWhether reports whether a name is the second value of a lookup, which says whether
// there is something, in a function whose description says what there is if not.
func (g Source) asksWhether(outer []ast.Node, n *ast.AssignStmt, id *ast.Ident) bool {
	if len(n.Lhs) != 2 || len(n.Rhs) != 1 || n.Lhs[1] != ast.Expr(id) {
		return false
	}
	switch n.Rhs[0].(type) {
	case *ast.IndexExpr, *ast.TypeAssertExpr, *ast.UnaryExpr:
	default:
		return false
	}
	says := ""
	for _, o := range outer {
		if f, ok := o.(*ast.FuncDecl); ok {
			says = f.Doc.Text()
		}
	}
	return slices.ContainsFunc(pytree.Words(strings.ToLower(says)),
		func(w string) bool { return slices.Contains(speaksOfAbsence, w) })
}

// blankAssign blanks a name of "a, b := f()".
func (g Source) blankAssign(outer []ast.Node, n *ast.AssignStmt, id *ast.Ident) ([]text.Edit, error) {
	if n.Tok != token.DEFINE {
		return nil, rule.Decline("%s is not declared here", id.Name)
	}
	if len(outer) > 0 {
		if sw, ok := outer[len(outer)-1].(*ast.TypeSwitchStmt); ok && sw.Assign == ast.Stmt(n) {
			return []text.Edit{{Span: text.Span{Start: g.at(id.Pos()), End: g.at(n.Rhs[0].Pos())}}}, nil
		}
	}
	if g.asksWhether(outer, n, id) {
		return nil, rule.Decline("%s says whether there is a value: what is to be done if not the compiler does not say",
			id.Name)
	}
	if len(n.Lhs) > 1 {
		if edits, err := g.assignOuter(outer, n, id); edits != nil || err != nil {
			return edits, err
		}
	}
	if len(n.Lhs) == 1 && len(n.Rhs) == 1 {
		switch {
		case g.listed(outer, n) && g.declared(outer, n, id.Name):
			// value := low in a block of a function that has a value: an assignment was meant
			return []text.Edit{{Span: text.Span{Start: g.at(n.TokPos), End: g.at(n.TokPos) + 2}, New: "="}}, nil
		case g.onlyComputes(n.Rhs[0]):
			return nil, rule.Decline("%s is the result of %s, and nothing else is done there: it may be meant to be read",
				id.Name, g.text(n.Rhs[0]))
		case idleGo(n.Rhs[0]) && g.onlyOnLines(n) && g.listed(outer, n):
			return []text.Edit{{Span: g.lines(g.span(n))}}, nil
		}
	}
	return g.blankName(n, id), nil
}

// blankName makes one name of an assignment blank. Where no other one is new, nothing is declared.
func (g Source) blankName(n *ast.AssignStmt, id *ast.Ident) []text.Edit {
	edits := []text.Edit{{Span: g.span(id), New: "_"}}
	if slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool {
		o, ok := e.(*ast.Ident)
		return ok && o != id && o.Name != "_" && g.Defs[o] != nil
	}) {
		return edits
	}
	return append(edits, text.Edit{Span: text.Span{Start: g.at(n.TokPos), End: g.at(n.TokPos) + 2}, New: "="})
}

// blankRange drops a variable of "for k, v := range x".
func (g Source) blankRange(n *ast.RangeStmt, id *ast.Ident) ([]text.Edit, error) {
	if n.Tok != token.DEFINE {
		return nil, rule.Decline("%s is not declared here", id.Name)
	}
	value, hasValue := n.Value.(*ast.Ident)
	switch {
	case n.Value == ast.Expr(id):
		if key, ok := n.Key.(*ast.Ident); ok && key.Name == "_" {
			return []text.Edit{{Span: text.Span{Start: g.at(n.Key.Pos()), End: g.at(n.Range)}}}, nil
		}
		return []text.Edit{{Span: text.Span{Start: g.at(n.Key.End()), End: g.at(n.Value.End())}}}, nil
	case n.Key == ast.Expr(id) && (n.Value == nil || hasValue && value.Name == "_"):
		return []text.Edit{{Span: text.Span{Start: g.at(n.Key.Pos()), End: g.at(n.Range)}}}, nil
	case n.Key == ast.Expr(id):
		return []text.Edit{{Span: g.span(id), New: "_"}}, nil
	}
	return nil, rule.Decline("%s is not a variable of the loop", id.Name)
}

// blankSpec drops "var x T", and blanks the name of "var x = f()".
func (g Source) blankSpec(outer []ast.Node, n *ast.ValueSpec, id *ast.Ident) ([]text.Edit, error) {
	d, ok := outer[len(outer)-1].(*ast.GenDecl)
	if !ok || d.Tok != token.VAR {
		return nil, rule.Decline("%s is not a variable", id.Name)
	}
	if len(n.Names) > 1 && len(n.Values) == 0 {
		for i, o := range n.Names {
			if o != id {
				continue
			}
			if i+1 < len(n.Names) {
				return []text.Edit{{Span: text.Span{Start: g.at(id.Pos()), End: g.at(n.Names[i+1].Pos())}}}, nil
			}
			return []text.Edit{{Span: text.Span{Start: g.at(n.Names[i-1].End()), End: g.at(id.End())}}}, nil
		}
	}
	if len(n.Names) > 1 || len(n.Values) > 1 || len(n.Values) == 1 && !idleGo(n.Values[0]) {
		return []text.Edit{{Span: g.span(id), New: "_"}}, nil
	}
	if len(d.Specs) > 1 {
		return []text.Edit{{Span: g.lines(g.span(n))}}, nil
	}
	sp := g.lines(g.span(d))
	if g.Snapshot.LinesOf(sp).Len() != g.Snapshot.LinesOf(g.span(d)).Len() || !g.onlyOnLines(d) {
		return []text.Edit{{Span: g.span(id), New: "_"}}, nil
	}
	return []text.Edit{{Span: sp}}, nil
}

// idleGo reports whether computing an expression does nothing: it calls nothing
// and receives nothing, functions that it only makes aside.
func idleGo(e ast.Expr) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr, *ast.IndexExpr, *ast.SliceExpr, *ast.TypeAssertExpr, *ast.StarExpr, *ast.SelectorExpr:
			ok = false // calls, or may panic
		case *ast.UnaryExpr:
			ok = ok && n.Op != token.ARROW
		case *ast.BinaryExpr:
			ok = ok && n.Op != token.QUO && n.Op != token.REM
		}
		return ok
	})
	return ok
}

// listed reports whether a statement stands in a list of statements, and is not
// the header of an if, for or switch.
func (g Source) listed(outer []ast.Node, n ast.Stmt) bool {
	if len(outer) == 0 {
		return false
	}
	return slices.Contains(statements(outer[len(outer)-1]), n)
}

// onlyOnLines reports whether nothing but blanks and a comment shares the
// lines of a node.
func (g Source) onlyOnLines(n ast.Node) bool {
	sp, full := g.span(n), g.lines(g.span(n))
	before, after := g.src[full.Start:sp.Start], g.src[sp.End:full.End]
	return blankText(before) && (blankText(after) || len(after) > 2 && blankText(after[:indexOf(after, "//")]))
}

func blankText(s string) bool { return strings.Trim(s, " \t\r\n") == "" }

// indexOf returns the index of sub, or the length of s.
func indexOf(s, sub string) int {
	if i := strings.Index(s, sub); i >= 0 {
		return i
	}
	return len(s)
}
