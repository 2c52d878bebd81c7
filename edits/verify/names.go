package verify

import (
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
	now := syntax.Lexed(c.before.Lang, c.in.After)
	for _, h := range c.hunks {
		for _, id := range now.Identifiers(c.after.LinesSpan(h.New)) {
			if !fresh[id.Name] || c.precededBy(id.Span.Start, ".") || !freePython(c, id) {
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
	type known struct{}
	return c.before.Fact(known{}, func() any {
		names := map[string]bool{}
		for _, id := range c.oldFile().Identifiers(text.Span{End: c.before.Len()}) {
			names[id.Name] = true
		}
		return names
	}).(map[string]bool)[w]
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

// freePython reports whether a name of the new text is not bound.
func freePython(c *check, id syntax.Identifier) bool {
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
