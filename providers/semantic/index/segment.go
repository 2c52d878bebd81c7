package index

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/internal/syntax"
)

// A workspace that is too large for memory is searched in two steps. Segments,
// which lie in a store, say which files may answer; these are indexed, and
// ranked like those of any workspace.

// The kinds of keys in a segment, besides those of terms.
const (
	keyDefined  = "d:" // a name that a file defines
	keyImported = "i:" // the last part of what a file imports
	keyStem     = "s:" // the name of a file without its extension, or of its folder
	keyPath     = "p:" // a sub-word of a path
)

// Digest is what a segment holds of a file.
type Digest struct {
	Path string
	N    int // terms in all
	keys []keyCount
}

type keyCount struct {
	key key
	n   uint32
}

// Digester makes digests. The zero value is ready; it is safe for concurrent
// use.
type Digester struct{ rooms sync.Pool }

// digestRoom is what one goroutine needs again and again.
type digestRoom struct {
	terms map[string][]key // of the words seen so far
	sum   map[key]uint32
}

// digestWords is how many words are remembered.
const digestWords = 50_000

// Digest makes the digest of a text.
func (g *Digester) Digest(path, src string) Digest {
	r, _ := g.rooms.Get().(*digestRoom)
	if r == nil {
		r = &digestRoom{map[string][]key{}, map[key]uint32{}}
	}
	defer g.rooms.Put(r)
	if len(r.terms) > digestWords {
		clear(r.terms)
	}
	clear(r.sum)
	f := Extract(syntax.Language(path), src)
	d := Digest{Path: path}
	for _, u := range f.words {
		for _, k := range r.of(u.word) {
			r.sum[k] += u.all
			d.N += int(u.all)
		}
	}
	for _, def := range f.Defs {
		r.sum[keyOf(keyDefined+def.Name)]++
	}
	for _, im := range f.Imports {
		for _, name := range importKeys(im) {
			r.sum[keyOf(keyImported+name)] = 1
		}
	}
	for _, stem := range stemKeys(path) {
		r.sum[keyOf(keyStem+stem)] = 1
	}
	for _, w := range pathWords(path) {
		r.sum[keyOf(keyPath+w)]++
	}
	d.keys = make([]keyCount, 0, len(r.sum))
	for k, n := range r.sum {
		d.keys = append(d.keys, keyCount{k >> 1, n}) // stores know 63 bits
	}
	return d
}

// of returns the terms of a word.
func (r *digestRoom) of(word string) []key {
	keys, ok := r.terms[word]
	if !ok {
		for _, t := range Terms(word) {
			keys = append(keys, keyOf(t))
		}
		r.terms[strings.Clone(word)] = keys
	}
	return keys
}

// importKeys returns the names by which files that an import may mean are found.
func importKeys(im Import) []string {
	parts := strings.FieldsFunc(im.Spec, func(r rune) bool { return strings.ContainsRune("./:@ ", r) })
	out := slices.Clone(parts[max(0, len(parts)-2):])
	for _, n := range im.Names[:min(len(im.Names), 8)] {
		if n != "*" {
			out = append(out, n)
		}
	}
	return out
}

// stemKeys returns the names by which imports may mean a file.
func stemKeys(path string) []string {
	folder, base := dir(path), path[strings.LastIndexByte(path, '/')+1:]
	stem, _, _ := strings.Cut(base, ".")
	out := []string{stem}
	if last := folder[strings.LastIndexByte(folder, '/')+1:]; last != "" && last != stem {
		out = append(out, last)
	}
	return out
}

// Segment gathers the digests of files until they are stored. It can be
// searched meanwhile. It is not safe for concurrent use.
type Segment struct {
	ids   table
	keys  []key
	lists lists
	n     int
}

// Add adds a file; numbers rise from 0.
func (s *Segment) Add(file uint32, d Digest) {
	for _, k := range d.keys {
		id, ok := s.ids.find(k.key, s.keys)
		if !ok {
			id = s.lists.fresh()
			s.keys = append(s.keys, k.key)
			s.ids.put(id, s.keys)
		}
		s.lists.add(id, pair{file, k.n})
	}
	s.n += len(d.keys)
	s.lists.tidy()
}

