package semantic

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/semantic/index"
)

// batchFiles is how many files become visible at once while building.
const batchFiles = 64

// Progress is called with how far a build is.
type Progress func(done, total int)

// Build updates the index to match the source and stores it: [Provider.Index] and [Provider.Persist].
func (p *Provider) Build(ctx context.Context, progress Progress) error {
	err := p.Index(ctx, progress)
	if err == nil {
		p.Persist(ctx)
	}
	return err
}

// Index updates the index to match the source: new and changed files are
// read, vanished ones dropped. Files are visible in batches, from the first
// one on. Indexing again costs only what has changed, also where it was ended
// early by its context.
func (p *Provider) Index(ctx context.Context, progress Progress) error {
	p.restore(ctx)
	list, err := p.list(ctx)
	if err != nil {
		return fmt.Errorf("listing the workspace: %w", err)
	}
	todo, gone := p.compare(ctx, list)
	p.index.Apply(p.notOpen(gone))
	for _, g := range gone {
		p.texts.forget(g.Path)
	}
	done, full := 0, false
	until, stop := context.WithCancel(ctx)
	defer stop() // the reader, where enough is read before the end
	for batch := range p.reading(until, todo) {
		p.index.Apply(p.notOpen(batch.changes))
		p.noted(batch)
		p.keep(ctx, batch.changes)
		if done += len(batch.files); progress != nil {
			progress(done, len(todo))
		}
		if p.index.Size() > p.heap {
			full = true
			break // the nearest files answer
		}
	}
	if err := ctx.Err(); err != nil && done < len(todo) {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.built, p.full = true, full
	return nil
}

// usualHeap is half of the memory that the process may have, if that is less than the
// bound.
func usualHeap() int { return int(min(limits.IndexHeap, debug.SetMemoryLimit(-1)/2)) }

// compare finds the files of a listing that have to be read, and the indexed
// ones that are not in it any more or may not be shown now.
func (p *Provider) compare(ctx context.Context, list []File) (todo []File, gone []index.Change) {
	p.mu.Lock()
	var known []string
	live := make(map[string]bool, len(list))
	for _, f := range list {
		live[f.Path] = true
		if old, ok := p.stamps[f.Path]; !ok || old != f.Stamp || f.Stamp == "" {
			todo = append(todo, f)
		} else {
			known = append(known, f.Path)
		}
	}
	p.mu.Unlock()
	for _, path := range known {
		live[path] = ctx.Err() != nil || p.allowed(path)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for path := range p.stamps {
		if !live[path] {
			gone = append(gone, index.Change{Path: path, Removed: true})
			delete(p.stamps, path)
		}
	}
	p.unsaved = p.unsaved || len(gone) > 0
	p.listed = len(list)
	slices.SortFunc(gone, func(a, b index.Change) int { return strings.Compare(a.Path, b.Path) })
	return todo, gone
}

// batch is a part of the files with what was read.
type batch struct {
	files   []File
	changes []index.Change
}

// reading reads files in batches, one ahead of the caller, until they or the
// context end.
func (p *Provider) reading(ctx context.Context, todo []File) <-chan batch {
	out := make(chan batch, 1)
	go func() {
		defer close(out)
		for part := range slices.Chunk(todo, batchFiles) {
			b := batch{part, p.extract(ctx, part)}
			if ctx.Err() != nil {
				return // what was canceled looks like a file that is gone
			}
			select {
			case out <- b:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

// list names the source files, nearest to the open documents first, so that the
// first answers are the useful ones. Whether one may be shown is asked when it
// is read.
func (p *Provider) list(ctx context.Context) ([]File, error) {
	if p.opts.Source == nil {
		return nil, nil
	}
	all, err := p.opts.Source.List(ctx)
	list := slices.DeleteFunc(slices.Clone(all), func(f File) bool { return !index.Code(f.Path) })
	open := p.texts.openFolders()
	far := func(path string) int {
		if open[folder(path)] {
			return -1
		}
		return strings.Count(path, "/")
	}
	slices.SortStableFunc(list, func(a, b File) int {
		if d := far(a.Path) - far(b.Path); d != 0 {
			return d
		}
		return strings.Compare(a.Path, b.Path)
	})
	return list[:min(len(list), limits.WalkFiles)], err
}

func (p *Provider) allowed(path string) bool {
	if p.opts.Gate == nil {
		return true
	}
	_, ok := p.opts.Gate(path, "")
	return ok
}

// read reads files and notes that they are about to be indexed.
func (p *Provider) read(ctx context.Context, list []File) []index.Change {
	b := batch{list, p.extract(ctx, list)}
	p.noted(b)
	return p.notOpen(b.changes)
}

// extract reads files and extracts their features.
func (p *Provider) extract(ctx context.Context, list []File) []index.Change {
	out := make([]index.Change, len(list))
	p.each(ctx, list, func(i int, body string, ok bool) {
		f := list[i]
		out[i] = index.Change{Path: f.Path, Removed: true}
		if ok {
			out[i] = index.Change{Path: f.Path, Text: body, Features: p.index.Features(f.Path, body)}
		}
	})
	return out
}

// each reads files, on all processors. Those that may not be shown count as
// not there; those that are too large have no text.
func (p *Provider) each(ctx context.Context, list []File, do func(i int, body string, ok bool)) {
	most := p.tuned().maxFile()
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(len(list), runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				body, err := "", error(nil)
				if !p.allowed(list[i].Path) {
					err = errNotFound
				} else if list[i].Size < most {
					body, err = p.opts.Source.Read(ctx, list[i].Path)
				}
				do(i, body, err == nil)
				runtime.Gosched() // where somebody waits for a processor, he is in a hurry
			}
		})
	}
	for i := range list {
		next <- i
	}
	close(next)
	wg.Wait()
}

// noted remembers the stamps of files that were read.
func (p *Provider) noted(b batch) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, f := range b.files {
		if !b.changes[i].Removed {
			p.stamps[f.Path] = f.Stamp
			p.unsaved = true
		}
		p.texts.forget(f.Path)
	}
}

// notOpen leaves out the open documents: their own text is indexed.
func (p *Provider) notOpen(changes []index.Change) []index.Change {
	return slices.DeleteFunc(slices.Clone(changes), func(c index.Change) bool { return p.texts.isOpen(c.Path) })
}

// Open sets the text of an open document; it wins over the source until
// [Provider.Close]. Call it for every change, after the pause that suits.
func (p *Provider) Open(path string, s text.Snapshot) {
	if !index.Code(path) || !p.allowed(path) {
		return
	}
	p.texts.setOpen(path, s)
	p.index.Apply([]index.Change{{Path: path, Text: s.Text()}})
}

// Close records that a document was closed: the source's text counts again.
func (p *Provider) Close(ctx context.Context, path string) {
	p.texts.setClosed(path)
	p.Changed(ctx, path)
}

// Changed records that files were written, created or deleted, or folders with
// what was in them.
func (p *Provider) Changed(ctx context.Context, paths ...string) {
	p.changing.Lock()
	defer p.changing.Unlock()
	var list []File
	var gone []index.Change
	for _, path := range p.inFolders(paths) {
		p.texts.forget(path)
		switch {
		case p.texts.isOpen(path) || !index.Code(path):
		case !p.allowed(path) || p.opts.Source == nil:
			gone = append(gone, index.Change{Path: path, Removed: true})
		default:
			list = append(list, File{Path: path})
		}
	}
	for _, g := range gone {
		p.mu.Lock()
		delete(p.stamps, g.Path)
		p.mu.Unlock()
	}
	changes := p.read(ctx, list)
	if ctx.Err() != nil { // a file that could not be read in time is not gone
		changes = slices.DeleteFunc(changes, func(c index.Change) bool { return c.Removed })
	}
	p.index.Apply(append(gone, changes...))
}

// inFolders puts the indexed files of a folder in the place of the folder, which
// may be gone.
func (p *Provider) inFolders(paths []string) []string {
	var out, indexed []string
	for _, path := range paths {
		if index.Code(path) {
			out = append(out, path)
			continue
		}
		if indexed == nil {
			indexed = p.index.Paths()
		}
		at, _ := slices.BinarySearch(indexed, path+"/")
		for ; at < len(indexed) && strings.HasPrefix(indexed[at], path+"/"); at++ {
			out = append(out, indexed[at])
		}
	}
	return out
}

// Coverage returns how many files are indexed, and how many there are as far as they have been listed.
func (p *Provider) Coverage() (indexed, listed int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.index.Len(), p.listed
}

// Ready reports whether the index has been built once.
func (p *Provider) Ready() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.built
}

// Knows reports whether a file is one of those that questions find.
func (p *Provider) Knows(path string) bool { return p.index.Has(path) }

// matching returns the paths that contain a pattern.
func (p *Provider) matching(pattern string, n int) []string {
	return index.MatchingOf(p.index.Paths(), pattern, n)
}
