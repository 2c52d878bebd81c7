package semantic

import (
	"cmp"
	"context"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/semantic/index"
)

// A workspace whose index would not fit into memory is searched in two steps: the store says
// which files have the words that are asked for, and these, read again, are indexed and ranked
// like those of any workspace. What was looked at last stays indexed.

// heapFactor is memory over source, as estimated before building.
const heapFactor = 2.5

// bounds are those of the memory for one provider's index.
type bounds struct{ files, heap, near int }

// usualBounds allow half of the memory that the process may have, if that is
// less.
func usualBounds() bounds {
	b := bounds{limits.IndexFar, limits.IndexHeap, limits.IndexNear}
	if limit := debug.SetMemoryLimit(-1); limit < 2*limits.IndexHeap {
		b.heap = int(limit / 2)
		b.near = b.heap / 3
	}
	return b
}

// tooLarge reports whether the index of the files would need too much memory.
func (b bounds) tooLarge(list []File) bool {
	size := 0.0
	for _, f := range list {
		size += float64(min(f.Size, index.MaxFile))
	}
	return len(list) > b.files || size*heapFactor > float64(b.heap)
}

// Keys is a [Store] that says which files of a large workspace have which keys.
type Keys interface {
	// Files returns the stamps of the files that it knows.
	Files(ctx context.Context) (map[string]string, error)
	// AddFiles adds files, in the place of former ones of their paths.
	AddFiles(ctx context.Context, files []index.KeyedFile) error
	// DropFiles says that files are gone.
	DropFiles(ctx context.Context, paths []string) error
	// Holding returns files that have a key, at most so many, and how many have it in all.
	Holding(ctx context.Context, key string, most int) (paths []string, all int, err error)
}

// far is what is known of a large workspace.
type far struct {
	Keys

	mu    sync.Mutex
	paths map[string]bool
}

// openFar reads what is stored of a large workspace, and the stamps of its files.
func openFar(ctx context.Context, keys Keys) (*far, map[string]string, error) {
	stamps, err := keys.Files(ctx)
	f := &far{Keys: keys, paths: map[string]bool{}}
	for p := range stamps {
		f.paths[p] = true
	}
	return f, stamps, err
}

// update stores files that were read, and forgets those that are gone.
func (f *far) update(ctx context.Context, read []index.KeyedFile, gone []string) error {
	if err := f.DropFiles(ctx, gone); err != nil {
		return err
	}
	if err := f.AddFiles(ctx, read); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range gone {
		delete(f.paths, p)
	}
	for _, file := range read {
		f.paths[file.Path] = true
	}
	return nil
}

func (f *far) len() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.paths)
}

// has reports whether a file is listed.
func (f *far) has(path string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.paths[path]
}

// The most files of each kind that are looked at for an answer.
const (
	farTerms   = 16   // rarest terms
	farHolding = 5000 // files that have one of them
	farBest    = 200  // by these
	farHistory = 40
	farDefiner = 60 // files that define one name
)

// search finds the files that may answer a query, the most promising first, and
// sets in the index how rare the terms are in the whole workspace.
func (f *far) search(ctx context.Context, x *index.Index, q index.Query) ([]string, error) {
	n, df := f.len(), map[string]int{}
	weights := map[string]float64{}
	for _, g := range q.Groups {
		for t, w := range g.Forms {
			weights[t] = max(weights[t], w*g.Weight)
		}
	}
	for t, w := range q.Terms {
		weights[t] = max(weights[t], w)
	}
	for t, w := range q.Text {
		weights[t] += w * max(q.Weights.Text, 0.5)
	}
	for t := range weights {
		_, all, err := f.Holding(ctx, t, 0)
		if err != nil {
			return nil, err
		}
		if df[t] = all; all == 0 {
			delete(weights, t)
		}
		weights[t] *= index.Rarity(n, all)
	}
	x.InWorld(n, df)
	score := map[string]float64{}
	terms := byScore(weights)
	for _, t := range terms[:min(farTerms, len(terms))] {
		if ctx.Err() != nil {
			break // with what is known by now
		}
		paths, _, err := f.Holding(ctx, t, farHolding)
		if err != nil {
			return nil, err
		}
		for _, p := range paths {
			score[p] += weights[t]
		}
	}
	best := byScore(score)
	var out []string
	for name := range q.Names {
		paths, all, err := f.Holding(ctx, index.Defined(name), farDefiner)
		if err != nil {
			return nil, err
		}
		if all <= farDefiner {
			out = append(out, paths...)
		}
	}
	slices.Sort(out)
	out = append(out, best[:min(farBest, len(best))]...)
	out = append(out, x.Lately(q.Document, farHistory)...)
	out = append(out, x.Saying(q.Terms, farHistory)...)
	for p := range q.Candidates {
		out = append(out, p)
	}
	seen := map[string]bool{q.Document: true, "": true}
	return slices.DeleteFunc(out, func(p string) bool {
		if seen[p] || !f.has(p) {
			return true
		}
		seen[p] = true
		return false
	}), nil
}

