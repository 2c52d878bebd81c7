// Package vectors holds the vectors of the pieces of files in memory, and finds
// which pieces are like a text. It asks no model and reads no file.
package vectors

import (
	"cmp"
	"crypto/sha256"
	"maps"
	"math"
	"slices"
	"sync"

	"github.com/fettle-dev/fettle/internal/text"
)

// Set is the vectors of one model, by file. The zero value holds none.
type Set struct {
	mu    sync.Mutex
	model string
	files map[string]File
}

// File is what stands for a file.
type File struct {
	Hash   [sha256.Size]byte // of its text
	Pieces []Piece
}

// Piece is a part of a file and its vector, normalised.
type Piece struct {
	Lines  text.Lines
	Vector []float32
}

// Normalised returns a vector of length one.
func Normalised(v []float32) []float32 {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	out := make([]float32, len(v))
	if sum == 0 || math.IsInf(sum, 0) || math.IsNaN(sum) {
		return out
	}
	for i, x := range v {
		out[i] = float32(float64(x) / math.Sqrt(sum))
	}
	return out
}

// Use turns to a model; vectors of another are dropped.
func (s *Set) Use(model string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.model != model || s.files == nil {
		s.model, s.files = model, map[string]File{}
	}
}

// Empty reports whether there are no vectors of a model.
func (s *Set) Empty(model string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.model != model || len(s.files) == 0
}

// Has reports whether the vectors of a file are those of a text.
func (s *Set) Has(path string, hash [sha256.Size]byte) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, ok := s.files[path]
	return ok && f.Hash == hash
}

// Put keeps the vectors of a file, unless another model is used by now.
func (s *Set) Put(model, path string, f File) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.model == model {
		s.files[path] = f
	}
}

// Only drops the files that are not live.
func (s *Set) Only(live map[string]bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for path := range s.files {
		if !live[path] {
			delete(s.files, path)
		}
	}
}

// Of returns the vectors of a file.
func (s *Set) Of(path string) [][]float32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out [][]float32
	for _, p := range s.files[path].Pieces {
		out = append(out, p.Vector)
	}
	return out
}

// Likeness says how like a text the pieces of files are. Everything is a little
// alike: what counts is how far something is above the average.
type Likeness struct {
	// Files says by how much the best piece of each file is nearer than the best
	// pieces of files are on the average; those that are not are left out.
	Files map[string]float64

	pieces    map[string][]piece
	mean, top float64 // of all pieces
}

type piece struct {
	lines text.Lines
	near  float64
}

// Near compares all pieces with some vectors: each is as near as it is to the one
// it is nearest to. except is left out.
func (s *Set) Near(except string, to ...[]float32) Likeness {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := Likeness{Files: map[string]float64{}, pieces: map[string][]piece{}}
	best, all, n := 0.0, 0.0, 0
	for _, path := range slices.Sorted(maps.Keys(s.files)) { // the same sums every time
		f := s.files[path]
		if path == except || len(f.Pieces) == 0 {
			continue
		}
		for _, p := range f.Pieces {
			near := 0.0
			for _, v := range to {
				near = max(near, dot(p.Vector, v))
			}
			l.pieces[path] = append(l.pieces[path], piece{p.Lines, near})
			l.Files[path] = max(l.Files[path], near)
			l.top = max(l.top, near)
			all += near
			n++
		}
		best += l.Files[path]
	}
	l.mean = all / float64(max(1, n))
	mean := best / float64(max(1, len(l.Files)))
	for path, v := range l.Files {
		if l.Files[path] = v - mean; v <= mean {
			delete(l.Files, path)
		}
	}
	return l
}

// Of says how near some lines of a file are, by the best piece that they share a
// line with: 1 for the nearest of all, 0 for the average and below.
func (l Likeness) Of(path string, lines text.Lines) float64 {
	near := 0.0
	for _, p := range l.pieces[path] {
		if p.lines.Start < lines.End && lines.Start < p.lines.End {
			near = max(near, p.near)
		}
	}
	if near <= l.mean {
		return 0
	}
	return (near - l.mean) / (l.top - l.mean)
}

// Spot is where a piece stands.
type Spot struct {
	Path  string
	Lines text.Lines
}

// Best returns the nearest pieces, the nearest first, at most n.
func (l Likeness) Best(n int) []Spot {
	type candidate struct {
		Spot
		near float64
	}
	var all []candidate
	for _, path := range slices.Sorted(maps.Keys(l.pieces)) {
		for _, p := range l.pieces[path] {
			if p.near > l.mean {
				all = append(all, candidate{Spot{path, p.lines}, p.near})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.near, a.near) })
	var out []Spot
	for _, c := range all[:min(n, len(all))] {
		out = append(out, c.Spot)
	}
	return out
}

// dot returns the product of two vectors; those of different lengths have none.
func dot(a, b []float32) float64 {
	if len(a) != len(b) {
		return 0
	}
	sum := float32(0)
	for i, x := range a {
		sum += x * b[i]
	}
	return float64(sum)
}
