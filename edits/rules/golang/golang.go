// Package golang holds the rules for Go. They work on go/ast.
package golang

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// Source is a parsed Go document.
type Source struct {
	rule.Problem
	src  string
	fset *token.FileSet
	file *ast.File
	*types.Info
	pkg *types.Package
}

// read parses the problem's document, or declines.
func read(p rule.Problem) (Source, error) {
	fset := token.NewFileSet()
	src := p.Snapshot.Text()
	f, err := parser.ParseFile(fset, "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return Source{}, rule.Decline("the file has a syntax error")
	}
	g := Source{Problem: p, src: src, fset: fset, file: f,
		Info: &types.Info{Defs: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}}}
	// What other files and packages have is not known here, and an error.
	g.pkg, _ = (&types.Config{Error: func(error) {}}).Check(f.Name.Name, fset, []*ast.File{f}, g.Info)
	return g, nil
}

// declared reports whether the innermost function has declared a variable of that name where a statement stands.
func (g Source) declared(outer []ast.Node, n ast.Stmt, name string) bool {
	fn := innermost(outer)
	scope := g.pkg.Scope().Innermost(n.Pos())
	if fn == nil || scope == nil {
		return false
	}
	_, found := scope.LookupParent(name, n.Pos())
	v, ok := found.(*types.Var)
	return ok && fn.Pos() <= v.Pos() && v.Pos() < fn.End()
}

// innermost returns the last function of some nodes, nil if there is none.
func innermost(outer []ast.Node) (fn ast.Node) {
	for _, o := range outer {
		switch o.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			fn = o
		}
	}
	return fn
}

// In returns a fix for a Go document that parses.
func In(fix func(Source) ([]text.Edit, error)) func(rule.Problem) ([]text.Edit, error) {
	return func(p rule.Problem) ([]text.Edit, error) {
		g, err := read(p)
		if err != nil {
			return nil, err
		}
		return fix(g)
	}
}

// at returns the byte offset of a position.
func (g Source) at(p token.Pos) int { return g.fset.Position(p).Offset }

func (g Source) span(n ast.Node) text.Span {
	return text.Span{Start: g.at(n.Pos()), End: g.at(n.End())}
}

func (g Source) text(n ast.Node) string { return g.Snapshot.Slice(g.span(n)) }

// nextLine returns the end of the line that a node begins on, and what the line begins with.
func (g Source) nextLine(n ast.Node) string {
	l := g.Snapshot.LineAt(g.at(n.Pos()))
	row := g.Snapshot.Line(l)
	return g.Snapshot.Terminator(l) + row[:len(row)-len(strings.TrimLeft(row, " \t"))]
}

// hit reports whether the diagnostic starts in the node, or on its first line
// where tools report no column.
func (g Source) hit(n ast.Node) bool {
	sp := g.span(n)
	return sp.Contains(g.Diagnostic.Span.Start)
}

// onLine reports whether the node starts on the diagnostic's first line.
func (g Source) onLine(n ast.Node) bool {
	return g.Snapshot.LineAt(g.at(n.Pos())) == g.Snapshot.LineAt(g.Diagnostic.Span.Start)
}

// path lists the nodes around a byte offset, outermost first.
func (g Source) path(offset int) []ast.Node {
	var out []ast.Node
	ast.Inspect(g.file, func(n ast.Node) bool {
		if n == nil || g.at(n.Pos()) > offset || g.at(n.End()) <= offset && !(g.at(n.End()) == offset && len(out) == 0) {
			return false
		}
		out = append(out, n)
		return true
	})
	return out
}

// UnusedImport removes an import that the compiler calls unused.
func UnusedImport(g Source) ([]text.Edit, error) {
	for _, decl := range g.file.Decls {
		d, ok := decl.(*ast.GenDecl)
		if !ok || d.Tok != token.IMPORT {
			continue
		}
		for _, spec := range d.Specs {
			s := spec.(*ast.ImportSpec)
			if !g.onLine(s) {
				continue
			}
			path := imported(s)
			if name := rule.Quoted(g.Diagnostic.Message); strings.Contains(g.Diagnostic.Message, "imported") && name != "" &&
				name != path {
				continue
			}
			if path == "C" || s.Name != nil && (s.Name.Name == "_" || s.Name.Name == ".") {
				return nil, rule.Decline("this import is not for its name")
			}
			if with := g.registers(path); with != "" {
				return nil, rule.Decline("%s registers itself with %s, which the file uses: import it as _, or remove it", path,
					with)
			}
			return []text.Edit{{Span: g.importSpan(d, s)}}, nil
		}
	}
	return nil, rule.Decline("no import at the diagnostic")
}

// registers returns a package that the file imports and that the one of a path calls for what that does, when it is
// loaded: image/png says to image how its pictures are read (https://go.dev/ref/spec#Import_declarations, of blank
// imports).
func (g Source) registers(path string) string {
	for _, s := range g.Beside().Module(path) {
		if !strings.Contains(s.Text(), "func init()") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), s.Path, s.Text(), parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		of := Source{file: f}
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Name.Name != "init" || fn.Recv != nil || fn.Body == nil {
				continue
			}
			for _, stmt := range fn.Body.List {
				if x, ok := stmt.(*ast.ExprStmt); ok {
					call, _ := x.X.(*ast.CallExpr)
					with := of.calledOf(call)
					if slices.ContainsFunc(g.file.Imports, func(s *ast.ImportSpec) bool { return imported(s) == with }) {
						return with
					}
				}
			}
		}
	}
	return ""
}

// calledOf returns the path of the package whose function a call calls, "" for any other.
func (g Source) calledOf(call *ast.CallExpr) string {
	if call == nil {
		return ""
	}
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
		if id, ok := sel.X.(*ast.Ident); ok {
			return g.importedAs(id.Name)
		}
	}
	return ""
}

