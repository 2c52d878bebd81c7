package index

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"github.com/fettle-dev/fettle/internal/bug"
)

// savedForm is written in front of a saved index. It changes with everything
// that changes what is extracted.
const savedForm = "fettle-index-10\n"

// Form is the form of what is kept of an index between sessions. What was kept
// in another one, whole or by segments, is made anew.
const Form = savedForm

// ErrSaved is returned for a saved index that cannot be read: damaged, or of
// another version.
var ErrSaved = errors.New("saved index cannot be read")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Save writes the index in a form that [Load] reads back faster than the texts
// could be scanned again. It holds names and counts, no text.
func (x *Index) Save() []byte {
	x.mu.RLock()
	defer x.mu.RUnlock()
	w := writer{b: append(make([]byte, 0, x.savedSize()), savedForm...)}
	w.b = append(w.b, 0, 0, 0, 0) // the checksum
	moved := x.moved()
	w.keys(x.terms)
	w.lists(x.post.renumbered(moved))
	w.n(len(x.keys))
	for id, k := range x.keys {
		w.key(k)
		w.numbers(x.of(uint32(id)))
	}
	w.n(len(x.symbols.text))
	for id, s := range x.symbols.text {
		w.key(x.symbols.keys[id])
		w.s(s)
	}
	w.lists(x.symbols.refs.renumbered(moved))
	w.n(x.live)
	for _, f := range x.files {
		if f != nil {
			w.s(f.path)
			w.record(f.record)
		}
	}
	body := w.b[len(savedForm)+4:]
	binary.LittleEndian.PutUint32(w.b[len(savedForm):], crc32.Checksum(body, castagnoli))
	return w.b
}

// savedSize is about how large the saved form is, so that it is not copied while
// it grows.
func (x *Index) savedSize() int {
	n := len(savedForm) + 4 + len(x.post.b) + len(x.symbols.refs.b) + 12*len(x.terms) + 10*len(x.keys) + 4*len(x.slab) +
		34*len(x.symbols.text)
	for _, f := range x.files {
		if f != nil {
			n += 80 + len(f.path) + len(f.lists) + 16*(len(f.defs)+len(f.chunks))
		}
	}
	return n
}

// Load reads what [Index.Save] wrote.
func Load(saved []byte) (x *Index, err error) {
	if len(saved) < len(savedForm)+4 || string(saved[:len(savedForm)]) != savedForm {
		return nil, ErrSaved
	}
	body := saved[len(savedForm)+4:]
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(saved[len(savedForm):]) {
		return nil, fmt.Errorf("%w: damaged", ErrSaved)
	}
	defer func() {
		// Every read is bounds-checked by the runtime. As the checksum holds, the
		// bytes are as a fettle wrote them.
		if p := recover(); p != nil {
			x, err = nil, fmt.Errorf("%w: %w", ErrSaved, bug.Report("a saved index", p))
		}
	}()
	r := reader{b: body}
	x = New()
	x.terms = r.keys()
	x.post = r.lists()
	x.df = make([]uint32, len(x.terms))
	for id := range x.df {
		for range x.post.all(uint32(id)) {
			x.df[id]++
		}
	}
	n := r.size()
	x.keys, x.entries, x.slab = make([]key, n), make([]span, n), make([]uint32, 0, 4*n)
	for i := range n {
		x.keys[i], x.entries[i].from = r.key(), uint32(len(x.slab))
		for range r.size() {
			x.slab = append(x.slab, uint32(r.n()))
		}
		x.entries[i].n = uint32(len(x.slab)) - x.entries[i].from
	}
	s := &x.symbols
	n = r.size()
	s.keys, s.text, s.live = make([]key, n), make([]string, n), make([]uint32, n)
	for i := range n {
		s.keys[i] = r.key()
		s.text[i] = s.kept(r.s())
	}
	s.refs = r.lists()
	for id := range s.live {
		for range s.refs.all(uint32(id)) {
			s.live[id]++
		}
	}
	x.lexicon, x.dict, s.ids = tableOf(x.keys), tableOf(x.terms), tableOf(s.keys)
	x.free = free{words: unused(x.keys), terms: unused(x.terms)}
	s.free = unused(s.keys)
	n = r.size()
	x.files, x.byPath = make([]*file, 0, n), make(map[string]uint32, n)
	x.known = make(map[[sha256.Size]byte]*record, n)
	for range n {
		path := r.s()
		x.place(path, r.record())
	}
	if len(r.b) != 0 {
		return nil, fmt.Errorf("%w: %d bytes are left over", ErrSaved, len(r.b))
	}
	return x, nil
}

// unused returns the numbers that a sweep has freed.
func unused(keys []key) (out []uint32) {
	for id, k := range keys {
		if k == 0 {
			out = append(out, uint32(id))
		}
	}
	return out
}

// Replace puts a loaded index in the place of an empty one. It reports false
// and does nothing when files have been indexed already.
func (x *Index) Replace(with *Index) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.live > 0 {
		return false
	}
	log := x.log
	x.keys, x.slab, x.terms = with.keys, with.slab, with.terms
	x.lexicon, x.entries, x.dict, x.post, x.df, x.free = with.lexicon, with.entries, with.dict, with.post, with.df,
		with.free
	x.files, x.byPath, x.live, x.length, x.symbols, x.known = with.files, with.byPath, with.live, with.length,
		with.symbols, with.known
	x.dead, x.held = with.dead, with.held
	x.graph, x.log = graph{}, log
	return true
}

