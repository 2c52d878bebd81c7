package index

import (
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// What is found in a text has the scan's words.
type (
	// Kind is what a definition defines.
	Kind = scan.Kind
	// Def is a definition.
	Def = scan.Def
	// Import is one name that a file imports.
	Import = scan.Import
)

// Chunk is a run of lines, with the terms that a search finds it by.
type Chunk struct {
	scan.Chunk
	terms []byte // see counts
	n     int    // terms in all
}

// count is how often a term occurs, by its place among those of a text.
type count struct{ term, n uint32 }

// Features are what is read from a text, whatever its path: the unit of reuse. Once an index has them, it keeps them in
// a form of its own, and only Hash and Lang are left.
type Features struct {
	Hash    [sha256.Size]byte
	Lang    string
	Lines   int
	Size    int
	Package string // see [scan.Text]
	Defs    []Def
	Chunks  []scan.Chunk
	Imports []Import

	terms   []string
	uses    []count  // of each chunk, one behind the other
	ends    []int    // where those of each chunk end
	code    []uint32 // hashes of the words that are used in code, sorted
	content *content // once an index has them
}

// Extract finds the features of a text.
func Extract(lang, src string) *Features {
	if !indexable(src) {
		return bare(lang, src)
	}
	f, _ := extract(lang, src)
	return f
}

// bare returns the features of a text that is not looked into.
func bare(lang, src string) *Features {
	return &Features{Hash: sha256.Sum256([]byte(src)), Lang: lang, Size: len(src), Lines: 1 + strings.Count(src, "\n")}
}

// extract is [Extract] for callers that go on with the lines and words of the
// text, which it also returns for texts not worth indexing.
func extract(lang, src string) (*Features, *scan.Text) {
	f, s := bare(lang, src), scan.New(src, lang)
	if !indexable(src) {
		return f, s
	}
	f.Lines = len(s.Starts)
	s.Define()
	f.Defs, f.Imports, f.Package = s.Defs, s.Imports, s.Package
	for i := range f.Imports { // keep no part of the text alive
		f.Imports[i].Spec = strings.Clone(f.Imports[i].Spec)
	}
	f.Chunks = s.Chunks()
	f.count(src, s)
	return f, s
}

// count counts the terms of the chunks. Words come in order of position, chunks too.
func (f *Features) count(src string, s *scan.Text) {
	type known struct {
		terms []uint32
		code  bool
	}
	words := make(map[string]int, len(s.Words)/2) // places among the known
	list := make([]known, 0, len(s.Words)/2)
	numbers := make(map[string]uint32, len(s.Words)/2) // of the terms
	slab := make([]uint32, 0, len(s.Words))            // of the terms of words
	var at []int                                       // of each term: its last place in the uses
	line, start := 0, 0
	for _, w := range s.Words {
		for line+1 < len(s.Starts) && s.Starts[line+1] <= int(w.Start) {
			line++
		}
		for len(f.ends) < len(f.Chunks) && line >= f.Chunks[len(f.ends)].End {
			start = len(f.uses)
			f.ends = append(f.ends, start)
		}
		word := src[w.Start:w.End]
		number, ok := words[word]
		if !ok {
			from := len(slab)
			for _, t := range Terms(word) {
				id, ok := numbers[t]
				if !ok {
					id = uint32(len(f.terms))
					numbers[t], f.terms, at = id, append(f.terms, t), append(at, -1)
				}
				slab = append(slab, id)
			}
			number = len(list)
			words[word], list = number, append(list, known{terms: slab[from:len(slab):len(slab)]})
		}
		if w.Code && !list[number].code {
			list[number].code, f.code = true, append(f.code, hashOf(word))
		}
		if len(f.ends) == len(f.Chunks) || line < f.Chunks[len(f.ends)].Start {
			continue
		}
		for _, t := range list[number].terms {
			if at[t] < start {
				at[t] = len(f.uses)
				f.uses = append(f.uses, count{t, 0})
			}
			f.uses[at[t]].n++
		}
	}
	for len(f.ends) < len(f.Chunks) {
		f.ends = append(f.ends, len(f.uses))
	}
	slices.Sort(f.code)
	f.code = slices.Clone(slices.Compact(f.code))
}

// Same reports whether two are of one content that the index has kept.
func (f *Features) Same(other *Features) bool {
	return f != nil && other != nil && f.content != nil && f.content == other.content
}
