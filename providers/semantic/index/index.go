package index

import (
	"crypto/sha256"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// Index is the working form of a workspace. The zero value is not ready; use
// [New]. It is safe for concurrent use.
type Index struct {
	mu sync.RWMutex

	lexicon table  // word → its number
	keys    []key  // of the words, by number; 0: none has it
	entries []span // of each word's terms in the slab
	slab    []uint32
	dict    table    // term → its number
	terms   []key    // of the terms, by number; 0: none has it
	post    lists    // of each term: files, and how often they have it
	df      []uint32 // live files with the term
	free    free     // numbers of words and terms that nothing uses
	symbols symbols

	files  []*file // nil: dead
	byPath map[string]uint32
	live   int
	length int // terms in all live files
	held   int // bytes that the live files need

	known map[[sha256.Size]byte]*record // by content, dead ones too
	dead  int                           // terms in files that were removed since the last sweep
	tally tally                         // of the writer
	world world
	graph graph
	log   history
}

// file is one live file.
type file struct {
	*record
	path  string
	test  bool
	fam   scan.Family
	words []uint32 // terms of the path, the base name's twice
}

// New makes an empty index.
func New() *Index {
	return &Index{byPath: map[string]uint32{}, known: map[[sha256.Size]byte]*record{}}
}

// Len returns the number of files.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.live
}

// Change puts a text in the place of a file's former one, or removes the file.
type Change struct {
	Path    string
	Text    string
	Removed bool
	// Features, when they are known already (from the store), are used
	// instead of extracting them from Text.
	Features *Features
}

// Apply makes a batch of changes visible at once. Features are extracted
// before readers are locked out.
func (x *Index) Apply(changes []Change) {
	type ready struct {
		Change
		f *Features
	}
	batch := make([]ready, 0, len(changes))
	for _, c := range changes {
		r := ready{Change: c, f: c.Features}
		if !c.Removed && r.f == nil {
			r.f = x.Features(c.Path, c.Text)
		}
		batch = append(batch, r)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	changed := false
	for _, r := range batch {
		slot, exists := x.byPath[r.Path]
		switch {
		case exists && !r.Removed && x.files[slot].hash == r.f.Hash:
			continue
		case exists:
			x.remove(slot)
		case r.Removed:
			continue
		}
		if !r.Removed {
			x.insert(r.Path, x.current(r.f, r.Text))
		}
		changed = true
	}
	if changed {
		x.compact()
		x.sweep()
	}
}

// Features returns the features of a text: those of an equal one that is or was
// indexed, else extracted. It may run in parallel.
func (x *Index) Features(path, src string) *Features {
	lang := syntax.Language(path)
	x.mu.RLock()
	r := x.known[sha256.Sum256([]byte(src))]
	x.mu.RUnlock()
	if r != nil && r.lang == lang {
		return r.features()
	}
	return Extract(lang, src)
}

// Known returns the features of a content that is or was indexed, or nil.
func (x *Index) Known(hash [sha256.Size]byte) *Features {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if r := x.known[hash]; r != nil {
		return r.features()
	}
	return nil
}

// insert adds a file. The caller holds the lock.
func (x *Index) insert(path string, f *Features) {
	r := x.intern(f)
	slot := x.place(path, r)
	x.tally.out = r.terms(x.tally.out[:0])
	for _, c := range x.tally.out {
		x.post.add(c.term, pair{slot, c.n})
		x.df[c.term]++
	}
	for i, d := range r.defs {
		x.symbols.refs.add(d.name, pair{slot, uint32(i) + 1})
		x.symbols.live[d.name]++
	}
}

// place makes a record the live content of a path.
func (x *Index) place(path string, r *record) (slot uint32) {
	slot = uint32(len(x.files))
	x.files = append(x.files, &file{record: r, path: path, test: IsTest(path), fam: scan.FamilyOf(r.lang),
		words: x.pathTerms(path)})
	x.byPath[path] = slot
	x.live++
	x.length += int(r.n)
	x.known[r.hash] = r
	x.held += r.room()
	x.graph.added(path)
	return slot
}

// remove makes a file dead; what leads to it stays until compaction.
func (x *Index) remove(slot uint32) {
	f := x.files[slot]
	x.files[slot] = nil
	delete(x.byPath, f.path)
	x.tally.out = f.terms(x.tally.out[:0])
	for _, c := range x.tally.out {
		x.df[c.term]--
	}
	for _, d := range f.defs {
		x.symbols.live[d.name]--
	}
	x.live--
	x.length -= int(f.n)
	x.dead += int(f.n)
	x.held -= f.room()
	x.graph.removed(f.path)
}

// compact drops dead slots when they are many.
func (x *Index) compact() {
	dead := len(x.files) - x.live
	if dead < 64 || dead*10 < len(x.files)*3 {
		return
	}
	moved := x.moved()
	alive := make([]*file, 0, x.live)
	for _, f := range x.files {
		if f != nil {
			x.byPath[f.path] = uint32(len(alive))
			alive = append(alive, f)
		}
	}
	x.post, x.symbols.refs = x.post.renumbered(moved), x.symbols.refs.renumbered(moved)
	x.files = alive
}

// moved returns the numbers of the files when the dead ones are left out.
func (x *Index) moved() []uint32 {
	out, n := make([]uint32, len(x.files)), uint32(0)
	for i, f := range x.files {
		if f == nil {
			out[i] = gone
			continue
		}
		out[i] = n
		n++
	}
	return out
}

// Trim frees the room that was left for growth, when much has been added.
func (x *Index) Trim() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.post.pack()
	x.symbols.refs.pack()
	x.terms, x.df, x.keys, x.entries = tight(x.terms), tight(x.df), tight(x.keys), tight(x.entries)
	x.slab, x.files = tight(x.slab), tight(x.files)
	s := &x.symbols
	s.keys, s.text, s.live = tight(s.keys), tight(s.text), tight(s.live)
	x.tally = tally{}
}

