package changeset

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// member is one fix of a set.
type member struct {
	doc   *Document
	found signal.Diagnostic
	name  signal.Named
	fix   *fixer.Fix
	also  []signal.Diagnostic // findings with the very same fix
	// caused says that nobody reports the finding: it is where another one comes from.
	caused bool
	mends  int // which of the new findings of a set, of one that this grows by
}

// round fixes what can be fixed of the present texts and reports whether another
// one may find more.
func (r *run) round(ctx context.Context) (bool, error) {
	set, err := r.set, error(nil)
	if r.set = nil; len(set) == 0 {
		set, err = r.propose(ctx)
	}
	if err != nil || len(set) == 0 {
		return false, err
	}
	r.budget = 2 + 2*bits.Len(uint(len(set)))
	out := r.out
	r.waiting = false
	defer r.forgetOutlines()
	proven, err := r.prove(ctx, set)
	if err != nil {
		return false, err
	}
	if proven == nil { // the bound
		for _, m := range set {
			why := r.bounded()
			if before, again := m.doc.out[m.name]; again {
				why = before.why.decline()
			}
			r.leave(m, why)
		}
		return false, nil
	}
	r.take(proven)
	again := len(proven.members) > 0 || r.out > out || r.waiting
	if !again { // no tool spoke against one of them, and none for it
		for _, m := range set {
			r.leave(m, r.bounded())
		}
	}
	return again, nil
}

// propose makes the set of a round: for each finding the first of its fixes that
// was not taken out before, as long as it overlaps no other.
func (r *run) propose(ctx context.Context) ([]member, error) {
	var set []member
	for _, d := range r.docs {
		d.left = nil
		var taken text.Disjoint
		var own []member
		by := map[text.Edit][]int{} // own by their first edit
		found := d.found()
		names := d.namesApart(found)
		r.proposeAll(ctx, d, found, names)
		for _, one := range narrowFirst(found) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			m := member{doc: d, found: one, name: names(one)}
			n := d.out[m.name].times
			fixes, why := r.proposals(ctx, d, one, m.name, n+1)
			switch {
			case n < len(fixes) && d.circles:
				fixes, why = nil, circling("switch one of their rules off: they undo each other")
			case n < len(fixes):
				m.fix = &fixes[n]
			case n > 0:
				why = d.out[m.name].why.decline()
			case why == nil:
				why = &fixer.Decline{Code: fixer.DeclineNotOffered, Reason: "no rule and no tool has a fix for this"}
			}
			switch {
			case n >= len(fixes):
				d.left = append(d.left, fixer.Outcome{Diagnostic: one, Snapshot: d.Snapshot, Decline: why})
			case !shared(own, by[first(m)], m):
				by[first(m)] = append(by[first(m)], len(own))
				own = append(own, m)
			}
		}
		order, waits := groups(own, r.Trees)
		for i, m := range order {
			if waits[i] || collide(d.Snapshot, &taken, m.fix.Edits) {
				// The next round decides; if nothing changes, it is left.
				r.leave(m, &fixer.Decline{Code: fixer.DeclineRejected, Reason: "its fix conflicts with other fixes"})
				continue
			}
			taken.Add(m.fix.Edits...)
			set = append(set, m)
		}
	}
	return set, nil
}

// narrowFirst returns the order in which findings enter a set. Of two
// fixes that collide the one of the narrower finding goes first: an import that
// is removed needs no sorting, and one that was sorted leaves its lines behind
// when it is removed.
func narrowFirst(list []signal.Diagnostic) []signal.Diagnostic {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b signal.Diagnostic) int { return a.Span.Len() - b.Span.Len() })
	return list
}

// proposals returns the first fixes of a finding, worked out once for a text: most
// findings need no second one.
func (r *run) proposals(ctx context.Context, d *Document, found signal.Diagnostic, name signal.Named,
	most int) ([]fixer.Fix, *fixer.Decline) {
	key := proposedFor{d.Hash(), name, found.Span.Start}
	p, known := d.proposed[key]
	if !known || p.asked < most && len(p.Fixes) == p.asked {
		p = proposed{r.Propose(ctx, d, []signal.Diagnostic{found}, most)[0], most}
		d.proposed[key] = p
	}
	return p.Fixes, p.Why
}

// proposeAll works out the first fixes of those findings of a document of which none is
// known, all at once.
func (r *run) proposeAll(ctx context.Context, d *Document, found []signal.Diagnostic,
	names func(signal.Diagnostic) signal.Named) {
	var keys []proposedFor
	var list []signal.Diagnostic
	for _, one := range found {
		name := names(one)
		key := proposedFor{d.Hash(), name, one.Span.Start}
		if _, known := d.proposed[key]; !known && d.out[name].times == 0 {
			keys, list = append(keys, key), append(list, one)
		}
	}
	for i, p := range r.Propose(ctx, d, list, 1) {
		d.proposed[keys[i]] = proposed{p, 1}
	}
}

