package index

import (
	"cmp"
	"slices"
	"strings"
)

// ChunkHit is one ranked chunk.
type ChunkHit struct {
	Path  string
	Chunk Chunk
	Value float64 // 0…1
}

// Chunks ranks the chunks of the best files: at most perFile of each. The
// value of a chunk is its file's share of the best score times its own.
func (r *Ranking) Chunks(files, perFile int) []ChunkHit {
	x := r.x
	x.mu.RLock()
	defer x.mu.RUnlock()
	byID := make(map[uint32]term, len(r.terms))
	score := make(map[uint32]float64, len(r.terms))
	for _, t := range r.terms {
		byID[t.id] = t
		score[t.id] = t.w * t.idf
	}
	var out []ChunkHit
	best := 0.0
	for _, h := range r.Hits[:min(files, len(r.Hits))] {
		f := r.file(h)
		if f == nil {
			continue
		}
		var own []ChunkHit
		for _, c := range f.Chunks {
			v := 0.0
			for _, tc := range c.terms {
				t, ok := byID[tc.term]
				if !ok {
					continue
				}
				n := float64(tc.n)
				v += t.w * t.idf * n * (bm25K + 1) / (n + bm25K*(1-bm25B+bm25B*float64(c.n)/r.mean))
			}
			if c.Name != "" {
				v += nameWeight * x.nameScore(c.Name, score)
			}
			if v > 0 {
				own = append(own, ChunkHit{Path: h.Path, Chunk: c, Value: v})
				best = max(best, v)
			}
		}
		slices.SortStableFunc(own, func(a, b ChunkHit) int { return cmp.Compare(b.Value, a.Value) })
		for _, c := range own[:min(perFile, len(own))] {
			c.Value *= h.Score / r.Hits[0].Score
			out = append(out, c)
		}
	}
	for i := range out {
		out[i].Value /= best
	}
	slices.SortStableFunc(out, func(a, b ChunkHit) int {
		return cmp.Or(cmp.Compare(b.Value, a.Value), strings.Compare(a.Path, b.Path), a.Chunk.Start-b.Chunk.Start)
	})
	return out
}

// file is the live file of a hit, nil when it is gone.
func (r *Ranking) file(h Hit) *file {
	slot, ok := r.x.byPath[h.Path]
	if !ok {
		return nil
	}
	return r.x.files[slot]
}