// tight returns a list in no more room than it needs.
func tight[T any](list []T) []T {
	if cap(list)-len(list) < len(list)/16 {
		return list
	}
	return append(make([]T, 0, len(list)), list...)
}

// term returns the number of a term, a new one if need be.
func (x *Index) term(t string) uint32 {
	k := keyOf(t)
	id, ok := x.dict.find(k, x.terms)
	if ok {
		return id
	}
	if id, ok = take(&x.free.terms); !ok {
		id = x.post.fresh()
		x.terms, x.df = append(x.terms, 0), append(x.df, 0)
	}
	x.terms[id] = k
	x.dict.put(id, x.terms)
	return id
}

// word returns the number of a word and fills its terms.
func (x *Index) word(w string) uint32 {
	k := keyOf(w)
	id, ok := x.lexicon.find(k, x.keys)
	if ok {
		return id
	}
	at := span{from: uint32(len(x.slab))}
	for _, t := range Terms(w) {
		x.slab = append(x.slab, x.term(t))
		at.n++
	}
	if id, ok = take(&x.free.words); ok {
		x.entries[id], x.keys[id] = at, k
	} else {
		id = uint32(len(x.entries))
		x.entries, x.keys = append(x.entries, at), append(x.keys, k)
	}
	x.lexicon.put(id, x.keys)
	return id
}

// pathTerms returns the terms of a path.
func (x *Index) pathTerms(p string) []uint32 {
	words := pathWords(p)
	out := make([]uint32, len(words))
	for i, w := range words {
		out[i] = x.term(w)
	}
	return out
}

// pathWords returns the sub-words of a path; those of the base name stand twice.
func pathWords(p string) (out []string) {
	parts := strings.Split(p, "/")
	for i, part := range parts {
		if i == len(parts)-1 {
			if k := strings.LastIndexByte(part, '.'); k > 0 {
				part = part[:k]
			}
		}
		for _, w := range strings.FieldsFunc(part, func(r rune) bool { return r < 128 && !scan.IsPart(byte(r)) }) {
			words, _ := Words(w)
			for _, t := range words {
				out = append(out, t)
				if i == len(parts)-1 {
					out = append(out, t)
				}
			}
		}
	}
	return out
}
