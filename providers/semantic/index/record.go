package index

import (
	"crypto/sha256"
	"slices"
	"strings"
)

// Kind says what a definition is.
type Kind string

// The kinds of definitions, spelled as results show them.
const (
	Function  Kind = "function"
	Method    Kind = "method"
	Class     Kind = "class"
	Struct    Kind = "struct"
	Interface Kind = "interface"
	Trait     Kind = "trait"
	Enum      Kind = "enum"
	Type      Kind = "type"
	Constant  Kind = "constant"
	Variable  Kind = "variable"
	Field     Kind = "field"
	Module    Kind = "module"
	Table     Kind = "table" // of SQL
	Gap       Kind = "chunk" // lines between definitions
)

// Kinds are all kinds.
func Kinds() []Kind {
	return []Kind{Function, Method, Class, Struct, Interface, Trait, Enum, Type, Constant, Variable, Field, Module, Table, Gap}
}

// Def is one definition. Lines are zero-based; End is exclusive.
type Def struct {
	Name      string
	Kind      Kind
	Container string // the class, type or module around it
	Doc       int    // first line with doc comment and decorators
	Start     int    // line of the name
	Sig       int    // line behind the signature
	End       int
	Bases     []string // superclasses, implemented interfaces and traits
}

// HasBody reports whether the definition can be shown as a signature.
func (d Def) HasBody() bool { return d.End > d.Sig }

// Chunk is a run of lines that is found and shown as one. Chunks of a file do
// not overlap.
type Chunk struct {
	Start, End      int // lines, zero-based, End exclusive
	Name, Container string
	Kind            Kind
	terms           []count
	n               int // terms in all
}

// Import is one import of a file.
type Import struct {
	Spec  string   // module, path or package as written
	Names []string // imported names; "*" for all
	Line  int
}

// count is how often a term occurs.
type count struct {
	term uint32
	n    uint32
}

// Features are what a text gives, whatever its path: the unit of reuse. Once an
// index has them, it keeps them in a form of its own, and only Hash and Lang
// are left.
type Features struct {
	Hash     [sha256.Size]byte
	Lang     string
	Lines    int
	Size     int
	Package  string // of Go
	Defs     []Def
	Chunks   []Chunk
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

// bare are the features of a text that is not looked into.
func bare(lang, src string) *Features {
	return &Features{Hash: sha256.Sum256([]byte(src)), Lang: lang, Size: len(src), Lines: 1 + strings.Count(src, "\n")}
}

// extract is [Extract] for callers that go on with the lines and words of the
// text, which it gives for texts not worth indexing, too.
func extract(lang, src string) (*Features, *scan) {
	f, s := bare(lang, src), newScan(lex(src, lang))
	if !indexable(src) {
		return f, s
	}
	f.Lines = len(s.starts)
	switch s.fam {
	case python:
		s.python()
	case golang:
		s.golang()
	case script:
		s.script()
	case rust:
		s.rust()
	case braces:
		s.braces()
	case hashes:
		s.python()
	case sql:
		s.sql()
	}
	f.Defs, f.Imports, f.Package = s.defs, s.imports, s.pkg
	for i := range f.Imports { // keep no part of the text alive
		f.Imports[i].Spec = strings.Clone(f.Imports[i].Spec)
	}
	f.Chunks = s.chunks()
	f.count(s)
	return f, s
}

// count counts the words of the file and of its chunks. Words come in order of
// position, chunks too.
func (f *Features) count(s *scan) {
	chunks := f.Chunks
	f.chunkUse = make([][]wordCount, len(chunks))
	numbers := make(map[string]uint32, len(s.words)/4)
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
	for _, w := range s.words {
		for line+1 < len(s.starts) && s.starts[line+1] <= int(w.start) {
			line++
		}
		for c < len(chunks) && line >= chunks[c].End {
			flush(c)
			c++
		}
		word := s.src[w.start:w.end]
		n, ok := numbers[word]
		if !ok {
			n = uint32(len(f.words))
			numbers[word] = n
			f.words = append(f.words, use{word: word})
			here = append(here, 0)
		}
		f.words[n].all++
		if w.code {
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
