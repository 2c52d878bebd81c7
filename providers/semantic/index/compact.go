package index

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"slices"

	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// record is what an index holds of a content: the same as [Features], in a
// fraction of the room. Names are numbers of symbols, words and terms numbers of
// this index, and lists are packed.
type record struct {
	hash        [sha256.Size]byte
	lang        string
	lines, size uint32
	n           uint32 // terms in all
	pkg         uint32 // of Go, a symbol
	code        uint32 // where the words used in code begin in lists
	imports     uint32 // where the imports begin in lists
	defs        []def
	chunks      []chunk
	lists       []byte // the file's terms, then what defs and chunks point to
}

// def is a [Def].
type def struct {
	name, container uint32 // symbols
	start, end      uint32
	doc, sig        uint16 // lines before and behind start
	bases           uint32 // place in lists + 1; 0: none
	kind            uint8
}

// chunk is a [Chunk].
type chunk struct {
	start, end      uint32
	name, container uint32 // symbols
	terms           uint32 // place in lists
	n               uint32
	kind            uint8
}

// kinds are the kinds by number.
var kinds = []Kind{"", scan.Function, scan.Method, scan.Class, scan.Struct, scan.Interface, scan.Trait, scan.Enum,
	scan.Type, scan.Constant, scan.Variable, scan.Field, scan.Module, scan.Table, scan.Gap}

func kindNumber(k Kind) uint8 { return uint8(max(0, slices.Index(kinds, k))) }

// lineSpan returns a distance in lines as it is stored.
func lineSpan(n int) uint16 { return uint16(min(max(n, 0), math.MaxUint16)) }

// intern turns what was extracted from a text into a record of this index, once.
// The caller holds the lock.
func (x *Index) intern(f *Features) *record {
	if f.record != nil {
		return f.record
	}
	r := &record{hash: f.Hash, lang: f.Lang, lines: uint32(f.Lines), size: uint32(f.Size), pkg: x.symbols.id(f.Package)}
	t := &x.tally
	t.ids, t.out = t.ids[:0], t.out[:0]
	for _, u := range f.words {
		id := x.word(u.word)
		t.ids = append(t.ids, id)
		for _, term := range x.of(id) {
			t.add(term, u.all)
		}
	}
	r.n = uint32(t.take())
	b := appendCounts(t.room[:0], t.out)
	b = x.internChunks(r, f, b)
	r.code = uint32(len(b))
	b = appendWords(b, t.codeWords(f.words))
	b = x.internDefs(r, f, b)
	b = x.internImports(r, f, b)
	t.room, r.lists = b, slices.Clone(b)
	*f = Features{Hash: f.Hash, Lang: f.Lang, record: r}
	return r
}

// internChunks adds the chunks: the terms of each by their place among those of
// the file.
func (x *Index) internChunks(r *record, f *Features, b []byte) []byte {
	t := &x.tally
	if len(f.Chunks) == 0 {
		return b
	}
	file := t.out
	t.number(file)
	r.chunks = make([]chunk, len(f.Chunks))
	for i, c := range f.Chunks {
		k := chunk{start: uint32(c.Start), end: uint32(c.End), name: x.symbols.id(c.Name),
			container: x.symbols.id(c.Container), kind: kindNumber(c.Kind), terms: uint32(len(b))}
		if i < len(f.chunkUse) {
			for _, wc := range f.chunkUse[i] {
				for _, term := range x.of(t.ids[wc.word]) {
					t.add(term, wc.n)
				}
			}
		}
		t.out = file[len(file):]
		k.n = uint32(t.take())
		for i := range t.out {
			t.out[i].term = t.place[t.out[i].term]
		}
		b = appendCounts(b, t.out)
		r.chunks[i] = k
	}
	t.out = file
	return b
}

func (x *Index) internDefs(r *record, f *Features, b []byte) []byte {
	if len(f.Defs) == 0 {
		return b
	}
	r.defs = make([]def, len(f.Defs))
	for i, d := range f.Defs {
		k := def{name: x.symbols.id(d.Name), container: x.symbols.id(d.Container), kind: kindNumber(d.Kind),
			start: uint32(d.Start), end: uint32(d.End), doc: lineSpan(d.Start - d.Doc), sig: lineSpan(d.Sig - d.Start)}
		if len(d.Bases) > 0 {
			k.bases = uint32(len(b)) + 1
			b = x.appendNames(b, d.Bases)
		}
		r.defs[i] = k
	}
	return b
}

func (x *Index) internImports(r *record, f *Features, b []byte) []byte {
	r.imports = uint32(len(b))
	b = binary.AppendUvarint(b, uint64(len(f.Imports)))
	for _, im := range f.Imports {
		b = binary.AppendUvarint(b, uint64(x.symbols.id(im.Spec)))
		b = x.appendNames(b, im.Names)
		b = binary.AppendUvarint(b, uint64(im.Line))
	}
	return b
}

func (x *Index) appendNames(b []byte, names []string) []byte {
	b = binary.AppendUvarint(b, uint64(len(names)))
	for _, n := range names {
		b = binary.AppendUvarint(b, uint64(x.symbols.id(n)))
	}
	return b
}

