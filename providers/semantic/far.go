package semantic

import (
	"context"
	"maps"
	"math"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/semantic/index"
)

// A workspace whose index would not fit into memory is searched in two steps:
// postings in the store say which files may answer, and these, read again, are
// indexed and ranked like those of any workspace. What was looked at last stays
// indexed.

// The bounds of the memory for an index.
const (
	heapFactor = 2.5       // memory over source, as estimated before building
	segmentMax = 6_000_000 // entries that are gathered before they are stored
	maxSegment = 40        // segments from which on they are made anew
)

// bounds are those of one provider.
type bounds struct{ files, heap, near, segment int }

// usualBounds allow half of the memory that the process may have, if that is
// less.
func usualBounds() bounds {
	b := bounds{limits.IndexFar, limits.IndexHeap, limits.IndexNear, segmentMax}
	if limit := debug.SetMemoryLimit(-1); limit < 2*limits.IndexHeap {
		b.heap = int(limit / 2)
		b.near = b.heap / 3
	}
	return b
}

// Postings is a [Store] that keeps the postings of large workspaces, segment by
// segment.
type Postings interface {
	// Listed returns the files, by segment, in the order of their numbers.
	Listed(ctx context.Context) ([]index.ListedSegment, error)
	// AddSegment stores a segment with its files, which replace
	// former ones of the same paths.
	AddSegment(ctx context.Context, blocks []index.Block, files []index.ListedFile) (segment int64, err error)
	// DropFiles says that files are gone; without paths, all segments are dropped.
	DropFiles(ctx context.Context, paths []string) error
	// Blocks returns, for each of some segments, the block that holds a key if any does.
	Blocks(ctx context.Context, segments []int64, key int64) (map[int64]index.Block, error)
}

// tooLarge reports whether the index of the files would need too much memory.
func (b bounds) tooLarge(list []File) bool {
	size := 0.0
	for _, f := range list {
		size += float64(min(f.Size, index.MaxFile))
	}
	return len(list) > b.files || size*heapFactor > float64(b.heap)
}

// far is what is known of a large workspace.
type far struct {
	store   Postings
	segment int        // entries that are gathered before they are stored
	writing sync.Mutex // one at a time adds files

	mu     sync.RWMutex
	files  []farFile // by number; "" is gone
	byPath map[string]uint32
	bases  map[int64]uint32 // segment → number of its first file
	length int              // terms in all live files
	fresh  *index.Segment   // not stored yet
	base   uint32           // number of the first file in fresh
	stamps []string         // of the files in fresh
	used   map[string]int   // of the indexed files: when they were asked for last
	clock  int
}

type farFile struct {
	path  string
	terms uint32
}

// openFar reads what is stored of a large workspace, and the stamps of its files.
func openFar(ctx context.Context, store Postings, segment int) (*far, map[string]string, error) {
	f := &far{store: store, segment: segment, byPath: map[string]uint32{}, bases: map[int64]uint32{},
		fresh: &index.Segment{}, used: map[string]int{}}
	segments, err := store.Listed(ctx)
	if err != nil {
		return nil, nil, err
	}
	dead, stamps := 0, map[string]string{}
	for _, s := range segments {
		f.bases[s.ID] = uint32(len(f.files))
		for _, file := range s.Files {
			if file.Path == "" {
				dead++
			} else {
				stamps[file.Path] = file.Stamp
			}
			f.push(file)
		}
	}
	if len(segments) > maxSegment || dead*10 > len(f.files)*3 && dead > 1000 {
		if err := store.DropFiles(ctx, nil); err != nil {
			return nil, nil, err
		}
		return openFar(ctx, store, segment)
	}
	f.base = uint32(len(f.files))
	return f, stamps, nil
}

// push adds a file; the caller holds the lock, or nobody else knows f.
func (f *far) push(file index.ListedFile) uint32 {
	n := uint32(len(f.files))
	f.files = append(f.files, farFile{file.Path, uint32(file.Terms)})
	if file.Path != "" {
		f.kill(file.Path)
		f.byPath[file.Path] = n
		f.length += file.Terms
	}
	return n
}

