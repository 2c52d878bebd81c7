package index

import (
	"crypto/sha256"
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

// Features are what a text gives, whatever its path: the unit of reuse.
type Features struct {
	Hash     [sha256.Size]byte
	Lang     string
	Lines    int
	Size     int
	Package  string // of Go
	Defs     []Def
	Chunks   []Chunk
	Imports  []Import
	words    map[string]use // distinct words
	chunkUse [][]wordCount  // words of each chunk, until they are interned
	terms    []count        // of the whole file
	code     []uint32       // words used in code, sorted
	n        int
	interned bool
}

// use is how often a word occurs, in all and in code.
type use struct{ all, code uint32 }

type wordCount struct {
	word string
	n    uint32
}

// Extract finds the features of a text.
func Extract(lang, src string) *Features {
	f := &Features{Hash: sha256.Sum256([]byte(src)), Lang: lang, Size: len(src), words: map[string]use{}}
	if len(src) >= MaxFile || !indexable(src) {
		f.Lines = 1 + strings.Count(src, "\n")
		return f
	}
	fam := familyOf(lang)
	l := lex(src, fam)
	s := newScan(l)
	f.Lines = len(s.starts)
	switch fam {
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
	f.chunkUse = make([][]wordCount, len(f.Chunks))
	// Words come in order of position, chunks too.
	c := 0
	local := map[string]uint32{}
	flush := func(i int) {
		for w, n := range local {
			f.chunkUse[i] = append(f.chunkUse[i], wordCount{w, n})
		}
		clear(local)
	}
	line := 0
	for _, w := range l.words {
		for line+1 < len(s.starts) && s.starts[line+1] <= int(w.start) {
			line++
		}
		for c < len(f.Chunks) && line >= f.Chunks[c].End {
			flush(c)
			c++
		}
		word := src[w.start:w.end]
		u := f.words[word]
		u.all++
		if w.code {
			u.code++
		}
		f.words[word] = u
		if c < len(f.Chunks) && line >= f.Chunks[c].Start {
			local[word]++
		}
	}
	if c < len(f.Chunks) {
		flush(c)
	}
	return f
}
