package semantic

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

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
		if err != nil {
			t.Fatal(err)
		}
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

// slowList is a source of which a listing does not end by itself until it is
// let go.
type slowList struct {
	Memory
	first string        // found before the wait
	whole chan struct{} // closed: nothing to wait for any more
}

func (s slowList) List(ctx context.Context) ([]File, error) {
	select {
	case <-s.whole:
		return s.Memory.List(ctx)
	case <-ctx.Done():
		return []File{{Path: s.first, Size: 1, Stamp: "1"}}, ctx.Err()
	}
}

// TestSlowListing: where listing takes all the time there is, what was found in
// half of it is indexed, and nothing counts as gone that was not found.
func TestSlowListing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // the time of a machine that is never busy
		source := slowList{Memory{"a.py": "def alpha(): pass\n", "b.py": "def beta(): pass\n"}, "a.py", make(chan struct{})}
		p := New(Options{Source: source})
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		if err := p.Index(ctx, nil); !errors.Is(err, context.DeadlineExceeded) || p.Ready() {
			t.Errorf("error %v, ready %v", err, p.Ready())
		}
		if got := p.index.Paths(); len(got) != 1 || got[0] != "a.py" {
			t.Errorf("indexed in time: %q", got)
		}
		close(source.whole)
		if err := p.Index(t.Context(), nil); err != nil || !p.Ready() {
			t.Errorf("error %v, ready %v", err, p.Ready())
		}
		if got := p.index.Paths(); len(got) != 2 {
			t.Errorf("indexed in the end: %q", got)
		}
		source.whole = make(chan struct{})
		p.opts.Source = source
		again, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		if err := p.Index(again, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
		if got := p.index.Paths(); len(got) != 2 {
			t.Errorf("after a listing that found less: %q", got)
		}
	})
}

// coldList is a source that says nothing before its end, the first time for long.
type coldList struct {
	Memory
	asked *int
}

func (s coldList) List(ctx context.Context) ([]File, error) {
	if *s.asked++; *s.asked > 1 {
		return s.Memory.List(ctx)
	}
	<-ctx.Done()
	return nil, ctx.Err()
}

// TestColdListing: where nothing was found in half of the time, the files are listed
// anew in the other half.
func TestColdListing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(Options{Source: coldList{Memory{"a.py": "def alpha(): pass\n"}, new(int)}})
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		if err := p.Index(ctx, nil); err != nil || !p.Ready() || len(p.index.Paths()) != 1 {
			t.Errorf("error %v, ready %v, indexed %q", err, p.Ready(), p.index.Paths())
		}
	})
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
		if err := p.Index(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if got := p.index.Paths(); fmt.Sprint(slices.Sorted(slices.Values(got))) != want {
			t.Errorf("round %d: %q, want %s", i+1, got, want)
		}
	}
}