// kill makes a file's former content unfindable; the caller holds the lock.
func (f *far) kill(path string) {
	if old, ok := f.byPath[path]; ok {
		f.length -= int(f.files[old].terms)
		f.files[old] = farFile{}
		delete(f.byPath, path)
	}
}

// drop forgets files that are gone.
func (f *far) drop(ctx context.Context, paths []string) error {
	f.mu.Lock()
	for _, p := range paths {
		f.kill(p)
	}
	f.mu.Unlock()
	if len(paths) == 0 {
		return nil
	}
	return f.store.DropFiles(ctx, paths)
}

// add collects the digests of files, and stores a segment when it is large enough.
func (f *far) add(ctx context.Context, digests []index.Digest, stamps []string) error {
	f.writing.Lock()
	defer f.writing.Unlock()
	f.mu.Lock()
	for i, d := range digests {
		n := f.push(index.ListedFile{Path: d.Path, Terms: d.N})
		f.fresh.Add(n-f.base, d)
		f.stamps = append(f.stamps, stamps[i])
	}
	full := f.fresh.Len() >= f.segment
	f.mu.Unlock()
	if full {
		return f.put(ctx)
	}
	return nil
}

// flush stores what is gathered.
func (f *far) flush(ctx context.Context) error {
	f.writing.Lock()
	defer f.writing.Unlock()
	return f.put(ctx)
}

// put stores what is gathered; the caller holds the lock for writing.
func (f *far) put(ctx context.Context) error {
	f.mu.RLock()
	files := make([]index.ListedFile, len(f.stamps))
	for i, stamp := range f.stamps {
		file := f.files[int(f.base)+i]
		files[i] = index.ListedFile{Path: file.path, Stamp: stamp, Terms: int(file.terms)}
	}
	blocks := f.fresh.Blocks()
	f.mu.RUnlock()
	if len(files) == 0 {
		return nil
	}
	id, err := f.store.AddSegment(ctx, blocks, files)
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.bases[id] = f.base
	f.base, f.stamps, f.fresh = uint32(len(f.files)), nil, &index.Segment{}
	return nil
}

// len returns how many files are known.
func (f *far) len() int {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return len(f.byPath)
}

// has reports whether a file is listed.
func (f *far) has(path string) bool {
	f.mu.RLock()
	defer f.mu.RUnlock()
	_, ok := f.byPath[path]
	return ok
}

// postings returns the live files that have a key.
func (f *far) postings(ctx context.Context, key int64) ([]index.Posting, error) {
	f.mu.RLock()
	segments := slices.Collect(maps.Keys(f.bases))
	f.mu.RUnlock()
	blocks, err := f.store.Blocks(ctx, segments, key)
	if err != nil {
		return nil, err
	}
	f.mu.RLock()
	defer f.mu.RUnlock()
	var out []index.Posting
	for id, b := range blocks {
		if base, ok := f.bases[id]; ok {
			out = b.Postings(key, base, out)
		}
	}
	out = f.fresh.Postings(key, f.base, out)
	live := slices.DeleteFunc(out, func(p index.Posting) bool {
		return int(p.File) >= len(f.files) ||
			f.files[p.File].path == ""
	})
	return live, nil
}

// The most files of each kind that are looked at for an answer.
const (
	farBest    = 200 // by their words
	farDefs    = 120 // that define names
	farNear    = 40  // of the document's folder, and on each side of its imports
	farHistory = 40
	farDefiner = 60 // files that define one name
)

