package engine

import (
	"context"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/changeset"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// All fixes some findings of one document in memory: what is sure in change sets,
// round by round, then what is left with the model, one after the other. Findings
// that no tool here reports (an editor's, a report's) are fixed one by one, too.
// The outcomes of applied fixes come first, then what is left. The ladder is this
// engine's, with what its user has changed; the problem is all that these have in
// common.
func (e *Engine) All(ctx context.Context, l fixer.Ladder, p fixer.Problem, found []signal.Diagnostic, c fixer.Choice,
	stage func(fixer.Stage)) ([]fixer.Outcome, text.Snapshot, error) {
	s := p.Snapshot
	p.Root, p.Others = e.Root(s.Path), found
	file := e.reported(ctx, s)
	own, foreign := file.split(found)
	outcomes, final, err := oneByOne(ctx, l, p, foreign, c, stage,
		func(_ context.Context, now text.Snapshot) []signal.Diagnostic { return moved(s, now, foreign) })
	if err != nil || len(own) == 0 {
		return outcomes, final, err
	}
	if p.Snapshot, p.File = final, nil; final.Hash() != s.Hash() {
		file = e.reported(ctx, final)
		own = file.still(s, own)
	}
	p.Others = moved(s, final, found)
	if c.ModelOnly {
		more, last, err := oneByOne(ctx, l, p, own, c, stage, e.following(final, own))
		return append(outcomes, more...), last, err
	}
	if len(own) < file.count() { // else what comes up on the way is wanted as well
		file.Found = append([]signal.Diagnostic{}, own...)
	}
	r, err := e.Together(ctx, p.Root, []changeset.File{file.File}, c, func(words string) {
		if stage != nil {
			stage(fixer.Stage{Name: words})
		}
	})
	if err != nil || len(r.Files) == 0 {
		return outcomes, final, err
	}
	final = r.Files[0].Final
	p.Snapshot, p.Others = final, moved(s, final, found)
	open, closed := e.Open(r.Files[0].Outcomes)
	if c.Deterministic || !l.Model.Asks() {
		open, closed = nil, r.Files[0].Outcomes
	}
	outcomes = append(outcomes, closed...)
	c.ModelOnly = true
	more, last, err := oneByOne(ctx, l, p, open, c, stage, e.following(final, open))
	outcomes = append(outcomes, Answered(r.Files[0].Outcomes, more)...)
	if err == nil && last.Hash() != final.Hash() {
		outcomes, last, err = e.Waiting(ctx, p.Root, last, outcomes, c)
	}
	final = last
	slices.SortStableFunc(outcomes, func(a, b fixer.Outcome) int {
		if a.Applied == b.Applied {
			return 0
		}
		if a.Applied {
			return -1
		}
		return 1
	})
	return outcomes, final, err
}

// Open returns the findings of some outcomes that are left for a model, and the other
// outcomes. One whose fix may change behaviour is among them: a model may know another.
func (e *Engine) Open(list []fixer.Outcome) (open []signal.Diagnostic, closed []fixer.Outcome) {
	for _, o := range list {
		rungs := e.ladder.Table.Require(o.Diagnostic).Rungs
		if !o.Applied && o.Decline != nil && !o.Decline.Waits && slices.Contains(rungs, signal.RungModel) {
			open = append(open, o.Diagnostic)
			continue
		}
		closed = append(closed, o)
	}
	return open, closed
}

// Answered returns the outcomes of a model's turn, and those before it: where no answer
// holds, a fix that its user may allow is what there is, with its text and its place.
func Answered(before, after []fixer.Outcome) []fixer.Outcome {
	line := func(o fixer.Outcome) int { return o.Snapshot.LineAt(o.Diagnostic.Span.Start) }
	left := slices.DeleteFunc(slices.Clone(before), func(b fixer.Outcome) bool {
		return b.Applied || b.Decline == nil || b.Decline.Step != fixer.StepAllowUnsafe || b.Decline.Waits
	})
	for i, o := range after {
		if o.Applied || o.Decline == nil || o.Decline.Code != fixer.DeclineRejected {
			continue
		}
		// Of several in the same words the nearest is the same one: answers move lines.
		at, far := -1, 0
		for k, b := range left {
			if d := max(line(b)-line(o), line(o)-line(b)); sameWords(b.Diagnostic, o.Diagnostic) && (at < 0 || d < far) {
				at, far = k, d
			}
		}
		if at < 0 {
			continue
		}
		known := *left[at].Decline
		known.Reason += ", and no answer of the model holds"
		known.Asks, known.Usage = o.Decline.Asks, o.Decline.Usage
		after[i] = left[at]
		after[i].Decline = &known
		left = slices.Delete(left, at, at+1)
	}
	return after
}

// sameWords reports whether two findings are of one rule and in the same words.
func sameWords(a, b signal.Diagnostic) bool {
	return a.Tool == b.Tool && a.Code == b.Code && a.Message == b.Message
}

// Waiting fixes what some outcomes have left until others were mended, now that a
// model has changed the text.
func (e *Engine) Waiting(ctx context.Context, root string, s text.Snapshot, outcomes []fixer.Outcome,
	c fixer.Choice) ([]fixer.Outcome, text.Snapshot, error) {
	var waiting []signal.Diagnostic
	rest := outcomes[:0:0]
	for _, o := range outcomes {
		if o.Decline == nil || !o.Decline.Waits {
			rest = append(rest, o)
			continue
		}
		waiting = append(waiting, moved(o.Snapshot, s, []signal.Diagnostic{o.Diagnostic})...)
	}
	if len(waiting) == 0 {
		return rest, s, ctx.Err()
	}
	file := e.reported(ctx, s)
	if file.Found = file.still(s, waiting); len(file.Found) == 0 {
		return rest, s, ctx.Err()
	}
	c.ModelOnly, c.Deterministic = false, true
	r, err := e.Together(ctx, root, []changeset.File{file.File}, c, func(string) {})
	if err != nil || len(r.Files) == 0 {
		return outcomes, s, err
	}
	return append(rest, r.Files[0].Outcomes...), r.Files[0].Final, nil
}

// oneByOne runs the ladder for each of some findings of a text, again for what
// is still left of them when others are fixed.
func oneByOne(ctx context.Context, l fixer.Ladder, p fixer.Problem, found []signal.Diagnostic, c fixer.Choice,
	stage func(fixer.Stage),
	left func(context.Context, text.Snapshot) []signal.Diagnostic) ([]fixer.Outcome, text.Snapshot, error) {
	s := p.Snapshot
	if len(found) == 0 {
		return nil, s, nil
	}
	return l.File(ctx, p, func(ctx context.Context, now text.Snapshot) ([]signal.Diagnostic, error) {
		if now.Hash() == s.Hash() {
			return found, nil
		}
		return left(ctx, now), ctx.Err()
	}, c, stage)
}

// following returns what the tools still say of some findings in later texts.
func (e *Engine) following(s text.Snapshot, found []signal.Diagnostic) func(context.Context,
	text.Snapshot) []signal.Diagnostic {
	return func(ctx context.Context, now text.Snapshot) []signal.Diagnostic {
		return e.reported(ctx, now).still(s, found)
	}
}

// moved returns those findings whose lines stand unchanged in a later text.
func moved(was, now text.Snapshot, found []signal.Diagnostic) []signal.Diagnostic {
	changes := diff.Minimal(was.Text(), now.Text())
	var out []signal.Diagnostic
	for _, d := range found {
		lines, shift, touched := was.LinesOf(d.Span), 0, false
		for _, e := range changes {
			touched = touched || was.LinesOf(e.Span).Overlaps(lines)
			if e.Span.End <= d.Span.Start {
				shift += len(e.New) - e.Span.Len()
			}
		}
		if !touched {
			d.Span = text.Span{Start: d.Span.Start + shift, End: d.Span.End + shift}
			out = append(out, d)
		}
	}
	return out
}

// reportedFile is a file with what the tools that may run here say of it.
type reportedFile struct {
	changeset.File
	owner func(tool string) string
}

func (e *Engine) reported(ctx context.Context, s text.Snapshot) reportedFile {
	f := reportedFile{changeset.File{Snapshot: s, Reports: map[string][]signal.Diagnostic{}}, e.owner}
	for _, tool := range e.Names(s) {
		if list, err := e.Lint(ctx, tool, s); err == nil {
			f.Reports[tool] = list
		}
	}
	return f
}

// count returns how many different findings the tools have.
func (f reportedFile) count() int {
	type finding struct {
		tool, code, message string
		at                  text.Span
	}
	all := map[finding]bool{}
	for _, list := range f.Reports {
		for _, d := range list {
			all[finding{d.Tool, d.Code, d.Message, d.Span}] = true
		}
	}
	return len(all)
}

// split separates findings that a tool here reports, in its own words, from others.
func (f reportedFile) split(found []signal.Diagnostic) (own, foreign []signal.Diagnostic) {
	for _, d := range found {
		line := f.Snapshot.LineAt(d.Span.Start)
		list := f.Reports[f.owner(d.Tool)]
		same := func(exact bool) int {
			return slices.IndexFunc(list, func(k signal.Diagnostic) bool {
				return k.Code == d.Code && f.Snapshot.LineAt(k.Span.Start) == line &&
					(!exact || k.Span.Start == d.Span.Start && k.Message == d.Message)
			})
		}
		at := same(true)
		if at < 0 {
			at = same(false)
		}
		if at < 0 {
			foreign = append(foreign, d)
			continue
		}
		if !slices.ContainsFunc(own, func(k signal.Diagnostic) bool {
			return k.Tool == list[at].Tool && k.Code == list[at].Code && k.Span == list[at].Span && k.Message == list[at].Message
		}) {
			own = append(own, list[at])
		}
	}
	return own, foreign
}

// still returns those findings of a file that an earlier text of it had among some.
func (f reportedFile) still(was text.Snapshot, some []signal.Diagnostic) []signal.Diagnostic {
	name := func(s text.Snapshot, d signal.Diagnostic) string {
		return strings.Join([]string{f.owner(d.Tool), d.Code, d.Message, strings.TrimSpace(s.Line(s.LineAt(d.Span.Start)))},
			"\x00")
	}
	left := map[string]int{}
	for _, d := range some {
		left[name(was, d)]++
	}
	var out []signal.Diagnostic
	for _, list := range f.Reports {
		for _, d := range list {
			if k := name(f.Snapshot, d); left[k] > 0 {
				left[k]--
				out = append(out, d)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b signal.Diagnostic) int { return a.Span.Start - b.Span.Start })
	return out
}

// onlookers returns files that use some of those of a change set and are not among
// them: nothing in them is fixed, but what tools newly report there counts.
func (e *Engine) onlookers(ctx context.Context, root string, list []changeset.File) []changeset.File {
	var tools []string // that report
	silent, inside := false, map[string]bool{}
	for _, f := range list {
		inside[f.Snapshot.Path] = true
		for tool := range f.Reports {
			if seesUsers(tool) && !slices.Contains(tools, tool) {
				tools = append(tools, tool)
			}
		}
		silent = silent || slices.ContainsFunc(e.silent(f.Snapshot), seesUsers)
	}
	if len(tools) == 0 && !silent || root == "" || len(list) > mostUsers {
		return nil
	}
	byPath := map[string]*changeset.File{}
	var users []text.Snapshot
	for _, f := range list {
		for _, u := range e.users(ctx, root, f.Snapshot, f.Snapshot.With("")) {
			if !inside[u.Path] && byPath[u.Path] == nil {
				byPath[u.Path] = &changeset.File{Snapshot: u, Reports: map[string][]signal.Diagnostic{},
					Found: []signal.Diagnostic{}}
				users = append(users, u)
			}
		}
	}
	if len(users) == 0 {
		return nil
	}
	for _, tool := range tools {
		said, err := e.runner.Together(ctx, tool, linter.Texts{Root: root, Files: users, Changed: e.opened(users)})
		for _, u := range users {
			if found, ok := said[u.Path]; ok && err == nil {
				byPath[u.Path].Reports[tool] = found
			}
		}
	}
	var out []changeset.File
	for _, u := range users {
		out = append(out, *byPath[u.Path])
	}
	return out
}
