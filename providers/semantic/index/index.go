package index

import (
	"crypto/sha256"
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// Index is the working form of a workspace. The zero value is not ready; use
// [New]. It is safe for concurrent use.
type Index struct {
	mu sync.RWMutex
	stock

	log history
}

// stock is what is known of the indexed files.
type stock struct {
	terms   table
	post    [][]posting // of each term: the files that have it
	names   table       // of definitions, what contains them, and what imports spell
	parts   [][]uint32  // of the names of definitions: their terms
	defined [][]uint32  // of each name: the files that define it, one as often as it does

	files  []*file // nil: a slot that nobody has
	free   []uint32
	byPath map[string]uint32
	live   int
	length int // terms in all live files
	held   int // bytes that the live files need

	known map[[sha256.Size]byte]*content // removed ones too: undo and a change of branch use them again
	dead  int                            // terms in files that were removed since they were forgotten last
	made  int                            // texts in the tables when the index was made anew last
	sums  []uint32                       // of the writer, see termsOf
	graph graph
}

// file is one live file.
type file struct {
	*content
	path  string
	test  bool
	fam   scan.Family
	words []uint32 // terms of the path, the base name's twice
}

// New makes an empty index.
func New() *Index {
	return &Index{stock: stock{terms: table{ids: map[string]uint32{}}, names: table{ids: map[string]uint32{}},
		byPath: map[string]uint32{}, known: map[[sha256.Size]byte]*content{}}}
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

// Apply makes a batch of changes visible at once; of several of one path the last counts.
// Features are extracted before readers are locked out.
func (x *Index) Apply(changes []Change) {
	last := map[string]Change{}
	var paths []string
	for _, c := range changes {
		if _, ok := last[c.Path]; !ok {
			paths = append(paths, c.Path)
		}
		if !c.Removed && c.Features == nil {
			c.Features = x.Features(c.Path, c.Text)
		}
		last[c.Path] = c
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	var gone []uint32
	paths = slices.DeleteFunc(paths, func(path string) bool {
		c := last[path]
		slot, there := x.byPath[path]
		if there && !c.Removed && x.files[slot].Hash == c.Features.Hash {
			return true
		}
		if there {
			gone = append(gone, slot)
		}
		return c.Removed
	})
	x.remove(gone)
	for _, path := range paths {
		x.place(path, x.intern(x.current(last[path].Features, last[path].Text)))
	}
	x.forget()
}

// Features returns the features of a text: those of an equal one that is or was
// indexed, else extracted. It may run in parallel.
func (x *Index) Features(path, src string) *Features {
	lang := syntax.Language(path)
	if f := x.Known(sha256.Sum256([]byte(src))); f != nil && f.Lang == lang {
		return f
	}
	return Extract(lang, src)
}

// Known returns the features of a content that is or was indexed, or nil.
func (x *Index) Known(hash [sha256.Size]byte) *Features {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if c := x.known[hash]; c != nil {
		return &Features{Hash: c.Hash, Lang: c.Lang, content: c}
	}
	return nil
}

// current returns the features to insert for a text: the given ones, unless they were
// forgotten since they were looked up. The caller holds the lock.
func (x *Index) current(f *Features, src string) *Features {
	if c := x.known[f.Hash]; c != nil && c.Lang == f.Lang {
		return &Features{Hash: c.Hash, Lang: c.Lang, content: c}
	}
	if f.content == nil {
		return f
	}
	return Extract(f.Lang, src)
}

// place makes a content that of a path, which has none. The caller holds the lock.
func (x *Index) place(path string, c *content) {
	slot := uint32(len(x.files))
	if n := len(x.free); n > 0 {
		slot, x.free = x.free[n-1], x.free[:n-1]
	} else {
		x.files = append(x.files, nil)
	}
	x.files[slot] = &file{content: c, path: path, test: IsTest(path), fam: scan.FamilyOf(c.Lang),
		words: x.pathTerms(path)}
	x.byPath[path], x.known[c.Hash] = slot, c
	x.live++
	x.length += c.N
	x.held += c.room()
	x.graph.dirty = true
	for term, n := range x.termsOf(c) {
		x.post[term] = append(x.post[term], postingOf(slot, n))
	}
	for _, d := range c.Defs {
		x.defined[d.Name] = append(x.defined[d.Name], slot)
	}
}

// remove removes files from the index. The caller holds the lock.
func (x *Index) remove(slots []uint32) {
	gone := make([]bool, len(x.files))
	terms, names := map[uint32]bool{}, map[uint32]bool{}
	for _, slot := range slots {
		f := x.files[slot]
		for term := range x.termsOf(f.content) {
			terms[term] = true
		}
		for _, d := range f.Defs {
			names[d.Name] = true
		}
		delete(x.byPath, f.path)
		x.files[slot], gone[slot] = nil, true
		x.live--
		x.length -= f.N
		x.dead += f.N
		x.held -= f.room()
		x.graph.dirty = true
	}
	x.free = append(x.free, slots...)
	for term := range terms {
		x.post[term] = slices.DeleteFunc(x.post[term], func(p posting) bool { return gone[p.slot()] })
	}
	for name := range names {
		x.defined[name] = slices.DeleteFunc(x.defined[name], func(slot uint32) bool { return gone[slot] })
	}
}

// deadLeast is how many terms of removed files are kept at least.
const deadLeast = 60_000

// tablesLeast is how many texts the tables have at least before they are made anew.
const tablesLeast = 20_000

// forget drops the contents of removed files once they have more terms than the live ones,
// and makes the index anew when it has twice as many words as it had then: while somebody
// types, every pause adds a text and, as a rule, a word. The caller holds the lock.
func (x *Index) forget() {
	if x.dead <= x.length+deadLeast {
		return
	}
	x.dead = 0
	clear(x.known)
	for _, f := range x.files {
		if f != nil {
			x.known[f.Hash] = f.content
		}
	}
	if len(x.terms.Text)+len(x.names.Text) < 2*x.made+tablesLeast {
		return
	}
	fresh := New()
	for _, f := range x.files {
		if f != nil {
			fresh.place(f.path, fresh.intern(x.extracted(f.content)))
		}
	}
	x.stock = fresh.stock
	x.made = len(x.terms.Text) + len(x.names.Text)
}

// Size is about how many bytes of memory the index needs.
func (x *Index) Size() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.held + 90*len(x.terms.Text) + 130*len(x.names.Text)
}

// term returns the number of a term, a new one if need be.
func (x *Index) term(t string) uint32 {
	id := x.terms.id(t)
	if int(id) == len(x.post) {
		x.post = append(x.post, nil)
	}
	return id
}

// name returns the number of a name with its terms, a new one if need be.
func (x *Index) name(s string) uint32 {
	id := x.names.id(s)
	for len(x.parts) < len(x.names.Text) {
		x.parts, x.defined = append(x.parts, nil), append(x.defined, nil)
	}
	x.split(id)
	return id
}

// split finds the terms of a name.
func (x *Index) split(name uint32) {
	if x.parts[name] != nil {
		return
	}
	x.parts[name] = []uint32{}
	for _, t := range Terms(x.names.Text[name]) {
		x.parts[name] = append(x.parts[name], x.term(t))
	}
}

// partsOf returns the terms of a name that is defined; nil of another.
func (x *Index) partsOf(name string) []uint32 {
	if id, ok := x.names.ids[name]; ok && int(id) < len(x.parts) {
		return x.parts[id]
	}
	return nil
}

// ref is one definition of a name.
type ref struct {
	*file
	def int // its place in the file
}

// refsOf returns the definitions of a name. The caller holds the lock.
func (x *Index) refsOf(name string) (out []ref) {
	id, ok := x.names.ids[name]
	if !ok || int(id) >= len(x.defined) {
		return nil
	}
	for i, slot := range x.defined[id] {
		if i > 0 && x.defined[id][i-1] == slot {
			continue
		}
		for k, d := range x.files[slot].Defs {
			if d.Name == id {
				out = append(out, ref{x.files[slot], k})
			}
		}
	}
	return out
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
