package rpc

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoBareGo looks through the whole language server for goroutines that are
// not started by Conn.Go: a panic in one of them would end the process.
func TestNoBareGo(t *testing.T) {
	allowed := filepath.Join("..", "rpc", "tasks.go")
	files := token.NewFileSet()
	seen := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if _, ok := n.(*ast.GoStmt); ok {
				seen++
				if path != allowed {
					t.Errorf("%s: bare go statement; use rpc.Conn.Go", files.Position(n.Pos()))
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen == 0 {
		t.Error("the walk saw no go statement at all, not even the allowed one")
	}
}
