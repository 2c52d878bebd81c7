package semantic

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/providers/semantic/store"
)

// TestIndexGoesOn ends a build early, stores it, and lets the next session go
// on from there.
func TestIndexGoesOn(t *testing.T) {
	m := Memory{}
	for i := range 5 * batchFiles {
		m[fmt.Sprintf("mod_%03d.py", i)] = fmt.Sprintf("def fetch_page_%d():\n    return %d\n", i, i)
	}
	path := store.Path(t.TempDir(), "/root")
	session := func(stopAfter int) (*Provider, int, error) {
		s, err := store.Open(t.Context(), path)
		must.OK(t, err)
		defer s.Close()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var reads atomic.Int32
		p := New(Options{Source: stamped{m, &reads}, Store: opened(s)})
		err = p.Index(ctx, func(done, _ int) {
			if done >= stopAfter {
				cancel()
			}
		})
		p.Persist(t.Context())
		return p, int(reads.Load()), err
	}
	p, _, err := session(batchFiles)
	indexed, listed := p.Coverage()
	if !errors.Is(err, context.Canceled) || p.Ready() || listed != len(m) || indexed == 0 || indexed == listed {
		t.Fatalf("%d of %d, ready %v: %v", indexed, listed, p.Ready(), err)
	}
	res, err := p.Query(t.Context(), DefaultQuery("fetch_page_7"))
	if err != nil || len(res.Results) == 0 || !strings.Contains(res.Partial, fmt.Sprintf("of %d files", len(m))) {
		t.Errorf("a partial index answers %d results, partial %q: %v", len(res.Results), res.Partial, err)
	}
	q, reads, err := session(len(m))
	if err != nil || !q.Ready() || reads != len(m)-indexed {
		t.Errorf("the next session read %d files, want %d: %v", reads, len(m)-indexed, err)
	}
	if res, err := q.Query(t.Context(), DefaultQuery("fetch_page_7")); err != nil || len(res.Results) == 0 || res.Partial != "" {
		t.Errorf("%d results, partial %q: %v", len(res.Results), res.Partial, err)
	}
}

// TestDeniedLater: what may be shown no more leaves the index when it is next
// brought up to date, changed or not.
func TestDeniedLater(t *testing.T) {
	files := Memory{"a.py": "def alpha(): pass\n", "b.py": "def beta(): pass\n", "c.py": "def gamma(): pass\n"}
	denied := map[string]bool{}
	p := New(Options{Source: stamped{files, new(atomic.Int32)}, Gate: func(path, body string) (string, bool) { return body, !denied[path] }})
	for i, want := range []string{"[a.py b.py c.py]", "[c.py]", "[a.py b.py c.py]"} {
		if i == 1 {
			denied["a.py"], denied["b.py"] = true, true
			files["b.py"] += "x = 1\n"
		} else {
			clear(denied)
		}
		must.OK(t, p.Index(t.Context(), nil))
		if got := p.index.Paths(); fmt.Sprint(slices.Sorted(slices.Values(got))) != want {
			t.Errorf("round %d: %q, want %s", i+1, got, want)
		}
	}
}
