package golang

import (
	"go/ast"
	"go/token"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	// wrongUse is the compiler on a variable that is not of the type that is wanted.
	wrongUse = lazyre.New(`^cannot use (\w+) \(variable of (?:\w+ )?type \S+\) as (\S+) value in `)
	// wrongSide is the compiler on an operation of which one side may be such a variable.
	wrongSide = lazyre.New(`^invalid operation: .+ \(mismatched types (\S+) and (\S+)\)$`)
	// noMember is the compiler on a number that is asked for a member.
	noMember = lazyre.New(`^(\w+)\.\w+ undefined \(type (?:int|string) has no field or method \w+\)$`)
)

// RangeValue has a loop go through the values, where its one variable is used as such:
// "for x := range list" goes through the numbers of the elements, and through the keys of
// a map. See https://go.dev/ref/spec#For_range.
func RangeValue(g Source) ([]text.Edit, error) {
	loop, key, wants := g.keyUsed()
	if loop == nil {
		return nil, rule.Declined{Reason: "it is not about the variable of a loop", Aside: true}
	}
	holds, _ := g.valuesOf(loop)
	switch {
	case holds == "" || wants != "" && holds != wants:
		return nil, rule.Decline("it is not known what the loop goes through")
	case indexes(loop.Body, key.Name):
		return nil, rule.Decline("%s is used as a number, too", key.Name)
	}
	return []text.Edit{rule.InsertAt(g.at(key.Pos()), "_, ")}, nil
}

// ofRange reports whether the compiler speaks of the one variable of a loop that may have
// been meant to be a value: it is the wrong one then, and not of the wrong type.
func (g Source) ofRange() bool {
	loop, key, wants := g.keyUsed()
	if loop == nil || indexes(loop.Body, key.Name) {
		return false
	}
	holds, known := g.valuesOf(loop)
	return !known || holds == wants
}

// keyUsed is the loop whose one variable the compiler speaks of, that variable, and the
// type that is wanted in its place, "" for any that has members.
func (g Source) keyUsed() (loop *ast.RangeStmt, key *ast.Ident, wants string) {
	names := g.wrongNames()
	for _, n := range g.path(g.Diagnostic.Span.Start) {
		r, ok := n.(*ast.RangeStmt)
		if !ok || r.Tok != token.DEFINE || r.Value != nil || g.at(r.Body.Pos()) > g.Diagnostic.Span.Start {
			continue
		}
		if id, ok := r.Key.(*ast.Ident); ok {
			if want, used := names[id.Name]; used {
				loop, key, wants = r, id, want
			}
		}
	}
	return loop, key, wants
}

// wrongNames are the variables that the compiler may speak of, each with the type that is
// wanted in its place.
func (g Source) wrongNames() map[string]string {
	names := map[string]string{}
	if m := wrongUse.FindStringSubmatch(g.Diagnostic.Message); m != nil {
		names[m[1]] = m[2]
	}
	if m := noMember.FindStringSubmatch(g.Diagnostic.Message); m != nil {
		names[m[1]] = ""
	}
	m := wrongSide.FindStringSubmatch(g.Diagnostic.Message)
	for _, n := range g.path(g.Diagnostic.Span.Start) {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if m != nil {
				operands(names, n.X, n.Y, m)
			}
		case *ast.AssignStmt:
			if m != nil && len(n.Lhs) == 1 && len(n.Rhs) == 1 && n.Tok != token.DEFINE {
				operands(names, n.Lhs[0], n.Rhs[0], m)
			}
		}
	}
	return names
}

// operands notes the names of an operation, each with the type of the other side.
func operands(names map[string]string, x, y ast.Expr, types []string) {
	if id, ok := x.(*ast.Ident); ok {
		names[id.Name] = types[2]
	}
	if id, ok := y.(*ast.Ident); ok {
		names[id.Name] = types[1]
	}
}

// valuesOf is the type of what a loop goes through, as the function declares it, "" for
// what has no values of its own, and whether that is known.
func (g Source) valuesOf(loop *ast.RangeStmt) (of string, known bool) {
	if _, number := loop.X.(*ast.BasicLit); number {
		return "", true
	}
	if id, ok := loop.X.(*ast.Ident); ok {
		return g.valuesIn(g.declaredType(loop, id.Name))
	}
	return "", false
}

// declaredType is the type that the function around a node declares a name with, nil if
// that is not written, or it declares several.
func (g Source) declaredType(at ast.Node, name string) ast.Expr {
	var of ast.Expr
	count := 0
	note := func(id *ast.Ident, typed ast.Expr) {
		if id.Name == name {
			of = typed
			count++
		}
	}
	for _, n := range g.path(g.at(at.Pos())) {
		if f, ok := n.(*ast.FuncDecl); ok {
			ast.Inspect(f, func(n ast.Node) bool { declaredTypes(n, note); return true })
		}
	}
	if count != 1 {
		return nil
	}
	return of
}

// valuesIn is the type of what a slice, an array or a map of a type holds, "" for a
// number, and whether that is known.
func (g Source) valuesIn(of ast.Expr) (string, bool) {
	if named, ok := of.(*ast.Ident); ok {
		if widths()[named.Name].bits > 0 {
			return "", true
		}
		if spec := g.typeNamed(named.Name); spec != nil {
			of = spec.Type
		}
	}
	switch of := of.(type) {
	case *ast.ArrayType:
		return g.text(of.Elt), true
	case *ast.MapType:
		return g.text(of.Value), true
	}
	return "", false
}

// declaredTypes calls a function for each name that a node declares, with its type if
// that is written.
func declaredTypes(n ast.Node, note func(*ast.Ident, ast.Expr)) {
	switch n := n.(type) {
	case *ast.Field:
		for _, name := range n.Names {
			note(name, n.Type)
		}
	case *ast.ValueSpec:
		for _, name := range n.Names {
			note(name, n.Type)
		}
	case *ast.RangeStmt:
		for _, e := range []ast.Expr{n.Key, n.Value} {
			if name, ok := e.(*ast.Ident); ok && n.Tok == token.DEFINE {
				note(name, nil)
			}
		}
	case *ast.AssignStmt:
		for i, e := range n.Lhs {
			name, ok := e.(*ast.Ident)
			if !ok || n.Tok != token.DEFINE {
				continue
			}
			var typed ast.Expr
			if len(n.Rhs) == len(n.Lhs) {
				typed = madeOf(n.Rhs[i])
			}
			note(name, typed)
		}
	}
}

// madeOf is the type of a value that is written with it.
func madeOf(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.CompositeLit:
		return e.Type
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.Ident); ok && f.Name == "make" && len(e.Args) > 0 {
			return e.Args[0]
		}
	}
	return nil
}

// indexes reports whether a name stands between brackets, as a number or a key does.
func indexes(body ast.Node, name string) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			found = found || mentions(n.Index, name)
		case *ast.SliceExpr:
			for _, e := range []ast.Expr{n.Low, n.High} {
				found = found || e != nil && mentions(e, name)
			}
		}
		return !found
	})
	return found
}
