package golang

import (
	"go/ast"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// pointerReceiver is the compiler on a value whose methods are those of its pointer.
var pointerReceiver = lazyre.New(`^cannot use (.+?) \((?:variable|value) of .* does not implement .* \(method \w+ has pointer receiver\)$`)

// AddressOf gives the address of a variable where an interface is wanted whose methods
// only the pointer has. The value that a loop goes through is a copy: what a method
// did to it would be lost.
func AddressOf(g Source) ([]text.Edit, error) {
	said := pointerReceiver.FindStringSubmatch(g.Diagnostic.Message)
	if said == nil {
		return nil, rule.Declined{Reason: "it is not the receiver of a method that is in the way", Aside: true}
	}
	path := g.path(g.Diagnostic.Span.Start)
	for i := len(path) - 1; i >= 0; i-- {
		switch path[i].(type) {
		case *ast.CompositeLit:
			if g.at(path[i].Pos()) == g.Diagnostic.Span.Start && strings.HasSuffix(said[1], "{…}") || g.text(path[i]) == said[1] {
				return []text.Edit{rule.InsertAt(g.at(path[i].Pos()), "&")}, nil
			}
			continue
		case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr:
		default:
			continue
		}
		if g.text(path[i]) != said[1] {
			continue
		}
		if g.loopsOver(path[:i], said[1]) {
			return nil, rule.Decline("%s is a copy that the loop makes", said[1])
		}
		return []text.Edit{rule.InsertAt(g.at(path[i].Pos()), "&")}, nil
	}
	return nil, rule.Decline("no variable at the diagnostic")
}

var notPointer = lazyre.New(`^call of \w+ passes non-pointer as (first|second|third) argument$|expects to unmarshal into a pointer, but the provided value is not a pointer$`)

// FillPointer gives the address of a variable where a call is to fill it.
func FillPointer(g Source) ([]text.Edit, error) {
	said := notPointer.FindStringSubmatch(g.Diagnostic.Message)
	if said == nil {
		return nil, rule.Declined{Reason: "it is not about a value where a pointer is wanted", Aside: true}
	}
	nth := slices.Index([]string{"first", "second", "third"}, said[1])
	at := g.Diagnostic.Span.Start
	path := g.path(at)
	for i := len(path) - 1; i >= 0; i-- {
		call, ok := path[i].(*ast.CallExpr)
		if !ok {
			continue
		}
		for k, arg := range call.Args {
			if k != nth && (nth >= 0 || g.at(arg.Pos()) != at) {
				continue
			}
			switch arg.(type) {
			case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr:
				if g.loopsOver(path[:i], g.text(arg)) {
					return nil, rule.Decline("%s is a copy that the loop makes", g.text(arg))
				}
				return []text.Edit{rule.InsertAt(g.at(arg.Pos()), "&")}, nil
			}
			return nil, rule.Decline("%s is no variable", g.text(arg))
		}
	}
	return nil, rule.Decline("no argument at the diagnostic")
}

// loopsOver reports whether a loop around gives a name its values.
func (g Source) loopsOver(path []ast.Node, name string) bool {
	for _, n := range path {
		if r, ok := n.(*ast.RangeStmt); ok && r.Value != nil && g.text(r.Value) == name {
			return true
		}
	}
	return false
}
