package changeset

import (
	"context"
	"maps"
	"slices"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Of several things in one place that can go ESLint names one at a time, each in the
// same words: of two type arguments that are the default the last one
// (no-unnecessary-type-arguments). Where a tool says the same again of the place that its own fix has mended, it means
// the next thing there.

// links returns fixes of what a tool says again of the places that its own fixes have
// changed, and from which members of the set they come.
func (r *run) links(ctx context.Context, c *checked) (more []member, from []int) {
	taken := map[*Document]*text.Disjoint{}
	views := map[*Document]*Document{}
	for _, i := range c.stillThere() {
		m := c.members[i]
		if m.fix.Rung != signal.RungTool || !cutsItsPlace(m.doc.Snapshot, m.found, m.fix.Edits) {
			continue
		}
		if views[m.doc] == nil {
			views[m.doc] = c.view(m.doc)
		}
		v := views[m.doc]
		for _, found := range c.again(m, r.Owner(m.found.Tool), v) {
			fixes, _ := r.proposals(ctx, v, found, nameOf(v.Snapshot, found), 1)
			if len(fixes) == 0 || collide(v.Snapshot, of(taken, m.doc), fixes[0].Edits) {
				continue
			}
			of(taken, m.doc).Add(fixes[0].Edits...)
			more, from = append(more, member{doc: m.doc, found: found, name: nameOf(v.Snapshot, found), fix: &fixes[0]}),
				append(from, i)
			break
		}
	}
	return more, from
}

// stillThere returns the members whose problem is still reported, in their order.
func (c *checked) stillThere() []int {
	var out []int
	for i := range c.members {
		if _, still := c.still[i]; still {
			out = append(out, i)
		}
	}
	return out
}

// again returns what a tool says in the words of a member's finding of the line where the
// set has put that.
func (c *checked) again(m member, tool string, now *Document) []signal.Diagnostic {
	line := c.changes[reportOf{m.doc, tool}].Line(m.doc.LineAt(m.found.Span.Start))
	var out []signal.Diagnostic
	for _, d := range now.Reports[tool] {
		if d.Tool == m.found.Tool && d.Code == m.found.Code && d.Message == m.found.Message &&
			now.LineAt(d.Span.Start) == line {
			out = append(out, d)
		}
	}
	return out
}

// checkAlong checks a set and, where nothing else is wrong with it, follows its chains.
func (r *run) checkAlong(ctx context.Context, set []member) (*checked, error) {
	c, err := r.check(ctx, set)
	if err != nil || c == nil || c.clean() || len(c.fresh) > 0 {
		return c, err
	}
	return r.follow(ctx, c)
}

// follow extends such members to the end of their chains. It returns the larger set if that is clean; else it removes
// from the members that are still there those which are not to blame, as long as others are.
func (r *run) follow(ctx context.Context, c *checked) (*checked, error) {
	at, of := c, make([]int, len(c.members)) // from which member of the set each one comes
	for i := range of {
		of[i] = i
	}
	times := growth
	if !slices.ContainsFunc(r.asked(c.texts, map[string]bool{}), r.Whole) {
		times = growthInFile
	}
	for range times {
		more, from := r.links(ctx, at)
		if len(more) > 0 && !r.followed { // once a round, these looks do not count for its bound
			r.followed = true
			r.budget += times
		}
		if len(more) == 0 || r.budget <= 1 || r.isLate() {
			break
		}
		of = append(of, from...)
		next, err := r.checkOn(ctx, at, more)
		switch {
		case err != nil:
			return nil, err
		case next == nil:
			return c, nil
		case next.clean():
			return next, nil
		}
		at = next
	}
	blamed := map[int]bool{}
	guilty, waits := at.attribute(at.fresh)
	for i := range at.members {
		if _, out := guilty[i]; out || waits[i] {
			blamed[of[i]] = true
		}
	}
	if slices.ContainsFunc(c.stillThere(), func(i int) bool { return blamed[i] }) {
		maps.DeleteFunc(c.still, func(i int, _ string) bool { return !blamed[i] })
	}
	return c, nil
}

// putOff has members wait for the next round that say nothing against themselves: those
// on a chain, which is not followed where there is something new; and once in a run those of
// files of which something new is said that nobody can be blamed for, so that the other
// files need not be taken apart to find it.
func (r *run) putOff(ctx context.Context, c *checked, lost []newFinding, guilty map[int]fault, waits map[int]bool) {
	if len(c.fresh) > 0 {
		_, from := r.links(ctx, c)
		for _, i := range from {
			delete(guilty, i)
			waits[i] = true
		}
	}
	if len(guilty)+len(waits) > 0 || slices.ContainsFunc(lost, func(f newFinding) bool { return f.whole }) {
		return
	}
	dark := map[*Document]bool{}
	for _, f := range lost {
		if r.dark[f.doc] {
			return
		}
		dark[f.doc] = true
	}
	apart := 0
	for i, m := range c.members {
		if dark[m.doc] {
			waits[i] = true
		} else {
			apart++
		}
	}
	if apart == 0 {
		clear(waits)
		return
	}
	for d := range dark {
		r.dark[d] = true
	}
}

// cutsItsPlace reports whether a tool's own edits remove something from the line that
// its finding points at: what is said there afterwards is said of something else, and
// some day nothing is left to say it of.
func cutsItsPlace(s text.Snapshot, found signal.Diagnostic, edits []text.Edit) bool {
	line, less := s.LineAt(found.Span.Start), 0
	for _, e := range edits {
		if s.LineAt(e.Span.Start) <= line && line <= s.LineAt(e.Span.End) {
			less += e.Span.Len() - len(e.New)
		}
	}
	return less > 0
}
