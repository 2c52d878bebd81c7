package fixer

import (
	"container/list"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// cacheEntries bounds a [Cache]; the one used longest ago goes first.
const cacheEntries = 256

// Cache remembers what models answered, by content: the windows' text, the
// diagnostic, the model and the wording of the prompt. A fix is found again when
// every run of its windows is unchanged, wherever it stands now. For the very
// text that it was made for it holds as it is; in another one its gates are run
// again, without a model call. That no model helped holds for a minute, and never
// for a user who asks again: then the prompt says what was wrong.
//
// It keeps edits and hashes, no documents, and nothing on disk. The zero value
// is ready; it is safe for concurrent use. Drop what changed settings of linters
// or rules make doubtful with [Cache.Clear].
type Cache struct {
	mu      sync.Mutex
	order   list.List // of *kept, latest use first
	entries map[cacheKey]*list.Element
	exact   map[cacheKey]*kept // by the whole text, see [Ladder.exactKey]
}

type cacheKey [sha256.Size]byte

// kept is one entry.
type kept struct {
	key   cacheKey
	exact cacheKey
	doc   string
	made  [sha256.Size]byte // of the whole text

	level  window.Level
	runs   [][sha256.Size]byte
	edits  []placedEdit
	fix    Fix    // without problem and text; its edits are those of the text it was made for
	others []kept // the other candidates
	asked  int    // for how many candidates

	decline *Decline // instead of a fix
	until   time.Time
	failed  *prompt.Feedback // what the prompt says when a model is asked again
}

// placedEdit is an edit that counts from the start of a run.
type placedEdit struct {
	run  int
	edit text.Edit
}

// Clear forgets everything. No cache has nothing to forget.
func (c *Cache) Clear() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.order.Init()
	c.entries, c.exact = nil, nil
}

// Forget forgets what is known of one document, by its path or URI.
func (c *Cache) Forget(document string) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for e := c.order.Front(); e != nil; {
		next := e.Next()
		if e.Value.(*kept).doc == document {
			c.remove(e)
		}
		e = next
	}
}

// Len returns the number of entries.
func (c *Cache) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.order.Len()
}

func (c *Cache) get(key cacheKey) *kept {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.entries[key]
	if e == nil {
		return nil
	}
	k := e.Value.(*kept)
	c.order.MoveToFront(e)
	return k
}

func (c *Cache) put(k *kept) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries == nil {
		c.entries, c.exact = map[cacheKey]*list.Element{}, map[cacheKey]*kept{}
	}
	if e := c.entries[k.key]; e != nil {
		c.remove(e)
	}
	c.entries[k.key] = c.order.PushFront(k)
	if k.decline == nil {
		c.exact[k.exact] = k
	}
	for c.order.Len() > cacheEntries {
		c.remove(c.order.Back())
	}
}

func (c *Cache) drop(key cacheKey) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.entries[key]; e != nil {
		c.remove(e)
	}
}

// remove removes an entry. The lock is held.
func (c *Cache) remove(e *list.Element) {
	k := e.Value.(*kept)
	c.order.Remove(e)
	delete(c.entries, k.key)
	if c.exact[k.exact] == k {
		delete(c.exact, k.exact)
	}
}

// Ready returns the fixes that are known for exactly this text, best first. It looks
// into memory only and parses nothing: a menu asks it for every entry.
func (e Ladder) Ready(p Problem) []Fix {
	if e.Cache == nil || !e.Model.Asks() || e.Cache.Len() == 0 {
		return nil
	}
	key := e.exactKey(p)
	e.Cache.mu.Lock()
	k := e.Cache.exact[key]
	e.Cache.mu.Unlock()
	if k == nil {
		return nil
	}
	var out []Fix
	for _, one := range append([]kept{*k}, k.others...) {
		f := one.fix
		if _, err := p.Snapshot.Apply(f.Edits); err != nil {
			continue
		}
		f.Problem, f.Cached = p, true
		f.Asks, f.Usage = 0, model.Usage{}
		out = append(out, f)
	}
	return out
}

