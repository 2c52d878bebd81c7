package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// required are the numbered requirements on context: how many there are of
// each group.
var required = map[string]int{"R2": 14, "R3": 17, "R4": 11}

var requirement = regexp.MustCompile(`\bR[234]-\d\d\b`)

// TestRequirements prints which test covers which requirement (go test
// ./cmd/fettle -run TestRequirements -v). A test names what it covers in its
// comment; a requirement without a test fails, and so does a name that is none.
func TestRequirements(t *testing.T) {
	covered := map[string][]string{}
	root := filepath.Join("..", "..")
	for _, dir := range []string{"aggregator", "providers", "internal", "cmd", "lsp"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
			if err != nil {
				return nil //nolint:nilerr // the compiler says it better
			}
			rel, _ := filepath.Rel(root, path)
			for _, decl := range file.Decls {
				f, ok := decl.(*ast.FuncDecl)
				if !ok || f.Doc == nil || !strings.HasPrefix(f.Name.Name, "Test") {
					continue
				}
				for _, id := range requirement.FindAllString(f.Doc.Text(), -1) {
					covered[id] = append(covered[id], f.Name.Name+" ("+filepath.ToSlash(filepath.Dir(rel))+")")
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, group := range slices.Sorted(maps.Keys(required)) {
		for i := range required[group] {
			id := fmt.Sprintf("%s-%02d", group, i+1)
			if len(covered[id]) == 0 {
				t.Errorf("%s has no test", id)
			}
			t.Logf("%s  %s", id, strings.Join(covered[id], ", "))
			delete(covered, id)
		}
	}
	for id := range covered {
		t.Errorf("%s is no requirement", id)
	}
}
