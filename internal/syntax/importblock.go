package syntax

import (
	"sort"
	"strings"

	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
)

// ImportBlock returns the lines of the file's import block, and true; or, where the
// file imports nothing, the empty range before which a first import would go:
// after the shebang, encoding line, licence comment, docstring, "use strict",
// package clause and from __future__.
//
// The block is the first run of top-level imports. Conditional imports (a try
// or an if that holds little else) and dunder assignments belong to it.
func (f *File) ImportBlock() (text.Lines, bool) {
	block := text.Lines{Start: -1}
	for i := range f.Children(-1) {
		n := f.Nodes[i]
		switch {
		case n.Kind == Import || f.onlyImports(i):
			if block.Start < 0 {
				block = n.Lines
			}
			block.End = n.Lines.End
		case f.prologue(n):
		case block.Start >= 0 && !f.dunder(n):
			return block, true
		case block.Start < 0 && !f.dunder(n):
			return f.importPlace(), false
		}
	}
	if block.Start >= 0 {
		return block, true
	}
	return f.importPlace(), false
}

// prologue reports whether a statement may stand among or before imports:
// strings, package clauses, inner attributes.
func (f *File) prologue(n Node) bool {
	t := f.doc.Slice(n.Span)
	switch n.Kind {
	case Decorator:
		return true
	case Statement, Block:
		return f.isString(t) || f.dia.Family == lex.Go && strings.HasPrefix(t, "package ")
	}
	return false
}

// isString reports whether a statement is nothing but a string literal.
func (f *File) isString(t string) bool {
	t = strings.TrimSuffix(t, ";")
	if f.dia.Family == lex.Python {
		t = strings.TrimLeft(t, "rRuUbB")
	}
	if len(t) < 2 || t[0] != '"' && t[0] != '\'' {
		return false
	}
	return t[len(t)-1] == t[0]
}

// dunder reports an assignment such as __version__ = "1".
func (f *File) dunder(n Node) bool {
	return n.Kind == Statement && f.dia.Family == lex.Python && strings.HasPrefix(f.doc.Slice(n.Span), "__")
}

// onlyImports reports a top-level compound that imports and does little else.
func (f *File) onlyImports(i int) bool {
	if f.Nodes[i].Kind != Block {
		return false
	}
	imports := 0
	for j := i + 1; j < f.after(i); j++ {
		switch n := f.Nodes[j]; n.Kind {
		case Import:
			imports++
		case Function, Class:
			return false
		case Block:
			if n.Keyword != "if" && n.Keyword != "try" {
				return false
			}
		}
	}
	return imports > 0
}

// importPlace returns where the first import would go.
func (f *File) importPlace() text.Lines {
	at := f.leadingComments()
	for i := range f.Children(-1) {
		n := f.Nodes[i]
		if !f.prologue(n) && !(n.Kind == Import && n.Name == "__future__") {
			break
		}
		at = max(at, n.Lines.End)
	}
	at = max(0, min(at, f.doc.LineCount()))
	return text.Lines{Start: at, End: at}
}

// leadingComments returns the line after the shebang, encoding line or licence
// comment at the top of the file. A comment that touches code belongs to it,
// but for the first two lines.
func (f *File) leadingComments() int {
	at := 0
	n := f.doc.LineCount()
	for i := 0; i < n; i++ {
		t := strings.TrimSpace(strings.TrimPrefix(f.doc.Line(i), "\ufeff"))
		switch {
		case i == 0 && strings.HasPrefix(t, "#!"), i < 2 && f.dia.Hash && strings.HasPrefix(t, "#") &&
			strings.Contains(t, "coding"):
			at = i + 1
		case t == "":
			if i > 0 && f.isComment(i-1) {
				at = i
			}
		case !f.isComment(i):
			return at
		}
	}
	return at
}

// isComment reports whether a line is all comment.
func (f *File) isComment(line int) bool {
	sp := f.doc.LineSpan(line)
	t := f.doc.Slice(sp)
	code := strings.TrimLeft(t, " \t\ufeff")
	if code == "" {
		return false
	}
	start := sp.End - len(code)
	lx := f.lexed()
	i := sort.Search(len(lx.NonCode), func(i int) bool { return lx.NonCode[i].End > start })
	return i < len(lx.NonCode) && lx.NonCode[i].Start <= start && lx.NonCode[i].End >= sp.End &&
		lx.Marks[i].Has(lex.Comment)
}
