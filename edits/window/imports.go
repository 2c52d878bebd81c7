package window

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// An import block of more than shortBlock lines is cut down to what a fix is
// likely to touch; nearImport lines around each such import leave room for a
// new one in its sorted place. Measured on recorded fixes of type errors, this
// halves the lines and loses one import edit in a hundred.
const (
	shortBlock = 20
	nearImport = 2
)

// imports returns the import block, or the blank lines where one would go. Of a long
// block it is the imports that matter to the place, unless all is asked for.
//
// Tools put a new import behind the last one above the place, wherever that is:
// there is always room for one there.
func (p place) imports(all importScope) []text.Lines {
	block, ok := p.f.ImportBlock()
	var out []text.Lines
	if ok {
		out = p.inBlock(block, all)
	} else {
		out = []text.Lines{p.top(block)}
	}
	last := -1
	for i := range p.f.Children(-1) {
		n := p.f.Nodes[i]
		if n.Lines.End > p.lines.Start {
			break
		}
		if n.Kind == syntax.Import {
			last = n.Lines.End
		}
	}
	if last >= 0 && p.f.Edge(last) {
		out = append(out, text.Lines{Start: last, End: last})
	}
	return Join(out)
}

// headComments is how many lines of comments above the first statement belong
// to the place of a first import.
const headComments = 5

// top returns where a first import would go: the place, the blank lines below it
// and the short comment above the first statement.
func (p place) top(at text.Lines) text.Lines {
	for at.End < p.s.LineCount() && blank(p.s.Line(at.End)) {
		at.End++
	}
	for i := range p.f.Children(-1) {
		n := p.f.Nodes[i]
		first := p.s.LineAt(n.Span.Start)
		if n.Kind == syntax.Statement || n.Kind == syntax.Block {
			if first > at.End && first-at.End <= headComments && p.f.Edge(first) {
				at.End = first
			}
		}
		if first >= at.End {
			break
		}
	}
	return at
}

// inBlock returns the part of the import block that the window holds.
func (p place) inBlock(block text.Lines, all importScope) []text.Lines {
	if all == wholeBlock || block.Len() <= shortBlock || strings.Contains(p.d.Message, "__future__") {
		return []text.Lines{block}
	}
	var out []text.Lines
	quoted := QuotedNames(p.d.Message)
	for i := range p.f.Imports() {
		n := p.f.Nodes[i]
		if n.Lines.Start >= block.End {
			break
		}
		if block.Covers(n.Lines) && matters(n, quoted) {
			out = append(out, text.Lines{
				Start: max(block.Start, n.Lines.Start-nearImport),
				End:   min(block.End, n.Lines.End+nearImport),
			})
		}
	}
	if len(out) == 0 {
		out = append(out, p.group(block))
	}
	return out
}

// importScope says how much of the import block belongs to a window.
type importScope uint8

const (
	likelyImports importScope = iota
	wholeBlock
)

// typeModules are the modules that fixes of annotations import from.
var typeModules = []string{"typing", "typing_extensions", "collections.abc", "__future__"}

// matters reports whether an import is likely to change: it imports the names of
// annotations, or a name that the message quotes.
func matters(n syntax.Node, quoted []string) bool {
	if slices.Contains(typeModules, n.Name) {
		return n.Name != "__future__"
	}
	for _, q := range quoted {
		for part := range strings.SplitSeq(q, ".") {
			if slices.Contains(n.Names, part) {
				return true
			}
		}
	}
	return false
}

// group returns the first lines of a block up to a blank one.
func (p place) group(block text.Lines) text.Lines {
	end := block.Start + 1
	for end < block.End && !blank(p.s.Line(end)) {
		end++
	}
	return text.Lines{Start: block.Start, End: end}
}

func blank(line string) bool { return strings.TrimLeft(line, " \t\f") == "" }
