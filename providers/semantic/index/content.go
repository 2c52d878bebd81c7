package index

import (
	"crypto/sha256"
	"iter"
	"math"
	"slices"

	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// content is what an index keeps of a text: the same as [Features], with numbers of the index
// in place of words. Its fields are exported for the saved form.
type content struct {
	Hash        [sha256.Size]byte
	Lang        string
	Lines, Size int
	N           int    // terms in all
	Package     uint32 // a name
	Defs        []def
	Bases       []base
	Chunks      []chunk
	Counts      []byte   // the terms of the chunks, one behind the other
	Words       []uint32 // hashes of the words that are used in code, sorted
	Imports     []imported
}

// def is a [Def], chunk a [Chunk], imported an [Import] and base one of the bases of a definition.
type (
	def struct {
		Name, Container uint32
		Start, End      uint32
		Doc, Sig        uint16 // lines in front of and behind Start
		Kind            uint8
	}
	chunk struct {
		Name, Container uint32
		Start, End      uint32
		At, N           uint32 // where its terms begin in Counts, and how many there are in all
		Kind            uint8
	}
	imported struct {
		Spec  uint32
		Names []uint32
		Line  uint32
	}
	base struct{ Def, Name uint32 }
)

// kinds are the kinds by number.
var kinds = append([]Kind{""}, scan.Kinds()...)

func kindNumber(k Kind) uint8 { return uint8(max(0, slices.Index(kinds, k))) }

// lineSpan returns a distance in lines as it is stored.
func lineSpan(n int) uint16 { return uint16(min(max(n, 0), math.MaxUint16)) }

// intern turns what was extracted from a text into content of this index, once. The caller
// holds the lock.
func (x *Index) intern(f *Features) *content {
	if f.content != nil {
		return f.content
	}
	c := &content{Hash: f.Hash, Lang: f.Lang, Lines: f.Lines, Size: f.Size, Package: x.names.id(f.Package), Words: f.code,
		Defs: make([]def, len(f.Defs)), Chunks: make([]chunk, len(f.Chunks)), Imports: make([]imported, len(f.Imports))}
	for i, d := range f.Defs {
		c.Defs[i] = def{x.name(d.Name), x.name(d.Container), uint32(d.Start), uint32(d.End), lineSpan(d.Start - d.Doc),
			lineSpan(d.Sig - d.Start), kindNumber(d.Kind)}
		for _, b := range d.Bases {
			c.Bases = append(c.Bases, base{uint32(i), x.names.id(b)})
		}
	}
	ids := make([]uint32, len(f.terms))
	for i, t := range f.terms {
		ids[i] = x.term(t)
	}
	room, from := make([]byte, 0, 3*len(f.uses)), 0
	for i, k := range f.Chunks {
		c.Chunks[i] = chunk{Name: x.name(k.Name), Container: x.name(k.Container), Start: uint32(k.Start), End: uint32(k.End),
			At: uint32(len(room)), Kind: kindNumber(k.Kind)}
		for _, u := range f.uses[from:f.ends[i]] {
			room = appendCount(room, ids[u.term], u.n)
			c.Chunks[i].N += u.n
		}
		c.N, from = c.N+int(c.Chunks[i].N), f.ends[i]
	}
	c.Counts = slices.Clone(room)
	for i, im := range f.Imports {
		c.Imports[i] = imported{Spec: x.names.id(im.Spec), Line: uint32(im.Line)}
		for _, n := range im.Names {
			c.Imports[i].Names = append(c.Imports[i].Names, x.names.id(n))
		}
	}
	*f = Features{Hash: f.Hash, Lang: f.Lang, content: c}
	return c
}

// extracted returns the features that a content was made of.
func (x *Index) extracted(c *content) *Features {
	f := &Features{Hash: c.Hash, Lang: c.Lang, Lines: c.Lines, Size: c.Size, Package: x.names.Text[c.Package],
		Defs: x.defsOf(c), Imports: x.importsOf(c), code: c.Words}
	for _, k := range x.chunksOf(c) {
		for id, n := range counts(k.terms) {
			f.uses = append(f.uses, count{uint32(len(f.terms)), n})
			f.terms = append(f.terms, x.terms.Text[id])
		}
		f.Chunks, f.ends = append(f.Chunks, k.Chunk), append(f.ends, len(f.uses))
	}
	return f
}

// termsOf returns how often each term occurs in a content. The caller holds the lock.
func (x *Index) termsOf(c *content) iter.Seq2[uint32, uint32] {
	if len(x.sums) < len(x.post) {
		x.sums = make([]uint32, 2*len(x.post))
	}
	var seen []uint32
	for term, n := range counts(c.Counts) {
		if x.sums[term] == 0 {
			seen = append(seen, term)
		}
		x.sums[term] += n
	}
	return func(yield func(term, n uint32) bool) {
		for _, term := range seen {
			n := x.sums[term]
			x.sums[term] = 0
			yield(term, n)
		}
	}
}

// uses reports whether the code uses a word, or one of the same hash.
func (c *content) uses(word string) bool {
	_, ok := slices.BinarySearch(c.Words, hashOf(word))
	return ok
}

// room is about how many bytes of memory a content needs, with what leads to it.
func (c *content) room() int {
	return 400 + 28*(len(c.Defs)+len(c.Chunks)) + 3*len(c.Counts) + 4*len(c.Words) + 48*len(c.Imports)
}

// def returns a definition of a file.
func (x *Index) def(c *content, i int) Def {
	d := c.Defs[i]
	out := Def{Name: x.names.Text[d.Name], Kind: kinds[d.Kind], Container: x.names.Text[d.Container],
		Doc: int(d.Start - uint32(d.Doc)), Start: int(d.Start), Sig: int(d.Start + uint32(d.Sig)), End: int(d.End)}
	for _, b := range c.Bases {
		if b.Def == uint32(i) {
			out.Bases = append(out.Bases, x.names.Text[b.Name])
		}
	}
	return out
}

// defsOf returns the definitions of a file.
func (x *Index) defsOf(c *content) []Def {
	out := make([]Def, len(c.Defs))
	for i := range out {
		out[i] = x.def(c, i)
	}
	return out
}

// importsOf returns the imports of a file.
func (x *Index) importsOf(c *content) []Import {
	out := make([]Import, len(c.Imports))
	for i, im := range c.Imports {
		out[i] = Import{Spec: x.names.Text[im.Spec], Line: int(im.Line)}
		for _, n := range im.Names {
			out[i].Names = append(out[i].Names, x.names.Text[n])
		}
	}
	return out
}

// chunksOf returns the chunks of a file.
func (x *Index) chunksOf(c *content) []Chunk {
	out := make([]Chunk, len(c.Chunks))
	end := len(c.Counts)
	for i := len(out) - 1; i >= 0; i-- {
		k := c.Chunks[i]
		out[i] = Chunk{Chunk: scan.Chunk{Start: int(k.Start), End: int(k.End), Name: x.names.Text[k.Name],
			Container: x.names.Text[k.Container], Kind: kinds[k.Kind]}, n: int(k.N), terms: c.Counts[k.At:end]}
		end = int(k.At)
	}
	return out
}
