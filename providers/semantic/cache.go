package semantic

import (
	"container/list"
	"context"
	"errors"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

var errNotFound = errors.New("no such file")

// texts is the cache of file texts. Open documents win over what is on disk.
type texts struct {
	source Source

	mu    sync.Mutex
	open  map[string]text.Snapshot
	byKey map[string]*list.Element
	order list.List // of *cached, most recently used first
	bytes int
}

type cached struct {
	path string
	snap text.Snapshot
}

func newTexts(s Source) *texts {
	return &texts{source: s, open: map[string]text.Snapshot{}, byKey: map[string]*list.Element{}}
}

// read returns a file's text: the open document's, a cached one, or the
// source's.
func (t *texts) read(ctx context.Context, path string) (text.Snapshot, error) {
	t.mu.Lock()
	if s, ok := t.open[path]; ok {
		t.mu.Unlock()
		return s, nil
	}
	if e := t.byKey[path]; e != nil {
		t.order.MoveToFront(e)
		s := e.Value.(*cached).snap
		t.mu.Unlock()
		return s, nil
	}
	t.mu.Unlock()
	if t.source == nil {
		return text.Snapshot{}, errNotFound
	}
	body, err := t.source.Read(ctx, path)
	if err != nil {
		return text.Snapshot{}, err
	}
	s := text.New(body)
	s.Lang = syntax.Language(path)
	t.put(path, s)
	return s, nil
}

// fresh reads a file past the cache, unless it is open: the caller wants to
// know what is there now.
func (t *texts) fresh(ctx context.Context, path string) (text.Snapshot, error) {
	t.forget(path)
	return t.read(ctx, path)
}

func (t *texts) put(path string, s text.Snapshot) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.drop(path)
	t.byKey[path] = t.order.PushFront(&cached{path, s})
	t.bytes += s.Len()
	for t.order.Len() > limits.TextCacheFiles || t.bytes > limits.TextCache && t.order.Len() > 1 {
		t.drop(t.order.Back().Value.(*cached).path)
	}
}

// drop forgets a cached text; the caller holds the lock.
func (t *texts) drop(path string) {
	if e := t.byKey[path]; e != nil {
		t.bytes -= e.Value.(*cached).snap.Len()
		t.order.Remove(e)
		delete(t.byKey, path)
	}
}

// forget drops what is cached of the paths.
func (t *texts) forget(paths ...string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, p := range paths {
		t.drop(p)
	}
}

func (t *texts) setOpen(path string, s text.Snapshot) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.open[path] = s
	t.drop(path)
}

func (t *texts) setClosed(path string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.open, path)
	t.drop(path)
}

func (t *texts) isOpen(path string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, ok := t.open[path]
	return ok
}

// openFolders returns the folders of the open documents.
func (t *texts) openFolders() map[string]bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := map[string]bool{}
	for p := range t.open {
		out[folder(p)] = true
	}
	return out
}

func folder(path string) string { return path[:strings.LastIndexByte(path, '/')+1] }
