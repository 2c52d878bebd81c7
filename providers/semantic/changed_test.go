package semantic

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// slowSource hands out what a file was when reading began.
type slowSource struct {
	mu   sync.Mutex
	body string
	hold chan struct{} // the next Read waits for it
}

func (s *slowSource) List(context.Context) ([]File, error) {
	return []File{{Path: "a.py", Stamp: "1"}}, nil
}

func (s *slowSource) Read(ctx context.Context, _ string) (string, error) {
	s.mu.Lock()
	body, hold := s.body, s.hold
	s.hold = nil
	s.mu.Unlock()
	if hold != nil {
		select {
		case <-hold:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	return body, nil
}

func (s *slowSource) set(body string, hold chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.body, s.hold = body, hold
}

func finds(t *testing.T, p *Provider, name string) bool {
	t.Helper()
	return p.index.Definers(name) > 0
}

// TestChangesInTurn: two reports of one file overlap, and the first is slow. What
// was read last counts.
func TestChangesInTurn(t *testing.T) {
	s := &slowSource{body: "def first(): pass\n"}
	p := New(Options{Source: s})
	must.OK(t, p.Build(t.Context(), nil))
	hold := make(chan struct{})
	s.set("def second(): pass\n", hold)
	var both sync.WaitGroup
	both.Go(func() { p.Changed(t.Context(), "a.py") })
	for begun := false; !begun; time.Sleep(time.Millisecond) {
		s.mu.Lock()
		begun = s.hold == nil
		s.mu.Unlock()
	}
	s.set("def third(): pass\n", nil)
	late := make(chan struct{})
	both.Go(func() { p.Changed(t.Context(), "a.py"); close(late) })
	select { // in turn, or it would have overtaken by now
	case <-late:
	case <-time.After(200 * time.Millisecond):
	}
	close(hold)
	both.Wait()
	if finds(t, p, "second") || !finds(t, p, "third") {
		t.Error("the index has what was read first")
	}
}

// TestSlowFileStays: a file that could not be read in time is still there.
func TestSlowFileStays(t *testing.T) {
	s := &slowSource{body: "def first(): pass\n"}
	p := New(Options{Source: s})
	must.OK(t, p.Build(t.Context(), nil))
	s.set("def second(): pass\n", make(chan struct{}))
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	p.Changed(ctx, "a.py")
	if !finds(t, p, "first") {
		t.Error("the file is gone from the index")
	}
}
