package syntax

import (
	"iter"
	"slices"
	"sort"

	"github.com/fettle-dev/fettle/internal/text"
)

// At returns the index of the innermost node that contains the zero-based line, -1 if
// there is none. Of several nodes on one line the last to start wins.
func (f *File) At(line int) int { return f.at(line, func(Node) bool { return true }) }

// Enclosing returns the index of the innermost node of one of the kinds that holds
// the zero-based line, -1 if there is none.
func (f *File) Enclosing(line int, kinds ...Kind) int {
	return f.at(line, func(n Node) bool { return slices.Contains(kinds, n.Kind) })
}

// at walks up from the last node that starts at or before the line.
func (f *File) at(line int, want func(Node) bool) int {
	i := sort.Search(len(f.Nodes), func(i int) bool { return f.Nodes[i].Lines.Start > line }) - 1
	return enclosing(i, line, func(i int) (text.Lines, int) { return f.Nodes[i].Lines, f.Nodes[i].Parent },
		func(i int) bool { return want(f.Nodes[i]) })
}

// enclosing walks up from a node to one that contains the line and is wanted.
func enclosing(i, line int, node func(int) (lines text.Lines, parent int), wanted func(int) bool) int {
	for i >= 0 {
		lines, parent := node(i)
		if lines.Contains(line) && wanted(i) {
			return i
		}
		// The parent of a node that does not hold the line may hold it, and
		// so may an earlier sibling that shares the line.
		if i > 0 {
			if before, of := node(i - 1); before.End > line && of == parent {
				i--
				continue
			}
		}
		i = parent
	}
	return -1
}

// Children returns the indices of the nodes whose parent is i; -1 means the top
// level.
func (f *File) Children(i int) iter.Seq[int] {
	return func(yield func(int) bool) {
		end := len(f.Nodes)
		if i >= 0 {
			end = f.after(i)
		}
		for j := i + 1; j < end; j = f.after(j) {
			if !yield(j) {
				return
			}
		}
	}
}

// after returns the index of the first node that is not inside node i.
func (f *File) after(i int) int {
	j := i + 1
	for j < len(f.Nodes) && f.Nodes[j].Parent >= i {
		j++
	}
	return j
}

// Definitions returns the indices of all functions and classes, in document order.
func (f *File) Definitions() iter.Seq[int] { return f.ofKind(Function, Class) }

// Imports returns the indices of all import statements, in document order.
func (f *File) Imports() iter.Seq[int] { return f.ofKind(Import) }

func (f *File) ofKind(kinds ...Kind) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range f.Nodes {
			if slices.Contains(kinds, f.Nodes[i].Kind) && !yield(i) {
				return
			}
		}
	}
}

// Statement widens a range of lines until neither end cuts a statement, a
// signature, a bracket pair of an expression or a multi-line string. An empty
// range inside a statement becomes that statement.
func (f *File) Statement(lines text.Lines) text.Lines {
	n := len(f.edge) - 1
	start, end := max(0, min(lines.Start, n)), max(0, min(lines.End, n))
	end = max(start, end)
	for start > 0 && !f.edge[start] {
		start--
	}
	for end < n && !f.edge[end] {
		end++
	}
	return text.Lines{Start: start, End: end}
}

// Whole returns the run of whole statements of one block around some lines, of at most so many lines
// where the statement that holds them is not longer itself. Both its ends are at one level of nesting, so that its
// brackets balance and no block is cut.
func (f *File) Whole(lines text.Lines, most int) text.Lines {
	held := func(n Node) bool { return n.Kind != Clause && n.Kind != Decorator && n.Lines.Covers(lines) }
	i := f.at(lines.Start, held)
	if i < 0 {
		return f.Statement(lines)
	}
	for p := f.Nodes[i].Parent; p >= 0 && f.Nodes[p].Lines.Len() <= most; p = f.Nodes[p].Parent {
		if f.Nodes[p].Kind != Clause {
			i = p
		}
	}
	out := f.Nodes[i].Lines
	beside := slices.Collect(f.Children(f.Nodes[i].Parent))
	above := slices.Index(beside, i)
	below := above
	grow := func(to int) bool {
		if to < 0 || to >= len(beside) || f.Nodes[beside[to]].Kind == Clause ||
			out.Union(f.Nodes[beside[to]].Lines).Len() > most {
			return false
		}
		out = out.Union(f.Nodes[beside[to]].Lines)
		return true
	}
	for up, down := true, true; up || down; {
		if up = up && grow(above-1); up {
			above--
		}
		if down = down && grow(below+1); down {
			below++
		}
	}
	return f.Statement(out)
}

// Edge reports whether a run of lines may begin or end before the zero-based
// line without cutting anything.
func (f *File) Edge(line int) bool {
	return line <= 0 || line >= len(f.edge)-1 || f.edge[line]
}

// Braced reports whether braces, and not the indentation, make the blocks of the
// language.
func (f *File) Braced() bool { return !f.dia.Indent }

// Doc returns the text the facts were found in.
func (f *File) Doc() text.Snapshot { return f.doc }
