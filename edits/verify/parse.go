package verify

import (
	"sort"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// conflict finds the marks of a merge conflict. They pass a parser in a macro, a
// comment and a docstring.
var conflict = lazyre.New(`(?m)^[ \t]*(?:<{7}|>{7})(?:[ \t]|\r?$)`)

// parsed is the gate for syntax: the tree has no damage that it did not have before. A file that
// was broken may stay broken.
func parsed(c *check) outcome {
	old, now := c.changed()
	if marks := conflict.FindAllString(now, -1); len(marks) > len(conflict.FindAllString(old, -1)) {
		return fail(edits.RejectParse, "%q marks a merge conflict", strings.TrimSpace(marks[0]))
	}
	if c.in.Later && c.in.Source >= ToolUnsafe {
		return skip("the tool wrote it, and its own parser will be asked")
	}
	fault, known := edits.Worse(c.oldFile(), c.in.After)
	switch {
	case fault != nil:
		return fail(edits.RejectParse, "%s: %s", fault.Words, excerpt(c, fault.Line))
	case !known:
		return skip("no parser for this language here: the tool decides")
	}
	return pass()
}

// statementsAround returns the smallest range of whole top-level statements that
// holds every change, before and after it: what stands outside parses as it
// did. In a damaged file it is everything.
func (c *check) statementsAround() (was, now text.Lines) {
	all := text.Lines{End: c.before.LineCount()}
	was = all
	if n := len(c.hunks); n > 0 && len(c.oldFile().Damage) == 0 && c.oldFile().Engine == syntax.TreeSitter {
		core := text.Lines{Start: c.hunks[0].Old.Start, End: c.hunks[n-1].Old.End}
		for core.Start > 0 && strings.TrimSpace(c.before.Line(core.Start-1)) == "" {
			core.Start-- // a method behind the blank lines below a class belongs to it
		}
		was = core
		for _, node := range c.oldFile().Nodes {
			if node.Parent < 0 && node.Lines.Touches(core) {
				was = was.Union(node.Lines)
			}
		}
	}
	return was, text.Lines{Start: was.Start, End: was.End + c.after.LineCount() - all.End}
}

// touchedPart is some top-level statements that changes touch, before and after them.
type touchedPart struct{ old, now text.Lines }

// touchedParts returns the whole top-level statements that hold the changes, without those between
// them: of a long file whose imports and last line change, that is little. In a damaged file it
// is everything.
func (c *check) touchedParts() []touchedPart {
	f := c.oldFile()
	if len(f.Damage) > 0 || f.Engine != syntax.TreeSitter {
		was, now := c.statementsAround()
		return []touchedPart{{was, now}}
	}
	var top []text.Lines
	for _, n := range f.Nodes {
		if n.Parent < 0 {
			top = append(top, n.Lines)
		}
	}
	var out []touchedPart
	shift := 0
	for _, h := range c.hunks {
		core := h.Old
		for core.Start > 0 && strings.TrimSpace(c.before.Line(core.Start-1)) == "" {
			core.Start-- // as above
		}
		was := core
		i := sort.Search(len(top), func(i int) bool { return top[i].End >= core.Start })
		for ; i < len(top) && top[i].Start <= core.End; i++ {
			was = was.Union(top[i])
		}
		grown := h.New.Len() - h.Old.Len()
		if n := len(out); n > 0 && was.Start <= out[n-1].old.End {
			last := &out[n-1]
			last.now.End += max(0, was.End-last.old.End) + grown
			last.old = last.old.Union(was)
		} else {
			out = append(out, touchedPart{was, text.Lines{Start: was.Start + shift, End: was.End + shift + grown}})
		}
		shift += grown
	}
	return out
}

// excerpt shows the line before, the line and the line behind it.
func excerpt(c *check, line int) string {
	var parts []string
	for l := max(0, line-1); l <= line+1 && l < c.after.LineCount(); l++ {
		parts = append(parts, clip(strings.TrimRight(c.after.Line(l), " \t"), 80))
	}
	return strings.Join(parts, " ⏎ ")
}
