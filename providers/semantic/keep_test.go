package semantic

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/providers/semantic/store"
)

// stamped gives every file its text as stamp, and counts the reads.
type stamped struct {
	Memory
	reads *atomic.Int32
}

func (s stamped) List(ctx context.Context) ([]File, error) {
	list, err := s.Memory.List(ctx)
	for i := range list {
		list[i].Stamp = s.Memory[list[i].Path]
	}
	return list, err
}

func (s stamped) Read(ctx context.Context, path string) (string, error) {
	s.reads.Add(1)
	return s.Memory.Read(ctx, path)
}

// Covers R3-13.
func TestWarmStart(t *testing.T) {
	path := store.Path(t.TempDir(), "/root")
	session := func(m Memory) (*Provider, int) {
		s, err := store.Open(t.Context(), path)
		must.OK(t, err)
		defer s.Close()
		var reads atomic.Int32
		p := built(t, Options{Source: stamped{m, &reads}, Store: opened(s)})
		return p, int(reads.Load())
	}
	m := shop()
	a, reads := session(m)
	if reads == 0 {
		t.Fatal("nothing was read")
	}
	b, reads := session(m)
	if reads != 0 || strings.Join(order(t, a, "authentication"), " ") != strings.Join(order(t, b, "authentication"), " ") {
		t.Errorf("a warm start read %d files", reads)
	}
	m["src/paint.rs"] = "pub fn painted_anew() {}\n"
	delete(m, "src/config.rs")
	c, reads := session(m)
	if reads != 1 || c.index.Definers("painted_anew") != 1 || c.index.Has("src/config.rs") {
		t.Errorf("after one change %d files were read", reads)
	}
}

// bad is a store that cannot be used.
type bad struct{ keep }

func (bad) Load(context.Context) ([]byte, map[string]string, error) { return nil, nil, errDisk }

func TestStoreFails(t *testing.T) {
	var log strings.Builder
	p := built(t, Options{Source: shop(), Store: opened(bad{}), Log: slog.New(slog.NewTextHandler(&log, nil))})
	if len(order(t, p, "authentication")) == 0 || strings.Count(log.String(), "memory only") != 1 {
		t.Errorf("log: %s", log.String())
	}
	// A saved form that makes no sense is made anew.
	p = built(t, Options{Source: shop(), Store: opened(garbage{})})
	if len(order(t, p, "authentication")) == 0 {
		t.Error("no answer with a damaged saved index")
	}
	full := &failsLater{}
	p = built(t, Options{Source: shop(), Store: opened(full)})
	if len(order(t, p, "authentication")) == 0 || full.saves != 0 {
		t.Errorf("%d saves after the disk was full", full.saves)
	}
}

type garbage struct{ keep }

func (garbage) Load(context.Context) ([]byte, map[string]string, error) {
	return []byte("fettle-index-1\ngarbage"), map[string]string{"src/main.rs": "x"}, nil
}

type failsLater struct {
	keep
	saves int
}

func (f *failsLater) Keep(context.Context, []string) error { return errors.New("disk full") }
func (f *failsLater) Save(context.Context, []byte, map[string]string) error {
	f.saves++
	return nil
}

// TestTextsAreKept: what a file said is shown when the file is gone.
func TestTextsAreKept(t *testing.T) {
	m := Memory{"a.py": "def lonely_heron():\n    return 1\n", "b.py": "def other():\n    return 2\n"}
	p := built(t, Options{Source: m, Store: opened(openStore(t, store.Path(t.TempDir(), "/root")))})
	delete(m, "a.py")
	p.texts.forget("a.py")
	res, err := p.Query(t.Context(), DefaultQuery("where is lonely_heron"))
	if err != nil || !strings.Contains(res.Context, "this file is deleted") || !strings.Contains(res.Context, "return 1") {
		t.Errorf("%v\n%s", err, res.Context)
	}
}

func openStore(t *testing.T, path string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), path)
	must.OK(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}
