package fixer

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// cached is an engine with a cache and a clock that the test moves.
func cached(t *testing.T, replies ...func(asked) (string, error)) (Ladder, *scripted, *time.Time) {
	e, m := engine(t, 1, replies...)
	now := time.Unix(1000, 0)
	e.Cache, e.Now = new(Cache), func() time.Time { return now }
	return e, m, &now
}

func TestCacheOfTheSameText(t *testing.T) {
	e, m, _ := cached(t, puts("x = BAD", "x = 1"))
	if _, ok := e.Cached(problem(shapes)); ok {
		t.Error("found before it was made")
	}
	first, err := e.Fix(context.Background(), problem(shapes), nil)
	if err != nil {
		t.Fatal(err)
	}
	hit, ok := e.Cached(problem(shapes))
	if !ok || !hit.Current || hit.Fix.Text() != first.Text() || hit.Fix.Asks != 0 {
		t.Errorf("hit %+v", hit)
	}
	p := problem(shapes) // an undo: the same text under another version
	p.Snapshot.Version = 9
	f, err := e.Fix(context.Background(), p, nil)
	if err != nil || !f.Cached || f.Problem.Snapshot.Version != 9 || !f.Checked() || len(m.asked) != 1 {
		t.Errorf("%v, %d asks: %+v", err, len(m.asked), f)
	}
}

// Text above or below may change: the fix moves, and its gates run again.
func TestCacheElsewhereInTheText(t *testing.T) {
	e, m, _ := cached(t, puts("x = BAD", "x = 1"))
	if _, err := e.Fix(context.Background(), problem(shapes), nil); err != nil {
		t.Fatal(err)
	}
	for name, src := range map[string]string{"above": strings.Replace(shapes, "import math\n", "import math\n\nn = 1\n", 1), "below": shapes + "\nm = 2\n"} {
		hit, ok := e.Cached(problem(src))
		if !ok || hit.Current {
			t.Errorf("%s: found %t, current %t", name, ok, hit.Current)
		}
		f, err := e.Fix(context.Background(), problem(src), nil)
		if err != nil || f.Text() != fixed(src, "1") || !f.Cached || len(f.Gates) == 0 {
			t.Errorf("%s: %v\n%s", name, err, f.Text())
		}
	}
	if len(m.asked) != 1 {
		t.Errorf("%d asks", len(m.asked))
	}
}

// A fix whose gates fail in the new text is asked for anew.
func TestCacheThatNoLongerHolds(t *testing.T) {
	e, m, _ := cached(t, puts("x = BAD", "x = 1"), puts("x = BAD", "x = 2"))
	if _, err := e.Fix(context.Background(), problem(shapes), nil); err != nil {
		t.Fatal(err)
	}
	e.Tools = LintOnly(func(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
		list, err := lintBad(ctx, tool, s)
		if strings.Contains(s.Text(), "x = 1") {
			list = append(list, signal.Diagnostic{Tool: tool, Code: "X9", Message: "one", Severity: signal.Error, Span: text.Span{End: 1}})
		}
		return list, err
	})
	f, err := e.Fix(context.Background(), problem(shapes+"\nm = 2\n"), nil)
	if err != nil || f.Cached || !strings.Contains(f.Text(), "x = 2") || len(m.asked) != 2 {
		t.Errorf("%v, %d asks\n%s", err, len(m.asked), f.Text())
	}
}

// Nothing is found when a run changed, or anything else the answer depends on.
func TestCacheMisses(t *testing.T) {
	e, _, _ := cached(t, puts("x = BAD", "x = 1"))
	if _, err := e.Fix(context.Background(), problem(shapes), nil); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(e *Ladder, p *Problem){
		"window":    func(_ *Ladder, p *Problem) { *p = problem(strings.Replace(shapes, "return x", "return -x", 1)) },
		"message":   func(_ *Ladder, p *Problem) { p.Diagnostic.Message = "other" },
		"code":      func(_ *Ladder, p *Problem) { p.Diagnostic.Code = "X7" },
		"model":     func(e *Ladder, _ *Problem) { e.Model.Name = "other" },
		"context":   func(_ *Ladder, p *Problem) { p.Digest = "other" },
		"document":  func(_ *Ladder, p *Problem) { p.Snapshot.Path = "/src/other.py" },
		"no cache":  func(e *Ladder, _ *Problem) { e.Cache = nil },
		"forgotten": func(e *Ladder, _ *Problem) { e.Cache.Forget("/src/app.py") },
	} {
		other, p := e, problem(shapes)
		if name == "forgotten" {
			defer func() {
				change(&other, &p)
				if _, ok := other.Cached(p); ok || other.Cache.Len() != 0 {
					t.Error("forgotten, but found")
				}
			}()
			continue
		}
		change(&other, &p)
		if _, ok := other.Cached(p); ok {
			t.Errorf("%s: found", name)
		}
	}
}

