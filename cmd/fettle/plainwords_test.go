package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestPlainWords: what the program says has no words in it that only its source
// explains. Prompts, and what a model is told about its answer, are no prose for
// people; edits/fixer translates what of that is shown.
func TestPlainWords(t *testing.T) {
	root, seen := moduleRoot(t), 0
	for _, dir := range []string{"aggregator", "cmd/fettle", "edits/fixer", "edits/verify", "internal/child", "internal/config", "internal/egress", "internal/engine",
		"internal/model", "lsp", "providers"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				lit, ok := n.(*ast.BasicLit)
				if !ok || lit.Kind != token.STRING {
					return true
				}
				said, err := strconv.Unquote(lit.Value)
				if err != nil || !strings.Contains(strings.TrimSpace(said), " ") || notProse.MatchString(said) {
					return true
				}
				seen++
				if word := testkit.Insiders(said); word != "" {
					t.Errorf("%s: %q in %q", fset.Position(lit.Pos()), word, said)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 1000 {
		t.Errorf("%d texts were looked at", seen)
	}
}

// notProse are texts for models or machines: lists of words, window expressions of the
// settings and what a model is told.
var notProse = regexp.MustCompile(`^(?:\w+(?: \w+)+,\s+){10}|^(stmt|compound|function|class|try|imprun|file|lines)\b[~(+ ]|^window %q: unknown|^toml:|^(the|in two|no|EDIT) windows?( of this request)?$|` +
	`^the windows (hold|of)|as the window shows them|for example .function \+I`)
