package ahead

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Prepared holds finished deterministic fixes, for one text of each document.
type Prepared struct {
	mu   sync.Mutex
	docs map[string]preparedText

	foreseen map[string]foreseen
}

type preparedText struct {
	hash   [32]byte
	fixes  map[string][]fixer.Fix
	failed map[string]bool      // what no rung without a model mends
	waits  map[string]bool      // fixes about which a slow judge is still to be asked
	rest   map[string]fixer.Fix // what is sure and is not checked by itself, of many: without edits
	merged []text.Edit
}

// foreseen is what rules would do, by diagnostic. It is kept for the text that was
// looked at last.
type foreseen struct {
	hash  [32]byte
	rules map[string]fixer.Foreseen
}

func (p *Prepared) at(snap text.Snapshot) preparedText {
	if p.docs == nil {
		p.docs = map[string]preparedText{}
	}
	t := p.docs[snap.URI]
	if t.hash != snap.Hash() || t.fixes == nil {
		t = preparedText{hash: snap.Hash(), fixes: map[string][]fixer.Fix{}, failed: map[string]bool{},
			waits: map[string]bool{}, rest: map[string]fixer.Fix{}}
		p.docs[snap.URI] = t
	}
	return t
}

// of returns what is known of exactly this text. The lock is held.
func (p *Prepared) of(snap text.Snapshot) (preparedText, bool) {
	t, ok := p.docs[snap.URI]
	return t, ok && t.hash == snap.Hash()
}

// Add keeps a finished fix; waits says that a slow judge has not seen it yet.
func (p *Prepared) Add(snap text.Snapshot, d signal.Diagnostic, f fixer.Fix, waits bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t, k := p.at(snap), Anchor(d)
	t.fixes[k], t.waits[k] = []fixer.Fix{f}, waits
	delete(t.rest, k)
}

// AddRest keeps that a diagnostic has a safe fix of a rung, which nobody checks
// before it is chosen: only all of them together.
func (p *Prepared) AddRest(snap text.Snapshot, d signal.Diagnostic, rung signal.Rung) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.at(snap).rest[Anchor(d)] = fixer.Fix{Problem: fixer.Problem{Snapshot: snap, Diagnostic: d}, Rung: rung, Safe: true}
}

// Rest returns those diagnostics of this text, in order.
func (p *Prepared) Rest(snap text.Snapshot) []signal.Diagnostic {
	p.mu.Lock()
	defer p.mu.Unlock()
	t, ok := p.of(snap)
	if !ok {
		return nil
	}
	var out []signal.Diagnostic
	for _, f := range t.rest {
		out = append(out, f.Problem.Diagnostic)
	}
	inOrder(out)
	return out
}

func inOrder(list []signal.Diagnostic) {
	slices.SortFunc(list, func(a, b signal.Diagnostic) int {
		return cmp.Or(a.Span.Start-b.Span.Start, strings.Compare(a.Tool, b.Tool), strings.Compare(a.Code, b.Code),
			a.Span.End-b.Span.End, strings.Compare(a.Message, b.Message))
	})
}

// Waiting reports whether a finished fix is still to be shown to a slow judge.
func (p *Prepared) Waiting(snap text.Snapshot, d signal.Diagnostic) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	t, ok := p.of(snap)
	return ok && t.waits[Anchor(d)]
}

// onSave reports whether a fix may be applied on saving.
func onSave(f fixer.Fix) bool { return f.Safe && evidence.Usual().Takes(evidence.Save, f.Grade()) }

// Sure returns the diagnostics of this text with a fix that may be applied on saving, in order.
func (p *Prepared) Sure(snap text.Snapshot) []signal.Diagnostic {
	p.mu.Lock()
	defer p.mu.Unlock()
	t, ok := p.of(snap)
	if !ok {
		return nil
	}
	var out []signal.Diagnostic
	for _, fixes := range t.fixes {
		for _, f := range fixes {
			if onSave(f) {
				out = append(out, f.Problem.Diagnostic)
			}
		}
	}
	for _, f := range t.rest {
		out = append(out, f.Problem.Diagnostic)
	}
	if len(out) == 1 && len(t.rest) == 0 && !t.waits[Anchor(out[0])] {
		return nil // it was checked by all, and is all there is
	}
	inOrder(out)
	return out
}

