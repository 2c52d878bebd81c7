package index

import (
	"maps"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// Languages returns the languages of the indexed files, sorted.
func (x *Index) Languages() []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	seen := map[string]bool{}
	for _, f := range x.files {
		if f != nil && f.Lang != "" {
			seen[f.Lang] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// Outline names what a file defines at its top level, in at most n bytes.
func (x *Index) Outline(path string, n int) string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	slot, ok := x.byPath[path]
	if !ok {
		return ""
	}
	var b strings.Builder
	for _, d := range x.defsOf(x.files[slot].content) {
		if d.Container != "" || d.Kind == scan.Field {
			continue
		}
		if b.Len()+2+len(d.Name) > n {
			break
		}
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(d.Name)
	}
	return b.String()
}

// Paths returns the paths of the indexed files, sorted.
func (x *Index) Paths() []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return slices.Sorted(maps.Keys(x.byPath))
}

// ChunksOf returns the chunks of a file.
func (x *Index) ChunksOf(path string) []Chunk {
	x.mu.RLock()
	defer x.mu.RUnlock()
	slot, ok := x.byPath[path]
	if !ok {
		return nil
	}
	return x.chunksOf(x.files[slot].content)
}