// writer appends numbers and strings.
type writer struct{ b []byte }

func (w *writer) n(v int)      { w.b = binary.AppendUvarint(w.b, uint64(v)) }
func (w *writer) s(v string)   { w.n(len(v)); w.b = append(w.b, v...) }
func (w *writer) key(k key)    { w.b = binary.LittleEndian.AppendUint64(w.b, uint64(k)) }
func (w *writer) raw(v []byte) { w.n(len(v)); w.b = append(w.b, v...) }

func (w *writer) keys(v []key) {
	w.n(len(v))
	for _, k := range v {
		w.key(k)
	}
}

func (w *writer) numbers(v []uint32) {
	w.n(len(v))
	for _, id := range v {
		w.n(int(id))
	}
}

func (w *writer) lists(l lists) {
	w.raw(l.b)
	w.n(len(l.at))
	for _, r := range l.at {
		w.n(int(r.size))
		w.n(int(r.last))
	}
}

func (w *writer) record(r *record) {
	w.b = append(w.b, r.hash[:]...)
	w.s(r.lang)
	for _, v := range []uint32{r.lines, r.size, r.n, r.pkg, r.code, r.imports} {
		w.n(int(v))
	}
	w.n(len(r.defs))
	for _, d := range r.defs {
		for _, v := range [...]uint32{d.name, d.container, d.start, d.end - d.start, uint32(d.doc), uint32(d.sig), d.bases,
			uint32(d.kind)} {
			w.n(int(v))
		}
	}
	w.n(len(r.chunks))
	for _, c := range r.chunks {
		for _, v := range [...]uint32{c.name, c.container, c.start, c.end - c.start, c.terms, c.n, uint32(c.kind)} {
			w.n(int(v))
		}
	}
	w.raw(r.lists)
}

// reader reads them back; it panics where the bytes end.
type reader struct {
	b     []byte
	langs map[string]string
	slabs struct { // room for the next records
		defs   []def
		chunks []chunk
		lists  []byte
	}
}

// slabSize is how many things are allocated at once.
const slabSize = 1 << 13

// maxSaved bounds every count in a saved index.
const maxSaved = 1 << 32

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

// raw returns a run of bytes, which belong to the saved form.
func (r *reader) raw() []byte {
	n := r.n()
	s := r.b[:n]
	r.b = r.b[n:]
	return s
}

func (r *reader) s() string { return string(r.raw()) }

func (r *reader) key() key {
	k := key(binary.LittleEndian.Uint64(r.b))
	r.b = r.b[8:]
	return k
}

// size returns a count of things of at least one byte each.
func (r *reader) size() int {
	n := r.n()
	if n > len(r.b) {
		panic("count")
	}
	return n
}

func (r *reader) keys() []key {
	out := make([]key, r.size())
	for i := range out {
		out[i] = r.key()
	}
	return out
}

func (r *reader) lists() lists {
	l := lists{b: append([]byte(nil), r.raw()...)}
	l.at = make([]room, r.size())
	from := uint32(0)
	for i := range l.at {
		size := uint32(r.n())
		l.at[i] = room{from: from, size: size, space: size, last: uint32(r.n())}
		from += size
	}
	if int(from) != len(l.b) {
		panic("lists")
	}
	return l
}

// piece returns a part of what is allocated for many.
func piece[T any](slab *[]T, n int) []T {
	if n == 0 {
		return nil
	}
	if n > len(*slab) {
		if n > slabSize/4 {
			return make([]T, n)
		}
		*slab = make([]T, slabSize)
	}
	out := (*slab)[:n:n]
	*slab = (*slab)[n:]
	return out
}

func (r *reader) u() uint32 { return uint32(r.n()) }

func (r *reader) record() *record {
	f := &record{}
	copy(f.hash[:], r.b[:len(f.hash)])
	r.b = r.b[len(f.hash):]
	f.lang = r.name()
	f.lines, f.size, f.n, f.pkg, f.code, f.imports = r.u(), r.u(), r.u(), r.u(), r.u(), r.u()
	f.defs = piece(&r.slabs.defs, r.size())
	for i := range f.defs {
		d := &f.defs[i]
		d.name, d.container, d.start = r.u(), r.u(), r.u()
		d.end = d.start + r.u()
		d.doc, d.sig, d.bases, d.kind = uint16(r.n()), uint16(r.n()), r.u(), uint8(r.n())
	}
	f.chunks = piece(&r.slabs.chunks, r.size())
	for i := range f.chunks {
		c := &f.chunks[i]
		c.name, c.container, c.start = r.u(), r.u(), r.u()
		c.end = c.start + r.u()
		c.terms, c.n, c.kind = r.u(), r.u(), uint8(r.n())
	}
	raw := r.raw()
	f.lists = piece(&r.slabs.lists, len(raw))
	copy(f.lists, raw)
	return f
}

// name is one of a few strings.
func (r *reader) name() string {
	raw := r.raw()
	if s, ok := r.langs[string(raw)]; ok { // allocates nothing
		return s
	}
	if r.langs == nil {
		r.langs = map[string]string{}
	}
	s := string(raw)
	r.langs[s] = s
	return s
}