// importSpan returns what goes with an import: its lines with their comments, and
// the declaration with its last one.
func (g Source) importSpan(d *ast.GenDecl, s *ast.ImportSpec) text.Span {
	whole := g.span(s)
	if len(d.Specs) == 1 {
		whole = g.span(d)
		return g.blankAfter(g.lines(whole))
	}
	if s.Doc != nil {
		whole.Start = g.at(s.Doc.Pos())
	}
	if strings.Contains(g.Snapshot.Line(g.Snapshot.LineAt(whole.Start)), ";") {
		return g.inGroup(d, s) // import ("a"; "b")
	}
	return g.lines(whole)
}

// inGroup returns the span of a spec that shares its line with others.
func (g Source) inGroup(d *ast.GenDecl, s *ast.ImportSpec) text.Span {
	for i, o := range d.Specs {
		if o != ast.Spec(s) {
			continue
		}
		if i+1 < len(d.Specs) {
			return text.Span{Start: g.at(s.Pos()), End: g.at(d.Specs[i+1].Pos())}
		}
		return text.Span{Start: g.at(d.Specs[i-1].End()), End: g.at(s.End())}
	}
	return g.span(s)
}

// lines widens a span to whole lines.
func (g Source) lines(sp text.Span) text.Span { return g.Snapshot.LinesSpan(g.Snapshot.LinesOf(sp)) }

// blankAfter adds the blank line behind a removed declaration to what is removed, where one
// stands before it too.
func (g Source) blankAfter(sp text.Span) text.Span {
	first, next := g.Snapshot.LineAt(sp.Start), g.Snapshot.LineAt(sp.End)
	if sp.End < len(g.src) && first > 0 && strings.TrimSpace(g.Snapshot.Line(first-1)) == "" &&
		strings.TrimSpace(g.Snapshot.Line(next)) == "" {
		sp.End = g.Snapshot.FullLineSpan(next).End
	}
	return sp
}

// importLine returns the edit that adds an import of the standard library, nil if
// the file has it under its own name already.
func (g Source) importLine(path string) ([]text.Edit, error) {
	return g.importAs(path, path[strings.LastIndexByte(path, '/')+1:])
}

// importAs returns the edit that adds an import under a name, nil if the file has it so already.
func (g Source) importAs(path, name string) ([]text.Edit, error) {
	for _, s := range g.file.Imports {
		if imported(s) != path {
			continue
		}
		if s.Name != nil && s.Name.Name != name {
			return nil, rule.Decline("%q is imported under another name", path)
		}
		return nil, nil
	}
	spec := strconv.Quote(path)
	if path[strings.LastIndexByte(path, '/')+1:] != name {
		spec = name + " " + spec
	}
	var last *ast.GenDecl
	for _, decl := range g.file.Decls {
		if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.IMPORT {
			if d.Lparen.IsValid() {
				return []text.Edit{g.importInGroup(d, path, spec)}, nil
			}
			last = d
		}
	}
	eol := g.Snapshot.MajorityTerminator()
	if last != nil {
		return []text.Edit{rule.InsertAt(g.below(last.End()), "import "+spec+eol)}, nil
	}
	at := g.below(g.file.Name.End())
	if at == len(g.src) && !strings.HasSuffix(g.src, "\n") {
		return nil, rule.Decline("the file is only a package clause")
	}
	return []text.Edit{rule.InsertAt(at, eol+"import "+spec+eol)}, nil
}

// standard reports whether a path is one of the standard library.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// importInGroup adds an import to a group: before the first of its kind (the standard
// library's, or others) that sorts behind it, else behind the last of them, else at the top,
// and what is not of the standard library at the end.
func (g Source) importInGroup(d *ast.GenDecl, path, spec string) text.Edit {
	eol := g.Snapshot.MajorityTerminator()
	line := "\t" + spec + eol
	at, alike := g.below(d.Lparen), false
	for _, sp := range d.Specs {
		s := sp.(*ast.ImportSpec)
		have := imported(s)
		if standard(have) != standard(path) {
			continue
		}
		alike = true
		if have > path && s.Doc == nil && g.alone(s) {
			return rule.InsertAt(g.Snapshot.LineStart(g.Snapshot.LineAt(g.at(s.Pos()))), line)
		}
		if have < path {
			at = g.below(s.End())
		}
	}
	if g.Snapshot.LineAt(g.at(d.Lparen)) == g.Snapshot.LineAt(g.at(d.Rparen)) {
		return rule.InsertAt(g.at(d.Lparen)+1, spec+"; ")
	}
	if !alike && !standard(path) && len(d.Specs) > 0 {
		return rule.InsertAt(g.below(d.Specs[len(d.Specs)-1].End()), eol+line)
	}
	return rule.InsertAt(at, line)
}

// imported returns the path of an import.
func imported(s *ast.ImportSpec) string {
	path, _ := strconv.Unquote(s.Path.Value)
	return path
}

// below returns where the line behind a position starts.
func (g Source) below(p token.Pos) int {
	return g.Snapshot.FullLineSpan(g.Snapshot.LineAt(g.at(p))).End
}

// alone reports whether an import has its line for itself.
func (g Source) alone(s *ast.ImportSpec) bool {
	line := strings.TrimSpace(g.Snapshot.Line(g.Snapshot.LineAt(g.at(s.Pos()))))
	return strings.HasPrefix(line, g.text(s)) && !strings.Contains(line, ";")
}

// spelled returns an expression as gofmt writes it.
func spelled(e ast.Expr) string {
	var b strings.Builder
	if format.Node(&b, token.NewFileSet(), e) != nil {
		return ""
	}
	return b.String()
}
