package index

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// savedForm is written in front of a saved index. It changes with everything
// that changes what is extracted.
const savedForm = "fettle-index-3\n"

// ErrSaved is returned for a saved index that cannot be read: damaged, or of
// another version.
var ErrSaved = errors.New("saved index cannot be read")

// Save writes the index in a form that [Load] reads back faster than the texts
// could be scanned again. It holds names and counts, no text.
func (x *Index) Save() []byte {
	x.mu.RLock()
	defer x.mu.RUnlock()
	w := writer{b: append(make([]byte, 0, x.savedSize()), savedForm...)}
	terms := make([]key, len(x.post))
	for t, id := range x.dict {
		terms[id] = t
	}
	w.n(len(terms))
	for _, k := range terms {
		w.key(k)
	}
	w.n(len(x.keys))
	for id, k := range x.keys {
		w.key(k)
		w.ids(x.of(uint32(id)))
	}
	w.n(x.live)
	for _, f := range x.files {
		if f == nil {
			continue
		}
		w.s(f.path)
		w.features(f.Features)
	}
	return w.b
}

// savedSize is about how large the saved form is, so that it is not copied while
// it grows.
func (x *Index) savedSize() int {
	n := len(savedForm) + 9*len(x.post) + 10*len(x.keys) + 4*len(x.slab)
	for _, f := range x.files {
		if f == nil {
			continue
		}
		n += 100 + len(f.path) + 3*(len(f.terms)+len(f.code)) + 50*(len(f.Defs)+len(f.Imports))
		for _, c := range f.Chunks {
			n += 40 + 3*len(c.terms)
		}
	}
	return n
}

// Load reads what [Index.Save] wrote.
func Load(saved []byte) (x *Index, err error) {
	if len(saved) < len(savedForm) || string(saved[:len(savedForm)]) != savedForm {
		return nil, ErrSaved
	}
	defer func() {
		// Every read is bounds-checked by the runtime; damage ends here.
		if p := recover(); p != nil {
			x, err = nil, fmt.Errorf("%w: %v", ErrSaved, p)
		}
	}()
	r := reader{b: saved[len(savedForm):]}
	x = New()
	n := r.size()
	x.dict, x.post, x.df = make(map[key]uint32, n), make([][]posting, 0, n), make([]uint32, 0, n)
	for range n {
		id := x.freshTerm()
		if t := r.key(); t != 0 {
			x.dict[t] = id
		} else {
			x.free.terms = append(x.free.terms, id) // a sweep has left a hole
		}
	}
	n = r.size()
	r.names = map[string]string{}
	x.lexicon, x.entries, x.keys = make(map[key]uint32, n), make([]span, n), make([]key, n)
	x.slab = make([]uint32, 0, 4*n)
	for i := range n {
		k := r.key()
		x.keys[i], x.entries[i].from = k, uint32(len(x.slab))
		for range r.size() {
			term := r.n()
			if term >= len(x.post) {
				return nil, fmt.Errorf("%w: unknown term", ErrSaved)
			}
			x.slab = append(x.slab, uint32(term))
		}
		x.entries[i].n = uint32(len(x.slab)) - x.entries[i].from
		if k == 0 {
			x.free.words = append(x.free.words, uint32(i))
			continue
		}
		x.lexicon[k] = uint32(i)
	}
	n = r.size()
	x.files, x.byPath = make([]*file, 0, n), make(map[string]uint32, n)
	x.known = make(map[[sha256.Size]byte]*Features, n)
	paths, all := make([]string, n), make([]*Features, n)
	df := make([]uint32, len(x.post))
	for i := range n {
		paths[i], all[i] = r.s(), r.features()
		if err := x.fits(all[i]); err != nil {
			return nil, err
		}
		for _, c := range all[i].terms {
			df[c.term]++
		}
	}
	total := 0
	for _, n := range df {
		total += int(n)
	}
	// All postings in one piece: each list has room for what it will hold.
	slab := make([]posting, total)
	for t, n := range df {
		x.post[t], slab = slab[:0:n], slab[n:]
	}
	for i, f := range all {
		x.insert(paths[i], f)
	}
	if len(r.b) != 0 {
		return nil, fmt.Errorf("%w: %d bytes are left over", ErrSaved, len(r.b))
	}
	x.generation = 1
	return x, nil
}

// fits checks that the numbers in features mean something in this index.
func (x *Index) fits(f *Features) error {
	term := func(c count) bool { return int(c.term) >= len(x.post) }
	if slices.ContainsFunc(f.terms, term) || slices.ContainsFunc(f.code, func(w uint32) bool { return int(w) >= len(x.entries) }) {
		return fmt.Errorf("%w: unknown term", ErrSaved)
	}
	for _, c := range f.Chunks {
		if slices.ContainsFunc(c.terms, term) || c.Start < 0 || c.End < c.Start {
			return fmt.Errorf("%w: chunk", ErrSaved)
		}
	}
	return nil
}

// Replace puts a loaded index in the place of an empty one. It reports false
// and does nothing when files have been indexed already.
func (x *Index) Replace(with *Index) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.live > 0 {
		return false
	}
	log, gen := x.log, x.generation
	x.keys, x.slab = with.keys, with.slab
	x.lexicon, x.entries, x.dict, x.post, x.df, x.free = with.lexicon, with.entries, with.dict, with.post, with.df, with.free
	x.files, x.byPath, x.live, x.terms, x.names, x.known = with.files, with.byPath, with.live, with.terms, with.names, with.known
	x.dead = with.dead
	x.graph, x.log, x.generation = graph{}, log, gen+1
	return true
}

