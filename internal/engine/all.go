package engine

import (
	"context"
	"slices"

	"github.com/fettle-dev/fettle/edits/changeset"
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
	file := e.Report(ctx, s, e.Names(s)...)
	own, foreign := file.Split(found)
	outcomes, final, err := oneByOne(ctx, l, p, foreign, c, stage,
		func(ctx context.Context, now text.Snapshot) ([]signal.Diagnostic, error) {
			return moved(s, now, foreign), ctx.Err()
		})
	if err != nil || len(own) == 0 {
		return outcomes, final, err
	}
	if p.Snapshot, p.File = final, nil; final.Hash() != s.Hash() {
		file = e.Report(ctx, final, e.Names(final)...)
		own = file.still(s, own)
	}
	p.Others = moved(s, final, found)
	following := func(some []signal.Diagnostic) lint {
		was := p.Snapshot
		return func(ctx context.Context, now text.Snapshot) ([]signal.Diagnostic, error) {
			return e.Report(ctx, now, e.Names(now)...).still(was, some), ctx.Err()
		}
	}
	if c.ModelOnly {
		more, last, err := oneByOne(ctx, l, p, own, c, stage, following(own))
		return append(outcomes, more...), last, err
	}
	if len(own) < len(file.All()) { // else what comes up on the way is wanted as well
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
	more, final, err := e.Rest(ctx, l, p, r.Files[0].Outcomes, c, following, stage)
	outcomes = append(outcomes, more...)
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

// lint returns what is reported of a text.
type lint = func(context.Context, text.Snapshot) ([]signal.Diagnostic, error)

// Rest has the model fix what is left of a file after all that is sure, as some outcomes say, and then fixes for sure
// what has waited for that. following returns what is left of some findings in later texts.
func (e *Engine) Rest(ctx context.Context, l fixer.Ladder, p fixer.Problem, sure []fixer.Outcome, c fixer.Choice,
	following func([]signal.Diagnostic) lint, stage func(fixer.Stage)) ([]fixer.Outcome, text.Snapshot, error) {
	open, closed := e.Open(sure)
	if c.Deterministic || !l.Model.Asks() || len(open) == 0 {
		return sure, p.Snapshot, nil
	}
	c.ModelOnly = true
	outcomes, final, err := oneByOne(ctx, l, p, open, c, stage, following(open))
	outcomes = slices.Concat(closed, Answered(sure, outcomes))
	if err == nil && final.Hash() != p.Snapshot.Hash() {
		return e.Waiting(ctx, p.Root, final, outcomes, c)
	}
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
			if d := max(line(b)-line(o), line(o)-line(b)); (at < 0 || d < far) &&
				b.Diagnostic.Words() == o.Diagnostic.Words() {
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
	file := e.Report(ctx, s, e.Names(s)...)
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
	stage func(fixer.Stage), left lint) ([]fixer.Outcome, text.Snapshot, error) {
	s := p.Snapshot
	if len(found) == 0 {
		return nil, s, nil
	}
	return l.File(ctx, p, func(ctx context.Context, now text.Snapshot) ([]signal.Diagnostic, error) {
		if now.Hash() == s.Hash() {
			return found, nil
		}
		return left(ctx, now)
	}, c, stage)
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
