package engine

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// insideFunctions reports whether two texts of a Go file differ only in what other
// packages do not see: in bodies of functions, and in imports that are gone. Where the
// package compiles without one, nothing that is left has meant it.
func insideFunctions(before, after text.Snapshot) bool {
	was, had := outsides(before)
	is, has := outsides(after)
	return was == is && !slices.ContainsFunc(has, func(i string) bool { return !slices.Contains(had, i) })
}

// outsides returns a text without its imports and the bodies of its functions, and its
// imports.
func outsides(s text.Snapshot) (string, []string) {
	f := syntax.Open(s.Lang, s.Text())
	skip := make([]bool, s.LineCount())
	for _, n := range f.Nodes {
		for l := n.Header.End; n.Kind == syntax.Function && l < n.Lines.End; l++ {
			skip[l] = true
		}
	}
	var imports []string
	at := token.NewFileSet()
	if head, err := parser.ParseFile(at, "", s.Text(), parser.ImportsOnly); err == nil {
		for _, i := range head.Imports {
			imports = append(imports, alias(i)+i.Path.Value)
		}
		for _, d := range head.Decls {
			for l := at.Position(d.Pos()).Line; l <= at.Position(d.End()).Line; l++ {
				skip[l-1] = true
			}
		}
	}
	var b strings.Builder
	for l := range s.LineCount() {
		if !skip[l] && strings.TrimSpace(s.Line(l)) != "" {
			b.WriteString(s.Line(l) + "\n")
		}
	}
	return b.String(), imports
}

// alias returns what an import is called where it says so.
func alias(i *ast.ImportSpec) string {
	if i.Name == nil {
		return ""
	}
	return i.Name.Name + " "
}
