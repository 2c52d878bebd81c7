package index

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// Group is a word of a question with the forms in which code may spell it.
type Group struct {
	Word   string
	Weight float64
	Extra  bool               // a guess at what is meant: nothing is lost without it
	Forms  map[string]float64 // term → what it counts, of the word itself
}

// Add adds a word as a form; it counts what its best reading does.
func (g *Group) Add(word string, worth float64) {
	if g.Forms == nil {
		g.Forms = map[string]float64{}
	}
	words, parts := Words(word)
	if parts > 1 {
		g.Forms[whole(word)] = max(g.Forms[whole(word)], 1.5*worth)
		worth *= 0.6
	}
	for _, t := range words {
		g.Forms[t] = max(g.Forms[t], worth)
	}
}

// PlaceHit is a definition, or a piece of what lies between, that may answer a
// question.
type PlaceHit struct {
	Path  string
	Def   Def
	Score float64
	Test  bool
}

// The shape of the search for places.
const (
	placeFiles = 40   // best files by their words
	placeHits  = 80   // definitions that are looked at closely
	bodyWorth  = 0.45 // of a word in the body, of one in the name
	pathWorth  = 0.3
	gapWorth   = 0.35 // of what is no definition

	holderWorth = 0.3 // of a word in the name of what contains it
)

// wanted is a group as the index knows it.
type wanted struct {
	forms []wantedForm
	idf   float64
}

type wantedForm struct {
	term uint32
	w    float64
}

// wantedOf resolves groups. Forms that the index does not have are left out; a
// group without any keeps its idf, since what is not there is not matched.
func (x *Index) wantedOf(groups []Group) []wanted {
	out := make([]wanted, 0, len(groups))
	for _, g := range groups {
		var w wanted
		n := x.live
		best := 0.0
		for _, t := range sortedKeys(g.Forms) {
			id, ok := x.terms.ids[t]
			df := 0
			if ok {
				df = x.holders(id)
			}
			if df == 0 {
				continue
			}
			worth := g.Forms[t]
			w.forms = append(w.forms, wantedForm{id, worth})
			if v := idf(n, df); worth >= best || worth >= 1 && v > w.idf {
				if worth > best {
					w.idf = 0
				}
				best, w.idf = max(best, worth), max(w.idf, v)
			}
		}
		if len(w.forms) == 0 {
			w.idf = idf(n, 1)
		}
		w.idf *= g.Weight
		out = append(out, w)
	}
	return out
}

// spokenWorth is what a form counts at least that is a form of the word itself and
// no synonym of it.
const spokenWorth = 0.7

// Spoken reports whether the index has half of the words of some groups, see
// [Index.Rank].
func (x *Index) Spoken(groups []Group) bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.spokenOf(groups)
}

// spokenOf reports whether the index has half of the words of a question in some
// form of theirs: then it is no question about something else, however few of its
// words are spelled as in the code.
func (x *Index) spokenOf(groups []Group) bool {
	known, all := 0, 0
	for i, w := range x.wantedOf(groups) {
		if groups[i].Extra {
			continue
		}
		all++
		if slices.ContainsFunc(w.forms, func(f wantedForm) bool { return f.w >= spokenWorth }) {
			known++
		}
	}
	return known > 0 && 2*known >= all
}

// groupForm is a form of a group.
type groupForm struct {
	group int
	w     float64
	own   bool // the word itself, not another for it
}

// find finds the definitions that may answer a question in words, best first. Names count
// above bodies. idf says how rare each group is. The caller holds the lock.
func (x *Index) find(groups []Group) (hits []PlaceHit, idf []float64) {
	known := x.wantedOf(groups)
	x.weigh(known, groups)
	worth, all := map[uint32]float64{}, 0.0 // of each term, of the words of the question
	for i, g := range known {
		idf = append(idf, g.idf)
		if !groups[i].Extra {
			all += g.idf
		}
		for _, f := range g.forms {
			worth[f.term] = max(worth[f.term], f.w*g.idf)
		}
	}
	if all == 0 {
		return nil, nil
	}
	for _, slot := range x.candidates(worth) {
		hits = x.inFile(x.files[slot], worth, hits)
	}
	slices.SortStableFunc(hits, func(a, b PlaceHit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.Path, b.Path), a.Def.Start-b.Def.Start)
	})
	return hits[:min(len(hits), placeHits)], idf
}