// writer appends numbers and strings.
type writer struct{ b []byte }

func (w *writer) n(v int)    { w.b = binary.AppendUvarint(w.b, uint64(v)) }
func (w *writer) s(v string) { w.n(len(v)); w.b = append(w.b, v...) }

func (w *writer) key(k key) { w.b = binary.LittleEndian.AppendUint64(w.b, uint64(k)) }

func (w *writer) list(v []string) {
	w.n(len(v))
	for _, s := range v {
		w.s(s)
	}
}

func (w *writer) ids(v []uint32) {
	w.n(len(v))
	for _, id := range v {
		w.n(int(id))
	}
}

// counts are sorted by term: differences are short.
func (w *writer) counts(v []count) {
	w.n(len(v))
	last := uint32(0)
	for _, c := range v {
		w.n(int(c.term - last))
		w.n(int(c.n))
		last = c.term
	}
}

func (w *writer) features(f *Features) {
	w.b = append(w.b, f.Hash[:]...)
	w.s(f.Lang)
	w.n(f.Lines)
	w.n(f.Size)
	w.s(f.Package)
	light := 0
	if f.light {
		light = 1
	}
	w.n(light)
	w.n(f.n)
	w.counts(f.terms)
	last := uint32(0)
	w.n(len(f.code))
	for _, id := range f.code {
		w.n(int(id - last))
		last = id
	}
	w.n(len(f.Defs))
	for _, d := range f.Defs {
		w.s(d.Name)
		w.s(string(d.Kind))
		w.s(d.Container)
		for _, v := range []int{d.Doc, d.Start, d.Sig, d.End} {
			w.n(v)
		}
		w.list(d.Bases)
	}
	w.n(len(f.Chunks))
	for _, c := range f.Chunks {
		w.n(c.Start)
		w.n(c.End)
		w.s(c.Name)
		w.s(c.Container)
		w.s(string(c.Kind))
		w.n(c.n)
		w.counts(c.terms)
	}
	w.n(len(f.Imports))
	for _, im := range f.Imports {
		w.s(im.Spec)
		w.list(im.Names)
		w.n(im.Line)
	}
}

// reader takes them off again; it panics where the bytes end.
type reader struct {
	b     []byte
	names map[string]string // words seen, so that equal ones share memory
	slab  []count           // room for the next counts
}

// slabCounts is how many counts are allocated at once.
const slabCounts = 1 << 14

// maxSaved bounds every count in a saved index.
const maxSaved = 1 << 28

func (r *reader) n() int {
	if b := r.b[0]; b < 0x80 { // most of them
		r.b = r.b[1:]
		return int(b)
	}
	v, n := binary.Uvarint(r.b)
	if n <= 0 || v > maxSaved {
		panic("number")
	}
	r.b = r.b[n:]
	return int(v)
}

func (r *reader) s() string {
	n := r.n()
	s := string(r.b[:n])
	r.b = r.b[n:]
	return s
}

func (r *reader) key() key {
	k := key(binary.LittleEndian.Uint64(r.b))
	r.b = r.b[8:]
	return k
}

// size is a count of things of at least one byte each.
func (r *reader) size() int {
	n := r.n()
	if n > len(r.b) {
		panic("count")
	}
	return n
}

func (r *reader) list() []string {
	n := r.size()
	if n == 0 {
		return nil
	}
	out := make([]string, n)
	for i := range out {
		out[i] = r.s()
	}
	return out
}

func (r *reader) counts() []count {
	n := r.size()
	if n > len(r.slab) {
		if n > slabCounts/4 {
			return r.fill(make([]count, n))
		}
		r.slab = make([]count, slabCounts)
	}
	out := r.slab[:n:n]
	r.slab = r.slab[n:]
	return r.fill(out)
}

func (r *reader) fill(out []count) []count {
	last := uint32(0)
	for i := range out {
		last += uint32(r.n())
		out[i] = count{last, uint32(r.n())}
	}
	return out
}

// name is a string that is probably one of the index's words.
func (r *reader) name() string {
	n := r.n()
	raw := r.b[:n]
	r.b = r.b[n:]
	if known, ok := r.names[string(raw)]; ok { // allocates nothing
		return known
	}
	s := string(raw)
	r.names[s] = s
	return s
}

func (r *reader) features() *Features {
	f := &Features{interned: true}
	copy(f.Hash[:], r.b[:len(f.Hash)])
	r.b = r.b[len(f.Hash):]
	f.Lang, f.Lines, f.Size, f.Package, f.light, f.n = r.name(), r.n(), r.n(), r.name(), r.n() == 1, r.n()
	f.terms = r.counts()
	f.code = make([]uint32, r.size())
	last := uint32(0)
	for i := range f.code {
		last += uint32(r.n())
		f.code[i] = last
	}
	f.Defs = make([]Def, r.size())
	for i := range f.Defs {
		d := &f.Defs[i]
		d.Name, d.Kind, d.Container = r.name(), Kind(r.name()), r.name()
		d.Doc, d.Start, d.Sig, d.End = r.n(), r.n(), r.n(), r.n()
		d.Bases = r.list()
	}
	f.Chunks = make([]Chunk, r.size())
	for i := range f.Chunks {
		c := &f.Chunks[i]
		c.Start, c.End, c.Name, c.Container, c.Kind, c.n = r.n(), r.n(), r.name(), r.name(), Kind(r.name()), r.n()
		c.terms = r.counts()
	}
	f.Imports = make([]Import, r.size())
	for i := range f.Imports {
		f.Imports[i] = Import{Spec: r.s(), Names: r.list(), Line: r.n()}
	}
	return f
}
