package golang

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// BeforeJump puts a statement that stands behind a jump, where it never runs, before it:
// "continue" and then "bad++". That is what was meant where nothing else changes what it
// changes, and something reads it: without the statement the variable would be for nothing.
func BeforeJump(g Source) ([]text.Edit, error) {
	if !strings.Contains(g.Diagnostic.Message, "unreachable code") {
		return nil, rule.Declined{Reason: "it is not about code that never runs", Aside: true}
	}
	path := g.path(g.Diagnostic.Span.Start)
	for i, n := range path {
		s, ok := n.(ast.Stmt)
		if !ok || g.at(s.Pos()) != g.Diagnostic.Span.Start || !g.listed(path[:i], s) {
			continue
		}
		list := statements(path[i-1])
		at := slices.Index(list, s)
		if at == 0 || at != len(list)-1 {
			return nil, rule.Decline("it is not one statement behind a jump")
		}
		return g.beforeJump(path[:i], list[at-1], s)
	}
	return nil, rule.Decline("no statement at the diagnostic")
}

// statements are those of a block or a clause.
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

// beforeJump changes a jump and the statement behind it round.
func (g Source) beforeJump(outer []ast.Node, jump, s ast.Stmt) ([]text.Edit, error) {
	set := changed(s)
	if set == nil {
		return nil, rule.Decline("it is no change of one variable")
	}
	of := root(set)
	function, literal := around(outer)
	if of == nil || function == nil {
		return nil, rule.Decline("it is no change of a variable of the function")
	}
	given, leaves := leaving(jump)
	switch {
	case given == nil && !leaves && !isBranch(jump):
		return nil, rule.Decline("no jump stands before it")
	case slices.ContainsFunc(given, func(e ast.Expr) bool { return !still(e) || mentions(e, of.Name) }):
		return nil, rule.Decline("what the function gives may hang on it")
	case !g.onlyOnLines(jump) || !g.onlyOnLines(s):
		return nil, rule.Decline("it shares its line")
	}
	if err := onlyChange(function, literal, s, of, leaves); err != nil {
		return nil, err
	}
	return g.exchanged(jump, s), nil
}

// onlyChange declines where a statement is not the only change of a variable, or nothing
// reads that behind a jump.
func onlyChange(function *ast.FuncDecl, literal *ast.FuncLit, s ast.Stmt, of *ast.Ident, leaves bool) error {
	made, begins := declaredOnce(function, of.Name)
	switch {
	case made == nil || !begins:
		return rule.Decline("%s has another value than a first one, or does not come from this function", of.Name)
	case leaves && (literal == nil || made.Pos() >= literal.Pos()):
		return rule.Decline("nothing reads %s behind the end of the function", of.Name)
	case changedElsewhere(function, s, of, made):
		return rule.Decline("%s is changed elsewhere, too", of.Name)
	case !readElsewhere(function, s, of.Name, made):
		return rule.Decline("nothing reads %s", of.Name)
	}
	return nil
}

// exchanged puts a statement, with the comments above it, before the one that it stands
// behind.
func (g Source) exchanged(first, second ast.Stmt) []text.Edit {
	to := g.lines(g.span(first))
	from := text.Span{Start: to.End, End: g.lines(g.span(second)).End}
	moved := from
	for moved.Start < moved.End && blankText(g.Snapshot.Line(g.Snapshot.LineAt(moved.Start))) {
		moved.Start = g.Snapshot.FullLineSpan(g.Snapshot.LineAt(moved.Start)).End
	}
	return []text.Edit{rule.InsertAt(to.Start, g.Snapshot.Slice(moved)), {Span: from}}
}

// isBranch reports whether a statement goes on elsewhere in the function.
func isBranch(s ast.Stmt) bool {
	b, ok := s.(*ast.BranchStmt)
	return ok && b.Tok != token.FALLTHROUGH
}

// leaving is what a statement that leaves the function gives, and whether it does.
func leaving(s ast.Stmt) ([]ast.Expr, bool) {
	switch s := s.(type) {
	case *ast.ReturnStmt:
		return s.Results, true
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok {
			if f, ok := call.Fun.(*ast.Ident); ok && f.Name == "panic" {
				return call.Args, true
			}
		}
	}
	return nil, false
}

// changed is what a statement changes, and nothing beside it: x++, x += 1, x = append(x, y).
// It is nil for other statements.
func changed(s ast.Stmt) ast.Expr {
	switch s := s.(type) {
	case *ast.IncDecStmt:
		return s.X
	case *ast.AssignStmt:
		if len(s.Lhs) == 1 && len(s.Rhs) == 1 && s.Tok != token.DEFINE {
			return s.Lhs[0]
		}
	}
	return nil
}