// Discard notes that the user has seen a model's fix and does not want it: it is
// not offered again, and a model that is asked again is shown it.
func (e Ladder) Discard(f Fix) {
	if e.Cache == nil || f.Rung != signal.RungModel {
		return
	}
	e.Examples.forget(kind(f.Problem))
	key := e.exactKey(f.Problem)
	e.Cache.mu.Lock()
	k := e.Cache.exact[key]
	e.Cache.mu.Unlock()
	if k == nil {
		return
	}
	unwanted := diff.Unified("", f.Problem.Snapshot.Text(), f.Text())
	e.Cache.put(&kept{key: k.key, doc: k.doc, decline: &Decline{Code: DeclineNoFix, Reason: "the fix was discarded"},
		failed: &prompt.Feedback{Answer: unwanted,
			Wrong: []string{"the user has seen this change and does not want it: mend the problem another way"}}})
}

// exactKey says what an answer for one text depends on, and that text.
func (e Ladder) exactKey(p Problem) cacheKey {
	d, made := p.Diagnostic, p.Snapshot.Hash()
	return hashed(append(e.common(p), d.Tool, d.Code, d.Message, d.Span.Start, d.Span.End, made)...)
}

// common returns what every answer depends on.
func (e Ladder) common(p Problem) []any {
	return []any{document(p.Snapshot), p.Snapshot.Lang, prompt.Version, e.Model.Host, e.Model.Name, e.Model.Shape,
		e.Model.Weak, e.Model.Encoding, p.Digest}
}

func hashed(fields ...any) cacheKey {
	h := sha256.New()
	for _, v := range fields {
		t := fmt.Sprint(v)
		fmt.Fprintf(h, "%d:%s", len(t), t)
	}
	return cacheKey(h.Sum(nil))
}

// key says what an answer depends on.
func (a *climb) key() cacheKey {
	d := a.p.Diagnostic
	return a.keyOf(func(run text.Span) []any { return []any{d.Code, d.Span.Len(), d.Span.Start - run.Start} })
}

// twin says what another finding has in common about which a model would be asked in
// the same words: the words name lines and no columns.
func (a *climb) twin() cacheKey {
	s, at := a.p.Snapshot, a.p.Snapshot.LinesOf(a.p.Diagnostic.Span)
	return a.keyOf(func(run text.Span) []any { return []any{"twin", at.Len(), at.Start - s.LineAt(run.Start)} })
}

func (a *climb) keyOf(place func(run text.Span) []any) cacheKey {
	s, d := a.p.Snapshot, a.p.Diagnostic
	fields := append(a.ladder.common(a.p), d.Tool, d.Message)
	for _, r := range a.windows().Runs {
		span := s.LinesSpan(r.Lines)
		fields = append(fields, r.Name(), s.Slice(span))
		if r.Lines.Contains(s.LineAt(d.Span.Start)) {
			fields = append(fields, place(span)...)
		}
	}
	return hashed(fields...)
}

// document names a snapshot's document.
func document(s text.Snapshot) string {
	if s.URI != "" {
		return s.URI
	}
	return s.Path
}

// remember keeps the outcome of the model rung, and returns it as an error.
func (a *climb) remember(f *Fix, d *Decline) error {
	if a.cache != nil {
		switch {
		case f != nil:
			if k, ok := a.keep(*f); ok {
				for _, o := range f.Others {
					if other, ok := a.keep(o); ok {
						k.others = append(k.others, *other)
					}
				}
				a.cache.put(k)
			}
		case d.Code == DeclineNoFix || d.Code == DeclineRejected:
			k := kept{key: a.key(), doc: document(a.p.Snapshot), decline: d, until: a.ladder.Now().Add(limits.FixRefused),
				failed: a.failed}
			a.cache.put(&k)
			other := k
			other.key = a.twin()
			other.decline = &Decline{Code: d.Code, Reason: "not asked for again, the same is reported of the same lines: " +
				d.Reason, Next: d.Next, Windows: d.Windows}
			a.cache.put(&other)
		}
	}
	if d != nil {
		return d
	}
	return nil
}

