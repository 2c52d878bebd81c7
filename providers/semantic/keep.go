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
	// Load gives the saved index and the stamps of its files, nil if nothing
	// was saved.
	Load(ctx context.Context) (form []byte, stamps map[string]string, err error)
	// Save puts an index and its stamps in the place of the former ones.
	Save(ctx context.Context, form []byte, stamps map[string]string) error
	// Keep stores texts by their hash.
	Keep(ctx context.Context, texts []string) error
	// Text gives a stored text.
	Text(hash [sha256.Size]byte) (string, bool)
}

// restore starts with the saved index, once, before anything is indexed.
func (p *Provider) restore(ctx context.Context) {
	p.mu.Lock()
	s, done := p.store, p.loaded
	p.loaded = true
	p.mu.Unlock()
	if s == nil || done {
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

// save keeps the index as it is now. Open documents are saved with what is in
// the editor; without a stamp they are read again at the next start.
func (p *Provider) save(ctx context.Context) {
	p.mu.Lock()
	s, stamps := p.store, maps.Clone(p.stamps)
	p.mu.Unlock()
	if s == nil {
		return
	}
	maps.DeleteFunc(stamps, func(path, stamp string) bool { return stamp == "" || p.texts.isOpen(path) })
	if err := s.Save(ctx, p.index.Save(), stamps); err != nil {
		p.storeFailed(err)
	}
}

// keep stores the texts of a batch.
func (p *Provider) keep(ctx context.Context, batch []index.Change) {
	p.mu.Lock()
	s := p.store
	p.mu.Unlock()
	if s == nil {
		return
	}
	var texts []string
	for _, c := range batch {
		if !c.Removed && c.Text != "" {
			texts = append(texts, c.Text)
		}
	}
	if err := s.Keep(ctx, texts); err != nil {
		p.storeFailed(err)
	}
}

func (p *Provider) storedText(hash [sha256.Size]byte) (string, bool) {
	p.mu.Lock()
	s := p.store
	p.mu.Unlock()
	if s == nil {
		return "", false
	}
	return s.Text(hash)
}

// storeFailed goes on in memory, with one warning.
func (p *Provider) storeFailed(err error) {
	p.mu.Lock()
	first := p.store != nil
	p.store = nil
	p.mu.Unlock()
	if first && p.opts.Log != nil {
		p.opts.Log.Warn("the index is kept in memory only", "error", err)
	}
}
