package index

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// The powers of what a chunk is worth by: the score of its file, its place among those of
// the file, and how well it matches.
const (
	sharePower = 1.2
	placePower = 1. / 3
	matchPower = 0.3
	leastMatch = 0.01
	sizePower  = 0.1 // a long chunk leaves less room for others
)

// ChunkHit is one ranked chunk.
type ChunkHit struct {
	Path  string
	Chunk Chunk
	Value float64 // 0…1, what showing it is worth
	Match float64 // 0…1, how well it matches
}

// Chunks ranks the chunks of the best files: at most perFile of each. What matches best in
// the best file comes first; the score of the file says whether it is meant, which of its
// chunks is follows from their order more than from by how much one matches better.
func (r *Ranking) Chunks(files, perFile int) []ChunkHit {
	x := r.x
	x.mu.RLock()
	defer x.mu.RUnlock()
	worth := map[uint32]float64{}
	for _, t := range r.terms {
		if id, ok := x.terms.ids[t.text]; ok { // the index may have been made anew meanwhile
			worth[id] = t.w * t.idf
		}
	}
	var out []ChunkHit
	hits := r.Hits[:min(files, len(r.Hits))]
	best, top := 0.0, 0.0
	for _, h := range hits {
		top = max(top, h.Score)
	}
	for _, h := range hits {
		f := r.file(h)
		if f == nil {
			continue
		}
		var own []ChunkHit
		for _, c := range x.chunksOf(f.content) {
			// A file that vectors lead to may share no word with the question.
			if v := matches(c, worth) + nameWeight*x.nameScore(c.Name, worth); v > 0 || h.Way() == "semantic" {
				own = append(own, ChunkHit{Path: h.Path, Chunk: c, Match: h.Score / top * v})
				best = max(best, v)
			}
		}
		slices.SortStableFunc(own, func(a, b ChunkHit) int { return cmp.Compare(b.Match, a.Match) })
		own = own[:min(perFile, len(own))]
		for i := range own {
			lines := float64(own[i].Chunk.End - own[i].Chunk.Start)
			own[i].Value = math.Pow(h.Score/top, sharePower) /
				(math.Pow(float64(i+1), placePower) * math.Pow(lines, sizePower))
		}
		out = append(out, own...)
	}
	most := 0.0
	for i := range out {
		out[i].Match /= max(best, math.SmallestNonzeroFloat64)
		out[i].Value = math.Pow(out[i].Value, 1-matchPower) * math.Pow(max(out[i].Match, leastMatch), matchPower)
		most = max(most, out[i].Value)
	}
	for i := range out {
		out[i].Value /= most
	}
	slices.SortStableFunc(out, func(a, b ChunkHit) int {
		return cmp.Or(cmp.Compare(b.Value, a.Value), strings.Compare(a.Path, b.Path), a.Chunk.Start-b.Chunk.Start)
	})
	return out
}

// matches is the BM25 of a chunk.
func matches(c Chunk, worth map[uint32]float64) float64 {
	v := 0.0
	for term, n := range counts(c.terms) {
		if w, ok := worth[term]; ok {
			v += w * saturated(float64(n), float64(c.n)/chunkMean)
		}
	}
	return v
}

// file returns the live file of a hit, nil when it is gone.
func (r *Ranking) file(h Hit) *file {
	slot, ok := r.x.byPath[h.Path]
	if !ok {
		return nil
	}
	return r.x.files[slot]
}