// AddFailed keeps that a diagnostic is left to a model.
func (p *Prepared) AddFailed(snap text.Snapshot, d signal.Diagnostic) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t, k := p.at(snap), Anchor(d)
	t.failed[k] = true
	delete(t.rest, k)
}

// Hopeless reports whether the rungs without a model were tried in vain on
// exactly this text.
func (p *Prepared) Hopeless(snap text.Snapshot, d signal.Diagnostic) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	t, ok := p.of(snap)
	return ok && t.failed[Anchor(d)]
}

// Foreseen returns what a rule would do about a diagnostic of exactly this text, looked
// up or found by look.
func (p *Prepared) Foreseen(snap text.Snapshot, d signal.Diagnostic, look func() fixer.Foreseen) fixer.Foreseen {
	k := Key(d)
	p.mu.Lock()
	t := p.foreseen[snap.URI]
	if t.hash != snap.Hash() || t.rules == nil {
		t = foreseen{hash: snap.Hash(), rules: map[string]fixer.Foreseen{}}
		if p.foreseen == nil {
			p.foreseen = map[string]foreseen{}
		}
		p.foreseen[snap.URI] = t
	}
	found, ok := t.rules[k]
	p.mu.Unlock()
	if ok {
		return found
	}
	found = look()
	p.mu.Lock()
	defer p.mu.Unlock()
	t.rules[k] = found
	return found
}

// Merge keeps the edits of all sure fixes, checked together.
func (p *Prepared) Merge(snap text.Snapshot, merged []text.Edit) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.at(snap)
	t.merged = merged
	p.docs[snap.URI] = t
}

// Of lists the finished fixes of a diagnostic, made for exactly this text.
func (p *Prepared) Of(snap text.Snapshot, d signal.Diagnostic) []fixer.Fix {
	p.mu.Lock()
	defer p.mu.Unlock()
	t, ok := p.of(snap)
	if !ok {
		return nil
	}
	return slices.Clone(t.fixes[Anchor(d)])
}

// All returns the edits of every safe fix of this text that is wanted, checked
// together; those of a part of them do not touch each other.
func (p *Prepared) All(snap text.Snapshot, wanted func(fixer.Fix) bool) []text.Edit {
	p.mu.Lock()
	t, ok := p.of(snap)
	var safe, some []fixer.Fix
	waits := false
	if !ok {
		p.mu.Unlock()
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(t.fixes)) {
		safe = append(safe, t.fixes[name]...)
		waits = waits || t.waits[name]
	}
	rest := slices.Collect(maps.Values(t.rest))
	p.mu.Unlock()
	safe = slices.DeleteFunc(safe, func(f fixer.Fix) bool { return !onSave(f) })
	for _, f := range safe {
		if wanted(f) {
			some = append(some, f)
		}
	}
	switch {
	case (len(safe) > 1 || len(rest) > 0) && len(t.merged) == 0:
		return nil // they do not go together, or nobody has looked yet
	case len(t.merged) > 0 && len(some) == len(safe) &&
		!slices.ContainsFunc(rest, func(f fixer.Fix) bool { return !wanted(f) }):
		return t.merged
	case waits:
		return nil // a slow judge has seen nothing but the whole
	}
	var out []text.Edit
	for _, f := range some {
		if !fixer.Overlaps(snap, out, f.Edits) {
			out = append(out, f.Edits...)
		}
	}
	slices.SortFunc(out, func(a, b text.Edit) int { return a.Span.Start - b.Span.Start })
	return out
}

// Drop forgets a document.
func (p *Prepared) Drop(uri string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.docs, uri)
	delete(p.foreseen, uri)
}

// Clear forgets everything.
func (p *Prepared) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.docs, p.foreseen = nil, nil
}

// Anchor names a diagnostic independently of who delivered it: another server's
// message and end may differ from our own run's.
func Anchor(d signal.Diagnostic) string {
	d.Span.End, d.Message = d.Span.Start, ""
	return Key(d)
}

// Key names a diagnostic within one snapshot.
func Key(d signal.Diagnostic) string {
	return fmt.Sprintf("%s/%s/%d-%d/%s", d.Tool, d.Code, d.Span.Start, d.Span.End, d.Message)
}