// appendCounts writes how many counts there are, and the counts, by term.
func appendCounts(b []byte, counts []count) []byte {
	b = binary.AppendUvarint(b, uint64(len(counts)))
	last := uint32(0)
	for _, c := range counts {
		b = appendPair(b, c.term-last, c.n)
		last = c.term
	}
	return b
}

// appendWords writes numbers that rise.
func appendWords(b []byte, words []uint32) []byte {
	b = binary.AppendUvarint(b, uint64(len(words)))
	last := uint32(0)
	for _, w := range words {
		b = binary.AppendUvarint(b, uint64(w-last))
		last = w
	}
	return b
}

// unpack reads numbers off a packed list.
type unpack struct{ b []byte }

func (u *unpack) n() uint32 {
	if v := u.b[0]; v < 0x80 {
		u.b = u.b[1:]
		return uint32(v)
	}
	v, n := binary.Uvarint(u.b)
	u.b = u.b[n:]
	return uint32(v)
}

// counts reads what appendCounts has written, behind out.
func (u *unpack) counts(out []count) []count {
	last := uint32(0)
	for range u.n() {
		v := u.n()
		c := count{n: 1}
		last += v >> 1
		c.term = last
		if v&1 != 0 {
			c.n = u.n()
		}
		out = append(out, c)
	}
	return out
}

// terms returns the terms of the file, sorted, with their counts.
func (r *record) terms(room []count) []count {
	u := unpack{r.lists}
	return u.counts(room)
}

// uses reports whether the file uses the word in code.
func (r *record) uses(word uint32) bool {
	u := unpack{r.lists[r.code:]}
	last := uint32(0)
	for range u.n() {
		if last += u.n(); last >= word {
			return last == word
		}
	}
	return false
}

// def returns a definition of a file.
func (x *Index) def(r *record, i uint32) Def {
	d := r.defs[i]
	out := Def{Name: x.symbols.text[d.name], Kind: kinds[d.kind], Container: x.symbols.text[d.container],
		Doc: int(d.start - uint32(d.doc)), Start: int(d.start), Sig: int(d.start + uint32(d.sig)), End: int(d.end)}
	if d.bases > 0 {
		u := unpack{r.lists[d.bases-1:]}
		out.Bases = x.names(&u)
	}
	return out
}

// defsOf returns the definitions of a file.
func (x *Index) defsOf(r *record) []Def {
	out := make([]Def, len(r.defs))
	for i := range out {
		out[i] = x.def(r, uint32(i))
	}
	return out
}

// names reads a list of symbols.
func (x *Index) names(u *unpack) []string {
	n := u.n()
	if n == 0 {
		return nil
	}
	out := make([]string, n)
	for i := range out {
		out[i] = x.symbols.text[u.n()]
	}
	return out
}

// importsOf returns the imports of a file.
func (x *Index) importsOf(r *record) []Import {
	u := unpack{r.lists[r.imports:]}
	out := make([]Import, u.n())
	for i := range out {
		out[i] = Import{Spec: x.symbols.text[u.n()], Names: x.names(&u), Line: int(u.n())}
	}
	return out
}

// chunksOf returns the chunks of a file, with their terms if these are asked for.
func (x *Index) chunksOf(r *record, withTerms bool) []Chunk {
	var file, all []count
	if withTerms {
		file = r.terms(nil)
	}
	out := make([]Chunk, len(r.chunks))
	for i, c := range r.chunks {
		out[i] = Chunk{Chunk: scan.Chunk{Start: int(c.start), End: int(c.end), Name: x.symbols.text[c.name],
			Container: x.symbols.text[c.container], Kind: kinds[c.kind]}, n: int(c.n)}
		if withTerms {
			u := unpack{r.lists[c.terms:]}
			from := len(all)
			all = u.counts(all)
			for k := range all[from:] {
				all[from+k].term = file[all[from+k].term].term
			}
			out[i].terms = all[from:len(all):len(all)]
		}
	}
	return out
}

// marks notes which symbols, words and terms a record holds.
func (r *record) marks(symbols, words, terms []bool) {
	symbols[r.pkg] = true
	list := func(u *unpack) {
		for range u.n() {
			symbols[u.n()] = true
		}
	}
	for _, d := range r.defs {
		symbols[d.name], symbols[d.container] = true, true
		if d.bases > 0 {
			list(&unpack{r.lists[d.bases-1:]})
		}
	}
	for _, c := range r.chunks {
		symbols[c.name], symbols[c.container] = true, true
	}
	u := unpack{r.lists[r.imports:]}
	for range u.n() {
		symbols[u.n()] = true
		list(&u)
		u.n() // its line
	}
	u = unpack{r.lists[r.code:]}
	last := uint32(0)
	for range u.n() {
		last += u.n()
		words[last] = true
	}
	for _, c := range r.terms(nil) {
		terms[c.term] = true
	}
}

// features stand for a record when a content is indexed again.
func (r *record) features() *Features { return &Features{Hash: r.hash, Lang: r.lang, record: r} }

// Same reports whether two are of one content that the index has kept.
func (f *Features) Same(other *Features) bool {
	return f != nil && other != nil && f.record != nil && f.record == other.record
}
