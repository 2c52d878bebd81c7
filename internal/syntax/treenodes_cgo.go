//go:build cgo

package syntax

import "github.com/fettle-dev/fettle/internal/text"

// TreeOf parses a text and returns its whole tree; false means that there is no
// grammar for the language or that the parser gave up.
func TreeOf(lang, src string) (Tree, bool) {
	g := grammarOf(lang)
	t := grow(g, src, tree{})
	if t == nil {
		return Tree{}, false
	}
	defer t.Close()
	out := Tree{Lang: lang, src: src}
	c := t.Walk()
	defer c.Close()
	parent := -1
	for {
		n := c.Node()
		start, end := n.ByteRange()
		out.Nodes = append(out.Nodes, TreeNode{
			Kind: n.Kind(), Field: c.FieldName(), Parent: parent, Named: n.IsNamed(),
			Span:  trim(src, text.Span{Start: int(start), End: int(end)}),
			Error: n.IsError() || n.IsMissing(),
		})
		if c.GotoFirstChild() {
			parent = len(out.Nodes) - 1
			continue
		}
		out.Nodes[len(out.Nodes)-1].Next = len(out.Nodes)
		for !c.GotoNextSibling() {
			if !c.GotoParent() {
				return out, true
			}
			out.Nodes[parent].Next = len(out.Nodes)
			parent = out.Nodes[parent].Parent
		}
	}
}
