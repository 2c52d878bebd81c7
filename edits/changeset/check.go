package changeset

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// checked is a set with what the tools say of it.
type checked struct {
	members []member
	texts   map[*Document]text.Snapshot // of the documents that it changes
	made    map[*Document][][]text.Edit // how: edits, and what was added on the texts with them
	// reports are those of all documents that a tool looked at.
	reports map[*Document]map[string][]signal.Diagnostic
	changes map[reportOf]verify.Change // from the present reports to those
	fresh   []newFinding
	still   map[int]string                 // members whose problem is still reported, with the words
	unsure  map[string]error               // tools that were asked and could not answer
	unseen  map[*Document]map[string]error // … that did not look at a document
	doubted map[int]error                  // members that are not accepted, as a tool could not check them
	proof   *verify.Proof
	outline func(text.Snapshot) *syntax.Outline
	along   map[*Document]verify.Along // from the present texts to those
	aims    map[target]bool            // see targets
	places  *places                    // see where
}

// reportOf names a tool's report of a document.
type reportOf struct {
	doc  *Document
	tool string
}

// newFinding is a finding that a set causes.
type newFinding struct {
	doc   *Document
	found signal.Diagnostic // on the new text
	tool  string            // the reports' name of its tool
	whole bool              // which looks at more than the file
	file  string            // as shown
}

func (c *checked) clean() bool { return len(c.fresh)+len(c.still)+len(c.doubted) == 0 }

// unchecked says why a member's own tool, or one that judges all fixes of its file,
// could not look at the set; nil when they have.
func (r *run) unchecked(c *checked, m member) error {
	owner := r.Owner(m.found.Tool)
	if err := cmp.Or(c.unsure[owner], c.unseen[m.doc][owner]); err != nil {
		return err
	}
	for _, tool := range slices.Sorted(maps.Keys(c.unsure)) {
		if _, known := m.doc.Reports[tool]; known && r.Judges(tool) {
			return c.unsure[tool]
		}
	}
	return nil
}

// check applies a set to the present texts and has the tools look at it; nil when
// the round may run no more.
func (r *run) check(ctx context.Context, set []member) (*checked, error) {
	texts, edits, err := applied(set, func(d *Document) text.Snapshot { return d.Snapshot })
	if err != nil {
		return nil, err
	}
	made := map[*Document][][]text.Edit{}
	for d, list := range edits {
		made[d] = [][]text.Edit{list}
	}
	return r.look(ctx, set, texts, made)
}

// checkOn adds members to a set, on its texts.
func (r *run) checkOn(ctx context.Context, c *checked, more []member) (*checked, error) {
	texts, edits, err := applied(more, func(d *Document) text.Snapshot { return c.view(d).Snapshot })
	if err != nil {
		return nil, err
	}
	made := maps.Clone(c.made)
	for d, list := range edits {
		made[d] = append(slices.Clone(made[d]), list)
	}
	for d, s := range c.texts {
		if _, again := texts[d]; !again {
			texts[d] = s
		}
	}
	return r.look(ctx, append(slices.Clone(c.members), more...), texts, made)
}

// view returns a document as it would be with the set.
func (c *checked) view(d *Document) *Document {
	v := *d
	if s, ok := c.texts[d]; ok {
		v.Snapshot = s
	}
	if reports, ok := c.reports[d]; ok {
		v.Reports = reports
	}
	v.found()
	return &v
}

// applied returns the texts with the fixes of a set, and the edits of each.
func applied(set []member, base func(*Document) text.Snapshot) (map[*Document]text.Snapshot, map[*Document][]text.Edit,
	error) {
	made := map[*Document]*text.Disjoint{}
	for _, m := range set {
		of(made, m.doc).Add(m.fix.Edits...)
	}
	texts, edits := map[*Document]text.Snapshot{}, map[*Document][]text.Edit{}
	for d, set := range made {
		was := base(d)
		edits[d] = fixer.Trimmed(was, set.Edits())
		s, err := was.Apply(edits[d])
		if err != nil {
			return nil, nil, fmt.Errorf("apply %d edits to %s: %w", len(edits[d]), d.Path, err)
		}
		texts[d] = s
	}
	return texts, edits, nil
}