// search finds the files that may answer a query, the most promising first, and
// sets in the index how rare the terms are in the whole workspace.
func (f *far) search(ctx context.Context, x *index.Index, q index.Query, src string) ([]string, error) {
	f.mu.RLock()
	n, files := len(f.byPath), len(f.files)
	mean := float64(f.length) / float64(max(1, n))
	lengths, length := slices.Clone(f.files), f.length
	f.mu.RUnlock()
	words, paths, defs := make([]float64, files), make([]float64, files), make([]float64, files)
	df := map[string]int{}
	weights := map[string]float64{}
	for t, w := range q.Terms {
		weights[t] = w
	}
	for t, w := range q.Text {
		weights[t] += w * max(q.Weights.Text, 0.5)
	}
	for _, t := range slices.Sorted(maps.Keys(weights)) {
		if ctx.Err() != nil {
			break // with what is known by now
		}
		list, err := f.postings(ctx, index.Word(t))
		if err != nil {
			return nil, err
		}
		df[t] = len(list)
		rare := index.Rarity(n, len(list))
		for _, p := range list {
			if int(p.File) < files {
				words[p.File] += weights[t] * rare * index.Saturated(p.N, float64(lengths[p.File].terms), mean)
			}
		}
		if list, err = f.postings(ctx, index.InPath(t)); err != nil {
			return nil, err
		}
		for _, p := range list {
			if int(p.File) < files {
				paths[p.File] += weights[t] * max(rare, 0.5) * float64(min(p.N, 2))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(q.Names)) {
		list, err := f.postings(ctx, index.Defined(name))
		if err != nil {
			return nil, err
		}
		for _, p := range list {
			if len(list) <= farDefiner && int(p.File) < files {
				defs[p.File] += 1 / float64(len(list))
			}
		}
	}
	x.InWorld(n, length, df)
	most := func(score []float64) float64 { return max(slices.Max(append(score, 0)), 1e-9) }
	topWords, topPaths := most(words), most(paths)
	for i := range words {
		words[i] = words[i]/topWords + q.Weights.Path*paths[i]/topPaths
	}
	out := f.best(words, farBest)
	out = append(out, f.best(defs, farDefs)...)
	out = append(out, x.Lately(q.Document, farHistory)...)
	out = append(out, x.Saying(q.Terms, farHistory)...)
	out = append(out, f.around(ctx, q.Document, src)...)
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

// best returns the files with the highest scores above 0, best first.
func (f *far) best(score []float64, n int) []string {
	floor := math.SmallestNonzeroFloat64
	if len(score) > n {
		ranked := slices.Clone(score)
		slices.Sort(ranked)
		floor = max(floor, ranked[len(ranked)-n])
	}
	var top []int
	for i, s := range score {
		if s >= floor {
			top = append(top, i)
		}
	}
	f.mu.RLock()
	defer f.mu.RUnlock()
	slices.SortStableFunc(top, func(a, b int) int {
		switch {
		case score[a] > score[b]:
			return -1
		case score[a] < score[b]:
			return 1
		}
		return strings.Compare(f.files[a].path, f.files[b].path)
	})
	out := make([]string, 0, min(n, len(top)))
	for _, i := range top[:min(n, len(top))] {
		out = append(out, f.files[i].path)
	}
	return out
}

// around returns files of a document's folder, those it seems to import, and those
// that seem to import it.
func (f *far) around(ctx context.Context, document, src string) (out []string) {
	if document == "" {
		return nil
	}
	own, imported := index.Stems(document, src)
	take := func(key int64) {
		list, _ := f.postings(ctx, key)
		f.mu.RLock()
		defer f.mu.RUnlock()
		for _, p := range list[:min(len(list), farNear)] {
			out = append(out, f.files[p.File].path)
		}
	}
	for _, name := range imported {
		take(index.Stem(name))
	}
	for _, name := range own {
		take(index.Imported(name))
	}
	f.mu.RLock()
	defer f.mu.RUnlock()
	near := 0
	for path := range f.byPath {
		if near < farNear && folder(path) == folder(document) {
			out = append(out, path)
			near++
		}
	}
	return out
}

// touched notes that files were asked for.
func (f *far) touched(paths []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.clock++
	for _, p := range paths {
		f.used[p] = f.clock
	}
}

// oldest returns those of the paths that were not asked for by the last search, at
// most n, longest ago first.
func (f *far) oldest(paths []string, n int) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := slices.DeleteFunc(paths, func(p string) bool { return f.used[p] == f.clock })
	slices.SortStableFunc(out, func(a, b string) int { return f.used[a] - f.used[b] })
	out = out[:min(n, len(out))]
	for _, p := range out {
		delete(f.used, p)
	}
	return out
}
