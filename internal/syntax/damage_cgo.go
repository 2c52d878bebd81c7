//go:build cgo

package syntax

import (
	ts "github.com/tree-sitter/go-tree-sitter"

	"github.com/fettle-dev/fettle/internal/text"
)

// soundText reports whether a text parses without damage.
func soundText(lang, src string) bool {
	d, ok := damages(lang, src, tree{})
	return ok && len(d) == 0
}

// damages looks for nothing but damage, in the order of a walk. It owns the old tree from then on; false means that the
// parser gave up.
func damages(lang, src string, old tree) ([]Damage, bool) {
	t := grow(grammarOf(lang), src, old)
	if t == nil {
		return nil, false
	}
	defer t.Close()
	root := t.RootNode()
	if !root.HasError() {
		return nil, true
	}
	var out []Damage
	if root.KindId() == errorKind {
		out = append(out, Damage{Kind: "ERROR", Span: text.Span{Start: 0, End: len(src)}})
	}
	c := t.Walk()
	defer c.Close()
	up := []*ts.Node{root}
	if !c.GotoFirstChild() {
		return out, true
	}
	for {
		// Only what holds an error is entered.
		if n := c.Node(); n.HasError() {
			start, end := n.ByteRange()
			sp := trim(src, text.Span{Start: int(start), End: int(end)})
			around := up[len(up)-1].Kind()
			if n.KindId() == errorKind {
				if !newer(lang, src, around, sp) {
					out = append(out, Damage{Kind: "ERROR", Enclosing: around, Span: sp})
				}
			} else if n.IsMissing() {
				out = append(out, Damage{Kind: "MISSING " + n.Kind(), Enclosing: around, Span: sp})
			}
			if c.GotoFirstChild() {
				up = append(up, n)
				continue
			}
		}
		for !c.GotoNextSibling() {
			up = up[:len(up)-1]
			if len(up) == 0 || !c.GotoParent() {
				return out, true
			}
		}
	}
}