// of returns the set of a document's edits, a new one where there is none.
func of(sets map[*Document]*text.Disjoint, d *Document) *text.Disjoint {
	if sets[d] == nil {
		sets[d] = &text.Disjoint{}
	}
	return sets[d]
}

// collide reports whether edits of a text touch others, so that their order would
// matter, or have nothing but blanks between them: a tool's edit that ended at the
// other one may have been cut to what differs. An insertion that a fix shares with others, besides edits of its own
// (the import of a name that several need), is made once; what two remove, each may put elsewhere.
func collide(s text.Snapshot, taken *text.Disjoint, next []text.Edit) bool {
	near := func(end, start int) bool {
		return start <= end || strings.Trim(s.Slice(text.Span{Start: end, End: start}), " \t") == ""
	}
	meets := func(n text.Edit, t *text.Span) bool {
		return t != nil && near(n.Span.End, t.Start) && near(t.End, n.Span.Start)
	}
	own := 0
	for _, n := range next {
		if taken.Has(n) && n.Span.Len() == 0 {
			continue
		}
		own++
		if before, behind := taken.Around(n.Span); meets(n, before) || meets(n, behind) {
			return true
		}
	}
	return own == 0 && len(next) > 0
}

// look runs the tools that have a say over the texts, and compares.
func (r *run) look(ctx context.Context, set []member, texts map[*Document]text.Snapshot,
	made map[*Document][][]text.Edit) (*checked, error) {
	if r.budget <= 0 {
		r.ended = true
		return nil, nil
	}
	r.budget--
	c := &checked{members: set, outline: r.outline, along: map[*Document]verify.Along{}, texts: texts, made: made,
		reports: map[*Document]map[string][]signal.Diagnostic{}, changes: map[reportOf]verify.Change{},
		still:  map[int]string{},
		unsure: map[string]error{}, unseen: map[*Document]map[string]error{}, doubted: map[int]error{},
		proof: &verify.Proof{Digests: map[string]string{}}}
	targeted := map[string]bool{}
	for _, m := range set {
		targeted[r.Owner(m.found.Tool)] = true
	}
	q := &question{fixes: len(set)}
	tools := r.asked(texts, targeted)
	for _, tool := range tools {
		q.of = append(q.of, r.about(c, tool))
	}
	r.put(q)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for i, tool := range tools {
		if err := q.of[i].failed; err != nil {
			c.unsure[tool], r.failed[tool] = err, err
			c.forget(tool)
			continue
		}
		r.heed(c, q.of[i], targeted[tool])
	}
	r.lost(c)
	r.checkTargets(c)
	for i, m := range set {
		if err := r.unchecked(c, m); err != nil && r.Worst < evidence.Unchecked {
			c.doubted[i] = err
		}
	}
	for d, s := range texts {
		hash := s.Hash()
		c.proof.Digests[d.Path] = hex.EncodeToString(hash[:])
	}
	return c, nil
}

// forget drops a tool's reports of changed documents: they are about other texts.
func (c *checked) forget(tool string) {
	for d := range c.texts {
		c.drop(d, tool)
	}
}

func (c *checked) drop(d *Document, tool string) {
	if c.reports[d] == nil {
		c.reports[d] = maps.Clone(d.Reports)
	}
	delete(c.reports[d], tool)
}

// overlooks notes that a tool did not look at a changed document.
func (c *checked) overlooks(d *Document, tool string, why error) {
	if c.unseen[d] == nil {
		c.unseen[d] = map[string]error{}
	}
	c.unseen[d][tool] = why
	c.drop(d, tool)
}

