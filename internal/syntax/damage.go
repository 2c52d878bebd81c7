package syntax

import (
	"runtime"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// smallPart is how many bytes may always be parsed on their own, though there
// is a tree to reuse.
const smallPart = 64 << 10

// Damages returns the damage in another version of f's text, without the rest of its
// facts. It costs little for a small change: where f is sound, the top-level
// statements that changed are parsed alone, and if they are sound, the text is.
// False means that no grammar could be asked.
func (f *File) Damages(src string) ([]Damage, bool) {
	if f.Engine != TreeSitter {
		return nil, false
	}
	before := f.doc.Text()
	if src == before {
		return f.Damage, true
	}
	e := change(before, src)
	if len(f.Damage) == 0 {
		sp := f.whole(e.Span)
		end := sp.End + len(src) - len(before)
		if small := end-sp.Start <= smallPart || !f.tree.held(); small && sp.Start <= end &&
			soundText(f.Lang, src[sp.Start:end]) {
			return nil, true
		}
	}
	old := f.tree.after(before, []text.Edit{e})
	runtime.KeepAlive(f) // its tree goes with it
	return damages(f.Lang, src, old)
}

// change returns the one edit that leads from one text to another.
func change(before, after string) text.Edit {
	start, end := text.Common(before, after)
	return text.Edit{Span: text.Span{Start: start, End: len(before) - end}, New: after[start : len(after)-end]}
}

// whole widens a span to whole top-level nodes, and to the simple statements
// next to it: what stands there can be continued (JavaScript has no need of
// semicolons, and Python joins lines).
func (f *File) whole(sp text.Span) text.Span {
	lines := f.doc.LinesOf(sp)
	lines.Start, lines.End = max(0, lines.Start-1), min(lines.End+1, f.doc.LineCount())
	out := lines
	before, behind := -1, -1
	for i := range f.Children(-1) {
		n := &f.Nodes[i]
		switch {
		case n.Lines.End <= lines.Start:
			before = i
		case n.Lines.Start >= lines.End:
			if behind < 0 {
				behind = i
			}
		default:
			out = out.Union(n.Lines)
		}
	}
	for _, i := range [...]int{before, behind} {
		if i >= 0 && (f.Nodes[i].Kind == Statement || f.Nodes[i].Kind == Import) {
			out = out.Union(f.Nodes[i].Lines)
		}
	}
	return f.doc.LinesSpan(f.Statement(out))
}

// edited returns a copy of the tree that knows of the edits; it must be released.
// It is empty if there is no tree, or if the edits do not lead from before to
// after.
func (t tree) edited(before text.Snapshot, edits []text.Edit, after string) tree {
	if !t.held() {
		return tree{}
	}
	if next, err := before.Apply(edits); err != nil || next.Text() != after {
		return tree{}
	}
	// From the last to the first: what stands before an edit is then still as
	// it was.
	return t.after(before.Text(), sortedBackwards(edits))
}

// place returns a position as tree-sitter counts: "\n" alone ends a line, columns
// are bytes.
func place(src string, offset int) (row, column uint) {
	t := src[:offset]
	return uint(strings.Count(t, "\n")), uint(offset - (strings.LastIndexByte(t, '\n') + 1))
}

// newer reports whether an ERROR node is syntax that the language has and its
// grammar does not know yet: defaults of type parameters and lazy imports of
// Python. What is wrong inside them goes unseen; the tool sees it.
func newer(lang, src, enclosing string, sp text.Span) bool {
	if lang != "python" {
		return false
	}
	t := src[sp.Start:sp.End]
	switch enclosing {
	case "type_parameter":
		// "T =", "*Ts = *" or "= int": what the grammar can use stays outside.
		name, _, ok := strings.Cut(t, "=")
		rest := strings.TrimLeft(src[min(len(src), sp.Start+len(name)+1):], " \t\r\n*")
		return ok && typeName.MatchString(name) && rest != "" && strings.IndexByte("],)}=:", rest[0]) < 0
	case "module":
		return t == "lazy" && lazyImport.MatchString(src[sp.End:min(len(src), sp.End+20)])
	}
	return false
}

var (
	typeName   = lazyre.New(`^(?:\*{0,2}\w+)?\s*$`)
	lazyImport = lazyre.New(`^[ \t]+(?:import|from)\b`)
)
