//go:build unix

package fleet

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/fleet/embedded"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// off is a connection of a machine whose clock is wrong by so much.
func off(t *testing.T, url string, by time.Duration) *Fleet {
	t.Helper()
	f, err := Dial(t.Context(), Options{URL: url, Lease: testLease, clock: func() time.Time { return time.Now().Add(by) }})
	must.OK(t, err)
	t.Cleanup(f.Close)
	return f
}

// TestWrongClocks: coordinators and workers whose clocks are days apart do each job
// once, one of them after a lease that ran out, keep to the budget and its rate, and
// tell objects that are in use from those that age out.
func TestWrongClocks(t *testing.T) {
	t.Parallel()
	s := serve(t, embedded.Options{})
	list := bodies(24)
	const calls, every = 20, 20 * time.Millisecond
	ahead, behind := off(t, s.url, 9*24*time.Hour), off(t, s.url, -5*24*time.Hour)
	if _, err := ahead.NewRun(t.Context(), "clocks", testVersion, Limits{}); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	did, taken, spent := map[string]int{}, []time.Time{}, 0
	hang := make(chan struct{})
	defer close(hang)
	// A worker that takes a job and is then not heard of any more.
	lost := off(t, s.url, 26*time.Hour)
	begun := make(chan string, 1)
	stuck := &Worker{Name: "lost", Version: testVersion, Do: func(_ context.Context, _ string, body []byte) ([]byte, bool, error) {
		begun <- string(body)
		<-hang
		return nil, false, ErrRefused
	}}
	go func() { _ = lost.Work(t.Context(), stuck) }()
	r, c := submit(t, ahead, "clocks", list[:1])
	<-begun
	lost.Close()
	_, rest := submit(t, behind, "clocks", list[1:])
	c.jobs = append(c.jobs, rest.jobs...)
	if _, err := behind.NewRun(t.Context(), "clocks", testVersion, Limits{Calls: calls, Every: every}); err != nil {
		t.Fatal(err)
	}
	for i, f := range []*Fleet{ahead, behind, off(t, s.url, time.Hour), off(t, s.url, -time.Hour)} {
		work(t, f, &Worker{Name: fmt.Sprintf("w%d", i), Jobs: 2, Do: func(ctx context.Context, run string, body []byte) ([]byte, bool, error) {
			wait, err := f.Budget(run).Take(ctx)
			mu.Lock()
			defer mu.Unlock()
			did[string(body)]++
			if err == nil {
				taken = append(taken, time.Now().Add(wait))
			} else {
				spent++
			}
			return answer(body), true, nil
		}})
	}
	c.await(t, behind, r, list)
	mu.Lock()
	defer mu.Unlock()
	for body, n := range did {
		if n != 1 {
			t.Errorf("%s was done %d times", body, n)
		}
	}
	if len(did) != len(list) || len(taken) != calls || spent != len(list)-calls {
		t.Errorf("%d of %d jobs, %d calls, %d refused", len(did), len(list), len(taken), spent)
	}
	slices.SortFunc(taken, time.Time.Compare)
	if all := taken[len(taken)-1].Sub(taken[0]); all < (calls-2)*every/2 || all > time.Minute {
		t.Errorf("%d calls within %v", calls, all)
	}

	at := func(digest string) time.Time {
		info, err := ahead.objects.GetInfo(t.Context(), digest)
		must.OK(t, err)
		return info.ModTime
	}
	digest, first := c.jobs[0], at(c.jobs[0])
	for _, f := range []*Fleet{ahead, behind} {
		if _, err := f.Put(t.Context(), []byte(list[0])); err != nil || !at(digest).Equal(first) {
			t.Errorf("an object that is there was stored again, %v", err)
		}
		if now := time.Now(); f.fresh(now.Add(-limits.FleetAge*3/4)) || !f.fresh(now.Add(-limits.FleetAge/4)) {
			t.Error("the age of an object is not that of the server")
		}
	}
}

// TestServerClockGoesBack: a server that was started again with a clock hours behind
// the one it had makes nobody wait for hours; the rate holds from then on.
func TestServerClockGoesBack(t *testing.T) {
	t.Parallel()
	f := dial(t, serve(t, embedded.Options{}).url)
	const every = 200 * time.Millisecond
	if _, err := f.NewRun(t.Context(), "back", testVersion, Limits{Every: every}); err != nil {
		t.Fatal(err)
	}
	then := time.Now().Add(3 * time.Hour)
	data, err := json.Marshal(account{Limits: Limits{Every: every}, Asked: 100_000, Seen: then, Free: then.Add(2 * every)})
	must.OK(t, err)
	if _, err := f.runs.Put(t.Context(), "back.budget", data); err != nil {
		t.Fatal(err)
	}
	var last time.Time
	for i := range 3 {
		wait, err := f.Budget("back").Take(t.Context())
		if err != nil || wait > 5*every {
			t.Fatalf("call %d waits %v, %v", i, wait, err)
		}
		at := time.Now().Add(wait)
		if i > 0 && at.Sub(last) < every/2 {
			t.Errorf("call %d starts %v after the one before", i, at.Sub(last))
		}
		last = at
	}
}

// TestNoClockOfThisMachine: nothing of a fleet is decided by the clock of one of its
// machines, of which there is one mention.
func TestNoClockOfThisMachine(t *testing.T) {
	var found []string
	for _, dir := range []string{".", "tree", "../../cmd/fettle/fleet"} {
		names, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %v", dir, err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			data, err := os.ReadFile(name)
			must.OK(t, err)
			file, err := parser.ParseFile(token.NewFileSet(), name, data, 0)
			must.OK(t, err)
			ast.Inspect(file, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok {
					if p, ok := s.X.(*ast.Ident); ok && p.Name == "time" && slices.Contains([]string{"Now", "Since", "Until"}, s.Sel.Name) {
						found = append(found, filepath.Base(name)+" "+s.Sel.Name)
					}
				}
				return true
			})
		}
	}
	if !slices.Equal(found, []string{"fleet.go Now"}) {
		t.Errorf("the machine's clock is read in %q", found)
	}
}
