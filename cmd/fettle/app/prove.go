package app

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/engine"
	"github.com/fettle-dev/fettle/internal/text"
)

// proves reports whether what is to be written in a root is run first: it is trusted, or the user says so.
func (w *App) proves(root string, o Options) bool {
	return o.Write && (o.Prove || o.Tests || w.Process.Granted(w.Settings, root))
}

// prove tries what a run is about to write: the imports of Python modules, compilers, and tests where that is asked
// for. A file with which something no longer works that did before stays as it is, and its findings say so. What could
// not be tried is written where nobody has asked for a proof; where somebody has, it is not.
func (w *App) prove(ctx context.Context, targets []Target, list []Result, o Options) {
	byRoot := map[string][]int{}
	var roots []string
	for i, r := range list {
		if r.Err == nil && r.After != r.Before && targets[i].notebook == nil && w.proves(targets[i].Root, o) {
			if len(byRoot[r.Root]) == 0 {
				roots = append(roots, r.Root)
			}
			byRoot[r.Root] = append(byRoot[r.Root], i)
		}
	}
	for _, root := range roots {
		var set []engine.Changed
		for _, i := range byRoot[root] {
			set = append(set, engine.Changed{Before: targets[i].Snapshot, After: list[i].After})
		}
		if o.Said != nil {
			o.Said(fmt.Sprintf("trying what %s changes", Counted(len(set), "file")))
		}
		proof, err := w.Engine.Prove(ctx, root, set, engine.ProveOptions{Tests: o.Tests})
		for _, what := range slices.Sorted(maps.Keys(proof.Failed)) {
			w.warnOnce(fmt.Errorf("%s: %s could not be tried: %w", Here(root), what, proof.Failed[what]))
		}
		for _, i := range byRoot[root] {
			r := &list[i]
			switch at := slices.IndexFunc(proof.Left,
				func(u engine.Unproven) bool { return u.Path == targets[i].Snapshot.Path }); {
			case at >= 0:
				r.leaveOut(fmt.Sprintf("left out: %s fails with %s", proof.Left[at].What, proof.Left[at].Says))
			case (err != nil || len(proof.Failed) > 0) && (o.Prove || o.Tests):
				r.leaveOut("left out: what it changes could not be tried")
			case len(proof.Tried) > 0:
				r.witness(evidence.Standing("with it pass " + strings.Join(slices.Compact(proof.Tried), ", ")))
			}
		}
	}
}

// leaveOut withdraws what the result would write: what it is about stays, with the reason.
func (r *Result) leaveOut(why string) {
	known := r.ways()
	r.After, r.beside, r.unproven = r.Before, 0, true
	var left []fixer.Outcome
	for _, o := range r.outcomes {
		if o.Applied {
			if o.Snapshot.Hash() != known.before.Hash() && !known.atFirst(o, known.between(known.before, o.Snapshot)) {
				continue // it appeared only with another fix
			}
			o.Applied, o.Fix, o.Decline = false, nil, &fixer.Decline{Code: fixer.DeclineRejected, Reason: why}
		}
		left = append(left, o)
	}
	r.outcomes = left
	for i := range r.far {
		if f := &r.far[i]; f.Applied {
			f.Finding = Finding{File: f.File, Line: f.Line, Column: f.Column, Tool: f.Tool, Code: f.Code, Message: f.Message,
				Count: f.Count, Verdict: "declined", Reason: why}
			f.Brief, f.By, f.About.Edits = why, "", []text.Edit(nil)
		}
	}
}

// witness adds to the evidence of what the result would write.
func (r *Result) witness(e evidence.Evidence) {
	for _, o := range r.outcomes {
		if o.Applied && o.Fix != nil && !slices.Contains(o.Fix.Evidence, e) {
			o.Fix.Evidence = append(o.Fix.Evidence, e)
		}
	}
}
