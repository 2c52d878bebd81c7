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
	terms []count
	n     int // terms in all
}

// count is how often a term occurs.
type count struct {
	term uint32
	n    uint32
}

// Features are what is read from a text, whatever its path: the unit of reuse. Once an index has them, it keeps them in
// a form of its own, and only Hash and Lang are left.
type Features struct {
	Hash     [sha256.Size]byte
	Lang     string
	Lines    int
	Size     int
	Package  string // see [scan.Text]
	Defs     []Def
	Chunks   []scan.Chunk
	Imports  []Import
	words    []use         // distinct words, until they are interned
	chunkUse [][]wordCount // words of each chunk, until they are interned
	record   *record       // once they are interned
}

// use is how often a word occurs, in all and in code.
type use struct {
	word      string
	all, code uint32
}

// wordCount is how often a word, by its place among those of the file, occurs.
type wordCount struct{ word, n uint32 }

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

// count counts the words of the file and of its chunks. Words come in order of
// position, chunks too.
func (f *Features) count(src string, s *scan.Text) {
	chunks := f.Chunks
	f.chunkUse = make([][]wordCount, len(chunks))
	numbers := make(map[string]uint32, len(s.Words)/4)
	var here []uint32 // how often each word occurs in the chunk
	var local []wordCount
	flush := func(c int) {
		for i := range local {
			local[i].n = here[local[i].word]
			here[local[i].word] = 0
		}
		f.chunkUse[c] = slices.Clone(local)
		local = local[:0]
	}
	c, line := 0, 0
	for _, w := range s.Words {
		for line+1 < len(s.Starts) && s.Starts[line+1] <= int(w.Start) {
			line++
		}
		for c < len(chunks) && line >= chunks[c].End {
			flush(c)
			c++
		}
		word := src[w.Start:w.End]
		n, ok := numbers[word]
		if !ok {
			n = uint32(len(f.words))
			numbers[word] = n
			f.words = append(f.words, use{word: word})
			here = append(here, 0)
		}
		f.words[n].all++
		if w.Code {
			f.words[n].code++
		}
		if c < len(chunks) && line >= chunks[c].Start {
			if here[n] == 0 {
				local = append(local, wordCount{word: n})
			}
			here[n]++
		}
	}
	if c < len(chunks) {
		flush(c)
	}
}