// keep makes an entry of a fix; ok is false for one that changes lines outside
// of the windows of its level, which could not be placed again.
func (a *climb) keep(f Fix) (*kept, bool) {
	s := a.p.Snapshot
	set, ok := a.setAt(f.Windows.Level)
	if !ok {
		return nil, false
	}
	k := &kept{key: a.key(), exact: a.ladder.exactKey(a.p), doc: document(s), made: s.Hash(), level: f.Windows.Level,
		fix: f, asked: a.p.Candidates}
	k.fix.Problem, k.fix.Others = Problem{}, nil
	for _, r := range set.Runs {
		k.runs = append(k.runs, sha256.Sum256([]byte(s.Slice(s.LinesSpan(r.Lines)))))
	}
	for _, e := range f.Edits {
		run := -1
		for i, r := range set.Runs {
			if s.LinesSpan(r.Lines).Covers(e.Span) {
				run = i
			}
		}
		if run < 0 {
			return nil, false
		}
		start := s.LinesSpan(set.Runs[run].Lines).Start
		e.Span = text.Span{Start: e.Span.Start - start, End: e.Span.End - start}
		k.edits = append(k.edits, placedEdit{run, e})
	}
	return k, true
}

// setAt returns the window set of a level.
func (a *climb) setAt(level window.Level) (window.Set, bool) {
	set := a.windows()
	for set.Level < level {
		next, ok := window.Widen(a.p.Snapshot, a.file, a.p.Diagnostic, set)
		if !ok {
			return set, false
		}
		set = next
	}
	return set, set.Level == level
}

// rebind places a kept fix in this text. Every run must be what it was.
func (a *climb) rebind(k *kept) (Fix, bool) {
	s := a.p.Snapshot
	set, ok := a.setAt(k.level)
	if !ok || len(set.Runs) != len(k.runs) {
		return Fix{}, false
	}
	for i, r := range set.Runs {
		if sha256.Sum256([]byte(s.Slice(s.LinesSpan(r.Lines)))) != k.runs[i] {
			return Fix{}, false
		}
	}
	f := k.fix
	f.Edits = nil
	for _, e := range k.edits {
		start := s.LinesSpan(set.Runs[e.run].Lines).Start
		e.edit.Span = text.Span{Start: e.edit.Span.Start + start, End: e.edit.Span.End + start}
		f.Edits = append(f.Edits, e.edit)
	}
	if _, err := s.Apply(f.Edits); err != nil {
		return Fix{}, false
	}
	f.Problem, f.Windows, f.Cached = a.p, set, true
	f.Asks, f.Usage = 0, model.Usage{}
	if k.made == s.Hash() {
		for i := range k.others {
			if o, ok := a.rebind(&k.others[i]); ok {
				f.Others = append(f.Others, o)
			}
		}
	}
	return f, true
}

// recall answers from the cache: with a fix that holds in this text, with the
// decline of a moment ago, or with neither.
func (a *climb) recall(ctx context.Context) (*Fix, *Decline) {
	if a.cache == nil {
		return nil, nil
	}
	k := a.cache.get(a.key())
	if k == nil {
		k = a.cache.get(a.twin())
	}
	switch {
	case k == nil:
		return nil, nil
	case k.decline != nil:
		a.failed = k.failed
		if a.p.Again || !a.ladder.Now().Before(k.until) {
			return nil, nil
		}
		return nil, k.decline
	case a.p.Candidates > max(1, k.asked):
		return nil, nil // more are wanted than were asked for
	}
	f, ok := a.rebind(k)
	if !ok {
		return nil, nil
	}
	if k.made == a.p.Snapshot.Hash() && f.Checked() {
		return &f, nil
	}
	report := a.verify(ctx, verify.Input{After: f.Text(), Windows: f.Windows, Known: a.reported(ctx), Source: verify.Model,
		Project: a.project(ctx, nil)})
	if report.Err == nil && report.Verdict <= verify.Unverified {
		f.Gates, f.Proof = report.Results, a.proof(ctx, report)
		f.Edits, f.Rung = diff.Minimal(a.p.Snapshot.Text(), report.Text), signal.RungModel
		held := slices.DeleteFunc(slices.Clone(f.Evidence), func(e evidence.Evidence) bool {
			return e.Kind != evidence.Likely && e.Kind != evidence.Agreed
		})
		f = a.witnessed(ctx, f, report, held...)
		return &f, nil
	}
	if report.Err == nil {
		a.cache.drop(k.key)
	}
	return nil, nil
}