// Len returns how many entries it contains.
func (s *Segment) Len() int { return s.n }

// Block is a part of a segment as it is stored: the lists of some keys, the
// first of which is First.
type Block struct {
	First int64
	Body  []byte
}

// blockBytes is how large blocks are, unless one list is larger.
const blockBytes = 8 << 10

// Blocks returns the stored form, by key.
func (s *Segment) Blocks() []Block {
	order := make([]uint32, len(s.keys))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int { return cmp.Compare(s.keys[a], s.keys[b]) })
	var out []Block
	var body []byte
	last := key(0)
	for _, id := range order {
		r := s.lists.at[id]
		if body != nil && len(body)+int(r.size) > blockBytes {
			out[len(out)-1].Body, body = body, nil
		}
		if body == nil {
			body = make([]byte, 0, blockBytes)
			out = append(out, Block{First: int64(s.keys[id])})
			last = s.keys[id]
		}
		body = binary.AppendUvarint(body, uint64(s.keys[id]-last))
		body = binary.AppendUvarint(body, uint64(r.size))
		body = append(body, s.lists.b[r.from:r.from+r.size]...)
		last = s.keys[id]
	}
	if body != nil {
		out[len(out)-1].Body = body
	}
	return out
}

// list returns the list of a key in a block, nil if it has none.
func (b Block) list(k key) []byte {
	at := key(b.First)
	for body := b.Body; len(body) > 0; {
		d, n := binary.Uvarint(body)
		if n <= 0 {
			return nil
		}
		size, m := binary.Uvarint(body[n:])
		if m <= 0 || size > uint64(len(body)-n-m) {
			return nil // damaged
		}
		body = body[n+m:]
		if at += key(d); at == k {
			return body[:size]
		}
		if at > k {
			return nil
		}
		body = body[size:]
	}
	return nil
}

// Posting is how often a file has what was looked for.
type Posting struct{ File, N uint32 }

// Word returns the key of a term.
func Word(term string) int64 { return stored("", term) }

// Defined returns the key of a name that is defined.
func Defined(name string) int64 { return stored(keyDefined, name) }

// Imported returns the key of what imports a file, by a name from [Stems].
func Imported(stem string) int64 { return stored(keyImported, stem) }

// Stem returns the key of the files that an import may mean, by a name from [Stems].
func Stem(name string) int64 { return stored(keyStem, name) }

// InPath returns the key of a sub-word of a path.
func InPath(term string) int64 { return stored(keyPath, term) }

func stored(kind, s string) int64 { return int64(keyOf(kind+s) >> 1) }

// Postings appends what the segment has of a key, base added to the numbers of
// the files.
func (s *Segment) Postings(k int64, base uint32, out []Posting) []Posting {
	if id, ok := s.ids.find(key(k), s.keys); ok {
		for p := range s.lists.all(id) {
			out = append(out, Posting{base + p.file, p.n})
		}
	}
	return out
}

// Postings appends what the block has of a key.
func (b Block) Postings(k int64, base uint32, out []Posting) []Posting {
	for p := range pairs(b.list(key(k))) {
		out = append(out, Posting{base + p.file, p.n})
	}
	return out
}

// Stems returns the names by which a file is imported, and by which what it imports
// is found.
func Stems(path, src string) (own, imported []string) {
	for _, im := range Extract(syntax.Language(path), src).Imports {
		imported = append(imported, importKeys(im)...)
	}
	slices.Sort(imported)
	return stemKeys(path), slices.Compact(imported)
}

// ListedFile is a file of a stored segment; without a path it is gone.
type ListedFile struct {
	Path, Stamp string
	Terms       int
}

// ListedSegment is a stored segment with its files, in the order of their
// numbers.
type ListedSegment struct {
	ID    int64
	Files []ListedFile
}