// A refusal holds for a minute.
func TestCacheOfRefusals(t *testing.T) {
	e, m, now := cached(t, says("NO_FIX never\n"), puts("x = BAD", "x = 1"))
	for range 2 {
		_, err := e.Fix(context.Background(), problem(shapes), nil)
		declined(t, err, DeclineNoFix, "never")
		*now = now.Add(59 * time.Second)
	}
	*now = now.Add(time.Second)
	if _, err := e.Fix(context.Background(), problem(shapes), nil); err != nil || len(m.asked) != 2 {
		t.Errorf("%v after %d asks", err, len(m.asked))
	}
}

// Two findings of one line in the same words are one question: what no answer held for
// is not asked for again, as long as the text is the same and its user does not insist.
func TestCacheOfTwins(t *testing.T) {
	const twice = "def area():\n    return BAD + BAD\n"
	second := func(src string) Problem {
		p := problem(src)
		at := strings.LastIndex(src, "BAD")
		p.Diagnostic.Span = text.Span{Start: at, End: at + 3}
		return p
	}
	for name, c := range map[string]struct {
		p    Problem
		asks int
	}{
		"the same line": {second(twice), 1},
		"another line":  {second(strings.Replace(twice, "BAD +", "BAD +\\\n       ", 1)), 2},
		"another text":  {second(strings.Replace(twice, "return", "return 1 +", 1)), 2},
		"insisted": {func() Problem {
			p := second(twice)
			p.Again = true
			return p
		}(), 2},
		"other words": {func() Problem {
			p := second(twice)
			p.Diagnostic.Message = "BAD again"
			return p
		}(), 2},
	} {
		e, m, _ := cached(t, says("NO_FIX never\n"), says("NO_FIX never\n"))
		first := problem(twice)
		if name == "another line" {
			first = problem(c.p.Snapshot.Text())
		}
		_, err := e.Fix(context.Background(), first, nil)
		declined(t, err, DeclineNoFix, "never")
		_, err = e.Fix(context.Background(), c.p, nil)
		d := declined(t, err, DeclineNoFix, "never")
		if len(m.asked) != c.asks || (c.asks == 1) != strings.Contains(d.Reason, "not asked for again") || c.asks == 1 && d.Asks+d.Usage.Prompt > 0 {
			t.Errorf("%s: %d asks, %q", name, len(m.asked), d.Reason)
		}
	}
}

func TestCacheIsBounded(t *testing.T) {
	var c Cache
	for i := range cacheEntries + 50 {
		c.put(&kept{key: cacheKey{byte(i), byte(i >> 8)}, doc: fmt.Sprint("d", i%2)})
		c.get(cacheKey{0}) // in use: it stays
	}
	if c.Len() != cacheEntries || c.get(cacheKey{0}) == nil || c.get(cacheKey{1}) != nil {
		t.Errorf("%d entries", c.Len())
	}
	c.Forget("d1")
	if n := c.Len(); n == 0 || n == cacheEntries {
		t.Errorf("%d entries after forgetting half of them", n)
	}
	c.Clear()
	if c.Len() != 0 {
		t.Error("not cleared")
	}
}

// Hit is a fix that the cache knows for a problem.
type Hit struct {
	Fix Fix
	// Current says that the fix was made for this very text. Any other is
	// placed in this text but not checked in it: [Ladder.Fix] does that, and
	// asks no model if it holds.
	Current bool
}

// Cached looks a problem up. It calls nothing and touches only memory.
func (e Ladder) Cached(p Problem) (Hit, bool) {
	if e.Cache == nil {
		return Hit{}, false
	}
	a, decline := e.begin(p, nil)
	if decline != nil {
		return Hit{}, false
	}
	k := e.Cache.get(a.key())
	if k == nil || k.decline != nil {
		return Hit{}, false
	}
	f, ok := a.rebind(k)
	return Hit{Fix: f, Current: k.made == p.Snapshot.Hash()}, ok
}
