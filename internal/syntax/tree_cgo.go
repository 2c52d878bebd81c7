//go:build cgo

package syntax

import (
	"runtime"
	"slices"
	"time"

	ts "github.com/tree-sitter/go-tree-sitter"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// tree is a tree-sitter tree. Its memory is C memory: whoever holds one keeps
// it in a File, which frees it with itself, or releases it.
type tree struct{ t *ts.Tree }

// keep hands the tree to the file.
func (f *File) keep(t tree) {
	if t.t == nil {
		return
	}
	f.tree = t
	runtime.AddCleanup(f, func(t *ts.Tree) { t.Close() }, t.t)
}

func (t tree) held() bool { return t.t != nil }

// after returns a copy of the tree that knows of the edits, the last one first; it
// must be released.
func (t tree) after(before string, edits []text.Edit) tree {
	if t.t == nil {
		return tree{}
	}
	c := t.t.Clone()
	for _, e := range edits {
		row, column := place(before, e.Span.Start)
		endRow, endColumn := place(before, e.Span.End)
		rows, columns := place(e.New, len(e.New))
		if rows == 0 {
			columns += column
		}
		c.Edit(&ts.InputEdit{
			StartByte: uint(e.Span.Start), OldEndByte: uint(e.Span.End), NewEndByte: uint(e.Span.Start + len(e.New)),
			StartPosition: ts.NewPoint(row, column), OldEndPosition: ts.NewPoint(endRow, endColumn),
			NewEndPosition: ts.NewPoint(row+rows, columns),
		})
	}
	return tree{c}
}

func (t tree) release() {
	if t.t != nil {
		t.t.Close()
	}
}

// chunk is how much text the parser is given at once. Each piece handed over is
// copied, and copied again when the parser steps back behind its start.
const chunk = 32 << 10

// parseTree fills the file from a tree; false means that there is no grammar or
// that the parser gave up. It owns the old tree from then on.
func (f *File) parseTree(src string, old tree) (tree, bool) {
	g := grammarOf(f.Lang)
	t := grow(g, src, old)
	if t == nil {
		return tree{}, false
	}
	w := walker{f: f, g: g, src: src, edge: slices.Repeat([]bool{true}, f.doc.LineCount()+1)}
	w.walk(t)
	f.Nodes, f.Damage, f.Strings, f.edge = w.nodes, w.damage, w.strings, w.edge
	f.mend()
	return tree{t}, true
}

// grow parses a text; nil means that there is no grammar or that the parser
// gave up. It owns the old tree from then on.
func grow(g *grammar, src string, old tree) *ts.Tree {
	defer old.release()
	if g == nil {
		return nil
	}
	p := ts.NewParser()
	defer p.Close()
	if p.SetLanguage(g.lang) != nil {
		return nil
	}
	b := []byte(src)
	read := func(i int, _ ts.Point) []byte {
		if i >= len(b) {
			return nil
		}
		return b[i:min(len(b), (i/chunk+1)*chunk)]
	}
	// Mending broken text can need time quadratic in its length, whatever the number of steps, so that only a clock can
	// stop it. Text without damage needs a thirtieth of the time that it may use.
	give := min(limits.SyntaxTimeMin+time.Duration(len(b))*limits.SyntaxTimeByte, limits.SyntaxTime)
	// Not by a progress callback: the binding never lets go of what it is given.
	//lint:ignore SA1019 what is offered instead leaks
	p.SetTimeoutMicros(uint64(give.Microseconds())) //nolint:staticcheck // what is offered instead leaks
	return p.ParseWithOptions(read, old.t, nil)
}
