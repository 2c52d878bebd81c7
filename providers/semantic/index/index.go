package index

import (
	"crypto/sha256"
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/internal/syntax"
)

// Index is the working form of a workspace. The zero value is not ready; use
// [New]. It is safe for concurrent use.
type Index struct {
	mu         sync.RWMutex
	generation uint64

	lexicon map[key]uint32 // word → its number
	keys    []key          // of the words, by number; 0: none has it
	entries []span         // of each word's terms in the slab
	slab    []uint32
	dict    map[key]uint32 // term → its number
	post    [][]posting    // of each term
	df      []uint32       // live files with the term
	free    free           // numbers of words and terms that nothing uses

	files  []*file // nil: dead
	byPath map[string]uint32
	live   int
	terms  int // in all live files
	names  map[key][]ref

	known map[[sha256.Size]byte]*Features // by content, dead ones too
	dead  int                             // terms in files that were removed since the last sweep
	tally tally                           // of the writer
	light light
	graph graph
	log   history
}

// file is one live file.
type file struct {
	*Features
	path  string
	test  bool
	fam   family
	words []uint32 // terms of the path, the base name's twice
}

type posting struct{ file, n uint32 }

// ref is one definition of a name.
type ref struct{ file, def uint32 }

// New makes an empty index.
func New() *Index {
	return &Index{
		lexicon: map[key]uint32{}, dict: map[key]uint32{}, byPath: map[string]uint32{},
		names: map[key][]ref{}, known: map[[sha256.Size]byte]*Features{},
	}
}

// Generation changes with every change of the index.
func (x *Index) Generation() uint64 {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.generation
}

// Len is the number of files.
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
		case exists && !r.Removed && x.files[slot].Hash == r.f.Hash:
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
		x.generation++
		x.compact()
		x.sweep()
	}
}

// Features are the features of a text: those of an equal one that is or was
// indexed, else extracted. It may run in parallel.
func (x *Index) Features(path, src string) *Features {
	lang := syntax.Language(path)
	x.mu.RLock()
	f, light := x.known[sha256.Sum256([]byte(src))], x.light.on
	x.mu.RUnlock()
	if f != nil && f.Lang == lang {
		return f
	}
	return extract(lang, src, light)
}

// Known are the features of a content that is or was indexed, or nil.
func (x *Index) Known(hash [sha256.Size]byte) *Features {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.known[hash]
}

// insert adds a file. The caller holds the lock.
func (x *Index) insert(path string, f *Features) {
	x.intern(f)
	fl := &file{Features: f, path: path, test: IsTest(path), fam: familyOf(f.Lang), words: x.pathTerms(path)}
	slot := uint32(len(x.files))
	x.files = append(x.files, fl)
	x.byPath[path] = slot
	for _, c := range f.terms {
		x.post[c.term] = append(x.post[c.term], posting{slot, c.n})
		x.df[c.term]++
	}
	for i, d := range f.Defs {
		k := keyOf(d.Name)
		x.names[k] = append(x.names[k], ref{slot, uint32(i)})
	}
	x.live++
	x.terms += f.n
	x.known[f.Hash] = f
	x.graph.added(path)
}

// remove makes a file dead; its postings stay until compaction.
func (x *Index) remove(slot uint32) {
	f := x.files[slot]
	x.files[slot] = nil
	delete(x.byPath, f.path)
	for _, c := range f.terms {
		x.df[c.term]--
	}
	for _, d := range f.Defs {
		k := keyOf(d.Name)
		refs := slices.DeleteFunc(x.names[k], func(r ref) bool { return r.file == slot })
		if len(refs) == 0 {
			delete(x.names, k)
		} else {
			x.names[k] = refs
		}
	}
	x.live--
	x.terms -= f.n
	x.dead += f.n
	x.graph.removed(f.path)
}

// compact drops dead slots when they are many.
func (x *Index) compact() {
	dead := len(x.files) - x.live
	if dead < 64 || dead*10 < len(x.files)*3 {
		return
	}
	moved := make([]uint32, len(x.files))
	alive := x.files[:0:0]
	for i, f := range x.files {
		if f == nil {
			moved[i] = ^uint32(0)
			continue
		}
		moved[i] = uint32(len(alive))
		x.byPath[f.path] = moved[i]
		alive = append(alive, f)
	}
	for t, list := range x.post {
		keep := list[:0]
		for _, p := range list {
			if p.file = moved[p.file]; p.file != ^uint32(0) {
				keep = append(keep, p)
			}
		}
		x.post[t] = slices.Clip(keep)
	}
	for name, refs := range x.names {
		for i := range refs {
			refs[i].file = moved[refs[i].file]
		}
		x.names[name] = refs
	}
	x.files = alive
}

// term gives the number of a term, a new one if need be.
func (x *Index) term(t string) uint32 {
	k := keyOf(t)
	id, ok := x.dict[k]
	if ok {
		return id
	}
	if id, ok = take(&x.free.terms); !ok {
		id = x.freshTerm()
	}
	x.dict[k] = id
	return id
}

// freshTerm makes room for one more term.
func (x *Index) freshTerm() uint32 {
	x.post = append(x.post, nil)
	x.df = append(x.df, 0)
	return uint32(len(x.post) - 1)
}

// word gives the number of a word and fills its terms.
func (x *Index) word(w string) uint32 {
	k := keyOf(w)
	id, ok := x.lexicon[k]
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
	x.lexicon[k] = id
	return id
}

// pathTerms are the sub-words of a path; those of the base name stand twice.
func (x *Index) pathTerms(p string) []uint32 {
	var out []uint32
	parts := strings.Split(p, "/")
	for i, part := range parts {
		if i == len(parts)-1 {
			if k := strings.LastIndexByte(part, '.'); k > 0 {
				part = part[:k]
			}
		}
		for _, w := range strings.FieldsFunc(part, func(r rune) bool { return r < 128 && !isPart(byte(r)) }) {
			words, _ := Words(w)
			for _, t := range words {
				id := x.term(t)
				out = append(out, id)
				if i == len(parts)-1 {
					out = append(out, id)
				}
			}
		}
	}
	return out
}

// uses reports whether the file uses the word in code.
func (f *file) uses(word uint32) bool {
	_, ok := slices.BinarySearch(f.code, word)
	return ok
}
