package fresh

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

// goSource is a Go file whose changes are read off its syntax tree.
type goSource struct {
	text string
	fset *token.FileSet
	file *ast.File
	out  []Change
}

func parseGo(text string) (*goSource, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", text, parser.ParseComments)
	return &goSource{text: text, fset: fset, file: file}, err
}

func (s *goSource) at(p token.Pos) int { return s.fset.Position(p).Offset }

func (s *goSource) of(n ast.Node) string { return s.text[s.at(n.Pos()):s.at(n.End())] }

// change adds one: new text in place of what stands between two positions.
func (s *goSource) change(kind string, from, to token.Pos, text string) {
	s.out = append(s.out, Change{Kind: kind, Line: s.fset.Position(from).Line, Start: s.at(from), End: s.at(to),
		Text: text})
}

// goMistakes are mistakes of the kinds that compilers, vet and staticcheck report.
func goMistakes(text string) ([]Change, error) {
	s, err := parseGo(text)
	if err != nil {
		return nil, err
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			s.change("import removed", n.Pos(), n.End(), "")
		case *ast.SelectorExpr:
			s.change("field or method misspelt", n.Sel.Pos(), n.Sel.End(), misspelt(n.Sel.Name))
		case *ast.CallExpr:
			s.call(n)
		case *ast.ReturnStmt:
			s.returned(n)
		case *ast.FuncDecl:
			s.function(n)
		case *ast.AssignStmt:
			s.assigned(n)
		case *ast.StarExpr:
			s.change("star left out", n.Star, n.X.Pos(), "")
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				s.change("address left out", n.OpPos, n.X.Pos(), "")
			}
		case *ast.IndexExpr:
			s.change("index left out", n.X.End(), n.End(), "")
		case *ast.Ident:
			if n.Obj != nil && n.Obj.Kind == ast.Var && n.Obj.Pos() != n.Pos() && len(n.Name) > 2 {
				s.change("name misspelt", n.Pos(), n.End(), misspelt(n.Name))
			}
		}
		return true
	})
	return s.out, nil
}

// misspelt is a name as a hurried person writes it.
func misspelt(name string) string {
	if len(name) > 3 {
		return name[:len(name)-1]
	}
	return name + "s"
}

func (s *goSource) call(n *ast.CallExpr) {
	if len(n.Args) == 1 {
		if f, ok := n.Fun.(*ast.Ident); ok && f.Obj == nil &&
			strings.Contains(" string int int64 uint64 float64 rune byte len ", " "+f.Name+" ") {
			s.change("conversion dropped", n.Pos(), n.End(), s.of(n.Args[0]))
		}
	}
	if len(n.Args) < 2 {
		return
	}
	last := n.Args[len(n.Args)-1]
	s.change("argument dropped", n.Args[len(n.Args)-2].End(), last.End(), "")
	if len(n.Args) == 2 && s.of(n.Args[0]) != s.of(last) && !n.Ellipsis.IsValid() {
		s.change("arguments exchanged", n.Args[0].Pos(), last.End(), s.of(last)+", "+s.of(n.Args[0]))
	}
	if l, ok := n.Args[0].(*ast.BasicLit); ok && l.Kind == token.STRING {
		for _, verbs := range [][2]string{{"%s", "%d"}, {"%d", "%s"}, {"%v", "%d"}, {"%q", "%d"}, {"%x", "%f"}} {
			if strings.Count(l.Value, verbs[0]) == 1 {
				s.change("another verb", l.Pos(), l.End(), strings.Replace(l.Value, verbs[0], verbs[1], 1))
				return
			}
		}
	}
}

func (s *goSource) returned(n *ast.ReturnStmt) {
	switch len(n.Results) {
	case 0:
	case 1:
		s.change("return left out", n.Pos(), n.Results[0].Pos(), "_ = ")
	default:
		last := n.Results[len(n.Results)-1]
		s.change("result left out", n.Results[len(n.Results)-2].End(), last.End(), "")
	}
}

func (s *goSource) function(n *ast.FuncDecl) {
	if n.Recv != nil && len(n.Recv.List) == 1 {
		s.change("receiver left out", n.Recv.Pos(), n.Name.Pos(), "")
	}
	if n.Body == nil || len(n.Body.List) == 0 {
		return
	}
	if r, ok := n.Body.List[len(n.Body.List)-1].(*ast.ReturnStmt); ok && len(r.Results) > 0 {
		s.change("last return removed", r.Pos(), r.End(), "")
	}
}

func (s *goSource) assigned(n *ast.AssignStmt) {
	switch {
	case n.Tok == token.DEFINE:
		s.change("colon left out", n.TokPos, n.TokPos+2, "=")
	case n.Tok == token.ASSIGN && len(n.Lhs) == 1:
		if id, ok := n.Lhs[0].(*ast.Ident); ok && id.Name != "_" {
			s.change("a shadow", n.TokPos, n.TokPos+1, ":=")
		}
	}
	if len(n.Lhs) == 2 && n.Tok == token.DEFINE && len(n.Rhs) == 1 {
		s.change("second result ignored", n.Lhs[0].End(), n.Lhs[1].End(), "")
	}
}

// goWrong are changes that compile and mean something else.
func goWrong(text string) ([]Change, error) {
	s, err := parseGo(text)
	if err != nil {
		return nil, err
	}
	swaps := map[token.Token]string{token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">", token.EQL: "!=",
		token.NEQ: "==",
		token.ADD: "-", token.SUB: "+", token.MUL: "+", token.QUO: "*", token.REM: "/", token.LAND: "||", token.LOR: "&&"}
	kinds := func(op token.Token) string {
		switch op {
		case token.LAND, token.LOR:
			return "and/or"
		case token.ADD, token.SUB, token.MUL, token.QUO, token.REM:
			return "arithmetic"
		}
		return "comparison"
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.BinaryExpr:
			if to := swaps[n.Op]; to != "" {
				s.change(kinds(n.Op), n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), to)
			}
		case *ast.UnaryExpr:
			if n.Op == token.NOT {
				s.change("not left out", n.OpPos, n.X.Pos(), "")
			}
		case *ast.BasicLit:
			if v, err := strconv.ParseInt(n.Value, 0, 32); n.Kind == token.INT && err == nil {
				s.change("number", n.Pos(), n.End(), fmt.Sprint(v+1))
			} else if n.Kind == token.STRING && len(n.Value) > 2 && n.Value[0] == '"' {
				s.change("text", n.Pos(), n.End(), n.Value[:len(n.Value)-1]+`_"`)
			}
		case *ast.CallExpr:
			if len(n.Args) == 2 && s.of(n.Args[0]) != s.of(n.Args[1]) && !n.Ellipsis.IsValid() {
				s.change("arguments exchanged", n.Args[0].Pos(), n.Args[1].End(), s.of(n.Args[1])+", "+s.of(n.Args[0]))
			}
		case *ast.ExprStmt, *ast.IncDecStmt, *ast.BranchStmt:
			s.change("statement left out", n.Pos(), n.End(), "")
		}
		return true
	})
	return s.out, nil
}
