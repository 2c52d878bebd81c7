package index

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// matchPower is the power of how well a chunk matches, at a place, in addition to its prospects.
const matchPower = 0.3

// ChunkHit is one ranked chunk.
type ChunkHit struct {
	Path  string
	Chunk Chunk
	Value float64 // 0…1, what showing it is worth
	Match float64 // 0…1, how well it matches
}

// Chunks ranks the chunks of the best files: at most perFile of each. A chunk
// matches by its file's share of the best score times its own. A question is
// answered by the [prospects] of the chunks alone; at a place, whose names are
// those of the code, the match counts, too. room is how many bytes they are
// chosen for; 0: few.
func (r *Ranking) Chunks(files, perFile, room int) []ChunkHit {
	x := r.x
	p := r.outlook(room)
	x.mu.RLock()
	defer x.mu.RUnlock()
	byID := make(map[uint32]term, len(r.terms))
	score := make(map[uint32]float64, len(r.terms))
	for _, t := range r.terms {
		byID[t.id] = t
		score[t.id] = t.w * t.idf
	}
	var out []ChunkHit
	best, top := 0.0, 0.0
	for _, h := range r.Hits[:min(files, len(r.Hits))] {
		top = max(top, h.Score)
	}
	for _, h := range r.Hits[:min(files, len(r.Hits))] {
		f := r.file(h)
		if f == nil {
			continue
		}
		chunks := x.chunksOf(f.record, true)
		worth := make([]float64, len(chunks))
		for i, c := range chunks {
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
			worth[i] = v * (1 + placedWorth*r.placed(h.Path, c))
		}
		share := h.Score / top
		if r.question && len(worth) > 0 && slices.Max(worth) == 0 && h.Way() == "history" {
			continue // no word of the question is in it, or in its path
		}
		var own []ChunkHit
		for i, v := range r.surround(chunks, worth) {
			if v > 0 || r.question {
				own = append(own, ChunkHit{Path: h.Path, Chunk: chunks[i], Match: share * v})
				best = max(best, v)
			}
		}
		slices.SortStableFunc(own, func(a, b ChunkHit) int { return cmp.Compare(b.Match, a.Match) })
		out = append(out, p.prospects(own, perFile, share)...)
	}
	for i := range out {
		out[i].Match /= best
		if !r.question {
			out[i].Value = math.Pow(out[i].Value, 1-matchPower) * math.Pow(out[i].Match, matchPower)
		}
	}
	most := 0.0
	for _, c := range out {
		most = max(most, c.Value)
	}
	for i := range out {
		out[i].Value /= most
	}
	slices.SortStableFunc(out, func(a, b ChunkHit) int {
		return cmp.Or(cmp.Compare(b.Value, a.Value), strings.Compare(a.Path, b.Path), a.Chunk.Start-b.Chunk.Start)
	})
	return out
}

// placed says how well the definition that a chunk is of answers a question, of
// the best.
func (r *Ranking) placed(path string, c Chunk) float64 {
	v := 0.0
	for _, h := range r.places[path] {
		if h.Def.Doc <= c.Start && c.Start < h.Def.End {
			v = max(v, h.Score/r.placeTop)
		}
	}
	return v
}

// smallRoom is the room in which only the best files matter, and short chunks.
const smallRoom = 8000

// outlook is how much the score of its file and its own length count for a chunk.
type outlook struct{ share, length float64 }

// outlook returns the more even the more room there is: in little, the best files come
// first, and in answer to a question short chunks, of which more fit.
func (r *Ranking) outlook(room int) outlook {
	tight := smallRoom / float64(max(room, smallRoom))
	p := outlook{share: 1 + 0.5*tight, length: sizePower}
	if r.question {
		p.length += (shortPower - sizePower) * tight
	}
	return p
}

// prospects says what it is worth to show each of the first chunks of a file, the best match first. The score says
// whether the file is meant; which of its chunks is meant follows mostly from their order: by how much one matches
// better than another says little. Of a large file each chunk is less likely to be the one, and a long chunk leaves
// less room for others.
func (p outlook) prospects(own []ChunkHit, most int, share float64) []ChunkHit {
	size := 0
	for _, c := range own {
		size += c.Chunk.End - c.Chunk.Start
	}
	own = own[:min(most, len(own))]
	for i, c := range own {
		lines := math.Pow(float64(max(1, size)), sizePower) * math.Pow(float64(max(1, c.Chunk.End-c.Chunk.Start)), p.length)
		own[i].Value = math.Pow(share, p.share) * headWorth(c.Chunk.Kind) / (math.Pow(float64(i+1), placePower) * lines)
	}
	return own
}

// headWorth returns what the declaration of a type counts compared with other chunks: it says what the type does, and
// its methods are where that is done.
func headWorth(k Kind) float64 {
	switch k {
	case scan.Class, scan.Interface:
		return 0.6
	case scan.Struct, scan.Trait:
		return 0.7
	}
	return 1
}

// surround adds to the worth of a file's chunks what follows from their place: the start of the file, with its imports,
// is worth something next to any other chunk.
func (r *Ranking) surround(chunks []Chunk, worth []float64) []float64 {
	out := slices.Clone(worth)
	if len(worth) == 0 {
		return out
	}
	head := questionHead
	if !r.question {
		head = placeHead
	}
	if chunks[0].Kind == scan.Gap {
		out[0] = max(out[0], head*slices.Max(worth))
	}
	return out
}

// file returns the live file of a hit, nil when it is gone.
func (r *Ranking) file(h Hit) *file {
	slot, ok := r.x.byPath[h.Path]
	if !ok {
		return nil
	}
	return r.x.files[slot]
}
