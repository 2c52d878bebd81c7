package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestJSONLeavesEscaped: what the program prints as JSON holds foreign text, and
// goes out in one way only.
func TestJSONLeavesEscaped(t *testing.T) {
	seen := 0
	err := filepath.WalkDir(filepath.Join(moduleRoot(t), "cmd", "fettle"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || !isCall(call.Fun, "json", "NewEncoder") {
				return true
			}
			seen++
			if way, ok := call.Args[0].(*ast.CallExpr); !ok || !isCall(way.Fun, "text", "Escaped") {
				t.Errorf("%s: print JSON through text.Escaped", fset.Position(n.Pos()))
			}
			return true
		})
		return nil
	})
	if err != nil || seen == 0 {
		t.Errorf("%d encoders, %v", seen, err)
	}
}

func isCall(fun ast.Expr, pkg, name string) bool {
	sel, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	x, ok := sel.X.(*ast.Ident)
	return ok && x.Name == pkg && sel.Sel.Name == name
}
