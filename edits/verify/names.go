package verify

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// named is the gate for names: every name that is new to the document is bound in it. It errs
// on the side of the answer: a name that looks bound anywhere counts as bound.
func named(c *check) outcome {
	if lost := syntax.Lost(c.before, c.after); len(lost) > 0 {
		return fail(edits.RejectUndefined, "line %d uses %q, whose declaration is gone", c.after.LineAt(lost[0].Span.Start)+1,
			lost[0].Name)
	}
	if c.in.Source == ToolSafe {
		return skip("the tool calls its fix safe")
	}
	if c.in.Lint != nil && compiles(c.in.Target.Tool) {
		return skip(c.in.Target.Tool + " checks names itself")
	}
	if c.family() != python {
		return skip("names of this language are left to its tools") // Go's compiler judges every fix of Go
	}
	// Most fixes use no new word at all: then nothing needs to be parsed.
	fresh, had := map[string]bool{}, map[string]bool{}
	for _, h := range c.hunks {
		for l := h.Old.Start; l < h.Old.End; l++ {
			for _, w := range words(c.before.Line(l)) {
				had[w] = true // in a string, perhaps: a quoted annotation names what the bare one does
			}
		}
	}
	for _, l := range c.addedLines() {
		for _, w := range words(c.after.Line(l)) {
			if (w[0] < '0' || w[0] > '9') && !had[w] && !c.knows(w) {
				fresh[w] = true
			}
		}
	}
	if len(fresh) == 0 {
		return pass()
	}
	p := c.changedPart()
	ids := p.file.Identifiers(text.Span{End: p.file.Doc().Len()})
	base := c.after.LineStart(p.now.Start)
	for i := range ids {
		ids[i].Span = text.Span{Start: ids[i].Span.Start + base, End: ids[i].Span.End + base}
	}
	for _, h := range c.hunks {
		sp := c.after.LinesSpan(h.New)
		first, _ := slices.BinarySearchFunc(ids, sp.Start, func(id syntax.Identifier, o int) int { return id.Span.Start - o })
		for i := first; i < len(ids) && ids[i].Span.End <= sp.End; i++ {
			id := ids[i]
			if !fresh[id.Name] || c.precededBy(id.Span.Start, ".") || !freePython(c, ids, i) {
				continue
			}
			return fail(edits.RejectUndefined, "line %d uses %q, which is neither defined nor imported here",
				c.after.LineAt(id.Span.Start)+1, id.Name)
		}
	}
	return pass()
}

// knows reports whether the old document's code uses the word.
func (c *check) knows(w string) bool {
	src := c.before.Text()
	for from := 0; ; {
		i := strings.Index(src[from:], w)
		if i < 0 {
			return false
		}
		i += from
		from = i + len(w)
		for _, id := range c.oldFile().Identifiers(c.before.LineSpan(c.before.LineAt(i))) {
			if id.Name == w && id.Span.Start == i {
				return true
			}
		}
	}
}

// compiles reports whether a tool resolves every name.
func compiles(tool string) bool {
	switch tool {
	case "go", "go vet", "gopls", "compiler", "staticcheck", "golangci-lint", "typecheck",
		"mypy", "pyright", "basedpyright", "pyre", "pyrefly", "ty", "tsc", "clippy", "rustc", "cargo":
		return true
	}
	return false
}

// freePython reports whether the name at ids[i] is not bound.
func freePython(c *check, ids []syntax.Identifier, i int) bool {
	id := ids[i]
	if rest := strings.TrimLeft(c.in.After[id.Span.End:], " \t"); strings.HasPrefix(rest, "=") &&
		!strings.HasPrefix(rest, "==") {
		return false // a target, or a keyword of a call
	}
	if pytree.Builtin(id.Name) {
		return false
	}
	if c.names == nil {
		c.names = unfolded(c.in.After)
	}
	at := c.names.TokenAt(id.Span.Start)
	if at < 0 || c.names.Tokens[at].Span != id.Span || c.names.Bound(id.Name) {
		return false // in the format of a field, or in a text that cannot be read: the gate for damage judges that
	}
	cells := unfolded(c.in.Project.Beside)
	return c.in.Project.Beside == "" || len(cells.Tokens) > 0 && !cells.Bound(id.Name)
}

// unfolded returns the tree of a text with the code in its f-strings, one without tokens where it cannot be read.
func unfolded(src string) *pytree.Tree {
	t, err := pytree.Parse(src)
	if err != nil {
		return &pytree.Tree{}
	}
	return t.Unfolded()
}

// precededBy reports whether the text before the offset, blanks aside, ends
// with s.
func (c *check) precededBy(offset int, s string) bool {
	return strings.HasSuffix(strings.TrimRight(c.in.After[:offset][max(0, offset-200):], " \t\r\n\\"), s)
}