// first returns the first edit of a member's fix.
func first(m member) text.Edit {
	if len(m.fix.Edits) == 0 {
		return text.Edit{}
	}
	return m.fix.Edits[0]
}

// shared hands a finding to that of some members of the set that has the very same fix.
func shared(set []member, some []int, m member) bool {
	for _, i := range some {
		if slices.Equal(set[i].fix.Edits, m.fix.Edits) {
			set[i].also = append(set[i].also, m.found)
			return true
		}
	}
	return false
}

// prove finds a part of the set, as large as it can, that causes nothing new.
// nil = no tool could be asked.
func (r *run) prove(ctx context.Context, set []member) (*checked, error) {
	var c *checked
	for len(set) > 0 {
		if c != nil && (r.budget <= 1 || r.isLate()) {
			return r.settle(ctx, c, set)
		}
		var err error
		if c, err = r.check(ctx, set); err != nil || c == nil || c.clean() {
			return c, err
		}
		if len(c.fresh)+len(c.still) == 0 {
			set = r.checkable(c)
			continue
		}
		more, unmended := r.more(ctx, c)
		lost := c.of(unmended)
		if len(lost)+len(c.still) == 0 {
			grown, way, err := r.grow(ctx, c, more)
			if err != nil || grown != nil {
				return grown, err
			}
			if rest := r.without(set, way.still); len(rest) < len(set) {
				set = rest
				continue
			}
			lost = c.behind(way)
		}
		guilty, waits := c.attribute(lost)
		r.putOff(c, lost, guilty, waits)
		if len(guilty)+len(waits) == 0 {
			if r.isLate() {
				return r.settle(ctx, c, set)
			}
			return r.halve(ctx, c)
		}
		if len(waits) > 0 { // most for a tool that looks at a file by itself
			r.budget++
			r.waiting = true
		}
		rest := set[:0:0]
		for i, m := range set {
			if why, out := guilty[i]; out {
				r.refuse(m, why)
				continue
			}
			if !waits[i] {
				rest = append(rest, m)
			}
		}
		set = rest
	}
	return &checked{}, nil
}

// settle spends the last run of a round on the members of documents of which the
// set before showed nothing new; nil = not even they are clean. The others may
// come in the next round.
func (r *run) settle(ctx context.Context, c *checked, set []member) (*checked, error) {
	rest, _ := c.apart(set)
	if len(rest) == 0 {
		r.ended = true
		return nil, nil
	}
	next, err := r.check(ctx, rest)
	if err != nil || next == nil || !next.clean() {
		r.ended = true
		return nil, err
	}
	return next, nil
}

// refuse removes a fix for good: its finding gets its next fix in a later
// round.
func (r *run) refuse(m member, why fault) {
	r.out++
	m.doc.out[m.name] = refused{m.doc.out[m.name].times + 1, why, m.doc.Hash(), r.takes}
}

// anew has fixes proposed again that were taken out, as another run would: all of a file
// that is another text than when all of them were last proposed. They may have been refused
// for what others of their set caused, or for what a fix causes that was not in it. For a
// tool that looks at the whole project those of an earlier text are, and what was made in
// another file since counts too. dear is how many are for such tools.
func (r *run) anew() (dear int, again bool) {
	for _, d := range r.docs {
		changed := d.entire != d.Hash()
		d.entire = d.Hash()
		if changed {
			delete(r.dark, d)
		}
		for name, was := range d.out {
			whole := r.Whole(r.Owner(name.Tool))
			if was.times > 0 && (!whole && changed || whole && (was.text != d.Hash() || was.takes != r.takes)) {
				was.times, again = 0, true
				d.out[name] = was
				if whole {
					dear++
				}
			}
		}
	}
	return dear, again
}

// obstacle is what keeps a set from growing until it is clean.
type obstacle struct {
	fresh []newFinding
	from  [][]int        // for each, which of the new findings of the set have led to it; nil = unknown
	still map[int]string // members whose problem is in the larger set again
}

// without removes from a set the members whose problems are still reported.
func (r *run) without(set []member, still map[int]string) []member {
	rest := set[:0:0]
	for i, m := range set {
		if why, out := still[i]; out {
			r.refuse(m, fault{reason: why, code: verify.TargetGone})
			continue
		}
		rest = append(rest, m)
	}
	return rest
}

