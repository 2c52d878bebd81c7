package golang

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// statedInstead are messages that say in Go what to write: "should use make([]int,
// n) instead", "should use b.String() instead of string(b.Bytes())".
var statedInstead = lazyre.New(`^(?:S1\d+: )?(?:should|could) use (.+\)) instead(?: of (.+))?$`)

// Stated puts the expression that the message spells in place of the one that it
// is about. It declines unless exactly one expression at the diagnostic is meant.
func Stated(g Source) ([]text.Edit, error) {
	said := statedInstead.FindStringSubmatch(g.Diagnostic.Message)
	if said == nil {
		return nil, rule.Decline("the message does not say what to write")
	}
	want, err := parser.ParseExpr(said[1])
	call, ok := want.(*ast.CallExpr)
	if err != nil || !ok || !strings.HasPrefix(said[1], spelled(call.Fun)) {
		return nil, rule.Decline("the message names no call to write")
	}
	var found []ast.Node
	for _, n := range g.path(g.Diagnostic.Span.Start) {
		c, ok := n.(*ast.CallExpr)
		switch {
		case !ok:
		case said[2] != "" && spelled(c) == said[2], said[2] == "" && shortened(c, call):
			found = append(found, c)
		}
	}
	if len(found) != 1 {
		return nil, rule.Decline("it cannot be told which call is meant")
	}
	if sp := g.span(found[0]); !comments(g, sp) {
		return []text.Edit{{Span: sp, New: said[1]}}, nil
	}
	return nil, rule.Decline("a comment stands in the call")
}

// shortened reports whether a call is another one with arguments less.
func shortened(c, want *ast.CallExpr) bool {
	if spelled(c.Fun) != spelled(want.Fun) || len(want.Args) >= len(c.Args) {
		return false
	}
	for i, a := range want.Args {
		if spelled(a) != spelled(c.Args[i]) {
			return false
		}
	}
	return true
}

// spelled returns an expression as gofmt writes it.
func spelled(e ast.Expr) string {
	var b strings.Builder
	if format.Node(&b, token.NewFileSet(), e) != nil {
		return ""
	}
	return b.String()
}

// comments reports whether a comment stands in a span.
func comments(g Source, sp text.Span) bool {
	for _, c := range g.file.Comments {
		if at := g.at(c.Pos()); sp.Start <= at && at < sp.End {
			return true
		}
	}
	return false
}
