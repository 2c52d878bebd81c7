package golang

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	// oneRune is go vet on a number that is converted to a text.
	oneRune = lazyre.New(`^conversion from (?:\w+ \()?(u?int(?:8|16|32|64)?)\)? to string yields a string of one rune`)
	// ofRunes are names and descriptions of numbers that stand for characters.
	ofRunes = lazyre.New(`(?i)\b(?:c|ch|b|r|x)\b|rune|char|letter|code|byte|ascii|unicode|alphabet|cipher|symbol|emoji|'`)
)

// Digits writes a number in digits, where its conversion gives the one character that it
// is the code of: https://go.dev/ref/spec#Conversions. Where the code speaks of characters
// that may be meant.
func Digits(g Source) ([]text.Edit, error) {
	said := oneRune.FindStringSubmatch(g.Diagnostic.Message)
	if said == nil {
		return nil, rule.Declined{Reason: "it is not about a number as a text", Aside: true}
	}
	var function *ast.FuncDecl
	for _, n := range g.path(g.Diagnostic.Span.Start) {
		if f, ok := n.(*ast.FuncDecl); ok {
			function = f
		}
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 1 || g.text(call.Fun) != "string" {
			continue
		}
		if function == nil || ofRunes.MatchString(function.Doc.Text()+"\n"+splitNames(function.Name.Name)+"\n"+splitNames(g.text(call.Args[0]))) {
			return nil, rule.Decline("a character may be meant")
		}
		way, err := g.element(said[1], "string")
		if err != nil {
			return nil, err
		}
		if shadowed(g.file, way.imports) {
			return nil, rule.Decline("%s means something else in this file", way.imports)
		}
		edits, err := g.importLine(way.imports)
		return append(edits, text.Edit{Span: g.span(call), New: strings.ReplaceAll(way.form, "?", g.text(call.Args[0]))}), err
	}
	return nil, rule.Decline("no conversion at the diagnostic")
}

// splitNames is a text whose names have blanks between their words.
func splitNames(s string) string {
	var b strings.Builder
	for i, r := range s {
		if i > 0 && r >= 'A' && r <= 'Z' || r == '_' {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// toItself is what go vet and staticcheck say of a value that a variable is given its own of.
var toItself = lazyre.New(`^self-assignment of ([\w.]+)(?: to [\w.]+)?$`)

// OtherSide writes the field in place of the parameter of its name, or the parameter in
// place of the field, where one of them is assigned to itself in a function that has both.
func OtherSide(g Source) ([]text.Edit, error) {
	said := toItself.FindStringSubmatch(g.Diagnostic.Message)
	if said == nil {
		return nil, rule.Declined{Reason: "it is not about an assignment of a value to itself", Aside: true}
	}
	var function *ast.FuncDecl
	for _, n := range g.path(g.Diagnostic.Span.Start) {
		switch n := n.(type) {
		case *ast.FuncDecl:
			function = n
		case *ast.FuncLit:
			return nil, rule.Decline("it stands in a function of its own")
		case *ast.AssignStmt:
			if function == nil || n.Tok != token.ASSIGN || len(n.Lhs) != 1 || len(n.Rhs) != 1 || g.text(n.Lhs[0]) != said[1] {
				continue
			}
			return g.otherSide(function, n)
		}
	}
	return nil, rule.Decline("no such assignment at the diagnostic")
}

// otherSide is a field for the left of an assignment, or a parameter for the right.
func (g Source) otherSide(f *ast.FuncDecl, s *ast.AssignStmt) ([]text.Edit, error) {
	switch left := s.Lhs[0].(type) {
	case *ast.SelectorExpr:
		name := left.Sel.Name
		if id, ok := left.X.(*ast.Ident); ok && id.Name != name && names(f.Type.Params, name) && uses(f.Body, name) == 0 {
			return []text.Edit{{Span: g.span(s.Rhs[0]), New: name}}, nil
		}
	case *ast.Ident:
		if f.Recv == nil || len(f.Recv.List) != 1 || len(f.Recv.List[0].Names) != 1 || !names(f.Type.Params, left.Name) {
			break
		}
		of, pointer := f.Recv.List[0].Type.(*ast.StarExpr)
		if !pointer {
			return nil, rule.Decline("the method has a copy, of which nobody would see the change")
		}
		spec := g.typeNamed(g.text(of.X))
		if spec == nil {
			break
		}
		if has, ok := spec.Type.(*ast.StructType); ok && names(has.Fields, left.Name) {
			return []text.Edit{rule.InsertAt(g.at(left.Pos()), f.Recv.List[0].Names[0].Name+".")}, nil
		}
	}
	return nil, rule.Decline("no parameter and field of that name")
}

// uses is how often a name stands in a node, and not behind a point.
func uses(n ast.Node, name string) int {
	times := 0
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			times += uses(n.X, name)
			return false
		case *ast.Ident:
			if n.Name == name {
				times++
			}
		}
		return true
	})
	return times
}
