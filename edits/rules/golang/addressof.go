package golang

import (
	"go/ast"
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

// loopsOver reports whether a loop around gives a name its values.
func (g Source) loopsOver(path []ast.Node, name string) bool {
	for _, n := range path {
		if r, ok := n.(*ast.RangeStmt); ok && r.Value != nil && g.text(r.Value) == name {
			return true
		}
	}
	return false
}
