package golang

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// otherCount is the compiler on a call that gives more or fewer results than are taken.
var otherCount = lazyre.New(`^assignment mismatch: (\d+) variables? but ([\w.]+)(?:\(.*\))? returns (\d+) values?$`)

// askedWhether are functions of the standard library beside those that give the same
// value, and whether there was one: https://pkg.go.dev/os#LookupEnv,
// https://pkg.go.dev/strings#CutPrefix.
func askedWhether() map[string]string {
	return map[string]string{
		"os.Getenv":          "os.LookupEnv",
		"strings.TrimPrefix": "strings.CutPrefix", "strings.TrimSuffix": "strings.CutSuffix",
		"bytes.TrimPrefix": "bytes.CutPrefix", "bytes.TrimSuffix": "bytes.CutSuffix",
	}
}

// onlyValue is the function that gives the value alone which another one gives, too.
func onlyValue(asked string) string {
	for plain, other := range askedWhether() {
		if other == asked {
			return plain
		}
	}
	return ""
}

// speaksOfEmpty are descriptions that tell an empty value from none.
var speaksOfEmpty = lazyre.New(`(?i)\bempty\b|\bblank\b|""`)

// emptyWithout are descriptions that say of what has no separator what strings.Cut gives:
// an empty second part.
var emptyWithout = lazyre.New(`(?i)\bwithout\b[^.;]*\b(?:(?:has|have|gets?|with|is|gives?) (?:an )?empty (?:value|text|string|second)|value is empty|empty value)`)

// OtherCount calls the function that gives as many results as are taken, where there is
// one for just that; a third result of strings.Cut that nobody asks about is left out, and
// an error that nobody takes is returned.
func OtherCount(g Source) ([]text.Edit, error) {
	said := otherCount.FindStringSubmatch(g.Diagnostic.Message)
	if said == nil {
		return nil, rule.Declined{Reason: "it is not about the number of results", Aside: true}
	}
	stmt, function := g.takes(said[2])
	if stmt == nil || strconv.Itoa(len(stmt.Lhs)) != said[1] {
		return nil, rule.Decline("no such assignment at the diagnostic")
	}
	return g.asManyAs(stmt, function, said)
}

// asManyAs makes a statement take what the message says that its call gives.
func (g Source) asManyAs(stmt *ast.AssignStmt, function *ast.FuncDecl, said []string) ([]text.Edit, error) {
	fun := g.span(stmt.Rhs[0].(*ast.CallExpr).Fun)
	switch says := function.Doc.Text(); said[1] + said[3] {
	case "21":
		asked, ok := stmt.Lhs[1].(*ast.Ident)
		if other := askedWhether()[said[2]]; other != "" && ok && asksFor(function, asked.Name) {
			return []text.Edit{{Span: fun, New: other}}, nil
		}
	case "12":
		switch plain := onlyValue(said[2]); {
		case plain == "":
			return g.takeError(stmt)
		case plain == "os.Getenv" && speaksOfEmpty.MatchString(says):
			return nil, rule.Decline("whether there is a value, and not an empty one, is not asked")
		default:
			return []text.Edit{{Span: fun, New: plain}}, nil
		}
	case "23":
		if (said[2] == "strings.Cut" || said[2] == "bytes.Cut") && (!speaksOfAbsence.MatchString(says) || emptyWithout.MatchString(says)) {
			return []text.Edit{rule.InsertAt(g.at(stmt.Lhs[1].End()), ", _")}, nil
		}
	}
	return nil, rule.Decline("what is to be done with the other results of %s the compiler does not say", said[2])
}

// takes is the assignment at the diagnostic that takes what one call gives, and the
// function around it.
func (g Source) takes(callee string) (stmt *ast.AssignStmt, f *ast.FuncDecl) {
	for _, n := range g.path(g.Diagnostic.Span.Start) {
		switch n := n.(type) {
		case *ast.FuncDecl:
			f = n
		case *ast.AssignStmt:
			if len(n.Rhs) != 1 {
				continue
			}
			if call, ok := n.Rhs[0].(*ast.CallExpr); ok && compact(g.text(call.Fun)) == callee {
				stmt = n
			}
		}
	}
	if f == nil {
		return nil, nil
	}
	return stmt, f
}

// asksFor reports whether a function asks for the truth of a variable.
func asksFor(f *ast.FuncDecl, name string) bool {
	found := false
	is := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && id.Name == name
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			found = found || is(n.Cond)
		case *ast.UnaryExpr:
			found = found || n.Op == token.NOT && is(n.X)
		case *ast.BinaryExpr:
			found = found || (n.Op == token.LAND || n.Op == token.LOR) && (is(n.X) || is(n.Y))
		}
		return true
	})
	return found
}

// takeError takes the error beside the one result that a statement takes, and returns it
// as the function returns errors. That the second result is one is for the compiler to say.
func (g Source) takeError(stmt *ast.AssignStmt) ([]text.Edit, error) {
	unread := rule.Decline("what is to be done with the other result the compiler does not say")
	id, ok := stmt.Lhs[0].(*ast.Ident)
	if !ok || id.Name == "_" || stmt.Tok != token.DEFINE {
		return nil, unread
	}
	at, says, edit, ok := g.givenOn(g.path(g.Diagnostic.Span.Start), "err")
	if !ok || at != stmt || goesOn.MatchString(says) || besideErrors.MatchString(says) {
		return nil, unread
	}
	return []text.Edit{rule.InsertAt(g.at(id.End()), ", err"), edit}, nil
}

// notTaken is the compiler on a call of append that stands alone.
var notTaken = lazyre.New(`^append\(.*\) \(value of .*type .+\) is not used$`)

// KeepAppended takes what append gives, which does not change what it is given: "append(x,
// y)" is "x = append(x, y)".
func KeepAppended(g Source) ([]text.Edit, error) {
	if !notTaken.MatchString(g.Diagnostic.Message) {
		return nil, rule.Declined{Reason: "it is not about what append gives", Aside: true}
	}
	for _, n := range g.path(g.Diagnostic.Span.Start) {
		s, ok := n.(*ast.ExprStmt)
		if !ok {
			continue
		}
		call, ok := s.X.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 || g.text(call.Fun) != "append" || !g.hit(s) {
			continue
		}
		to := call.Args[0]
		if root(to) == nil || !still(to) {
			return nil, rule.Decline("%s is no variable", g.text(to))
		}
		return []text.Edit{rule.InsertAt(g.at(s.Pos()), strings.TrimSpace(g.text(to))+" = ")}, nil
	}
	return nil, rule.Decline("no call of append at the diagnostic")
}