// byScore returns the keys of scores, the best first.
func byScore(score map[string]float64) []string {
	out := make([]string, 0, len(score))
	for k := range score {
		out = append(out, k)
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(cmp.Compare(score[b], score[a]), strings.Compare(a, b)) })
	return out
}

// approach indexes the files of a large workspace that may answer a query, and
// drops from the index what else is in it when there is too much. It reports whether time has
// run out before all were read.
func (p *Provider) approach(ctx context.Context, q index.Query) (partial bool) {
	f := p.distant()
	if f == nil {
		return false
	}
	wanted, err := f.search(ctx, p.index, q)
	if err != nil {
		if ctx.Err() == nil {
			p.storeFailed(err)
			p.leaveFar()
		}
		return true
	}
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
	if p.index.Size() > p.bounds.near {
		var others []index.Change
		for _, path := range p.index.Paths() {
			if path != q.Document && !slices.Contains(wanted, path) {
				others = append(others, index.Change{Path: path, Removed: true})
			}
		}
		p.index.Apply(p.notOpen(others))
	}
	return false
}

// distant returns the large workspace that only a part is indexed of, or nil.
func (p *Provider) distant() *far {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.far
}

// leaveFar turns back to an index of the whole workspace, which fits again, or
// whose keys cannot be stored.
func (p *Provider) leaveFar() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.far != nil {
		p.far, p.stamps = nil, map[string]string{}
		p.index.InWorld(0, nil)
	}
}

// useFar turns to a large workspace, of which these files are known already.
func (p *Provider) useFar(f *far, stamps map[string]string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.far, p.stamps = f, stamps
}

// definers returns how many files define a name.
func (p *Provider) definers(name string) int {
	n := p.index.Definers(name)
	if f := p.distant(); f != nil {
		_, all, _ := f.Holding(context.Background(), index.Defined(name), 0)
		n = max(n, all)
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
		return index.MatchingOf(p.index.Paths(), pattern, n)
	}
	f.mu.Lock()
	paths := make([]string, 0, len(f.paths))
	for path := range f.paths {
		paths = append(paths, path)
	}
	f.mu.Unlock()
	return index.MatchingOf(paths, pattern, n)
}

// indexFar updates the keys of a large workspace to match a listing.
func (p *Provider) indexFar(ctx context.Context, store Keys, list []File, whole bool, progress Progress) error {
	f := p.distant()
	if f == nil {
		opened, stamps, err := openFar(ctx, store)
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
	if err := f.update(ctx, nil, paths); err != nil {
		return err
	}
	done := 0
	for part := range slices.Chunk(todo, 4*batchFiles) {
		read, lost := p.keysOf(ctx, part)
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := f.update(ctx, read, lost); err != nil {
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
	return nil
}

// keysOf reads files, and returns their keys and which could not be read.
func (p *Provider) keysOf(ctx context.Context, list []File) (read []index.KeyedFile, lost []string) {
	all := make([]index.KeyedFile, len(list))
	p.each(ctx, list, func(i int, body string, ok bool) {
		if ok {
			all[i] = index.KeyedFile{Path: list[i].Path, Stamp: list[i].Stamp, Keys: index.Keys(list[i].Path, body)}
		}
	})
	for i, f := range all {
		if f.Path == "" {
			lost = append(lost, list[i].Path)
		} else {
			read = append(read, f)
		}
	}
	return read, lost
}

// changedFar updates the keys of a large workspace by changed files and by those that are gone.
// Without a stamp they are read again at the next start.
func (p *Provider) changedFar(ctx context.Context, f *far, list []File, gone []index.Change) error {
	read, lost := p.keysOf(ctx, list)
	for _, g := range gone {
		lost = append(lost, g.Path)
	}
	return f.update(ctx, read, lost)
}
