package changeset

import (
	"slices"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Two fixes that are right each may be wrong together: one renames a loop's variable
// that is not used, another one begins to use it; an import stands twice, and one
// removes the first of them, another one the second. A round accepts one fix of those that share a name, the next one
// looks anew: the tools' reports of the present text say what is left to do
// (https://github.com/astral-sh/ruff/issues/9010, https://github.com/astral-sh/ruff/issues/10905; ruff isolates groups
// of its own fixes in the same way). What this does not see the floor does.

// lost notes names of scripts whose declaration the set removes, and a use of which stays: the floor where no tool
// of the project looks at names (https://github.com/eslint/eslint/issues/13706).
func (r *run) lost(c *checked) {
	for _, d := range r.docs {
		now, changed := c.texts[d]
		if !changed {
			continue
		}
		for _, id := range syntax.Lost(d.Snapshot, now) {
			f := newFinding{doc: d, tool: "fettle", file: files.Relative(r.Root, d.Path)}
			f.found = signal.Diagnostic{Tool: linter.Floor, Code: "undefined-name", Severity: signal.Error, Span: id.Span,
				Message: id.Name + " is not declared any more"}
			c.fresh = append(c.fresh, f)
		}
	}
}

// nameUse is what a fix does to names of its file.
type nameUse struct {
	adds, takes map[string]bool
	unbinds     map[string]bool // of those it removes: where they were imported or defined
	scopes      []text.Span     // the functions that its edits lie in; all of the file where one lies in none
}

// names says what a member does to names of its file.
func (m member) names(file *syntax.File) nameUse {
	s := m.doc.Snapshot
	u := nameUse{adds: map[string]bool{}, takes: map[string]bool{}, unbinds: map[string]bool{}}
	balance := map[string]int{}
	edits := slices.SortedFunc(slices.Values(m.fix.Edits), func(a, b text.Edit) int { return a.Span.Start - b.Span.Start })
	for i := 0; i < len(edits); {
		at, next := s.LinesOf(edits[i].Span), i+1
		for ; next < len(edits) && s.LinesOf(edits[next].Span).Overlaps(at); next++ {
			at = at.Union(s.LinesOf(edits[next].Span))
		}
		span := s.LinesSpan(at)
		for _, id := range file.Identifiers(span) {
			balance[id.Name]--
		}
		now := replaced(s, span, edits[i:next])
		for _, id := range syntax.Lexed(s.Lang, now).Identifiers(text.Span{End: len(now)}) {
			balance[id.Name]++
		}
		u.scopes = append(u.scopes, scopeOf(file, at))
		i = next
	}
	for name, n := range balance {
		switch {
		case n > 0:
			u.adds[name] = true
		case n < 0:
			u.takes[name] = true
			u.unbinds[name] = slices.ContainsFunc(file.Bindings(name), func(b syntax.Binding) bool {
				return (b.Kind == syntax.BindImported || b.Kind == syntax.BindDefinition) &&
					slices.ContainsFunc(edits, func(e text.Edit) bool { return s.LinesOf(e.Span).Overlaps(b.Lines) })
			})
		}
	}
	return u
}

// replaced returns a part of a text with the edits that lie in it.
func replaced(s text.Snapshot, span text.Span, edits []text.Edit) string {
	out, at := "", span.Start
	for _, e := range edits {
		if e.Span.Start >= at {
			out, at = out+s.Slice(text.Span{Start: at, End: e.Span.Start})+e.New, e.Span.End
		}
	}
	return out + s.Slice(text.Span{Start: at, End: max(at, span.End)})
}

// scopeOf returns the innermost function around some lines, else all of the file.
func scopeOf(file *syntax.File, at text.Lines) text.Span {
	if i := file.Enclosing(at.Start, syntax.Function); i >= 0 {
		return file.Nodes[i].Span
	}
	return text.Span{End: file.Doc().Len()}
}

// meets reports whether two fixes lie where a name may be the same for both.
func (u nameUse) meets(o nameUse) bool {
	return slices.ContainsFunc(u.scopes, func(a text.Span) bool {
		return slices.ContainsFunc(o.scopes, func(b text.Span) bool {
			return a.Start <= b.Start && b.End <= a.End || b.Start <= a.Start && a.End <= b.End
		})
	})
}

// named are fixes of a document by what they do to names.
type named struct{ adding, taking, unbinding map[string][]int }

// groups puts members of a document in the order in which they enter a set, and says which of them share a name with
// one before: those wait. Who uses a name goes before who removes it, for then nobody removes it any more.
func groups(list []member, trees *syntax.Trees) (order []member, waits []bool) {
	if len(list) == 0 {
		return nil, nil
	}
	file := trees.Of(list[0].doc.Path, list[0].doc.Lang, list[0].doc.Text())
	uses := make([]nameUse, len(list))
	by := named{map[string][]int{}, map[string][]int{}, map[string][]int{}}
	for i, m := range list {
		uses[i] = m.names(file)
		for name := range uses[i].adds {
			by.adding[name] = append(by.adding[name], i)
		}
		for name := range uses[i].takes {
			by.taking[name] = append(by.taking[name], i)
		}
		for name, yes := range uses[i].unbinds {
			if yes {
				by.unbinding[name] = append(by.unbinding[name], i)
			}
		}
	}
	clash := make([][]int, len(list)) // with whom each shares a name
	after := make([]bool, len(list))
	for name, taking := range by.taking {
		for _, i := range taking {
			for _, k := range by.adding[name] {
				if k != i && uses[i].meets(uses[k]) {
					clash[i], clash[k] = append(clash[i], k), append(clash[k], i)
					after[i] = true
				}
			}
		}
	}
	for _, unbinding := range by.unbinding {
		for a, i := range unbinding {
			for _, k := range unbinding[a+1:] {
				if list[i].found.Code != list[k].found.Code && uses[i].meets(uses[k]) {
					clash[i], clash[k] = append(clash[i], k), append(clash[k], i)
				}
			}
		}
	}
	in := make([]bool, len(list))
	for _, late := range []bool{false, true} {
		for i, m := range list {
			if after[i] == late {
				wait := slices.ContainsFunc(clash[i], func(k int) bool { return in[k] })
				order, waits = append(order, m), append(waits, wait)
				in[i] = !wait
			}
		}
	}
	return order, waits
}
