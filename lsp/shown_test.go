package lsp

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestAllThatIsShownIsDefused: every member of a message that a client shows to
// its user has the one type that is defused where it leaves. There is no other
// way out: what is spelled out as a map is held to it too.
func TestAllThatIsShownIsDefused(t *testing.T) {
	members := []string{"title", "message", "label", "reason", "description", "why", "tooltip", "markdown"}
	incoming := []string{"wireDiagnostic"}
	isShown := func(e ast.Expr) bool {
		sel, ok := e.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		pkg, ok := sel.X.(*ast.Ident)
		return ok && pkg.Name == "text" && (sel.Sel.Name == "Shown" || sel.Sel.Name == "Markdown")
	}
	list, err := filepath.Glob("*.go")
	must.OK(t, err)
	seen := 0
	for _, name := range list {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, 0)
		must.OK(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				return !slices.Contains(incoming, n.Name.Name)
			case *ast.Field:
				if n.Tag == nil {
					return true
				}
				tag, _, _ := strings.Cut(reflect.StructTag(strings.Trim(n.Tag.Value, "`")).Get("json"), ",")
				if slices.Contains(members, tag) {
					seen++
					if !isShown(n.Type) {
						t.Errorf("%s: %q is shown to the user: make it a text.Shown", fset.Position(n.Pos()), tag)
					}
				}
			case *ast.KeyValueExpr:
				key, ok := n.Key.(*ast.BasicLit)
				if !ok || !slices.Contains(members, strings.Trim(key.Value, `"`)) {
					return true
				}
				seen++
				if call, ok := n.Value.(*ast.CallExpr); !ok || !isShown(call.Fun) {
					t.Errorf("%s: %s is shown to the user: make it a text.Shown", fset.Position(n.Pos()), key.Value)
				}
			}
			return true
		})
	}
	if seen < 10 {
		t.Errorf("only %d members were looked at", seen)
	}
}