// grow adds fixes for what the set newly causes, and returns the larger set if it
// is clean; else what stood in the way.
func (r *run) grow(ctx context.Context, c *checked, more []member) (*checked, obstacle, error) {
	times := growthInFile
	if slices.ContainsFunc(c.fresh, func(f newFinding) bool { return f.whole }) {
		times = growth
	}
	free := times == growthInFile && !slices.ContainsFunc(r.asked(c.texts, map[string]bool{}), r.Whole)
	from := make([][]int, len(c.fresh)) // of what is new now, which of what the set caused has led to it
	for i := range from {
		from[i] = []int{i}
	}
	for range times {
		if free { // a look at one file again: the round's bound is for runs over projects
			r.budget++
		}
		if r.budget <= 1 || r.isLate() {
			break
		}
		next, err := r.checkOn(ctx, c, more)
		if err != nil || next == nil || next.clean() {
			return next, obstacle{c.fresh, from, nil}, err
		}
		if len(next.fresh) == 0 {
			return nil, obstacle{c.fresh, from, next.still}, nil
		}
		from = next.ledBy(more, from)
		var lost []int
		more, lost = r.more(ctx, next)
		switch {
		case len(lost) > 0:
			way := obstacle{}
			for _, i := range lost {
				way.fresh, way.from = append(way.fresh, next.fresh[i]), append(way.from, from[i])
			}
			return nil, way, nil
		case len(next.fresh) > len(c.fresh), len(next.fresh) == len(c.fresh) && (times == growth || !movedOn(c, next)):
			return nil, obstacle{next.fresh, from, nil}, nil
		}
		c = next
	}
	return nil, obstacle{c.fresh, from, nil}, nil
}

// ledBy says of each new finding of a set that has grown which findings have led to it:
// those that led to what the members mend, with which it has grown, on whose lines it
// stands. nil = it is none of theirs.
func (c *checked) ledBy(more []member, from [][]int) [][]int {
	last := &checked{members: more, texts: c.texts, outline: c.outline}
	out, known := make([][]int, len(c.fresh)), map[*int][]int{}
	for i, f := range c.fresh {
		suspects := last.suspects(f)
		if len(suspects) == 0 {
			continue
		}
		led, before := known[&suspects[0]]
		if !before {
			for _, m := range suspects {
				led = append(led, from[more[m].mends]...)
			}
			slices.Sort(led)
			led = slices.Compact(led)
			known[&suspects[0]] = led
		}
		out[i] = led
	}
	return out
}

// movedOn reports whether what a set newly causes is something else than what a
// smaller one did. Of a chain of branches ruff reports one at a time, the next
// one once that is mended (RET505).
func movedOn(c, next *checked) bool {
	was := map[signal.Named]int{}
	for _, f := range c.fresh {
		was[f.found.Named(c.view(f.doc).Snapshot)]++
	}
	for _, f := range next.fresh {
		name := f.found.Named(next.view(f.doc).Snapshot)
		if was[name]--; was[name] < 0 {
			return true
		}
	}
	return false
}

// of are some of the new findings of a set.
func (c *checked) of(list []int) (out []newFinding) {
	for _, i := range list {
		out = append(out, c.fresh[i])
	}
	return out
}

// behind returns the new findings of a set from which those that stood in the way of
// a larger one have come: those that have led to it, else those of the same rule in its
// file, of which one that is mended reveals the next (RET506), else all of its file, if
// each speaks of one file alone. Else what comes back would have others refused that do not.
func (c *checked) behind(way obstacle) []newFinding {
	if slices.ContainsFunc(way.fresh, func(w newFinding) bool { return w.whole }) {
		return c.fresh
	}
	from := func(w newFinding, alike bool) func(newFinding) bool {
		return func(f newFinding) bool {
			return f.doc == w.doc && (!alike || f.found.Tool == w.found.Tool && f.found.Code == w.found.Code)
		}
	}
	blamed := make([]bool, len(c.fresh))
	for k, w := range way.fresh {
		if len(way.from[k]) > 0 {
			for _, i := range way.from[k] {
				blamed[i] = true
			}
			continue
		}
		alike := slices.ContainsFunc(c.fresh, from(w, true))
		for i, f := range c.fresh {
			blamed[i] = blamed[i] || from(w, alike)(f)
		}
	}
	var out []newFinding
	for i, f := range c.fresh {
		if blamed[i] {
			out = append(out, f)
		}
	}
	if len(out) == 0 {
		return c.fresh
	}
	return out
}

