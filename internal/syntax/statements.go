package syntax

import (
	"slices"
	"sort"

	"github.com/fettle-dev/fettle/internal/text"
)

// Outline is which lines of a text belong together, of which a run over many files asks
// again and again. It is small: a [File] with its nodes and its tree is many times larger
// than its text.
type Outline struct {
	file  File // but for its nodes
	spans []outlined
}

// outlined is a node's kind, its lines and its parent.
type outlined struct {
	kind               Kind
	start, end, parent int32
}

// Outline returns what is kept of a file's lines.
func (f *File) Outline() *Outline {
	o := &Outline{file: File{Lang: f.Lang, impl: impl{edge: f.edge}}, spans: make([]outlined, len(f.Nodes))}
	for i, n := range f.Nodes {
		o.spans[i] = outlined{n.Kind, int32(n.Lines.Start), int32(n.Lines.End), int32(n.Parent)}
	}
	return o
}

// Statement is [File.Statement].
func (o *Outline) Statement(lines text.Lines) text.Lines { return o.file.Statement(lines) }

// Enclosing returns the lines of the innermost node of one of the kinds that contains the
// zero-based line, see [File.Enclosing].
func (o *Outline) Enclosing(line int, kinds ...Kind) (text.Lines, bool) {
	i := sort.Search(len(o.spans), func(i int) bool { return int(o.spans[i].start) > line }) - 1
	i = enclosing(i, line, func(i int) (text.Lines, int) { return o.spans[i].lines(), int(o.spans[i].parent) },
		func(i int) bool { return slices.Contains(kinds, o.spans[i].kind) })
	if i < 0 {
		return text.Lines{}, false
	}
	return o.spans[i].lines(), true
}

func (s outlined) lines() text.Lines { return text.Lines{Start: int(s.start), End: int(s.end)} }
