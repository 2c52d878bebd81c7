package fixer

import (
	"context"
	"crypto/sha256"
	"slices"
	"sync"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// A fix is checked alone: two fixes together can pass where one of them fails
// (it leaves an import unused that the other removes), and each may be applied without the other. What can be shared is
// the start of the tool: it needs many times longer than looking at one more text.

// firstTexts is how many texts the first run of several checks. Each further
// run checks twice as many: the first fixes are there soon.
const firstTexts = 8

// Ahead returns the engine for fixing these problems of one snapshot one after the
// other, with the same results: when the first of them has its text checked,
// the tool looks at those of the next ones too, and last at the text with all
// fixes that will be used, if each of them turns out well.
func (e Ladder) Ahead(problems []Problem) Ladder {
	if e.Batcher == nil || !e.mayRun() || len(problems) < 2 {
		return e
	}
	a := &ahead{Tools: e.Tools, engine: e, problems: problems, next: firstTexts, waiting: map[string][]foreseen{},
		found: map[textOf][]signal.Diagnostic{}}
	e.Tools = a
	return e
}

// ahead answers for the tools from what they said of many texts.
type ahead struct {
	Tools
	engine   Ladder
	problems []Problem

	mu      sync.Mutex
	next    int                   // texts of the next run
	firsts  []foreseen            // once the first text is checked
	waiting map[string][]foreseen // by tool, in the order in which they will be asked for
	found   map[textOf][]signal.Diagnostic
}

type textOf struct {
	tool string
	hash [sha256.Size]byte
}

func (a *ahead) Check(ctx context.Context, tool string, base, s text.Snapshot) ([]signal.Diagnostic, error) {
	if s.Hash() != a.problems[0].Snapshot.Hash() {
		if list, ok := a.known(ctx, tool, s); ok {
			return list, nil
		}
	}
	return a.Tools.Check(ctx, tool, base, s)
}

func (a *ahead) Look(ctx context.Context, tool string, before, after text.Snapshot) (verify.Looked, error) {
	if a.Alone(tool) {
		return lookAlone{a}.Look(ctx, tool, before, after)
	}
	return a.Tools.Look(ctx, tool, before, after)
}

// known returns what a run over many texts said of one, which it starts if need be.
func (a *ahead) known(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	list, ok := a.found[textOf{tool, s.Hash()}]
	if ok {
		return slices.Clone(list), true
	}
	waiting, begun := a.waiting[tool]
	if !begun {
		if a.firsts == nil {
			a.firsts = a.engine.foresee(ctx, a.problems)
		}
		waiting = a.texts(tool)
	}
	at := slices.IndexFunc(waiting, func(w foreseen) bool { return w.hash == s.Hash() })
	if at < 0 {
		a.waiting[tool] = waiting
		return nil, false
	}
	waiting = waiting[at:] // those before were not asked for
	// A run has no more texts than fit into its bytes, of a large document few.
	some := a.made(waiting[:min(len(waiting), a.next, max(2, limits.AheadBytes/max(1, s.Len())))])
	if a.waiting[tool] = nil; len(some) < 2 {
		return nil, false
	}
	reports, err := a.engine.Batcher.Candidates(ctx, tool, a.problems[0].Snapshot, some,
		max(len(a.problems), len(a.problems[0].Others)))
	if err != nil || len(reports) == 0 {
		return nil, false // from now on one by one
	}
	clear(a.found)
	for i, r := range reports {
		a.found[textOf{tool, some[i].Hash()}] = r
	}
	a.waiting[tool], a.next = waiting[len(reports):], 2*a.next
	return slices.Clone(reports[0]), true
}

// foreseen is a text that will be checked, if nothing comes between: what it is
// made of, for there may be hundreds of them, of a large document.
type foreseen struct {
	tool  string
	hash  [sha256.Size]byte
	edits []text.Edit
	// refused says that the fix will not be used, however the check ends.
	refused bool
}

// foresee lists the texts that will be checked first for each of the problems.
func (e Ladder) foresee(ctx context.Context, problems []Problem) []foreseen {
	out := []foreseen{}
	for _, p := range problems {
		if ctx.Err() != nil {
			break
		}
		if f, after, ok := e.first(ctx, p); ok {
			refused := Choice{Unsafe: p.Unsafe, Worst: evidence.Unchecked}.refuses(f) != nil
			out = append(out, foreseen{p.Diagnostic.Tool, after.Hash(), diff.Minimal(p.Snapshot.Text(), after.Text()), refused})
		}
	}
	return out
}

// first returns the first fix that the ladder comes to without a model, unchecked, and
// the text with it.
func (e Ladder) first(ctx context.Context, p Problem) (first Fix, after text.Snapshot, ok bool) {
	a, decline := e.begin(p, nil)
	if decline != nil {
		return Fix{}, text.Snapshot{}, false
	}
	for _, rung := range a.rungs() {
		for p := range a.proposals(ctx, rung) {
			return Fix{Rung: rung, Safe: p.safe}, p.after(), true
		}
	}
	return Fix{}, text.Snapshot{}, false
}

// texts returns the texts that the tool will be asked about, each once.
func (a *ahead) texts(tool string) []foreseen {
	var out []foreseen
	seen := map[[sha256.Size]byte]bool{}
	add := func(f foreseen) {
		if !seen[f.hash] {
			seen[f.hash] = true
			out = append(out, f)
		}
	}
	for _, f := range a.firsts {
		if f.tool == tool {
			add(f)
		}
	}
	if merged, ok := a.merged(); ok && len(out) > 0 {
		add(merged)
	}
	return out
}

// made returns the texts themselves.
func (a *ahead) made(list []foreseen) []text.Snapshot {
	out := make([]text.Snapshot, 0, len(list))
	for _, f := range list {
		s, err := a.problems[0].Snapshot.Apply(f.edits)
		if err != nil {
			break // the edits of a diff of this text: it does not come to this
		}
		out = append(out, s)
	}
	return out
}

// merged returns the text with all fixes that will be used, as far as that is known.
func (a *ahead) merged() (foreseen, bool) {
	s := a.problems[0].Snapshot
	var all []text.Edit
	for _, f := range a.firsts {
		if !f.refused && !Overlaps(s, all, f.edits) {
			all = append(all, f.edits...)
		}
	}
	merged, err := s.Apply(all)
	return foreseen{hash: merged.Hash(), edits: all}, err == nil && len(all) > 0
}
