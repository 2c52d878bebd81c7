package workspace

import (
	"context"
	"crypto/sha256"
	"errors"
	"os"
	"sync"
	"sync/atomic"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/providers/semantic"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
	"github.com/fettle-dev/fettle/providers/semantic/store"
)

// lazyStore is the store of a root's index, opened when the index is built:
// making a provider waits for no disk.
type lazyStore struct {
	open func() (*store.Store, error)
	used *atomic.Bool // it was opened
}

var (
	_ semantic.Store    = lazyStore{}
	_ semantic.Postings = lazyStore{}
	_ semantic.Vectors  = lazyStore{}
	_ plan.Cache        = lazyStore{}
)

// newLazyStore is nil where the user has no cache folder.
func newLazyStore(root string) *lazyStore {
	cache := files.CacheFolder()
	if cache == "" {
		return nil
	}
	used := new(atomic.Bool)
	return &lazyStore{used: used, open: sync.OnceValues(func() (*store.Store, error) {
		used.Store(true)
		return store.Open(context.Background(), store.Path(cache, root)) // waits 200 ms at most for a lock
	})}
}

// close closes the store, if it was ever opened.
func (l lazyStore) close() {
	if !l.used.Load() {
		return
	}
	if s, err := l.open(); err == nil {
		_ = s.Close() // all that was stored is
	}
}

// Load returns the saved index.
func (l lazyStore) Load(ctx context.Context) ([]byte, map[string]string, error) {
	s, err := l.open()
	if err != nil {
		return nil, nil, err
	}
	return s.Load(ctx)
}

// Save replaces the saved index.
func (l lazyStore) Save(ctx context.Context, form []byte, stamps map[string]string) error {
	s, err := l.open()
	if err != nil {
		return err
	}
	return s.Save(ctx, form, stamps)
}

// Keep stores texts.
func (l lazyStore) Keep(ctx context.Context, texts []string) error {
	s, err := l.open()
	if err != nil {
		return err
	}
	return s.Keep(ctx, texts)
}

// Text returns a stored text.
func (l lazyStore) Text(hash [sha256.Size]byte) (string, bool) {
	s, err := l.open()
	if err != nil {
		return "", false
	}
	return s.Text(hash)
}

// Listed returns the files of a large workspace.
func (l lazyStore) Listed(ctx context.Context) ([]index.ListedSegment, error) {
	s, err := l.open()
	if err != nil {
		return nil, err
	}
	return s.Listed(ctx)
}

// AddSegment stores postings of a large workspace.
func (l lazyStore) AddSegment(ctx context.Context, blocks []index.Block, files []index.ListedFile) (int64, error) {
	s, err := l.open()
	if err != nil {
		return 0, err
	}
	return s.AddSegment(ctx, blocks, files)
}

// DropFiles forgets files of a large workspace.
func (l lazyStore) DropFiles(ctx context.Context, paths []string) error {
	s, err := l.open()
	if err != nil {
		return err
	}
	return s.DropFiles(ctx, paths)
}

// Blocks returns postings of a large workspace.
func (l lazyStore) Blocks(ctx context.Context, segments []int64, key int64) (map[int64]index.Block, error) {
	s, err := l.open()
	if err != nil {
		return nil, err
	}
	return s.Blocks(ctx, segments, key)
}

// Vectors returns stored vectors.
func (l lazyStore) Vectors(ctx context.Context, model string,
	keys [][sha256.Size]byte) (map[[sha256.Size]byte][]float32, error) {
	s, err := l.open()
	if err != nil {
		return nil, err
	}
	return s.Vectors(ctx, model, keys)
}

// KeepVectors stores vectors.
func (l lazyStore) KeepVectors(ctx context.Context, model string, vectors map[[sha256.Size]byte][]float32) error {
	s, err := l.open()
	if err != nil {
		return err
	}
	return s.KeepVectors(ctx, model, vectors)
}

// Plan returns a stored plan.
func (l lazyStore) Plan(ctx context.Context, key [sha256.Size]byte) ([]byte, bool) {
	s, err := l.open()
	if err != nil {
		return nil, false
	}
	return s.Plan(ctx, key)
}

// KeepPlan stores a plan.
func (l lazyStore) KeepPlan(ctx context.Context, key [sha256.Size]byte, body []byte) error {
	s, err := l.open()
	if err != nil {
		return err
	}
	return s.KeepPlan(ctx, key, body)
}

// ForgetPlans drops the plans that were kept for a root.
func ForgetPlans(root string) error {
	path := store.Path(files.CacheFolder(), root)
	if _, err := os.Stat(path); files.CacheFolder() == "" || err != nil {
		return nil //nolint:nilerr // nothing was kept
	}
	s, err := store.Open(context.Background(), path)
	if err != nil {
		return err
	}
	return errors.Join(s.ForgetPlans(context.Background()), s.Close())
}
