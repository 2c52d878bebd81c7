package semantic

import (
	"context"
	"crypto/sha256"
	"maps"

	"github.com/fettle-dev/fettle/providers/semantic/index"
)

// Store keeps an index between sessions. Package store has the one on disk;
// nothing here knows what is behind it.
type Store interface {
	// Load returns the saved index and the stamps of its files, nil if nothing
	// was saved.
	Load(ctx context.Context) (form []byte, stamps map[string]string, err error)
	// Save puts an index and its stamps in the place of the former ones.
	Save(ctx context.Context, form []byte, stamps map[string]string) error
	// Keep stores texts by their hash.
	Keep(ctx context.Context, texts []string) error
	// Text returns a stored text.
	Text(hash [sha256.Size]byte) (string, bool)
}

// restore starts with the saved index, once, before anything is indexed.
func (p *Provider) restore(ctx context.Context) {
	p.mu.Lock()
	done := p.loaded
	p.loaded = true
	p.mu.Unlock()
	if done {
		return
	}
	s := p.storage()
	if s == nil {
		return
	}
	form, stamps, err := s.Load(ctx)
	if err != nil {
		p.storeFailed(err)
		return
	}
	if form == nil {
		return
	}
	saved, err := index.Load(form)
	if err != nil || !p.index.Replace(saved) {
		return // it is made anew
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for path, stamp := range stamps {
		if p.index.Has(path) && p.stamps[path] == "" {
			p.stamps[path] = stamp
		}
	}
}

// Persist stores the index as it is now, when files were read since it was last
// stored. An index that was not built to the end can be stored too: the next
// one goes on from there. Open documents are saved with what is in the editor;
// without a stamp they are read again at the next start.
func (p *Provider) Persist(ctx context.Context) {
	p.persisting.Lock()
	defer p.persisting.Unlock()
	p.mu.Lock()
	unsaved := p.unsaved
	p.unsaved = false
	p.mu.Unlock()
	s := p.storage()
	if !unsaved || s == nil {
		return
	}
	p.mu.Lock()
	stamps := maps.Clone(p.stamps)
	p.mu.Unlock()
	maps.DeleteFunc(stamps, func(path, stamp string) bool { return stamp == "" || p.texts.isOpen(path) })
	if err := s.Save(ctx, p.index.Save(), stamps); err != nil {
		p.storeFailed(err)
	}
}

// keep stores the texts of a batch, while the next one is read.
func (p *Provider) keep(ctx context.Context, changes []index.Change) {
	s := p.storage()
	if s == nil {
		return
	}
	var texts []string
	for _, c := range changes {
		if !c.Removed && c.Text != "" {
			texts = append(texts, c.Text)
		}
	}
	if err := s.Keep(context.WithoutCancel(ctx), texts); err != nil {
		p.storeFailed(err)
	}
}

func (p *Provider) storedText(hash [sha256.Size]byte) (string, bool) {
	s := p.storage()
	if s == nil {
		return "", false
	}
	return s.Text(hash)
}

// storage returns the store, nil if there is none or it has failed.
func (p *Provider) storage() Store {
	p.mu.Lock()
	failed := p.failed
	p.mu.Unlock()
	if failed || p.opts.Store == nil {
		return nil
	}
	s, err := p.opts.Store()
	if err != nil {
		p.storeFailed(err)
		return nil
	}
	return s
}

// storeFailed goes on in memory, with one warning.
func (p *Provider) storeFailed(err error) {
	p.mu.Lock()
	first := !p.failed
	p.failed = true
	p.mu.Unlock()
	if first && p.opts.Log != nil {
		p.opts.Log.Warn("the index is kept in memory only", "error", err)
	}
}
