package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestJSONLeavesEscaped: what the program prints as JSON holds foreign text, and
// goes out in one way only.
func TestJSONLeavesEscaped(t *testing.T) {
	seen := 0
	inspect(t, filepath.Join(moduleRoot(t), "cmd", "fettle"), func(at string, n ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok || !isCall(call.Fun, "json", "NewEncoder") {
			return
		}
		seen++
		if way, ok := call.Args[0].(*ast.CallExpr); !ok || !isCall(way.Fun, "text", "Escaped") {
			t.Errorf("%s: print JSON through text.Escaped", at)
		}
	})
	if seen == 0 {
		t.Error("no encoder was found")
	}
}

// inspect shows each node of the code below a folder, without tests, and where it is.
func inspect(t *testing.T, dir string, see func(at string, n ast.Node)) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if n != nil {
				see(fset.Position(n.Pos()).String(), n)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// stringsOf shows each string of the code below a folder, without tests.
func stringsOf(t *testing.T, dir string, see func(at, said string)) {
	t.Helper()
	inspect(t, dir, func(at string, n ast.Node) {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if said, err := strconv.Unquote(lit.Value); err == nil {
				see(at, said)
			}
		}
	})
}

func isCall(fun ast.Expr, pkg, name string) bool {
	sel, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	x, ok := sel.X.(*ast.Ident)
	return ok && x.Name == pkg && sel.Sel.Name == name
}
