package semantic

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
	"github.com/fettle-dev/fettle/providers/semantic/store"
)

func editOf(m Memory) providers.Request {
	req := fix(m, "app.py", 2)
	req.Kind, req.Instruction = providers.Edit, "implement authentication for all users and then write it down everywhere"
	return req
}

func office() Memory {
	return Memory{"app.py": "def run(user):\n    return user\n", "ledger.py": "def book_entry(sum):\n    return sum\n", "user.py": "def load_user():\n    return 1\n"}
}

func places(sec providers.Section) map[string]bool {
	out := map[string]bool{}
	for _, s := range sec.Snippets {
		out[s.Place.Path] = true
	}
	return out
}

// The plan of a model adds to what an edit sees, when it comes in time.
func TestEditsUseThePlan(t *testing.T) {
	m := office()
	const answer = `{"keywords": ["ledger"], "symbols_to_find": ["book_entry"], "file_patterns": ["ledger"], "strategy": "broad"}`
	for name, c := range map[string]struct {
		complete plan.Complete
		want     bool
	}{
		"in time": {func(context.Context, string) (string, error) { return answer, nil }, true},
		"failed":  {func(context.Context, string) (string, error) { return "", errors.New("down") }, false},
		"late": {func(ctx context.Context, _ string) (string, error) {
			<-ctx.Done()
			return answer, nil
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := built(t, Options{Source: m, Tuning: Tuning{Planner: &plan.Model{Complete: c.complete}}})
				ctx, cancel := context.WithTimeout(t.Context(), 475*time.Millisecond)
				defer cancel()
				start := time.Now()
				sec, err := p.Provide(ctx, editOf(m))
				if got := places(sec); err != nil || got["ledger.py"] != c.want || !got["user.py"] || sec.Partial {
					t.Errorf("%v after %v, partial %v:\n%s", err, time.Since(start), sec.Partial, shown(sec))
				}
				time.Sleep(3 * time.Second) // the plan that came late has ended
				synctest.Wait()
			})
		})
	}
}

// A plan is made once, in whatever session.
//
// Covers R3-05.
func TestPlansOutliveTheSession(t *testing.T) {
	m, path := office(), store.Path(t.TempDir(), "/root")
	var calls atomic.Int32
	for range 2 {
		s, err := store.Open(t.Context(), path)
		must.OK(t, err)
		planner := &plan.Model{Complete: func(context.Context, string) (string, error) {
			calls.Add(1)
			return `{"symbols_to_find": ["book_entry"]}`, nil
		}}
		p := built(t, Options{Source: m, Store: opened(s), Tuning: Tuning{Planner: planner}})
		if sec := provide(t, p, editOf(m)); !places(sec)["ledger.py"] {
			t.Errorf("without the plan:\n%s", shown(sec))
		}
		must.OK(t, s.Close())
	}
	if calls.Load() != 1 {
		t.Errorf("%d calls", calls.Load())
	}
}
