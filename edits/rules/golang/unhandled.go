package golang

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// errorName are names that Go's programs give to errors.
var errorName = lazyre.New(`^(?:err|\w*Err|err[A-Z0-9]\w*)$`)

func isError(name string) bool { return errorName.MatchString(name) }

// goesOn are words of a description by which a function does without what fails.
var goesOn = lazyre.New(`(?i)\b(?:skip|ignor|best[- ]effort|default|fall|empty|zero|otherwise|else|drop|silent|unless|if it)`)

// UnreadValue is what staticcheck and golangci-lint say of a value that the next one replaces.
var UnreadValue = lazyre.New(`^this value of (\w+) is never used$|^ineffectual assignment to (\w+)$`)

// UnreadError returns an error that a function took and lost by taking the next one.
func UnreadError(g Source) ([]text.Edit, error) {
	said := UnreadValue.FindStringSubmatch(g.Diagnostic.Message)
	if said == nil || !isError(said[1]+said[2]) {
		return nil, rule.Declined{Reason: "it is not about an error", Aside: true}
	}
	path := g.path(g.Diagnostic.Span.Start)
	for i := len(path) - 1; i >= 0; i-- {
		stmt, ok := path[i].(*ast.AssignStmt)
		if !ok {
			continue
		}
		for _, e := range stmt.Lhs {
			if id, ok := e.(*ast.Ident); ok && id.Name == said[1]+said[2] {
				return g.returnError(path, id)
			}
		}
		break
	}
	return nil, rule.Decline("no assignment of the error at the diagnostic")
}

// handError returns an error that a function took and did not look at, with zero values
// beside it. To make it blank is what the compiler is content with and nobody wants.
func (g Source) handError(path []ast.Node, id *ast.Ident) ([]text.Edit, error) {
	if g.others(path, id) {
		return nil, rule.Decline("%s is an error, and assigned to elsewhere", id.Name)
	}
	return g.returnError(path, id)
}

// returnError returns the error of an assignment if there is one.
func (g Source) returnError(path []ast.Node, id *ast.Ident) ([]text.Edit, error) {
	unread := rule.Decline("%s is an error: what is to be done about it the compiler does not say", id.Name)
	stmt, says, edit, ok := g.givenOn(path, id.Name)
	if !ok || goesOn.MatchString(says) {
		return nil, unread
	}
	if at := slices.Index(stmt.Lhs, ast.Expr(id)); at != len(stmt.Lhs)-1 || len(stmt.Rhs) != 1 {
		return nil, unread
	}
	return []text.Edit{edit}, nil
}

// givenOn is the edit that returns an error of the innermost assignment of a path if there
// is one, with zero values beside it as the function gives errors on; and what that is
// said to do.
func (g Source) givenOn(path []ast.Node, name string) (stmt *ast.AssignStmt, says string, edit text.Edit, ok bool) {
	var results *ast.FieldList
	var outer []ast.Node
	for i, n := range path {
		switch n := n.(type) {
		case *ast.FuncDecl:
			results, says = n.Type.Results, n.Doc.Text()
		case *ast.FuncLit:
			results, says = n.Type.Results, ""
		case *ast.AssignStmt:
			outer, stmt = path[:i], n
		}
	}
	if stmt == nil || !g.listed(outer, stmt) || !g.onlyOnLines(stmt) || !g.returnsErrors(outer) || g.lacksWords() {
		return nil, "", edit, false
	}
	zeros, err := g.besideError(results)
	if err != nil {
		return nil, "", edit, false
	}
	next := g.nextLine(stmt)
	end := g.Snapshot.LineSpan(g.Snapshot.LineAt(g.at(stmt.End()))).End // behind the comment
	return stmt, says, rule.InsertAt(end, next+"if "+name+" != nil {"+next+"\treturn "+zeros+name+next+"}"), true
}

// lacksWords reports whether the file imports what words errors and does not use it: the
// line that is broken may have.
func (g Source) lacksWords() bool {
	return slices.ContainsFunc(g.Others, func(d signal.Diagnostic) bool { return unusedWords.MatchString(d.Message) })
}

var unusedWords = lazyre.New(`^"(?:fmt|errors)" imported and not used`)

// returnsErrors reports whether the innermost function gives each error that it asks for as it
// came: one that wraps them would wrap this one, too, in words of its own.
func (g Source) returnsErrors(outer []ast.Node) bool {
	var fn ast.Node
	for _, o := range outer {
		switch o.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			fn = o
		}
	}
	plain := true
	ast.Inspect(fn, func(n ast.Node) bool {
		if asks, ok := n.(*ast.IfStmt); ok && plain {
			if c, ok := asks.Cond.(*ast.BinaryExpr); ok && c.Op == token.NEQ && g.text(c.Y) == "nil" && isError(g.text(c.X)) {
				var last ast.Stmt
				for _, last = range asks.Body.List {
				}
				r, ok := last.(*ast.ReturnStmt)
				plain = ok && len(r.Results) > 0 && g.text(r.Results[len(r.Results)-1]) == g.text(c.X)
			}
		}
		return plain
	})
	return plain
}

// declaredAround reports whether a function has a parameter or a variable of that name
// whose scope an inner block lies in: a declaration in that block hides it.
func declaredAround(outer []ast.Node, n ast.Stmt, name string) bool {
	var inner ast.Node
	for i := len(outer) - 1; i >= 0; i-- {
		switch o := outer[i].(type) {
		case *ast.FuncDecl:
			return inner != nil && outer[len(outer)-1] != ast.Node(o.Body) && names(o.Type.Params, name)
		case *ast.FuncLit:
			return false
		case *ast.BlockStmt:
			if inner != nil && declaredBefore(o.List, n.Pos(), name) {
				return true
			}
			inner = o
		case *ast.CaseClause, *ast.CommClause:
			inner = o
		}
	}
	return false
}

func names(fields *ast.FieldList, name string) bool {
	for _, f := range fields.List {
		if slices.ContainsFunc(f.Names, func(id *ast.Ident) bool { return id.Name == name }) {
			return true
		}
	}
	return false
}

// declaredBefore reports whether a statement of a list makes a variable of that name.
func declaredBefore(list []ast.Stmt, before token.Pos, name string) bool {
	for _, s := range list {
		if s.Pos() >= before {
			return false
		}
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE && slices.ContainsFunc(s.Lhs, func(e ast.Expr) bool { id, ok := e.(*ast.Ident); return ok && id.Name == name }) {
				return true
			}
		case *ast.DeclStmt:
			if d, ok := s.Decl.(*ast.GenDecl); ok && d.Tok == token.VAR {
				for _, spec := range d.Specs {
					if v, ok := spec.(*ast.ValueSpec); ok && slices.ContainsFunc(v.Names, func(id *ast.Ident) bool { return id.Name == name }) {
						return true
					}
				}
			}
		}
	}
	return false
}

// computing are packages of Go whose functions are called for their results.
var computing = []string{"strings", "strconv", "bytes", "math", "unicode", "utf8", "path", "filepath"}

// onlyComputes reports whether an expression is a call for whose result alone one calls.
func (g Source) onlyComputes(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name == "append" || f.Name == "len" || f.Name == "cap"
	case *ast.SelectorExpr:
		pkg, ok := f.X.(*ast.Ident)
		return ok && (slices.Contains(computing, pkg.Name) || pkg.Name == "fmt" && strings.HasPrefix(f.Sel.Name, "Sprint"))
	}
	return false
}