// more returns fixes of what a set newly causes, on its texts, and what of it cannot
// be fixed: neither by itself nor by the fix of another finding of its rule in its
// statement, nor by one that writes its text anew. Of several findings about one
// declaration ESLint attaches a fix only to the last one, which is for all (prefer-const); an import that is too long
// is not when its block is in order (E501 next to I001).
func (r *run) more(ctx context.Context, c *checked) (more []member, lost []int) {
	taken := map[*Document]*text.Disjoint{}
	views := map[*Document]*Document{}
	view := func(d *Document) *Document {
		if views[d] == nil {
			views[d] = c.view(d)
		}
		return views[d]
	}
	found := map[*Document][]signal.Diagnostic{}
	for _, f := range c.fresh {
		found[f.doc] = append(found[f.doc], f.found)
	}
	for d, list := range found {
		r.proposeAll(ctx, view(d), list, func(one signal.Diagnostic) signal.Named { return one.Named(view(d).Snapshot) })
	}
	for i, f := range c.fresh {
		m := member{doc: f.doc, found: f.found, name: f.found.Named(view(f.doc).Snapshot)}
		fixes, _ := r.proposals(ctx, view(f.doc), f.found, m.name, 1)
		if len(fixes) == 0 {
			m, fixes = r.cause(ctx, f, view)
		}
		switch {
		case len(fixes) == 0:
			lost = append(lost, i)
		case collide(view(m.doc).Snapshot, of(taken, m.doc), fixes[0].Edits):
			// Another one's fix may remove it as well.
		default:
			of(taken, m.doc).Add(fixes[0].Edits...)
			m.fix, m.mends = &fixes[0], i
			more = append(more, m)
		}
	}
	return more, slices.DeleteFunc(lost, func(i int) bool {
		f, near := c.fresh[i], false
		for _, m := range more {
			if m.doc != f.doc {
				continue
			}
			near = true
			alike := m.found.Tool == f.found.Tool && m.found.Code == f.found.Code
			if alike && c.statement(f).Overlaps(c.statement(newFinding{doc: m.doc, found: m.found})) ||
				slices.ContainsFunc(m.fix.Edits, func(e text.Edit) bool { return e.Span.Overlaps(f.found.Span) }) {
				return true
			}
		}
		return near && aboutAdded(view(f.doc), f.found)
	})
}

// aboutAdded reports whether a finding is about text that the run has added: what is fixed next to it may remove
// that away again, as an import of List whose uses become list (ruff's UP035 and UP006).
func aboutAdded(d *Document, found signal.Diagnostic) bool {
	return slices.ContainsFunc(diff.Added(d.original, d.Snapshot), func(s text.Span) bool {
		return s.Start < found.Span.End && found.Span.Start < s.End
	})
}

// cause is a fix of what a new finding comes from, which may stand in another
// document, if that is one place.
func (r *run) cause(ctx context.Context, f newFinding, view func(*Document) *Document) (m member, fixes []fixer.Fix) {
	if r.Cause == nil {
		return m, nil
	}
	places := 0
	for _, d := range r.docs {
		found, ok := r.Cause(f.found, view(d))
		if !ok {
			continue
		}
		places++
		m = member{doc: d, found: found, name: found.Named(view(d).Snapshot), caused: true}
	}
	if places != 1 {
		return m, nil
	}
	fixes, _ = r.proposals(ctx, view(m.doc), m.found, m.name, 1)
	return m, fixes
}

// take makes the texts of a proven set the present ones.
func (r *run) take(c *checked) {
	if len(c.members) > 0 {
		r.takes++
	}
	for _, m := range c.members {
		fix := *m.fix
		fix.Proof, fix.Gates = c.proof, passed(fix.Gates)
		missing := ""
		if why := r.unchecked(c, m); why != nil {
			missing = why.Error()
			fix.Proof = nil
			fix.Gates = append(fix.Gates[:len(fix.Gates)-2], verify.Result{Gate: verify.TargetGone, State: verify.Unknown,
				Detail: fmt.Sprintf("the result could not be checked: %v", why)})
		}
		fix.Witness(fix.Proof, missing)
		if m.caused {
			continue // nobody has complained of it
		}
		r.made++
		r.project.made++
		for _, found := range append([]signal.Diagnostic{m.found}, m.also...) {
			if m.doc.only != nil {
				m.doc.only[found.Named(fix.Problem.Snapshot)]--
			}
			m.doc.outcomes = append(m.doc.outcomes, fixer.Outcome{Diagnostic: found, Snapshot: fix.Problem.Snapshot, Fix: &fix,
				Applied: true})
		}
	}
	for d, s := range c.texts {
		d.follow(s, diff.Along(c.made[d]...))
		d.Forget()
		s.Forget()
		d.circles, d.had[s.Hash()] = d.circles || d.had[s.Hash()], true
		d.Snapshot, d.Reports, d.proposed = s, c.reports[d], map[proposedFor]proposed{}
	}
}

// passed are the gates of a text with those of the tools, which the set has
// passed.
func passed(onText []verify.Result) []verify.Result {
	out := slices.DeleteFunc(slices.Clone(onText), func(g verify.Result) bool {
		return g.Gate == verify.TargetGone ||
			g.Gate == verify.NothingNew
	})
	return append(out, verify.Result{Gate: verify.TargetGone}, verify.Result{Gate: verify.NothingNew})
}
