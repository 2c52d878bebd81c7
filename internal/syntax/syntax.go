// Package syntax turns source text into language-neutral facts: definitions,
// imports, statements, blocks, decorators, multi-line strings, identifiers and
// damage. Two engines produce the same [File]: tree-sitter where the binary was
// built with cgo and the language has a grammar, and an indentation and bracket
// scan everywhere else, which also answers inside damage.
//
// [Parse] returns the facts of a text; [File.Reparse] those of an edited one,
// reusing the former tree, and [File.Damages] only what is broken in it. [File.At]
// and [File.Enclosing] find the node of a line, [File.Statement] widens lines until
// they cut nothing, [File.ImportBlock] finds the imports or their place,
// [File.Bindings] says where a name gets its meaning, [File.Identifiers] lists the
// names in a piece of code. [TreeOf] returns the whole syntax tree, for questions
// about operators, literals and the like.
//
// Trees are walked once and their facts copied out; only a File that came from
// Open or Reparse holds C memory, which goes with it. Parsing is bounded in time
// (limits.SyntaxTime), walking is linear, and nothing recurses on the depth of
// the text. A new language with a grammar is one table of node kinds; without
// one it is a row in the list of extensions and, at most, a dialect.
//
// Nothing in here does I/O or keeps global state; a File is immutable and safe
// for concurrent use.
package syntax

import (
	"sync"

	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/text"
)

// Kind says what a [Node] is.
type Kind uint8

// The kinds of nodes.
const (
	Function  Kind = iota + 1 // function, method, named closure
	Class                     // class, struct, interface, trait, enum, impl
	Import                    // one import statement, a Go import spec or declaration, a JS require binding
	Decorator                 // decorator, attribute, annotation
	Block                     // compound statement: if, for, while, with, try, switch, match, select, loop
	Clause                    // a part of a Block: except, else, case … (Keyword says which)
	Statement                 // simple statement
)

// Node is one fact. Nodes are in document order, parents before children.
type Node struct {
	Kind    Kind
	Keyword string     // "try", "if", "except", "class", "struct", "def" …
	Name    string     // of definitions; for imports the module as written
	Names   []string   // of imports: the names they bind in this file
	Span    text.Span  // exact bytes of the node itself, decorators excluded
	Lines   text.Lines // whole lines with decorators and attached doc comment
	Header  text.Lines // decorators … line that ends the signature or compound header
	Body    text.Lines // of definitions, blocks and clauses
	Parent  int        // index of the enclosing node, -1 at the top level
}

// Damage is a place that did not parse: an ERROR or MISSING node of the tree.
type Damage struct {
	Kind      string // "ERROR" or "MISSING x"
	Enclosing string // kind of the node around it
	Span      text.Span
}

// Identifier is one occurrence of a name in code, outside comments and strings.
type Identifier struct {
	Name string
	Span text.Span
}

// Engine says which engine made a [File].
type Engine uint8

// The engines.
const (
	Scan Engine = iota
	TreeSitter
)

// File holds the facts of one text. Get one from [Parse].
type File struct {
	Lang    string
	Engine  Engine
	Nodes   []Node
	Damage  []Damage    // empty from the scan, which cannot see damage
	Strings []text.Span // multi-line string literals, delimiters included

	impl // engine state: incremental reparse, identifiers
}

// impl is what a File keeps for its methods. Everything but the lazily made
// parts is written once, before Parse returns.
type impl struct {
	doc  text.Snapshot
	dia  lex.Dialect
	edge []bool // edge[i]: the border before line i cuts nothing; len = lines+1

	lexed    func() lex.Text
	bindings func() map[string][]Binding
	tree     tree // kept only by files that came from Open or Reparse
}

// Parse finds the facts of a text. It never fails: a language without a
// grammar, a binary without cgo and a text too broken for the grammar are
// answered by the scan. lang is an LSP language identifier, see [Language].
func Parse(lang, src string) *File {
	f, t := parseWith(lang, src, tree{})
	t.release()
	return f
}

// Scanned is [Parse] without a grammar: what a binary without cgo answers.
func Scanned(lang, src string) *File {
	f := newFile(lang, src)
	f.scan()
	return f
}

// Open is [Parse] for a text of which changed versions will be looked at:
// [File.Reparse] and [File.Damages] reuse its tree, which stays in memory (about
// forty bytes for one of text) as long as the File.
func Open(lang, src string) *File {
	f, t := parseWith(lang, src, tree{})
	f.keep(t)
	return f
}

// Reparse finds the facts of the text that the edits made of f's text; src is
// the whole new text. A File from [Open] or Reparse lends its tree. An edit list that does not lead to src only
// costs speed.
func (f *File) Reparse(edits []text.Edit, src string) *File {
	old := f.tree.edited(f.doc, edits, src)
	next, t := parseWith(f.Lang, src, old)
	next.keep(t)
	return next
}

// parseWith is Parse with a former tree; the new tree goes to the caller, who
// must keep or release it.
func parseWith(lang, src string, old tree) (*File, tree) {
	f := newFile(lang, src)
	if t, ok := f.parseTree(src, old); ok {
		f.Engine = TreeSitter
		return f, t
	}
	f.scan()
	return f, tree{}
}

// Warm computes now what is otherwise computed on first use: the positions of
// strings and comments, and the bindings. It returns f.
func (f *File) Warm() *File {
	f.lexed()
	f.bindings()
	return f
}

func newFile(lang, src string) *File {
	f := &File{Lang: lang}
	f.doc = text.New(src)
	f.dia = lex.For(lang)
	f.lexed = sync.OnceValue(func() lex.Text { return lex.Read(f.doc, f.dia) })
	f.bindings = sync.OnceValue(func() map[string][]Binding { return bind(f) })
	return f
}
