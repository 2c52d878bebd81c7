package fixer

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit/must"
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
	if len(e.Ready(problem(shapes))) > 0 {
		t.Error("found before it was made")
	}
	first, err := e.Fix(context.Background(), problem(shapes), nil)
	must.OK(t, err)
	if hit := e.Ready(problem(shapes)); len(hit) != 1 || hit[0].Text() != first.Text() || hit[0].Asks != 0 {
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
	for name, src := range map[string]string{
		"above": strings.Replace(shapes, "import math\n", "import math\n\nn = 1\n", 1),
		"below": shapes + "\nm = 2\n",
	} {
		if len(e.Ready(problem(src))) > 0 {
			t.Errorf("%s: nothing has checked it in this text", name)
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
	e, m, _ := cached(t, puts("x = BAD", "x = 1"), puts("x = BAD", "x = 2"))
	if _, err := e.Fix(context.Background(), problem(shapes), nil); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(e *Ladder, p *Problem){
		"message":  func(_ *Ladder, p *Problem) { p.Diagnostic.Message = "other" },
		"code":     func(_ *Ladder, p *Problem) { p.Diagnostic.Code = "X7" },
		"place":    func(_ *Ladder, p *Problem) { p.Diagnostic.Span.End++ },
		"model":    func(e *Ladder, _ *Problem) { e.Model.Name = "other" },
		"context":  func(_ *Ladder, p *Problem) { p.Digest = "other" },
		"document": func(_ *Ladder, p *Problem) { p.Snapshot.Path = "/src/other.py" },
		"no cache": func(e *Ladder, _ *Problem) { e.Cache = nil },
	} {
		other, p := e, problem(shapes)
		change(&other, &p)
		if len(other.Ready(p)) > 0 {
			t.Errorf("%s: found", name)
		}
	}
	p := problem(strings.Replace(shapes, "return x", "return -x", 1)) // in its windows
	if f, err := e.Fix(context.Background(), p, nil); err != nil || f.Cached || len(m.asked) != 2 {
		t.Errorf("%v, %d asks", err, len(m.asked))
	}
	e.Cache.Forget("/src/app.py")
	if len(e.Ready(problem(shapes))) > 0 || len(e.Cache.entries) > 0 {
		t.Error("forgotten, but found")
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

func TestCacheIsBounded(t *testing.T) {
	var c Cache
	all := func(*kept) bool { return true }
	for i := range cacheEntries + 50 {
		c.put(&kept{key: cacheKey{byte(i), byte(i >> 8)}, doc: fmt.Sprint("d", i%2)})
		c.find(cacheKey{0}, all) // in use: it stays
	}
	if len(c.entries) != cacheEntries || c.find(cacheKey{0}, all) == nil || c.find(cacheKey{1}, all) != nil {
		t.Errorf("%d entries", len(c.entries))
	}
	c.put(&kept{key: cacheKey{0}, doc: "d0"})
	if len(c.entries) != cacheEntries {
		t.Errorf("%d entries after one took the place of another", len(c.entries))
	}
	c.Forget("d1")
	if n := len(c.entries); n == 0 || n == cacheEntries {
		t.Errorf("%d entries after forgetting half of them", n)
	}
	if c.Clear(); len(c.entries) > 0 {
		t.Error("not cleared")
	}
}
