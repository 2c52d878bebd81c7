package golang

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// onlyError is a return that gives an error where more is wanted.
var onlyError = lazyre.New(`^not enough return values\s+have \(error\)\s+want \(`)

// FillReturn puts zero values before the error that a return gives alone. Go's
// callers do not look at the other results where there is an error.
func FillReturn(g Source) ([]text.Edit, error) {
	if !onlyError.MatchString(g.Diagnostic.Message) {
		return nil, rule.Decline("something else than an error is returned")
	}
	var given *ast.ReturnStmt
	var results *ast.FieldList
	for _, n := range g.path(g.Diagnostic.Span.Start) {
		switch n := n.(type) {
		case *ast.FuncDecl:
			results = n.Type.Results
			if besideErrors.MatchString(n.Doc.Text()) {
				return nil, rule.Decline("the function's description says what it gives beside an error")
			}
		case *ast.FuncLit:
			results = n.Type.Results
		case *ast.ReturnStmt:
			given = n
		}
	}
	if given == nil || len(given.Results) != 1 || results == nil {
		return nil, rule.Decline("no return at the diagnostic")
	}
	zeros, err := g.besideError(results)
	if err != nil {
		return nil, err
	}
	if zeros == "" {
		return nil, rule.Decline("the last result is no error")
	}
	at := g.at(given.Results[0].Pos())
	return []text.Edit{{Span: text.Span{Start: at, End: at}, New: zeros}}, nil
}

// besideErrors are descriptions of what a function gives when it fails, too.
var besideErrors = lazyre.New(`(?i)\b(?:even (?:if|when|though|on)|so far|until then|as well as an? error|(?:along|together) with an? error|up to (?:the|that|an?)\b)`)

// besideError are the zero values that stand before an error which a function gives,
// each with its comma.
func (g Source) besideError(results *ast.FieldList) (string, error) {
	if results == nil || len(results.List) == 0 {
		return "", rule.Decline("the function gives nothing")
	}
	var zeros []string
	for _, f := range results.List {
		zero, ok := g.zero(f.Type, 0)
		if !ok {
			return "", rule.Decline("the zero value of %s is not known here", g.text(f.Type))
		}
		for range max(1, len(f.Names)) {
			zeros = append(zeros, zero+", ")
		}
	}
	last := results.List[len(results.List)-1].Type
	if id, ok := last.(*ast.Ident); !ok || id.Name != "error" {
		return "", rule.Decline("the last result is no error")
	}
	return strings.Join(zeros[:len(zeros)-1], ""), nil
}

// zeroDepth bounds how many types of the file are looked through.
const zeroDepth = 5

// zero is the zero value of a type as it is written; false for one that the file
// does not show.
func (g Source) zero(t ast.Expr, depth int) (string, bool) {
	switch t := t.(type) {
	case *ast.StarExpr, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.InterfaceType:
		return "nil", true
	case *ast.ArrayType:
		if t.Len == nil {
			return "nil", true
		}
		return g.text(t) + "{}", true
	case *ast.SelectorExpr:
		switch name := g.text(t); name {
		case "time.Time":
			return name + "{}", true
		case "time.Duration":
			return "0", true
		case "context.Context", "io.Reader", "io.Writer", "io.ReadCloser", "http.Handler":
			return "nil", true
		}
	case *ast.Ident:
		return g.zeroNamed(t.Name, depth)
	}
	return "", false
}

// zeroNamed is the zero value of a type of Go, or of the file.
func (g Source) zeroNamed(name string, depth int) (string, bool) {
	for _, d := range g.file.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.TYPE || depth == zeroDepth {
			continue
		}
		for _, s := range decl.Specs {
			spec, ok := s.(*ast.TypeSpec)
			if !ok || spec.Name.Name != name || spec.TypeParams != nil {
				continue
			}
			switch of := spec.Type.(type) {
			case *ast.StructType:
				return name + "{}", true
			case *ast.ArrayType:
				if of.Len != nil {
					return name + "{}", true
				}
			}
			return g.zero(spec.Type, depth+1)
		}
	}
	switch name {
	case "string":
		return `""`, true
	case "bool":
		return "false", true
	case "error", "any":
		return "nil", true
	case "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr", "byte", "rune", "float32", "float64", "complex64", "complex128":
		return "0", true
	}
	return "", false
}
