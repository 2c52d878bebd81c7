package golang

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// LockReceiver makes the receiver of a method a pointer where its value holds a
// lock, which every call copied. A method that changes its receiver changed the copy,
// and would now change the original: that is meant only where it takes the lock first,
// which guards nothing else than what several share. Whether the method is called on what
// has no address, or stands for an interface by value, the compiler says. A loop takes the
// address of what it goes through in the same way.
func LockReceiver(g Source) ([]text.Edit, error) {
	if strings.HasPrefix(g.Diagnostic.Message, "range var ") {
		return g.rangeOfPointers()
	}
	if !strings.Contains(g.Diagnostic.Message, " passes lock by value: ") {
		return nil, rule.Decline("it is not what a function is given")
	}
	for _, d := range g.file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv == nil || len(f.Recv.List) != 1 || !g.hit(f.Recv) {
			continue
		}
		recv := f.Recv.List[0]
		if _, pointer := recv.Type.(*ast.StarExpr); pointer {
			return nil, rule.Decline("the receiver is a pointer")
		}
		if len(recv.Names) == 1 && f.Body != nil {
			name := recv.Names[0].Name
			switch {
			case handsOn(f.Body, name):
				return nil, rule.Decline("the method hands its receiver on as a whole")
			case changes(f.Body, name) && !locksFirst(f.Body, name):
				return nil, rule.Decline("the method changes its receiver")
			}
		}
		return []text.Edit{rule.InsertAt(g.at(recv.Type.Pos()), "*")}, nil
	}
	return nil, rule.Decline("no receiver at the diagnostic")
}

// rangeOfPointers has a loop take the address of each element that holds a lock, of which
// it made a copy. What a map holds has no address: the compiler says so.
func (g Source) rangeOfPointers() ([]text.Edit, error) {
	for _, n := range g.path(g.Diagnostic.Span.Start) {
		loop, ok := n.(*ast.RangeStmt)
		if !ok || loop.Value == nil || !g.hit(loop.Value) {
			continue
		}
		value, ok := loop.Value.(*ast.Ident)
		of := root(loop.X)
		key := g.text(loop.Key)
		if key == "_" {
			key = g.freeName(loop, "i", "j", "k")
		}
		if !ok || loop.Tok != token.DEFINE || of == nil || !still(loop.X) || key == "" {
			return nil, rule.Decline("it is not known where the elements are")
		}
		if why := copies(loop.Body, value.Name, of.Name, key); why != "" {
			return nil, rule.Decline("the loop %s", why)
		}
		if len(loop.Body.List) == 0 || g.Snapshot.LineAt(g.at(loop.Body.Lbrace)) == g.Snapshot.LineAt(g.at(loop.Body.List[0].Pos())) {
			return nil, rule.Decline("its body shares its line")
		}
		end := g.Snapshot.LineSpan(g.Snapshot.LineAt(g.at(loop.Body.Lbrace))).End
		return []text.Edit{
			{Span: text.Span{Start: g.at(loop.Key.Pos()), End: g.at(value.End())}, New: key},
			rule.InsertAt(end, g.nextLine(loop)+"\t"+value.Name+" := &"+g.text(loop.X)+"["+key+"]"),
		}, nil
	}
	return nil, rule.Decline("no loop at the diagnostic")
}

// copies says what the body of a loop does that needs the copy of an element, "" if it
// does as well with the element itself.
func copies(body *ast.BlockStmt, value, of, key string) string {
	switch {
	case handsOn(body, value):
		return "hands the element on as a whole"
	case changes(body, of) || changes(body, key):
		return "changes what it goes through"
	case changes(body, value) && !locksFirst(body, value):
		return "changes its copy"
	}
	return ""
}

// handsOn reports whether a variable is used as a whole, and not only for a member of it.
func handsOn(body ast.Node, name string) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			id, ok := n.X.(*ast.Ident)
			return !ok || id.Name != name
		case *ast.KeyValueExpr:
			found = found || handsOn(n.Value, name) // the key may be the name of a field
			return false
		case *ast.Ident:
			found = found || n.Name == name
		}
		return true
	})
	return found
}

// locksFirst reports whether a statement of a body takes a lock of a variable, and none
// before it changes that variable.
func locksFirst(body *ast.BlockStmt, name string) bool {
	for _, s := range body.List {
		if changes(s, name) {
			return false
		}
		e, ok := s.(*ast.ExprStmt)
		if !ok {
			continue
		}
		call, ok := e.X.(*ast.CallExpr)
		if !ok || len(call.Args) > 0 {
			continue
		}
		if f, ok := call.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Lock" && root(f) != nil && root(f).Name == name {
			return true
		}
	}
	return false
}

// changes reports whether statements set a variable, or something of it, or take its
// address.
func changes(body ast.Node, name string) bool {
	found := false
	sets := func(e ast.Expr) {
		if id := root(e); id != nil && id.Name == name {
			found = true
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				for _, e := range n.Lhs {
					sets(e)
				}
			}
		case *ast.IncDecStmt:
			sets(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				sets(n.X)
			}
		}
		return true
	})
	return found
}

// root is the variable that an expression of members and elements begins with, nil
// if it goes through something else.
func root(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// AddBefore counts a goroutine before it starts, where it counted itself: the wait
// for it might have been over by then.
func AddBefore(g Source) ([]text.Edit, error) {
	path := g.path(g.Diagnostic.Span.Start)
	for i, n := range path {
		start, ok := n.(*ast.GoStmt)
		if !ok {
			continue
		}
		f, ok := start.Call.Fun.(*ast.FuncLit)
		if !ok {
			continue
		}
		for k, s := range f.Body.List {
			if !g.hit(s) || !isAdd(s) {
				continue
			}
			switch {
			case k > 0 && !isDeferral(f.Body.List[:k]):
				return nil, rule.Decline("what stands before it may leave the function")
			case len(f.Type.Params.List) > 0 && k >= 0 && usesParameter(s, f):
				return nil, rule.Decline("it uses what the function is given")
			case !g.onlyOnLines(s) || !g.listed(path[:i], start):
				return nil, rule.Decline("it shares its line")
			}
			line := g.Snapshot.LineStart(g.Snapshot.LineAt(g.at(start.Pos())))
			lead := g.src[line:g.at(start.Pos())]
			if !blankText(lead) {
				return nil, rule.Decline("the goroutine shares its line")
			}
			end := "\n"
			if strings.HasSuffix(g.src[:line], "\r\n") {
				end = "\r\n"
			}
			return []text.Edit{rule.InsertAt(line, lead+g.text(s)+end), {Span: g.lines(g.span(s))}}, nil
		}
	}
	return nil, rule.Decline("no goroutine that counts itself at the diagnostic")
}

// isAdd reports whether a statement calls Add with a number.
func isAdd(s ast.Stmt) bool {
	e, ok := s.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := e.X.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return false
	}
	_, number := call.Args[0].(*ast.BasicLit)
	f, ok := call.Fun.(*ast.SelectorExpr)
	return ok && number && f.Sel.Name == "Add"
}

// isDeferral reports whether statements do nothing but defer calls.
func isDeferral(list []ast.Stmt) bool {
	for _, s := range list {
		if _, ok := s.(*ast.DeferStmt); !ok {
			return false
		}
	}
	return true
}

// usesParameter reports whether a statement names a parameter of the function.
func usesParameter(s ast.Stmt, f *ast.FuncLit) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		for _, p := range f.Type.Params.List {
			for _, name := range p.Names {
				found = found || ok && id.Name == name.Name
			}
		}
		return true
	})
	return found
}
