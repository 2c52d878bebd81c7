package workspace

import (
	"context"
	"errors"
	"os"
	"sync"
	"sync/atomic"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/providers/semantic"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
	"github.com/fettle-dev/fettle/providers/semantic/store"
)

var (
	_ semantic.Vectors = (*store.Store)(nil)
	_ plan.Cache       = (*store.Store)(nil)
)

// rootStore returns what opens the store of a root's index, once, when it is needed: making a
// provider waits for no disk; and what closes it. Both are nil where the user has no cache folder.
func rootStore(root string) (open func() (semantic.Store, error), end func()) {
	cache := files.CacheFolder()
	if cache == "" {
		return nil, nil
	}
	used := new(atomic.Bool)
	once := sync.OnceValues(func() (*store.Store, error) {
		used.Store(true)
		return store.Open(context.Background(), store.Path(cache, root)) // waits 200 ms at most for a lock
	})
	open = func() (semantic.Store, error) {
		s, err := once()
		if err != nil {
			return nil, err
		}
		return s, nil
	}
	return open, func() {
		if !used.Load() {
			return
		}
		if s, err := once(); err == nil {
			_ = s.Close() // all that was stored is
		}
	}
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
