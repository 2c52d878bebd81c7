package fixer

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/edits"
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

// Cache remembers what models answered. A fix is used as it is for the very text that it
// was made for; in a later text in which every run of its windows is unchanged it moves
// with them, and its gates are run again, without a model call. That no model helped is
// remembered for a minute, but not for a user who asks again: then the prompt says what
// was wrong.
//
// Nothing of it is on disk. The zero value is ready; it is safe for concurrent use. Drop
// what changed settings of linters or rules make doubtful with [Cache.Clear].
type Cache struct {
	mu      sync.Mutex
	entries []*kept // latest use last
}

type cacheKey [sha256.Size]byte

// kept is what came of a problem: fixes, or a decline.
type kept struct {
	key   cacheKey // of what an answer depends on besides the text
	doc   string
	was   text.Snapshot // the text that it was made for, without what is known of it
	at    text.Span     // of the finding in it
	fixes []Fix         // without their problem, best first
	asked int           // for how many candidates

	decline *Decline // instead of a fix
	until   time.Time
	failed  *prompt.Feedback // what the prompt says when a model is asked again
}

// of reports whether an entry is about this finding of this very text.
func (k *kept) of(p Problem) bool {
	return k.at == p.Diagnostic.Span && k.was.Hash() == p.Snapshot.Hash()
}

// on returns the fixes of an entry for the problem that it is about.
func (k *kept) on(p Problem) []Fix {
	out := slices.Clone(k.fixes)
	for i := range out {
		out[i].Problem, out[i].Cached = p, true
		out[i].Asks, out[i].Usage = 0, model.Usage{}
	}
	return out
}

// Clear forgets everything. No cache has nothing to forget.
func (c *Cache) Clear() { c.drop(func(*kept) bool { return true }) }

// Forget forgets what is known of one document, by its path or URI.
func (c *Cache) Forget(document string) { c.drop(func(k *kept) bool { return k.doc == document }) }

func (c *Cache) drop(gone func(*kept) bool) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries = slices.DeleteFunc(c.entries, gone)
}

// find returns the latest entry with a key that passes, nil if none does.
func (c *Cache) find(key cacheKey, pass func(*kept) bool) *kept {
	c.mu.Lock()
	list := slices.DeleteFunc(slices.Clone(c.entries), func(k *kept) bool { return k.key != key })
	c.mu.Unlock()
	for _, k := range slices.Backward(list) {
		if !pass(k) {
			continue
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		if i := slices.Index(c.entries, k); i >= 0 {
			c.entries = append(slices.Delete(c.entries, i, i+1), k)
		}
		return k
	}
	return nil
}

// put adds an entry, in place of the one about the same finding of the same text.
func (c *Cache) put(k *kept) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries = slices.DeleteFunc(c.entries, func(o *kept) bool {
		return o.key == k.key && o.at == k.at && o.was.Hash() == k.was.Hash()
	})
	c.entries = append(c.entries, k)
	c.entries = slices.Delete(c.entries, 0, max(0, len(c.entries)-cacheEntries))
}

// Ready returns the fixes that are known for exactly this text, best first. It looks
// into memory only and parses nothing: a menu asks it for every entry.
func (e Ladder) Ready(p Problem) []Fix {
	if e.Cache == nil || !e.Model.Asks() {
		return nil
	}
	k := e.Cache.find(e.key(p), func(k *kept) bool { return k.of(p) })
	if k == nil {
		return nil
	}
	return k.on(p)
}

// Discard notes that the user has seen a model's fix and does not want it: it is
// not offered again, and a model that is asked again is shown it.
func (e Ladder) Discard(f Fix) {
	if e.Cache == nil || f.Rung != signal.RungModel {
		return
	}
	k := e.Cache.find(e.key(f.Problem), func(k *kept) bool { return k.of(f.Problem) })
	if k == nil {
		return
	}
	unwanted := diff.Unified("", f.Problem.Snapshot.Text(), f.Text())
	e.Cache.put(&kept{key: k.key, doc: k.doc, was: k.was, at: k.at,
		decline: &Decline{Code: DeclineNoFix, Reason: "the fix was discarded"},
		failed: &prompt.Feedback{Answer: unwanted,
			Wrong: []string{"the user has seen this change and does not want it: mend the problem another way"}}})
}

