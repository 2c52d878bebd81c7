package semantic

import (
	"context"
	"slices"

	"github.com/fettle-dev/fettle/providers/semantic/index"
)

// approach indexes the files of a large workspace that may answer a query, and
// lets go of what was not asked for lately. It reports whether time has run out
// before all were read.
func (p *Provider) approach(ctx context.Context, q index.Query, src string) (partial bool) {
	f := p.distant()
	if f == nil {
		return false
	}
	wanted, err := f.search(ctx, p.index, q, src)
	if err != nil {
		if ctx.Err() == nil {
			p.storeFailed(err)
			p.leaveFar()
		}
		return true
	}
	f.touched(wanted)
	var todo []File
	for _, path := range wanted {
		if !p.index.Has(path) && p.allowed(path) {
			todo = append(todo, File{Path: path})
		}
	}
	for part := range slices.Chunk(todo, batchFiles) {
		if ctx.Err() != nil {
			return true
		}
		p.index.Apply(p.notOpen(p.extract(ctx, part)))
	}
	p.release(f)
	return false
}

// release drops files that were not asked for lately from the index while it is
// too large.
func (p *Provider) release(f *far) {
	for p.index.Size() > p.bounds.near {
		var gone []index.Change
		for _, path := range f.oldest(p.index.Paths(), 8*batchFiles) {
			gone = append(gone, index.Change{Path: path, Removed: true})
		}
		if gone = p.notOpen(gone); len(gone) == 0 {
			return
		}
		p.index.Apply(gone)
	}
}

// distant returns the large workspace that only a part is indexed of, or nil.
func (p *Provider) distant() *far {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.far
}

// leaveFar turns back to an index of the whole workspace, which fits again, or
// whose postings cannot be stored.
func (p *Provider) leaveFar() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.far != nil {
		p.far, p.stamps = nil, map[string]string{}
		p.index.InWorld(0, 0, nil)
	}
}

// definers returns how many files define a name.
func (p *Provider) definers(name string) int {
	n := p.index.Definers(name)
	if f := p.distant(); f != nil {
		list, _ := f.postings(context.Background(), index.Defined(name))
		n = max(n, len(list))
	}
	return n
}

// Knows reports whether a file is one of those that questions find.
func (p *Provider) Knows(path string) bool { return p.has(path) }

// has reports whether there is a file.
func (p *Provider) has(path string) bool {
	f := p.distant()
	return p.index.Has(path) || f != nil && f.has(path)
}

// matching returns the paths that contain a pattern.
func (p *Provider) matching(pattern string, n int) []string {
	f := p.distant()
	if f == nil {
		return p.index.Matching(pattern, n)
	}
	f.mu.RLock()
	paths := make([]string, 0, len(f.byPath))
	for path := range f.byPath {
		paths = append(paths, path)
	}
	f.mu.RUnlock()
	return index.MatchingOf(paths, pattern, n)
}

// useFar turns to a large workspace, of which these files are known already.
func (p *Provider) useFar(f *far, stamps map[string]string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.far, p.stamps = f, stamps
}

// changedFar updates the index of a large workspace by changed files and by those that are gone.
func (p *Provider) changedFar(ctx context.Context, f *far, list []File, gone []index.Change) error {
	digests, read := p.digests(ctx, list)
	there := map[string]bool{}
	for _, file := range read {
		there[file.Path] = true
	}
	var drop []string
	for _, g := range gone {
		drop = append(drop, g.Path)
	}
	for _, file := range list {
		if !there[file.Path] {
			drop = append(drop, file.Path)
		}
	}
	if err := f.drop(ctx, drop); err != nil {
		return err
	}
	return f.add(ctx, digests, make([]string, len(digests))) // without a stamp: read again at the next start
}

// indexFar updates the postings of a large workspace to match a listing.
func (p *Provider) indexFar(ctx context.Context, store Postings, list []File, whole bool, progress Progress) error {
	f := p.distant()
	if f == nil {
		opened, stamps, err := openFar(ctx, store, p.bounds.segment)
		if err != nil {
			return err
		}
		f = opened
		p.useFar(f, stamps)
	}
	todo, gone := p.compare(ctx, list, whole)
	p.index.Apply(p.notOpen(gone))
	paths := make([]string, len(gone))
	for i, g := range gone {
		paths[i] = g.Path
		p.texts.forget(g.Path)
	}
	if err := f.drop(ctx, paths); err != nil {
		return err
	}
	done := 0
	for part := range slices.Chunk(todo, 4*batchFiles) {
		digests, read := p.digests(ctx, part)
		if err := ctx.Err(); err != nil {
			return err
		}
		stamps, there := make([]string, len(read)), map[string]bool{}
		for i, file := range read {
			stamps[i], there[file.Path] = file.Stamp, true
		}
		var lost []string // to be read no more
		for _, file := range part {
			if !there[file.Path] && f.has(file.Path) {
				lost = append(lost, file.Path)
			}
		}
		if err := f.drop(ctx, lost); err != nil {
			return err
		}
		if err := f.add(ctx, digests, stamps); err != nil {
			return err
		}
		p.mu.Lock()
		for _, file := range read {
			p.stamps[file.Path] = file.Stamp
		}
		p.mu.Unlock()
		if done += len(part); progress != nil {
			progress(done, len(todo))
		}
	}
	return f.flush(context.WithoutCancel(ctx))
}
