package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// source is a Go document taken apart.
type source struct {
	Problem
	src  string
	fset *token.FileSet
	file *ast.File
}

// readGo parses the problem's document, or declines.
func readGo(p Problem) (source, error) {
	fset := token.NewFileSet()
	src := p.Snapshot.Text()
	f, err := parser.ParseFile(fset, "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return source{}, decline("the file has a syntax error")
	}
	return source{p, src, fset, f}, nil
}

// at is the byte offset of a position.
func (g source) at(p token.Pos) int { return g.fset.Position(p).Offset }

func (g source) span(n ast.Node) text.Span {
	return text.Span{Start: g.at(n.Pos()), End: g.at(n.End())}
}

func (g source) text(n ast.Node) string { return g.Snapshot.Slice(g.span(n)) }

// hit reports whether the diagnostic starts in the node, or on its first line
// where tools give no column.
func (g source) hit(n ast.Node) bool {
	sp := g.span(n)
	return sp.Contains(g.Diagnostic.Span.Start)
}

// onLine reports whether the node starts on the diagnostic's first line.
func (g source) onLine(n ast.Node) bool {
	return g.Snapshot.LineAt(g.at(n.Pos())) == g.Snapshot.LineAt(g.Diagnostic.Span.Start)
}

// path lists the nodes around a byte offset, outermost first.
func (g source) path(offset int) []ast.Node {
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

// unusedGoImport removes an import that the compiler calls unused.
func unusedGoImport(p Problem) ([]text.Edit, error) {
	g, err := readGo(p)
	if err != nil {
		return nil, err
	}
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
			path, _ := strconv.Unquote(s.Path.Value)
			if name := quoted(p.Diagnostic.Message); strings.Contains(p.Diagnostic.Message, "imported") && name != "" && name != path {
				continue
			}
			if path == "C" || s.Name != nil && (s.Name.Name == "_" || s.Name.Name == ".") {
				return nil, decline("this import is not for its name")
			}
			return []text.Edit{{Span: g.importSpan(d, s)}}, nil
		}
	}
	return nil, decline("no import at the diagnostic")
}

// importSpan is what goes with an import: its lines with their comments, and
// the declaration with its last one.
func (g source) importSpan(d *ast.GenDecl, s *ast.ImportSpec) text.Span {
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

// inGroup is the span of a spec that shares its line with others.
func (g source) inGroup(d *ast.GenDecl, s *ast.ImportSpec) text.Span {
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
func (g source) lines(sp text.Span) text.Span { return g.Snapshot.LinesSpan(g.Snapshot.LinesOf(sp)) }

// blankAfter takes the blank line behind a removed declaration along, where one
// stands before it too.
func (g source) blankAfter(sp text.Span) text.Span {
	first, next := g.Snapshot.LineAt(sp.Start), g.Snapshot.LineAt(sp.End)
	if sp.End < len(g.src) && first > 0 && strings.TrimSpace(g.Snapshot.Line(first-1)) == "" && strings.TrimSpace(g.Snapshot.Line(next)) == "" {
		sp.End = g.Snapshot.FullLineSpan(next).End
	}
	return sp
}

// importLine is the edit that adds an import of the standard library, nil if
// the file has it under its own name already.
func (g source) importLine(path string) ([]text.Edit, error) {
	eol := g.Snapshot.MajorityTerminator()
	var last *ast.GenDecl
	for _, s := range g.file.Imports {
		have, _ := strconv.Unquote(s.Path.Value)
		switch {
		case have == path && s.Name == nil:
			return nil, nil
		case have == path:
			return nil, decline("%q is imported under another name", path)
		}
	}
	for _, decl := range g.file.Decls {
		if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.IMPORT {
			if d.Lparen.IsValid() {
				for _, spec := range d.Specs {
					s := spec.(*ast.ImportSpec)
					have, _ := strconv.Unquote(s.Path.Value)
					if have > path && !strings.Contains(strings.Split(have, "/")[0], ".") && s.Doc == nil && g.alone(s) {
						at := g.Snapshot.LineStart(g.Snapshot.LineAt(g.at(s.Pos())))
						return []text.Edit{insertAt(at, "\t"+strconv.Quote(path)+eol)}, nil
					}
				}
				at := g.Snapshot.FullLineSpan(g.Snapshot.LineAt(g.at(d.Lparen))).End
				if n := len(d.Specs); n > 0 {
					for i := n - 1; i >= 0; i-- {
						have, _ := strconv.Unquote(d.Specs[i].(*ast.ImportSpec).Path.Value)
						if !strings.Contains(strings.Split(have, "/")[0], ".") && have < path {
							at = g.Snapshot.FullLineSpan(g.Snapshot.LineAt(g.at(d.Specs[i].End()))).End
							break
						}
					}
				}
				if g.Snapshot.LineAt(g.at(d.Lparen)) == g.Snapshot.LineAt(g.at(d.Rparen)) {
					return []text.Edit{insertAt(g.at(d.Lparen)+1, strconv.Quote(path)+"; ")}, nil
				}
				return []text.Edit{insertAt(at, "\t"+strconv.Quote(path)+eol)}, nil
			}
			last = d
		}
	}
	if last != nil {
		at := g.Snapshot.FullLineSpan(g.Snapshot.LineAt(g.at(last.End()))).End
		return []text.Edit{insertAt(at, "import "+strconv.Quote(path)+eol)}, nil
	}
	at := g.Snapshot.FullLineSpan(g.Snapshot.LineAt(g.at(g.file.Name.End()))).End
	if at == len(g.src) && !strings.HasSuffix(g.src, "\n") {
		return nil, decline("the file is only a package clause")
	}
	return []text.Edit{insertAt(at, eol+"import "+strconv.Quote(path)+eol)}, nil
}

// alone reports whether an import has its line for itself.
func (g source) alone(s *ast.ImportSpec) bool {
	line := strings.TrimSpace(g.Snapshot.Line(g.Snapshot.LineAt(g.at(s.Pos()))))
	return strings.HasPrefix(line, g.text(s)) && !strings.Contains(line, ";")
}