// key says what an answer depends on besides the text.
func (e Ladder) key(p Problem) cacheKey {
	h := sha256.New()
	for _, v := range []any{document(p.Snapshot), p.Snapshot.Lang, prompt.Version, e.Model.Host, e.Model.Name,
		e.Model.Shape, e.Model.Weak, e.Model.Encoding, p.Digest, p.Diagnostic.Tool, p.Diagnostic.Code,
		p.Diagnostic.Message} {
		t := fmt.Sprint(v)
		fmt.Fprintf(h, "%d:%s", len(t), t)
	}
	return cacheKey(h.Sum(nil))
}

// document names a snapshot's document.
func document(s text.Snapshot) string {
	if s.URI != "" {
		return s.URI
	}
	return s.Path
}

// remember keeps the outcome of the model rung, and returns it as an error.
func (a *task) remember(f *Fix, d *Decline) error {
	if a.cache != nil {
		k := kept{key: a.ladder.key(a.p), doc: document(a.p.Snapshot), was: text.New(a.p.Snapshot.Text()),
			at: a.p.Diagnostic.Span, asked: a.p.Candidates}
		switch {
		case f != nil:
			for _, one := range append([]Fix{*f}, f.Others...) {
				one.Problem, one.Others = Problem{}, nil
				k.fixes = append(k.fixes, one)
			}
			a.cache.put(&k)
		case d.Code == DeclineNoFix || d.Code == DeclineRejected:
			k.decline, k.until, k.failed = d, a.ladder.Now().Add(limits.FixRefused), a.failed
			a.cache.put(&k)
		}
	}
	if d != nil {
		return d
	}
	return nil
}

// rebind moves a kept fix to this text: every run of its windows is what it was, and so is the
// place of its finding.
func (a *task) rebind(k *kept, f Fix) (Fix, bool) {
	s := a.p.Snapshot
	steps := [][]text.Edit{diff.Minimal(k.was.Text(), s.Text())}
	moved, stale := edits.Rebase(k.was, s, f.Windows, append(slices.Clone(f.Edits), text.Edit{Span: k.at}), steps)
	set, n := a.windows(), len(f.Edits)
	for ok := true; ok && set.Level < f.Windows.Level; {
		set, ok = window.Widen(s, a.file(), a.p.Diagnostic, set)
	}
	if stale != nil || moved[n].Span != a.p.Diagnostic.Span || set.Level != f.Windows.Level {
		return Fix{}, false
	}
	f.Edits, f.Problem, f.Windows, f.Cached = moved[:n], a.p, set, true
	f.Asks, f.Usage = 0, model.Usage{}
	return f, true
}

// recall answers from the cache: with a fix that holds in this text, with the
// decline of a moment ago, or with neither.
func (a *task) recall(ctx context.Context) (*Fix, *Decline) {
	if a.cache == nil {
		return nil, nil
	}
	var f Fix
	key := a.ladder.key(a.p)
	k := a.cache.find(key, func(k *kept) bool { return k.of(a.p) })
	same := k != nil
	if !same {
		k = a.cache.find(key, func(k *kept) (ok bool) {
			if len(k.fixes) > 0 {
				f, ok = a.rebind(k, k.fixes[0])
			}
			return ok
		})
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
	if same {
		all := k.on(a.p)
		if f, f.Others = all[0], all[1:]; f.Checked() {
			return &f, nil
		}
	}
	report := a.verify(ctx, verify.Input{After: f.Text(), Windows: f.Windows, Known: a.reported(ctx), Source: verify.Model,
		Project: a.project(ctx, nil)})
	if report.Err == nil && report.Verdict <= verify.Unverified {
		f.Rung = signal.RungModel
		held := slices.DeleteFunc(slices.Clone(f.Evidence), func(e evidence.Evidence) bool {
			return e.Kind != evidence.Likely && e.Kind != evidence.Agreed
		})
		f = a.witnessed(ctx, f, report, held...)
		return &f, nil
	}
	if report.Err == nil {
		a.cache.drop(func(o *kept) bool { return o == k })
	}
	return nil, nil
}
