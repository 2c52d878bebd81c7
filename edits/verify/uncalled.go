package verify

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// uncalled names a function that the new text defines inside another one and that
// nobody there speaks of: what stood in its place is no longer done, and no checker
// of types minds. Asked why entries have no "amount", Qwen2.5-Coder 0.5B put a
// getter into the loop that had printed them.
func (c *check) uncalled() string {
	if zero(c.in.Target) || c.in.Instructed {
		return ""
	}
	p := c.changedPart()
	was, now := 0, ""
	fresh := 0
	for _, h := range c.hunks {
		was += len(uncalledIn(c.oldFile(), h.Old))
		old, _ := c.hunkTokens(h)
		at := text.Lines{Start: h.New.Start - p.now.Start, End: h.New.End - p.now.Start}
		for _, name := range uncalledIn(p.file, at) {
			if valued(old, name) {
				continue // a lambda that became a function of its own
			}
			fresh++
			now = name
		}
	}
	if fresh <= was {
		return ""
	}
	return now
}

// valued reports whether a name is given a function as its value.
func valued(ts []tok, name string) bool {
	return slices.ContainsFunc(token.Places(ts, name), func(i int) bool {
		return (is(ts, i+1, "=", ":=") || startsLine(ts, i) && is(ts, i+1, ":")) && slices.ContainsFunc(ts[i+1:], func(t tok) bool {
			return slices.Contains([]string{"lambda", "=>", "function", "func", "fn", "|"}, t.Text) && t.Line <= ts[i].Line+1
		})
	})
}

// uncalledIn are the names of the functions on some lines that stand in another
// function, which does not name them.
func uncalledIn(f *syntax.File, l text.Lines) (names []string) {
	for _, n := range f.Nodes {
		if n.Kind != syntax.Function || n.Name == "" || !n.Lines.Overlaps(l) || !declared(f, n) {
			continue
		}
		around, ok := functionAround(f, n)
		if !ok {
			continue
		}
		ts := tokens(f, around.Lines, 0)
		named := slices.ContainsFunc(token.Places(ts, n.Name), func(i int) bool {
			return !n.Span.Contains(ts[i].At) && !is(ts, i-1, ".", "?.", "::")
		})
		if !named {
			names = append(names, n.Name)
		}
	}
	return names
}

// declared reports whether a function is a statement of its own, without a
// decorator that makes something of it: one that is a value belongs to others.
func declared(f *syntax.File, n syntax.Node) bool {
	doc := f.Doc()
	if strings.HasPrefix(strings.TrimSpace(doc.Line(n.Header.Start)), "@") {
		return false
	}
	word, _, _ := strings.Cut(doc.Slice(n.Span), " ")
	start := doc.LineStart(doc.LineAt(n.Span.Start))
	before := strings.TrimSpace(doc.Slice(text.Span{Start: start, End: n.Span.Start}))
	return slices.Contains([]string{"def", "async", "function", "fn"}, word) &&
		(before == "" || strings.HasSuffix(before, "{") || strings.HasSuffix(before, "}") || strings.HasSuffix(before, ";"))
}

// functionAround is the function that a node stands in directly: methods of a class
// in it are called from elsewhere.
func functionAround(f *syntax.File, n syntax.Node) (syntax.Node, bool) {
	for i := n.Parent; i >= 0; i = f.Nodes[i].Parent {
		switch f.Nodes[i].Kind {
		case syntax.Function:
			return f.Nodes[i], true
		case syntax.Class:
			return syntax.Node{}, false
		}
	}
	return syntax.Node{}, false
}