// around is the function that nodes lie in, and the innermost literal of one, if any.
func around(outer []ast.Node) (function *ast.FuncDecl, literal *ast.FuncLit) {
	for _, n := range outer {
		switch n := n.(type) {
		case *ast.FuncDecl:
			function = n
		case *ast.FuncLit:
			literal = n
		}
	}
	return function, literal
}

// mentions reports whether a name stands in a node.
func mentions(n ast.Node, name string) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return !found
	})
	return found
}

// declaredOnce is the place where a function declares a variable of that name, nil if it
// does not or does so twice, and whether its value there is one to begin with: nothing,
// or one that is written.
func declaredOnce(f *ast.FuncDecl, name string) (made *ast.Ident, begins bool) {
	n := 0
	note := func(id *ast.Ident, first bool) {
		if id.Name == name {
			made, begins = id, first
			n++
		}
	}
	ast.Inspect(f, func(x ast.Node) bool {
		if t, ok := x.(*ast.FuncType); ok {
			fields(t.Params, func(id *ast.Ident) { note(id, false) })
			fields(t.Results, func(id *ast.Ident) { note(id, t == f.Type) })
		}
		begunIn(x, note)
		return true
	})
	fields(f.Recv, func(id *ast.Ident) { note(id, false) })
	if n != 1 {
		return nil, false
	}
	return made, begins
}

// begunIn calls a function for each variable that a statement declares, with whether its
// value is one to begin with.
func begunIn(n ast.Node, note func(id *ast.Ident, first bool)) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, e := range n.Lhs {
			if id, ok := e.(*ast.Ident); ok && n.Tok == token.DEFINE {
				note(id, len(n.Rhs) == len(n.Lhs) && written(n.Rhs[i]))
			}
		}
	case *ast.ValueSpec:
		for i, id := range n.Names {
			note(id, len(n.Values) == 0 || len(n.Values) == len(n.Names) && written(n.Values[i]))
		}
	case *ast.RangeStmt:
		for _, e := range []ast.Expr{n.Key, n.Value} {
			if id, ok := e.(*ast.Ident); ok {
				note(id, false)
			}
		}
	}
}

// fields calls a function for each name of a list.
func fields(list *ast.FieldList, visit func(*ast.Ident)) {
	if list == nil {
		return
	}
	for _, f := range list.List {
		for _, id := range f.Names {
			visit(id)
		}
	}
}

// written reports whether a value is one that is written, or an empty one.
func written(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return true
	case *ast.Ident:
		return e.Name == "nil" || e.Name == "true" || e.Name == "false"
	case *ast.UnaryExpr:
		return written(e.X) && e.Op != token.ARROW
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.CallExpr:
		f, ok := e.Fun.(*ast.Ident)
		return ok && f.Name == "make"
	}
	return false
}

// changedElsewhere reports whether something else than a statement may change a variable:
// it is set, its address is taken, or what it holds is handed to a function or a method.
func changedElsewhere(f *ast.FuncDecl, s ast.Stmt, of, made *ast.Ident) bool {
	found, whole := false, root(changed(s)) == changed(s)
	is := func(e ast.Expr) bool {
		id := root(e)
		return id != nil && id != made && id.Name == of.Name
	}
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case ast.Stmt:
			if n == s {
				return false
			}
			found = found || slices.ContainsFunc(assignees(n), is)
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && is(n.X)
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && is(f.X) {
				found = true
			}
			found = found || !whole && !measures(n) && slices.ContainsFunc(n.Args, is)
		}
		return true
	})
	return found
}

// measures reports whether a call only asks how much something holds.
func measures(call *ast.CallExpr) bool {
	f, ok := call.Fun.(*ast.Ident)
	return ok && (f.Name == "len" || f.Name == "cap")
}

// readElsewhere reports whether something else than a statement reads a variable, or the
// function gives it by its name.
func readElsewhere(f *ast.FuncDecl, s ast.Stmt, name string, made *ast.Ident) bool {
	found, result := false, false
	fields(f.Type.Results, func(id *ast.Ident) { result = result || id == made })
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case ast.Stmt:
			if n == s {
				return false
			}
			r, ok := n.(*ast.ReturnStmt)
			found = found || ok && result && len(r.Results) == 0
		case *ast.SelectorExpr:
			found = found || mentions(n.X, name)
			return false
		case *ast.Ident:
			found = found || n != made && n.Name == name
		}
		return true
	})
	return found
}
