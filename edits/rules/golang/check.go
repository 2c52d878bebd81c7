package golang

import (
	"go/ast"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// fromIoutil is where the functions of io/ioutil are since Go 1.16. ReadDir is not
// among them: that of os returns other values (https://pkg.go.dev/io/ioutil).
var fromIoutil = map[string]string{
	"Discard": "io.Discard", "NopCloser": "io.NopCloser", "ReadAll": "io.ReadAll", "ReadFile": "os.ReadFile",
	"TempDir": "os.MkdirTemp", "TempFile": "os.CreateTemp", "WriteFile": "os.WriteFile",
}

// DeprecatedIoutil replaces io/ioutil in a file by what it stands for.
func DeprecatedIoutil(g Source) ([]text.Edit, error) {
	var spec *ast.ImportSpec
	var group *ast.GenDecl
	for _, d := range g.file.Decls {
		if d, ok := d.(*ast.GenDecl); ok {
			for _, s := range d.Specs {
				if s, ok := s.(*ast.ImportSpec); ok && imported(s) == "io/ioutil" && s.Name == nil {
					spec, group = s, d
				}
			}
		}
	}
	if spec == nil {
		return nil, rule.Decline("io/ioutil is not imported under its own name")
	}
	edits := []text.Edit{{Span: g.importSpan(group, spec)}}
	needed, other := map[string]bool{}, ""
	for _, name := range []string{"io", "os", "ioutil"} {
		if g.shadowed(name) {
			return nil, rule.Decline("%s means something else in this file", name)
		}
	}
	ast.Inspect(g.file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok || spelled(sel.X) != "ioutil" {
			return true
		}
		now, known := fromIoutil[sel.Sel.Name]
		if !known {
			other = sel.Sel.Name
		}
		pkg, _, _ := strings.Cut(now, ".")
		needed[pkg] = true
		edits = append(edits, text.Edit{Span: g.span(sel), New: now})
		return false
	})
	if other != "" || len(needed) == 0 {
		return nil, rule.Decline("nothing else does what ioutil.%s does", other)
	}
	for _, path := range []string{"io", "os"} {
		if needed[path] {
			more, err := g.importLine(path)
			if err != nil {
				return nil, err
			}
			edits = append(edits, more...)
		}
	}
	return edits, nil
}

// LowerError begins the text of an error with a small letter, where its first word
// is neither a name of the file nor written in capitals.
func LowerError(g Source) ([]text.Edit, error) {
	for _, n := range g.path(g.Diagnostic.Span.Start) {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			continue
		}
		lit, ok := call.Args[0].(*ast.BasicLit)
		if fun := spelled(call.Fun); !ok || len(lit.Value) < 3 || fun != "errors.New" && fun != "fmt.Errorf" {
			continue
		}
		first, size := utf8.DecodeRuneInString(lit.Value[1:])
		word := lit.Value[1+size:]
		if end := strings.IndexFunc(word,
			func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }); end >= 0 {
			word = word[:end]
		}
		whole := string(first) + word
		if !unicode.IsUpper(first) || word == "" || strings.ToLower(word) != word || g.names(whole) {
			return nil, rule.Decline("%q may be a name", whole)
		}
		at := g.at(lit.Pos()) + 1
		return []text.Edit{{Span: text.Span{Start: at, End: at + size}, New: string(unicode.ToLower(first))}}, nil
	}
	return nil, rule.Decline("no text of an error at the diagnostic")
}

// names reports whether a word is an identifier of the file.
func (g Source) names(word string) bool {
	found := false
	ast.Inspect(g.file, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == word
		return !found
	})
	return found
}

// shadowed reports whether the file declares the name of a package itself.
func (g Source) shadowed(name string) bool {
	for id := range g.Defs {
		if id.Name == name {
			return true
		}
	}
	return false
}