// bestPlaces says how well the best definition of each file answers.
func (x *Index) bestPlaces(groups []Group, r *Ranking, score []float64) {
	hits, idf := x.find(groups)
	r.PlaceHits, r.PlaceIDF = hits, idf
	for _, h := range hits {
		slot := x.byPath[h.Path]
		score[slot] = max(score[slot], h.Score)
	}
}

// candidates returns the files that speak most of what is worth something, by path.
func (x *Index) candidates(worth map[uint32]float64) []uint32 {
	var terms []term
	for _, id := range slices.Sorted(maps.Keys(worth)) {
		terms = append(terms, term{id: id, w: 1, idf: worth[id]})
	}
	text, path := make([]float64, len(x.files)), make([]float64, len(x.files))
	x.bm25(terms, text)
	x.paths(terms, path)
	for i, v := range path {
		text[i] += pathWorth * v
	}
	slots := x.bestOf(text, placeFiles)
	slices.SortFunc(slots, func(a, b uint32) int { return strings.Compare(x.files[a].path, x.files[b].path) })
	return slots
}

// bestOf returns the files of the best scores, at most so many, the best first. A
// common word scores thousands: they are not sorted for the first few.
func (x *Index) bestOf(score []float64, most int) []uint32 {
	best := make([]uint32, 0, most+1)
	for i, v := range score {
		if v <= 0 || x.files[i] == nil {
			continue
		}
		slot := uint32(i)
		if len(best) == most && x.better(score, best[most-1], slot) <= 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, slot, func(a, b uint32) int { return x.better(score, a, b) })
		best = slices.Insert(best, at, slot)
		best = best[:min(most, len(best))]
	}
	return best
}

// inFile adds the definitions of a file that match.
func (x *Index) inFile(f *file, worth map[uint32]float64, hits []PlaceHit) []PlaceHit {
	chunks, defs, path := x.chunksOf(f.content), x.defsOf(f.content), 0.0
	for k, t := range f.words {
		if !slices.Contains(f.words[:k], t) {
			path += pathWorth * worth[t]
		}
	}
	for i := 0; i < len(chunks); {
		c, body, j := chunks[i], matches(chunks[i], worth), i+1
		for c.Kind != scan.Gap && j < len(chunks) && chunks[j].Kind == c.Kind && chunks[j].Name == c.Name &&
			chunks[j].Container == c.Container &&
			chunks[j].Start == chunks[j-1].End && !begins(defs, chunks[j]) {
			body = max(body, matches(chunks[j], worth))
			j++
		}
		v := path + bodyWorth*body
		if c.Kind == scan.Gap {
			v *= gapWorth
		} else {
			v += x.nameScore(c.Name, worth) + holderWorth*x.nameScore(c.Container, worth)
		}
		if v > 0 && body+path > 0 {
			hits = append(hits, PlaceHit{Path: f.path, Def: defOf(defs, c, chunks[j-1].End), Score: v, Test: f.test})
		}
		i = j
	}
	return hits
}

// begins reports whether a definition starts in a chunk: it is no rest of the
// one before.
func begins(defs []Def, c Chunk) bool {
	return slices.ContainsFunc(defs, func(d Def) bool {
		return d.Name == c.Name && d.Container == c.Container && d.Doc == c.Start
	})
}

// defOf returns the definition that a chunk begins, or the chunk as one.
func defOf(defs []Def, c Chunk, end int) Def {
	if c.Kind != scan.Gap {
		for _, d := range defs {
			if d.Name == c.Name && d.Container == c.Container && d.Doc <= c.Start && c.Start < d.End {
				if end < d.End && d.Kind.HasMembers() {
					d.End = end
				}
				return d
			}
		}
	}
	return Def{Name: c.Name, Kind: c.Kind, Container: c.Container, Doc: c.Start, Start: c.Start, Sig: c.Start + 1,
		End: end}
}
