package syntax

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// Tree is the syntax tree of a text, copied out of the parser: nodes in document
// order, parents before their children. It is for questions that Nodes do not
// answer, down to operators and literals. Node kinds and fields are those of the
// language's tree-sitter grammar.
type Tree struct {
	Lang  string
	Nodes []TreeNode
	src   string
}

// TreeNode is one node of a [Tree].
type TreeNode struct {
	Kind   string
	Field  string // the name of its place in the parent, "" if it has none
	Span   text.Span
	Parent int // -1 for the root
	Next   int // index after the last descendant
	Named  bool
	Error  bool // it did not parse, or is missing
}

// Text returns the source of a node.
func (t Tree) Text(i int) string { return t.src[t.Nodes[i].Span.Start:t.Nodes[i].Span.End] }

// Children returns the indices of the nodes right below a node, in order.
func (t Tree) Children(i int) []int {
	var out []int
	for c := i + 1; c < t.Nodes[i].Next; c = t.Nodes[c].Next {
		out = append(out, c)
	}
	return out
}

// Child returns the first child in the place that a field names, -1 if there is none.
func (t Tree) Child(i int, field string) int {
	for c := i + 1; c < t.Nodes[i].Next; c = t.Nodes[c].Next {
		if t.Nodes[c].Field == field {
			return c
		}
	}
	return -1
}

// Up returns the innermost node around i, i itself left out, of one of the kinds, which
// are separated by spaces; -1 if there is none.
func (t Tree) Up(i int, kinds string) int {
	for p := t.Nodes[i].Parent; p >= 0; p = t.Nodes[p].Parent {
		if IsKind(t.Nodes[p].Kind, kinds) {
			return p
		}
	}
	return -1
}

// IsKind reports whether a kind is one of a list, which is separated by spaces.
func IsKind(kind, list string) bool {
	for word := range strings.FieldsSeq(list) {
		if word == kind {
			return true
		}
	}
	return false
}