// asked returns the tools to run on a set: those that have a say in it, whose findings
// it fixes or that judge, and those with findings in a changed document, which lie
// elsewhere now.
func (r *run) asked(texts map[*Document]text.Snapshot, targeted map[string]bool) []string {
	tools := maps.Clone(targeted)
	for d := range texts {
		for tool := range d.Reports {
			if r.Judges(tool) || len(d.Reports[tool]) > 0 {
				tools[tool] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(tools))
}

// about returns what a tool is asked about a set.
func (r *run) about(c *checked, tool string) *about {
	q := &about{tool: tool, changed: map[string]bool{}}
	for _, d := range r.docs {
		_, known := d.Reports[tool]
		s, touched := c.texts[d]
		switch {
		case !known:
			continue // it has not looked at this file
		case touched:
			q.all, q.docs = append(q.all, s), append(q.docs, d)
		case r.Whole(tool):
			q.all, q.docs = append(q.all, d.Snapshot), append(q.docs, d)
		default:
			continue
		}
		// Earlier rounds are on no disk either.
		if q.all[len(q.all)-1].Text() != d.original.Text() {
			q.changed[d.Path] = true
		}
	}
	return q
}

// heed notes what a tool says of a set that is new.
func (r *run) heed(c *checked, q *about, targeted bool) {
	if len(q.all) == 0 {
		return
	}
	tool, all, said := q.tool, q.all, q.said
	defined := map[*Document]signal.Diagnostic{} // names that rules have defined or imported
	for _, m := range c.members {
		if m.fix.Rung == signal.RungRule && signal.Cause(m.found) == "undefined name" {
			defined[m.doc] = m.found
		}
	}
	looked := 0
	for i, d := range q.docs {
		list, ok := said[all[i].Path]
		if !ok {
			if _, touched := c.texts[d]; touched {
				c.overlooks(d, tool, fmt.Errorf("it did not look at %s", files.Relative(r.Root, all[i].Path)))
			}
			continue
		}
		looked++
		if c.reports[d] == nil {
			c.reports[d] = maps.Clone(d.Reports)
		}
		c.reports[d][tool] = list
		change := c.way(d).Compare(d.Snapshot, all[i], d.Reports[tool], list)
		c.changes[reportOf{d, tool}] = change
		reports, split := append(slices.Collect(maps.Values(d.Reports)), c.uncompiled(d)), c.split(d, list)
		for _, f := range r.unlike(c, d, all[i], change, tool) {
			if verify.Unsaid(tool, f, d.Snapshot, all[i], change.Hunks, reports...) ||
				verify.Revealed(tool, f, verify.Rule, defined[d], all[i], change.Hunks) {
				continue
			}
			if !r.Counts(f) && split(f) {
				continue
			}
			if targeted && f.Weighs() || r.Counts(f) {
				c.fresh = append(c.fresh, newFinding{d, f, r.Owner(f.Tool), r.Whole(tool), files.Relative(r.Root, d.Path)})
			}
		}
	}
	if tool != linter.Floor { // it stands for no tool of the project
		c.proof.Tools = append(c.proof.Tools, verify.ProofTool{Name: tool, Version: r.Version(tool), Files: looked})
	}
}

// uncompiled returns what the compiler of Go said of the other documents that the set changes: a package that uses one
// of theirs was not looked at further, either.
func (c *checked) uncompiled(d *Document) (out []signal.Diagnostic) {
	for other := range c.texts {
		for tool, list := range other.Reports {
			for _, f := range list {
				if other != d && (f.Tool == "go" || linter.StopsAtErrors(tool) && linter.OfCompiler(tool, f)) {
					out = append(out, f)
				}
			}
		}
	}
	return out
}

// way returns how the set has made the text of a document.
func (c *checked) way(d *Document) verify.Along {
	a, known := c.along[d]
	if !known {
		a.Way = diff.Along(c.made[d]...)
		if now, changed := c.texts[d]; changed {
			a.Hunks = a.Way.Lines(d.Snapshot, now)
		}
		a.Statement = func(line int) text.Lines {
			return c.outline(d.Snapshot).Statement(text.Lines{Start: line, End: line + 1})
		}
		c.along[d] = a
	}
	return a
}

// unlike returns the new findings of a comparison without those that a tool only words
// in another way now: such a one stands in the line of a finding of its code that is
// gone, and that no member is about. A message may quote what another fix has changed,
// or a type that the other side of a call has now. What a judge calls an error is the
// old one only where its very place was left as it was.
func (r *run) unlike(c *checked, d *Document, now text.Snapshot, change verify.Change,
	tool string) []signal.Diagnostic {
	type place struct {
		code string
		line int
		span text.Span // that of a judge's error
	}
	if len(change.New) == 0 {
		return nil
	}
	reworded := map[place]int{}
	way := c.way(d).Way
	for i, old := range d.Reports[tool] {
		if !change.Gone[i] || c.targets()[target{d, identity(old)}] {
			continue
		}
		if line := change.Line(d.LineAt(old.Span.Start)); line >= 0 {
			reworded[place{code: old.Code, line: line}]++
		}
		if span, ok := untouched(way, d.Snapshot, now, old.Span); ok {
			reworded[place{old.Code, -1, span}]++
		}
	}
	return slices.DeleteFunc(slices.Clone(change.New), func(f signal.Diagnostic) bool {
		at := place{code: f.Code, line: now.LineAt(f.Span.Start)}
		if r.Counts(f) {
			at = place{f.Code, -1, f.Span}
		}
		if reworded[at] == 0 {
			return false
		}
		reworded[at]--
		return true
	})
}

// untouched returns where a span has gone whose lines are as they were.
func untouched(way diff.Way, was, now text.Snapshot, span text.Span) (text.Span, bool) {
	start, ok := way.Offset(span.Start)
	moved := text.Span{Start: start, End: start + span.Len()}
	if !ok || moved.End > now.Len() {
		return moved, false
	}
	return moved, was.Slice(was.LinesSpan(was.LinesOf(span))) == now.Slice(now.LinesSpan(now.LinesOf(moved)))
}

// target is a finding of a document.
type target struct {
	doc   *Document
	found said
}

// targets returns the findings that the members of a set are to fix.
func (c *checked) targets() map[target]bool {
	if c.aims == nil {
		c.aims = map[target]bool{}
		for _, m := range c.members {
			c.aims[target{m.doc, identity(m.found)}] = true
			for _, also := range m.also {
				c.aims[target{m.doc, identity(also)}] = true
			}
		}
	}
	return c.aims
}

// checkTargets notes whose problem is still reported. Of several equal findings on a
// line it does not matter which ones are gone, as long as enough are.
func (r *run) checkTargets(c *checked) {
	type place struct {
		doc   *Document
		tool  string
		words signal.Words
		line  int
	}
	gone := map[place]int{}
	reported := map[target]bool{}
	counted := map[reportOf]bool{}
	count := func(d *Document, tool string) {
		if counted[reportOf{d, tool}] {
			return
		}
		counted[reportOf{d, tool}] = true
		change, asked := c.changes[reportOf{d, tool}]
		for i, f := range d.Reports[tool] {
			reported[target{d, identity(f)}] = true
			if asked && change.Gone[i] {
				gone[place{d, tool, f.Words(), d.LineAt(f.Span.Start)}]++
			}
		}
	}
	for i, m := range c.members {
		tool := r.Owner(m.found.Tool)
		if c.unsure[tool] != nil || c.unseen[m.doc][tool] != nil || c.reports[m.doc] == nil ||
			m.fix.Problem.Snapshot.Hash() != m.doc.Snapshot.Hash() {
			continue // unknown, or a finding that only the set itself has caused
		}
		count(m.doc, tool)
		if !reported[target{m.doc, identity(m.found)}] {
			continue // the tool words it differently today
		}
		at := place{m.doc, tool, m.found.Words(), m.doc.LineAt(m.found.Span.Start)}
		if gone[at]--; gone[at] < 0 && !c.goesOn(m, tool) {
			c.still[i] = fmt.Sprintf("%s still reports %s: %s", m.found.Tool, cmp.Or(m.found.Code, "the problem"),
				m.found.Message)
		}
	}
}

// said is what makes two findings of a text the same one.
type said struct {
	signal.Words
	span text.Span
}

func identity(d signal.Diagnostic) said { return said{d.Words(), d.Span} }
